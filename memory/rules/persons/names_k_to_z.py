"""Data of the rules: first names of many cultures, K to Z."""

NAMES_K_TO_Z = frozenset(
    """kaarina kacper kadek kagiso kahu kahurangi kailash kaimana kaisa kaitlyn kajetan kalani kaleo kalle kalliope
    kalpana kalyan kamau kamil kamila kanako kanya kaori kaoru kara karan karanga karel karen kari karim karima
    karin karine karl karla karol karolina karsten karthik karthikeyan kartik kartika kasey kasia kasimir kaspar
    kasper kasun katalin katarina katarzyna kate katerina kateřina kateryna katharina katherine kathleen kathryn
    kathy katie katinka katja katlego katri katrin katsumi katsuro katsuya kauã kaustubh kaveh kavita kavya kaya
    kaylee kayode kazimierz kazuhiro kazuki kazuko kazumi kazuo kazuya kazys keanu keerthi kehinde keiichi keiji
    keiko keir keira keisuke keita keith kelly kelsey kemal kenichi kenji kenneth kenny kenshin kensuke kenta
    kentaro keoni kerem keren kerstin kerttu keshav ketan ketevan ketut kevin kevser keza kgomotso khadija
    khadijah khaldoun khaled khalid khalil khin kibet kidist kieran kimberly kinga kipchoge kiptoo kiran kirsi
    kirsten kirsty kirti kittisak kitty kiyoshi kjell kjersti klaas klara klaudia klaus klavs kleber klemen
    klementyna klothilde knut kofi kohei koichi koji kojo kolya komal konrad konstantin konstantinos konstanty
    korbinian kornel kornelia kosta kostas kosuke kota kotaro kourosh krasimir krešimir krishnan krista kristen
    kristian kristin kristina kristjan kristof kristoffer krisztina kriti krystian kryštof krystyna krzysiek
    krzysztof ksenia kubra kübra kudakwashe kumar kumiko kunal kunigunde kunle kurt kushal květa kwabena kwaku
    kwame kwasi kwesi kyaw kyla kyle kyoko kyra kyungmin kyungsoo lachlan laco lăcrămioara ladislav laetitia
    lagi lahcen lahiru laila laís lajos lakshmi laleh lalit lalitha lamia landon laoise lara larissa larry lars
    lasha lasse laszlo lászló latifa latisha latoya laura laureano lauren laurence laurens laurent lauri
    laurynas lavinia layla lea leah leandro leberecht lech leena leif leila leilani leire lena lénaïc lenka
    lennart leo leocadia leocádia leokadia leon leona leonard leonardo leoncio leonel leoni leonie léonie
    leonilde leonor lerato leroy lesley leslie lestari leszek lethabo letizia levan levent levente levi lexie
    leyla liam libuše lidia lidija lieke lien liesbeth lieselotte lieve ligaya lihua liisa lijun lila lilian
    liliana lilit lily lina linda lindalva lindiwe lindsay lindsey linnea lionel lior liora lisa lisandro liu
    liudmila livia liwei liz ljiljana ljubica ljubomir lloyd lluís llŷr lodovico loïc lokesh lorcan loredana
    lorena lorenza lorenzo lori lorna lorraine losa lothar lotta lotte lottie louie louis louise loukas lourenço
    lowri lualhati lubna lubomir luboš luc luca lucas lucero lucia lucía lucian luciana luciano lucie lucjan
    lucrezia lucy ludek luděk ludger ludmila ludovic ludovica ludwig ludwik luis luisa luisana luise luiz luiza
    lukas lukáš lukasz luke lulama luminita luminița luningning lusine luzia lydia lyle lynn lyudmila lyudmyla
    maaike maarja maarten maartje maayan mabel macarena maciej maciek mackenzie maddalena maddie madeleine
    madhav madhavi madhuri madoka mads maël maëlle maelys maëlys maeve magali magda magdalena magnus mahalia
    mahbub mahendra mahesh mahima mahmoud mahmut mahnaz mahsa maike maiken maisie maite maité majid makena
    makiko makisig makoa makoto maksim malcolm malena malgorzata malia malik malika malin malsha malte malwina
    mamadou mamani mamuka manabu manaia manasi manca mandeep mandla mandy manfred manish manisha manjunath
    manlio manoel manoj manolis manon mansour manuel manuela maram marc marcel marcela marcelina marcelino
    marcella marcello marcelo márcia marcial marcin marco marcos marcus marcy mareike marek margaret margarete
    margarethe margarida margarita margaux margit margot margrethe margriet marguerite maria mariam mariama
    marián mariana mariangela mariángeles mariann marianna marianne maricarmen maricel marie marija marijke
    marika marikit mariko marilia marina marinela marinos mario marion marisa marisol marissa maristela marit
    marita mariusz marjan marjatta marjolein marjorie markku markus marleen marlene marlies märt marta märta
    martha martijn martin martín martina márton martyna martynas mary maryam maryanne maryla marzena marzia
    masaaki masahiro masaki masako masami masanori masao masaru masashi masato masaya masayuki masoud massimo
    matan matej matěj mateja mateo mateus mateusz matevž matheus mathias mathieu mathilde mathis mathurin matias
    matías matic matija matilda matilde matt matteo matthew matthias matthieu matthijs matyas matylda maura
    maureen maurice mauricia mauricio mauro mawuli maxence maxime maximilian maximiliano máximo maxine maya
    mayank mayara mayra maysoon mayte mayu mayuko mayumi mayur małgorzata mbali mechthild meenakshi meera megan
    megha meghan megumi mehdi mehmet mehran mei meike meilin meiling meinhard meir melania melanie melchor melek
    melina melis melissa menachem meng mengyao mere mereana meredith meritxell mert merve meryem meseret metodi
    mette micaela micah michael michaela michal michał michel michela michele michelle michiko mick mieczyslaw
    mieczysław mieke mieko miguel mihaela mihai mihi mihir miho mihoko mika mikael mikayla mike mikhail mikkel
    mikko miklos miklós mikołaj milan milda milena milica millicent millie milorad milos miloš miloslav
    miloslava mindaugas mingze minh minho minji minjun minjung minseo minsu miodrag miranda mircea mireille
    mirek mirela mirella miriam mirja mirjam mirjana mirko miroslav miroslava miroslaw mirosław mirosława misaki
    misha mislav mitchell mithun mitsuko mitsuru miwa miyu miyuki mizuki mladen moacir modou mogens mohamed
    mohammad mohammed mohini mohit mohsen moira moisés mollie molly momchil momir momoko mona monica monika
    monique montague montserrat mordechai morenike moritz morten moshe mostafa motoko moumita mounir mourad
    moussa mpho mridul mthunzi mugisha muhammad muhammed muireann mukamana mukesh mukund mulugeta munashe munir
    murali murat muriel murilo murugan musa mustafa mustapha mutesi muthoni muthu mwangi myles myo myra myriam
    mythili naama nabil nada naďa nadav nadezhda nadia nadim nadine nadir nadiya nadja nafula nagesh nahuel
    naima najib nakato nalani naledi nalini namjoon namrata nan nanako nanami nancy nandar nandini naoki naoko
    naomi naoto naoya narek naren narendra naresh nasim nasreen nasser natalia natalie natálie natalija natalya
    natan natascha natasha natasza nate nathalie nathan natividad natsuki natsuko natsumi nattapong navid navin
    navneet navya nawal nayeli nazanin nazlı nazzareno ned nedim neelam neele neema neeraj neeta neetu neha neil
    nele nélida nell nellie nélson nenad nepomuk nerea nerys nesrin neus neusa nevena nevin neža ngaire ngozi
    nguyen nguyễn nguyet nhung niall niamh nicanor nicholas nick nicola nicolae nicolai nicolas nicolás nicole
    nicoletta nidhi niels nienke nieves nigel nihal niharika nihat niina nikau nikhil nikita nikki niklas niko
    nikola nikolai nikolaj nikolaos nikoleta nikolina nikos nilesh nilgün niloufar nils nilufar nina nir niran
    niranjan nirmala nisha nishant nishita nissim nitesh nitin nitya niyonzima nizar njeri njoroge nkechi
    nkosana nkosi nnamdi nneka noa noah noam nobuko nobuo nobuyuki nodar nodira noelani noelia noemi noémi
    noémie noga nohea nokuthula nolan nolwenn nomsa nomvula noor nora norbert norberto noriko norio norman noura
    nthabiseng ntombi nuno nunzia nuria nurit nursultan nurul nusrat nuwan nyambura nyasha nyoman oana obdulia
    obi obinna océane octavian octavio odalys oddný odete odhiambo oene ofelia ofer ofra ogechi oghenetega
    ognjen oğuz oisín okechukwu okoro okoth oksana olaf ólafur olamide olav olavo oldřich oleg olegario oleh
    oleksandr oleksii olena olga olha oliver olivera olivia olivier oliwia olli olu oluchi olufemi olumide
    oluwadamilola oluwakemi oluwaseun oluwatobi olwen omar omara omid omkar omri ondrej ondřej onur onyeka
    onyekachi onyinye oona oreste orhan oriana oriol orit orla orlaith ornella orsola orson ortrud osagie osama
    oscar oskar oskari osman osnat osvaldo otabek otakar otávia otavio othmar otieno ottavia ottavio ottilie
    ottoline ousmane ovidio ovidiu owain owen oxana oyelaran oyunbold ozan özge özgür ozlem pablo padma padmini
    pádraig päivi palesa pallavi pam pamela panagiotis pankaj paola paolo parag paras paraskevi parisa parth
    parvathi parvati parveen parvin pascale pascual pascuala patricia patrício patrick patrik patrizia patrycja
    patsy paul paula pauliina paulina pauline paulius paulo pavan pavel pavithra pawel paweł peder pedro peggy
    pekka pelin pelumi peng pepa pepe percival pere perpetua perpétua perrine persefoni petar peter petr petra
    petri petronila petros petru petter petya phalla phil philip philipp philippa philippe phillip phuc phuong
    phương phyllis pierluigi pierre piet pieter pietro pille pinar piotr pirjo piyush plácido plamen pleun ploy
    poliana pooja poonam prabhu prachi pradeep pradnya prakash prakriti pramod pranav pranay praneeth pranjal
    prasad prasanna prasert prashant prateek pratibha pratik pratyush praveen preben predrag preecha preethi
    preeti přemysl prerna preston primitivo priscila priscilla pritam priya priyam priyanka priyantha prokop
    przemek przemyslaw przemysław puja puneet punit purificación purnima putri qasim qi qingyu quentin quetzalli
    quillon quinn quique quirino quispe quitterie quynh rabia rachana rachel rachele rachid rachit rada radek
    radha radhika radka radmila rados radoslav radoslaw radosław radovan raelynn rafael rafaela rafal rafał
    raffaella rafferty rafiq raghav raghu raghunath ragnar ragnheiður ragnhild rahat rahayu raheem rahim rahul
    raija raimonds raimund raimundo raisa raj rajat rajeev rajendra rajesh rajiv rajni rakesh ralf ralitsa ralph
    ramesh ramiro ramon ramona ramya ramzi rana randall ranganathan rangi rania ranjit ranjith raphael raquel
    rasa rasha rasheed rashid rashmi ratchanee ratna raul raúl raveena ravi raymond raymonde rayna rayssa răzvan
    rebeca rebecca reece refilwe regina reginald régis rehana reijo reiko reina reinaldo reiner reinhard
    reinhild reinhold reinier réka remco remedios rémi remigiusz renan renata renate renato renaud rene renu
    renuka renzo rethabile reto revathi reyna reza rhiannon rhoda rhona rhonda rhys ricardo riccardo richard
    richie rick rie rigoberto riikka riitta rikako rikard rikke riko rinske rintaro rishab rishabh rita ritesh
    rith ritika ritu rivka riyad rizal rizky rob robbie robert roberta robertas roberto robyn roch roderick
    rodica rodney rodrigo roelof rogelio roger rogério rogier rohan rohini rohit roisin róisín rokas rokeya
    roksana roland rolando rolands rolf romain roman romana romas romeu romina romuald ronald ronan ronit ronnie
    rory rosa rosalba rosalia rosalie rosalind rosana rosângela rosaria rosario rosaura rosemary rosendo roshini
    roshni rosie ross rossella rostislav roswitha rotimi rowena roxana roxanne roy roya rozalia ruairí ruaridh
    ruben rubén ruchi ruchika rüdiger rudo rudolf rufus rukmini rumiko rumyana runar ruolan ruoxi rupa rupali
    rupert rupesh ruslan ruslana russell rustam ruta rūta rutendo rutger ruth ruthie ruud růžena ryan ryo
    ryoichi ryoko ryosuke ryota ryszard ryu ryuichi saara sabela sabina sabine sabino sabrina sachiko sachin
    sachini sadhana sadia sadie saeed saffron safiya sagi sahar saida saikat sakura saleh salif salim sally
    salma salman salome salustiano salvatore samanta samantha samar sameer samer sámi samir samira sammy sampath
    samuel samuele samuli sanaa sanchit sancho sandeep sandhya sandra sandrine sanduni sangeeta sangmin sangwoo
    sanja sanjana sanjay sanjeev sankar sanna santeri santi santiago santina santosh saoirse sara sarah saranya
    sardor sarika šárka sarnai saša sascha sasha saskia sašo satish satomi satoru satoshi satsuki saturnino saúl
    saule saurabh saurav savita sayaka sayuri scott seamus séamus sean sebastián sebastião sebastien sébastien
    şebnem seema sefa ségolène segun seiji sekou selim selin selina selma selorm selvi sema senthil seohyun
    seojun seokjin seoyeon seoyoon seppo serafín serenella serge sergei sergey sergii sergio sergiusz serkan
    setsuko seulgi seun seunghoon seungmin sevak severin séverine severino sevgi seweryn seydou seyed şeyma
    shabana shahida shahram shailesh shaima shalin shalini shane shani shania shanice shannon shantanu shaohua
    sharad sharmistha sharon sharona shashank shashi shaul shauna shavkat shawn shea sheena shefali sheila
    shekhar sheldon shelly sherif sherry sherzod shigeru shiho shikha shilpa shingo shinichi shinji shintaro
    shinya shiori shira shirin shirley shivam shivangi shivani shizuka shlomo shmuel shobha shohei shoko
    shoshana shota shraddha shreya shreyas shruti shubham shufen shunsuke shweta sian siân sibel sibongile
    sibusiso sibylle siddhant siddharth sidney sieglinde sietske sigrid sigríður sigurd siham siiri silje silke
    silvana silvano silvestre silvia silvio simão simbarashe simeon siméon simisola simon simón simona simone
    simonetta simran sinan sinazo sindhu sindre sinead sinéad siniša siobhan sione siphiwe sipho siriporn sirpa
    sivan siwan siwoo sixten sixtine siyabonga siyu sizwe sjaak sjoerd slamet slaven slavica slavko slawek
    slobodan smita smriti sneha snežana snorri sofia sofie sofija sohail soham sohee soheil soji sokha solange
    solene solène solveig somchai somsak somtochukwu somya sona sonal sonali sonia sónia sonja sonny soojin
    sooyoung sophal sopheap sophia sophie soraya sorcha soren sören sorin sota soukaina souleymane soumya sourav
    sowmya soyeon spela špela spyros srdjan srećko sreelakshmi srikanth srinath srinidhi srinivas sriram stacy
    stanislav stanislava stanislaw stanisław stanisława stef stefan ștefan stefania stefanie stefano stefanos
    steffen steffi stein steinunn stelian štěpán stephan stephane stéphane stephanie stéphanie stephen steve
    steven stewart stig stina stipe stjepan stoyan stuart subhash subhashis subramanian suda sudeshna sudheer
    sudhir suhail suharto sujata sujin sukanya suki sukma şule sumanth sumaqchay sumaya sumiko sumin sumit
    sunghoon sunhild sunita sunniva sunwoo supaporn supriya suraj surbhi surendra suresh susan susana susanna
    susannah susanne susanto sushant sushil sushma susumu suvi suzana suzanne suzie svante svea svein sven
    svenja svetlana světlana svetoslav svitlana swantje swapnil swaroop swathi swati sybren sylvia sylvie
    sylwester sylwia synne synnove szabolcs szilvia szymon søren sławek sławomir taavi tabea tabitha tadas
    tadashi tadej tadeo tadeusz tadhg taehyung taeyang tafadzwa tahir tahmid taichi taiki taina tainá taiwo
    takafumi takahiro takako takao takashi takato takayuki takehiro takeo takeshi takumi takuya talal tali talia
    talita tama tamar tamara tamás tamer tamiko tamilselvi tamsin tamta tancredi tane tanel taner tanguy tania
    tânia tanja tanmay tanushree tanvi tanvir tanya tapasi tapio tapiwa tara taras tarek tariq tariro tarmo
    tarun tarık tasha tatenda tatiana tatiane tatjana tatsuo tatsuya ted teemu teguh tejas telmo temitope
    temperance temujin temur temuulen tendai teo teodor teodora teodoro teofil teresa tereza terezie terje terry
    tesfaye tetsuo tetsuya teun tevita thabiso thabo thaddeus thainá thaís thanawat thandeka thandi thandiwe
    thant thảo tharindu thea thekla thelma themba theo theodora theodore theodoros théophile theresa thessaly
    thiago thibault thibaut thida thierry thijs thom thomas thomasz thorben thorbjørn thorsten thulasi thuong
    thúy tia tiago tiburcio tiernan tigist tigran tihana tihomir tiina tiiu tilda tilly tilman tim timea timo
    timofey timoteo timothy timur tina tinatin tingting tiphaine titilayo titouan tiziana tjark tjeerd tjitske
    tobias tobías toby tochukwu todd todor tolga tolu tom tomas tomás tomáš tomasz tomaž tomer tomi tommaso
    tommi tommy tomohiro tomoko tomomi tomoya tomoyuki toms tonatiuh toni tonje tony torben torbjørn tord
    toribio torill tormod torstein torsten toru toshiaki toshiko toshio toshiyuki tova tracy traian traudel
    trent trevor trey trina trine trinh trish trisha tristan troels trond trudy truong trygve tshepo tsutomu
    tsuyoshi tsvetan tsvetelina tuấn tuba tugba tuğçe tuija tülay tullio tumelo tumusiime tunde tuomas tushar
    tuula tuulia tuulikki tuva tuyet tyler tymon tyrone tzipi tzipora tzvi ubirajara uche uchenna udit udo uffe
    ufuk ugnė ugochi ujjwal ujwal ulani ulf ulises ulla ulrich ulrik ulrika ulrike ulugbek uma umar umberto
    umesh umit umut unai unathi uriel urmas urpi urška ursula úrsula urszula usman utkarsh uttam uwase uwe uzoma
    vaclav václav vadim vagner vahan vaibhav vaidas väinö vaishali vaishnavi valdemar valdir valentin valentina
    valentine valentyn valeria valerie valerija valerio valeriu valtteri vance vandana vanessa vangelis vanja
    vanya varsha vartan varun varvara vasanth vasco vasil vasile vasiliki vasilis vasilisa vasudha vasyl vaughn
    vedant veera vegard veikko velina velma vemund venancio venkat venkatesh venla věra vered verity vern vernon
    veronica veronika veronique véronique veselin vesna viacheslav vibeke vibha vicenta vicente vichea vicky
    victoire vidar vidhya vidmantas vigdis viggo vignesh vijay vikas vikash vikram viktor viktoria viktorija
    viktoriya vilde vilma vinay vince vincent vincenza vincenzo vineet vineeth vinicius vinícius vinita vinod
    violaine violeta viorel vipin vipul viraj virgilio virgínia virginie virve vishal vishnu vishwas vít vitali
    vitaly vitomir vitória vittoria vivaan vivek viveka vivian viviane vivien vivienne vjekoslav vlad vladan
    vladimir vladislav vladka vlado vladyslav vlasta vlastimil vojtech vojtěch volkan volker volodymyr voula vuk
    vusi vytautas wacław wael wahyu walburga waldemar waleed walid walter waltraud wambui wanchai wanderley
    wangari wanjiru warren wassim wasswa wataru wati wawrzyniec wayan wayra wei weijie weimin weiming wekesa
    wenceslao wendell wendy wenjie wenjing wenzel werner wesley whitney wichai widodo wiebke wieland wieslaw
    wiesław wiesława wietske wiktor wiktoria wilbur wilfred wilfried wilhelm wilhelmina willa willemijn william
    wilma wilmer wincenty winfried winifred winnie wioletta wiremu wissam witold wladyslaw wojciech wojtek
    wolfgang wolfram woojin wouter wubbo wulan wulandari władysław włodzimierz xabier xanthe xaver xavi xavier
    xavière xiang xiao xiaodong xiaojun xiaoli xiaoming xiaoyan xiaoyu ximena xinyi xinyu xiomara xiuying xoana
    xochitl xóchitl xoliswa xuefeng xueqin yaa yaakov yaara yael yago yair yaling yamila yaniv yanmei yann
    yannick yannis yanti yanyan yaqi yara yaretzi yaron yaroslav yasemin yashika yashwant yasin yasir yasmim
    yasmin yasmine yasser yassine yasuhiro yasuko yasuo yasushi yavuz yaw yegor yehuda yehudit yejin yelena yemi
    yeongsu yeonjun yeonwoo yerin yesenia yetunde yevgen yevgenia yevgeny yewande yi yichen yifan yifei yiftach
    yiğit yihan yildiz yiming yinghua yitzchak yitzhak ylva yme yoann yoav yogesh yogita yohannes yohei yoichi
    yolanda yonatan yoona yoongi yordanka yorgos yosef yoshi yoshiaki yoshihiro yoshiko yoshio yoshito yoshiyuki
    yossi yosuke yota younghee youngjae yousef youssef yuanyuan yubo yuhan yui yuichi yuina yuji yujie yujin
    yuka yukari yuki yukiko yukio yuko yulia yuliana yulin yuliya yuma yumeng yumi yumiko yunseo yunus yuri
    yuriko yuriy yusaku yusra yusuf yusuke yuta yutaka yuting yuto yutong yuval yuvraj yuxin yuxuan yuya yves
    yvette yvonne zacarías zach zachariah zachary zack zafar zafer zahra zaid zainab zaira zaki zane zanele
    żaneta zara zawadi zaynab zaza zbigniew zbyněk zbyszek zdenek zdeněk zdenka zdeňka zdravko zdzisław zeenat
    zeev zehra zeinab zélie zeljko željko zenon zexi zeyneb zeynep zhanar zhang zhanna zhen zhengyu zhihao
    zhiwei zhiyuan ziad zihan zihao zineb ziqi ziva živa zixuan ziyi zodwa zoe zoë zoey zofia zofie zohar zoja
    zola zoltan zoltán zoraida zoran zorana zorica zosia zsofia zsófia zsolt zsuzsanna zubair zulema zulmira
    zurab zuri zuzana zuzanna zviad zwaantje zygmunt øystein øyvind þórunn đức łucja łukasz""".split()
)
