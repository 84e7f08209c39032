"""Data of the rules: first names of many cultures, and words that are names only where a person must stand."""

FIRST_NAMES = frozenset(
    """aarav aaron aarti abbas abby abdallah abdelaziz abdelkader abdou abdul abdulaziz abdullah abdulrahman abeba
    abena abhay abhijit abhinav abhishek abigail abimbola abiodun abiola abril adaeze adalberto adaline adam
    adaobi adebayo adebola adekunle adel adelina ademola adewale adil aditi aditya adnan adolfo adrian adriana
    adriano adrián adunni afsaneh afua agnes agnieszka agus agustin agustín ahmad ahmed ahmet ahuva aigul aino
    aisha aitana aitor aizhan ajay ajit akash akbar akemi akhil akihiro akiko akin akinyi akio akira akito
    akosua akshata akshay akua alaa alan alba albert alberta aldo aleisha alejandra alejandro alejo aleks
    aleksandar aleksandr aleksandra alesia alessandro alex alexa alexander alexandra alexandru alexei alexey
    alexis alfie alfredo alibek alice alicia alina alireza alison alistair aliya allison alok alonso alvaro
    alžběta ama amadou amaka amanda amar amara ambika amelia amihan amina aminah aminata amir amira amiri amit
    amitabh amol amparo amrita amund amy ana anabel anahit anand anandi anant ananya anas anastasia anders andre
    andrea andreas andreea andrei andrej andres andrew andrey andrija andrius andrzej andrés andy aneta angela
    angelica angelina angus aniket anil anirudh anisha anita anja anjali anjana anke ankit ankita ankur anmol
    ann anna annabel anne anneke annelies anneliese annette annie annika anong anoop anselmo ansgar anshul
    antanas anthony antje antoine anton antonella antonio anuj anupam anuradha anusha anushka anwar anwen anya
    aoibhinn aoife apinya apoorva araceli ararat arash aravind archana archit arek ariadna ariana ariel ariella
    arjun arkadiusz arlo arman armanda armando armen armin arnab arnaldo arnaud arnd aroha arpine arpit arpita
    artem arthur artur arturo arunima arwa arwen asad asaf asami aset asger asha asher ashish ashleigh ashley
    ashlyn ashok ashutosh ashwin ashwini askar aslak asma astri astrid asuka asunción atsuko atsushi audrey
    aulia aung aurelie aurelio aurélie avery avi avinash aviv avner avraham ayaan ayaka ayako ayala aybek ayesha
    ayman aynur ayo ayodele ayomide ayumi ayush azadeh azamat aziz babajide babak babatunde bahar bahram balaji
    balazs baltasar barbara barbora barnaby bart bartek bartholomew bartlomiej bartosz bartłomiej bashir basma
    bat batbayar batya bautista bayani bayu beatrice beatriz becca becky begoña behnam behrouz belen belén ben
    benedicte benedikt bengt benito benjamin benny benoit benoît benício bernard bernardo bernd bertil beth
    bethan bethany bettina bhanu bharat bhargav bhaskar bhavesh bhavna bhavya bhuvan bianca bibiana biljana bing
    birgit birgitte birthe bjarne bjorn björn blaine blanka blaž boaz bob bobby bodil bogdan bogna bogumil
    boguslaw bohdan bohumil bolanle bolat boleslaw boris borislav borja borut bozena bradley brady brandon
    branislav branko braulio braxton breanna brenda brendan breno brent brett brian brianna bridget brigitte
    briony bronwen bronwyn bruno bryan bryce bryn budi bukola burak bushra byung bálint błażej caetano caio
    caitlin caleb callum cameron camila camilla camille candelaria caoimhe carey carina carla carlos carlotta
    carme carmel carmela carmen carolina caroline cassidy cassio catalina catarina catherine cathy cauã cayetano
    cecilia cecília cedric celina cemal ceri cesar chad chaewon chaim chaitanya chana chandan chandra changming
    chanthra charles charlie charlotta charlotte chaya chen chenxi cheryl chetan chiamaka chiara chibueze chidi
    chidinma chie chieko chihiro chika chike chima chimamanda chinatsu chinedu chinmay chinonso chinwe chioma
    chirag chisom chloe chris christa christiane christina christine christoph christophe christopher chukwudi
    chukwuemeka chus cian ciara cigdem cillian claire clara clarice claudia claudio clayton cleber clemence
    clemens clemente cliona clive cléa clément colby colette colin colm concepción concetta conchita connor
    conor constanza corentin corey corinna cormac cornelia costel costin courtney craig cristian cristiana
    cristina cristóbal csaba cuauhtemoc cuauhtémoc curtis cynthia cyrus czeslaw cáitlín césar cícero dabiku
    daehyun dafna dafydd dagmar dagny daichi daiki dainius daisuke dalia dalibor dalisay dalit dalva damaris
    damian damien damilola dan danica daniel daniela danijel danika danilo danny danuta daphne darcy daria
    darius dariusz darja darko darragh darrell darren darío dave davi david davina davit davood davor dawei dawn
    daša deacon deanna deb debashish deborah declan deepa deepak deepali deepika deepti deirdre dejan delilah
    delphine demetra denilson denis denisa denise dennis derek desislava desmond devansh devika dewi dhanush
    dhruv dian diana diane diego dieter dijana dilan dilip dilshod dima dimas dimitar dimitra dimitri dimitris
    dinesh dirk divya diwata djordje dmitri dmitriy dmitry dobrin domagoj domenico domingo dominik dominique
    donal donald donata dongwoo donna dorian dorota dorothea dorte doug dougal douglas dov doyoon dragan dragana
    draho drahomir drazen dror dubravka duncan dursun dusan dustin dušan dvora dwayne dylan débora džana eamon
    ebele ebru ebube ebuka eddie edgar edita edith edmond edmund edson eduarda eduardo edward edwin edyta eesha
    eetu efrat efraín efua egil ehsan ehud eiji eiko eileen eilidh eimear eirik eitan eivind ejike ekaterina
    ekaterini ekow elad eladio eleanor eleftheria elen elena eleni eleonora elham eli elias eliezer elin elina
    elisa elisabete elise eliseo elisheva eliyahu eliza elizabeth elián elke ella ellen ellie elliot elliott
    ellis elmar elodie eloise elsa elsie elvira elwira emanuel emanuele emeka emese emiko emil emile emilia
    emiliano emilio emily emma emmanuel emmett emre emrys encarna enda endang endre eniko eniola enkhtuya
    enrique eoghan eoin ercan erdem erez eric erica erik erika erin erkan erkki ernestina ernesto ernie ernst
    erzsébet esben esi esinam esma esme esra esteban estela ester esther esti eszter ethan etienne etsuko euan
    eudald eugene eugenia eugenio eugênio eulalia eunha eunji eunjung eunseo eva evan evandro evangelia evelin
    evelina evelyn everett everton evgeny ewa ewan eyal ezequiel ezinne fabian fabiana fabienne fabio fabrice
    fabrizio fabíola facundo fadi fahad faisal fajar farah fareed farhad farhan fariba farid farida faris
    farzaneh fatih fatima fatma fatou fatoumata faustine faustino fawzi faye federica federico felicia felicja
    felipe felícia femi ferenc fergus ferhat fermín fernanda fernando fernán feyza fidel filip filippo finlay
    finley fintan fiona fionn fiorella firas fitri flavia flavio fletcher florent florian flávia folake folasade
    francesca francesco francine francis francisca francisco franciszek franck francois franz franziska françois
    françoise freddie frederic frederik freja frida fridolin friedrich frits frode fuad fumiko funke funmi
    furkan fátima gabby gabor gabriel gabriela gabriele gadi gael gaelle galina galit ganbold ganesh gareth
    garrett garth gary gaspar gaurav gautam gavin gayane gayatri gaël gbenga gediminas geert geeta geir gemma
    genevieve gennady geoff geordie georg george georgi georgiana georgina georgios gerald geraldine geraldo
    gerard gergely gerhard germán gertrud gethin gevorg ghada ghassan gheorghe giacomo gianluca gianmarco gidon
    gihun gilad gilang gilberto gilles gillian gina ginevra gintaras giorgi giorgia giorgos giovana giovanni
    girish gisela gitanjali giulia giulio giuseppe gladys glen glenda glenn glenys gloria gláucia gokhan gonzalo
    gonçalo gopal gordon gosia govind graciela graham grainne grażyna gražina greg greger gregor gregorio
    gregory greta grete griffin grigor griselda grzegorz grzesiek gráinne gudrun gugu guido guillaume guillem
    guillermo gulnara gulnora gulsen gunnar gunther gurpreet gustav gustavo guðrún gwen gwendolyn gwyneth gyorgy
    gyula gábor gáspár haakon habib hadas hadassah hadiza haeun hafsa haim haitham hakan hakon halil halima
    halina halvard hamid hamish hamza hanae hanan hani hanna hannah hanne hanneke hannes hannu hans haoran haoyu
    harald hardik harini haris harish harleen harley harold haroun harpreet harri harriet harry harsh harsha
    harshit haruka haruki haruko haruto harvey hasan hasmik hassan hayato hayden hayk hayley hayoon heather
    hector hedda hedvig heejin heidi heike heikki heiko heinrich heinz heitor helen helena helga helge heli
    helle helmut heloísa hema hemant hemi hendra hendrik henning henri henrietta henrik henry herbert herman
    hermann herminia hermione hernán hicham hideaki hideki hideo hideyuki hila hilario hilary hilda hilde
    himanshu hina hinata hinemoa hiro hiroaki hiroki hiroko hiromi hironori hiroshi hiroto hiroyuki hisashi
    hisham hitomi hitoshi hjalmar holger hollie holly honoka honza horacio hossein howard howell hrvoje htet
    hubert huda hugo hugues huseyin hussain hussein huyen hyejin hyeon hyunjin hyunwoo hywel håkon håvard hélène
    iago iain ian iara iben ibrahim ibtisam ichiro ido idris ifeanyi ifeoma ifunanya ignacia ignacio ignacy igor
    ikechukwu ikenna iker ilan ilaria ildiko ileana ilie ilinca iliya ilker illia ilona ilya imogen imran imre
    inaya inbal indrajit ines inga ingeborg inger ingo ingrid ingvar inmaculada intan inés ioana ioannis iolanda
    ionut ionuț irakli irena irene ireneusz irfan irina irineu irma isaac isabel isabella isabelle isadora isamu
    isaura ishaan ishan ishita isidro isla ismail isolde istvan istván itai itamar itay itsuki itzel itziar
    iulia ivan ivana ivar ivica ivonne iwona iyabo izabel izzy jaakko jabari jabir jacek jacinto jacira jacob
    jacqueline jacques jaden jadwiga jaehyun jaewon jafar jagdish jaime jairo jaka jake jakob jakov jakub jalal
    jamal james jamie jamil jamila jana janaína jane janek janelle janet janez jani janice janina janine janis
    jannik jannis janos janusz jared jarek jarmila jaroslav jaroslaw jarosław jarrod jasmin jasna jasur jatin
    javad javier javiera jayant jayden jayesh jaylen jazmín jean jeanette jeannie jedrzej jeff jeffrey jejomar
    jelani jelena jemima jen jenna jennifer jenny jens jeremy jermaine jeroen jerome jerry jerónimo jesper jesse
    jessica jesus jesús jette jiahao jiajun jiang jianguo jianhua jiaqi jiawei jiayi jignesh jiho jihoon jihye
    jill jim jimena jimin jimmy jindřich jinghua jingwen jinhua jinwoo jiri jirka jisoo jisu jitka jiwon jiwoo
    jiyeon jiyoung jiří joachim joan joana joanna joanne joao joaquin joaquín jocelyn jochen jodie joe joel
    joerg joey johan johann johannes john johnny joko jolene jon jonas jonathan jonás joohyun jordi jorge jose
    josef josefina joseph josephine josh joshua josie josué josé jovan jovana jovita joyce jozef joão juana
    juanita judith judy juergen juhani juho jukka julen julian juliana julie julien juliet juliette julio julita
    junho junichi junjie junko junseo jurek jurgis jussara jussi justin justine justyna jutta jyoti jános józef
    jörg jörn júlia júlio jürgen kaarina kacper kagiso kahurangi kailash kaimana kaisa kaitlyn kalani kalina
    kalle kalpana kalyan kamau kamil kamila kanako kaori kaoru kara karan karel karen kari karim karima karin
    karine karl karla karol karolina karsten karthik kartik kartika kasey kasia kasimir kaspar kasper katarina
    katarzyna kate katerina kateryna kateřina katharina katherine kathleen kathryn kathy katie katinka katja
    katrin katsumi katsuya kaustubh kauã kaveh kavita kavya kaya kaylee kayode kazimierz kazuhiro kazuki kazuko
    kazumi kazuo kazuya kazys keanu keerthi kehinde keiichi keiji keiko keir keira keisuke keita keith kelly
    kelsey kemal kenichi kenji kenneth kenny kenshin kensuke kenta kentaro kerem keren kerstin kerttu keshav
    ketan ketut kevin kevser khadija khadijah khaldoun khaled khalid khalil khin kieran kimberly kinga kiran
    kirsi kirsten kirsty kirti kittisak kitty kiyoshi kjell kjersti klara klaudia klaus klavs kleber klemen knut
    kofi kohei koichi koji kojo kolya komal konrad konstantin konstantinos kornel kosta kosuke kota kotaro
    krishnan krista kristen kristian kristin kristina kristof kristoffer krisztina kriti krystyna kryštof
    krzysiek krzysztof ksenia kubra kumar kumiko kunal kurt kushal kwabena kwaku kwame kwasi kwesi kyaw kyla
    kyle kyoko kyra kyungsoo lachlan laco ladislav laetitia laila lajos lakshmi lalit lalitha lamia landon lara
    larissa larry lars lasha lasse laszlo latifa latisha latoya laura laureano lauren laurence laurens laurent
    lauri laurynas layla laís lea leah leandro lech leena leif leila leilani lena lenka lennart leo leon leona
    leonard leonardo leonel leoni leonie leonor lerato leroy lesley leslie lestari leszek lethabo levan levente
    levi lexie leyla liam lidia lidija lien lieselotte lieve ligaya liisa lijun lila lilian liliana lilit lily
    lina linda lindiwe lindsay lindsey linnea lionel lior liora lisa lisandro liu liudmila livia liwei liz
    ljubica ljubomir lloyd lluís lokesh lorcan lorena lorenzo lori lorna lorraine lothar lotta lotte lottie
    louie louis louise loukas lowri loïc lualhati lubna lubomir luboš luc luca lucas lucero lucia lucian luciana
    luciano lucie lucjan lucy lucía ludek ludmila ludovic ludwig luděk luis luisa luisana luise luiz luiza lukas
    lukasz luke lukáš lulama luminita luningning lusine lydia lyle lynn lyudmila lászló maaike maarten maayan
    mabel maciej maciek mackenzie maddie madeleine madhav madhavi madhuri madoka mads maelys maeve magali magda
    magdalena magnus mahendra mahesh mahima mahmoud mahmut mahnaz mahsa maike maiken maisie maite maité majid
    makena makiko makisig makoa makoto maksim malcolm malena malgorzata malia malik malika malin malwina mamadou
    mamuka manabu manaia manasi manca mandeep mandla mandy manfred manish manisha manjunath manoel manoj manolis
    manon mansour manuel manuela maram marc marcel marcela marcelina marcello marcelo marcial marcin marco
    marcos marcus marcy mareike marek margaret margarida margarita margaux margit margot margrethe margriet
    maria mariam mariana mariann marianna marianne maricarmen maricel marie marija marijke marika mariko marilia
    marina marinela marinos mario marion marisa marisol marissa maristela marit marita marius mariusz marián
    mariángeles marjan marjolein marjorie markku markus marlene marta martha martijn martin martina martyna
    martynas martín mary maryam maryanne marzena masaaki masahiro masaki masako masami masanori masao masaru
    masashi masato masaya masayuki masoud massimo matan matej mateja mateo mateus mateusz matevž matheus mathias
    mathieu mathilde mathis matias matic matija matilda matt matteo matthew matthias matthieu matthijs matyas
    matylda matías matěj maura maureen maurice mauricia mauricio mauro maxence maxime maximilian maximiliano
    maxine maya mayank mayara mayra mayte mayu mayuko mayumi mayur maëlle małgorzata mbali mechthild meenakshi
    meera megan megha meghan megumi mehdi mehmet mehran mei meike meilin meiling meir melania melanie melchor
    melek melina melissa menachem meng mengyao mere meredith merle merve meryem mette micaela micah michael
    michaela michal michał michel michele michelle michiko mick mieczyslaw mieke mieko miguel mihaela mihai mihi
    mihir miho mihoko mika mikael mikayla mike mikhail mikkel mikko miklos miklós mikołaj milan milda milena
    milica millie milos miloslav miloš mingze minh minho minji minjun minjung minseo minsu miranda mireille
    mirek mirela miriam mirja mirjam mirko miroslav miroslava miroslaw mirosław misaki misha mislav mitchell
    mithun mitsuko mitsuru miwa miyu miyuki mizuki mladen mohamed mohammad mohammed mohini mohit mohsen moira
    moisés mollie molly momoko mona monica monika monique montserrat mordechai moritz morten moshe motoko mounir
    mourad moussa mpho mridul mthunzi muhammad muhammed muireann mukesh mukund munir murali murat muriel murilo
    musa mustafa mustapha mwangi myles myo myra myriam mythili márcia márton máximo märt naama nabil nada nadav
    nadezhda nadia nadim nadine nadir nadiya nadja nagesh nahuel naima najib nalani naledi nalini namjoon
    namrata nan nanako nanami nancy nandar nandini naoki naoko naomi naoto naoya narek naren narendra naresh
    nasim nasser natalia natalie natalija natalya natan natascha natasha natasza nate nathalie nathan natividad
    natsuki natsuko natsumi nattapong natálie navid navin navneet navya nazanin naďa ned nedim neelam neeraj
    neeta neetu neha neil nele nell nellie nerys nesrin neus nevena nevin neža ngaire ngozi nguyen nguyet nhung
    niall niamh nicanor nicholas nick nicola nicolae nicolai nicolas nicole nicolás nidhi niels nieves nigel
    nihal niharika niina nikhil nikita nikki niklas niko nikola nikolai nikolaj nikolaos nikoleta nikolina nikos
    nilesh niloufar nils nilufar nina nir niran niranjan nirmala nisha nishant nishita nissim nitesh nitin nitya
    njeri nkechi nkosana nkosi nnamdi nneka noa noah noam nobuko nobuo nobuyuki nodar nodira noelani noelia
    noemi noga nokuthula nolan nomsa nomvula noor nora norbert norberto noriko norio norman noura noémi noémie
    nthabiseng nuria nurit nursultan nyambura nyoman nélida oana obi obinna octavio odalys ofelia ofer ofra
    ogechi oisín okechukwu okoro olaf olamide olav oleg olegario oleh oleksandr oleksii olena olga olha oliver
    olivera olivia olivier olli olu oluchi olufemi olumide oluwadamilola oluwaseun olwen omar omara omid omkar
    omri ondrej ondřej onur onyeka onyinye oona orhan oriana oriol orit orla orlaith orson osagie osama oscar
    oskar osman osnat osvaldo otabek otavio ottavia ousmane ovidio owain owen oxana oyelaran ozan ozlem pablo
    padma padmini pallavi pam pamela panagiotis pankaj paola paolo parag paras paraskevi parisa parth parvati
    parvin pascale pascual pascuala patricia patrick patrik patrício patsy paul paula pauliina paulina pauline
    paulius paulo pavan pavel pavithra pawel paweł peder pedro peggy pekka pelin pelumi peng pepa pepe pere
    perrine petar peter petr petra petros petru petter petya phalla phil philip philipp philippa philippe
    phillip phoebe phuc phuong phyllis pierluigi pierre piet pieter pietro pille pinar piotr pirjo piyush ploy
    poliana pooja poonam prabhu prachi pradeep pradnya prakash prakriti pramod pranav pranay pranjal prasad
    prasanna prashant prateek pratibha pratik pratyush praveen predrag preecha preethi preeti prerna preston
    priscila priscilla pritam priya priyam priyanka prokop przemek przemyslaw przemysław puja puneet punit
    purnima putri päivi qasim qi qingyu quentin quetzalli quinn quique quynh rabia rachana rachel rachid rachit
    rada radek radha radhika radka radmila rados radoslav radoslaw radosław radovan raelynn rafael rafaela rafal
    rafał rafferty rafiq raghav raghu ragnar ragnhild rahat raheem rahim rahul raimonds raimund raimundo raisa
    raj rajat rajeev rajendra rajesh rajiv rajni rakesh ralf ralitsa ralph ramesh rami ramiro ramon ramona ramya
    ramzi rana randall rangi rania ranjit ranjith raphael raquel rasa rasheed rashid rashmi rasmus ratna raul
    raveena ravi raymond raymonde rayssa raúl rebeca rebecca reece refilwe regina reginald reijo reiko reina
    reinaldo reiner reinhard reinhold remco remedios remigiusz renan renata renato renaud rene renu renuka renzo
    rethabile reto revathi reyna reza rhiannon rhoda rhona rhonda rhys ricardo riccardo richard richie rick rie
    riikka riitta rikard rikke riko rintaro rishab rishabh rita ritesh rith ritika ritu rivka riyad rizal rizky
    rob robbie robert roberta robertas roberto robyn roch roderick rodica rodney rodrigo rogelio roger rogier
    rogério rohan rohini rohit roisin roland rolando rolands rolf romain roman romana romas romeu romina romuald
    ronald ronan ronit ronnie rory rosa rosalia rosalie rosalind rosana rosario rosaura rosemary rosendo roshni
    rosie ross roswitha rotimi rowena roxana roxanne roy roya rozalia ruben rubén ruchi ruchika rudo rudolf
    rufus rumiko runar ruoxi rupa rupali rupert rupesh ruslan ruslana russell rustam ruta ruth ruthie ruud ryan
    ryo ryoichi ryoko ryosuke ryota ryszard ryu ryuichi régis rémi róisín rūta saara sabela sabina sabine
    sabrina sachiko sachin sadhana sadia sadie saeed saffron safiya sagi sahar saida saikat sakura saleh salim
    sally salma salman salome salvatore samanta samantha samar sameer samir samira sammy sampath samuel samuli
    sanaa sanchit sancho sandeep sandhya sandra sandrine sandro sangeeta sangmin sanja sanjana sanjay sanjeev
    sankar sanna sanne santeri santi santiago santosh saoirse sara sarah saranya sardor sarika sarnai sascha
    sasha saskia satish satomi satoru satoshi satsuki saurabh saurav savita sayaka sayuri saúl saša sašo scott
    seamus sean sebastian sebastien sebastián sebastião seema segun seiji sekou selim selin selina selma sema
    seohyun seojun seokjin seoyeon seoyoon seppo serafín serge sergei sergey sergii sergio sergiusz serkan
    setsuko seulgi seun seunghoon seungmin sevak severin seyed shahram shailesh shaima shalin shalini shane
    shani shania shanice shannon shantanu shaohua sharad sharon sharona shashank shashi shaul shauna shawn shea
    sheena shefali sheila shekhar sheldon shelly sherif sherry sherzod shigeru shiho shikha shilpa shingo
    shinichi shinji shintaro shinya shiori shira shirin shirley shivam shivangi shivani shizuka shlomo shmuel
    shobha shohei shoko shoshana shota shraddha shreya shreyas shruti shubham shunsuke shweta sian sibel
    sibusiso sibylle siddhant siddharth sidney sigrid sigurd siiri silje silke silvana silvestre silvia silvio
    simeon simisola simon simona simone simran siméon simón sinan sindhu sindre sinead sinéad siobhan siphiwe
    sipho siriporn sivan siwoo siyabonga siyu sizwe siân slamet slaven slavica slavko slawek slobodan smita
    smriti sneha sofia sofie sofija sohail soham sohee soheil soji sokha solange solene solveig solène somchai
    somya sona sonal sonali sonia sonja sonny sooyoung sophal sopheap sophia sophie soraya soren sota soumya
    sourav soyeon spela spyros srdjan srećko srikanth srinath srinidhi srinivas sriram stacy stanislav stanislaw
    stanisław stef stefan stefania stefanie stefano stefanos steffen steffi stein stelian stephan stephane
    stephanie stephen steve steven stewart stig stina stipe stjepan stoyan stuart stéphane stéphanie subhash
    subramanian suda sudheer sudhir sujata sujin sukanya suki sumanth sumaya sumiko sumin sumit sunghoon sunita
    sunwoo supriya suraj surbhi surendra suresh susan susana susanna susannah susanne susanto sushant sushil
    sushma susumu suvi suzana suzanne suzie svante svein sven svenja svetlana svitlana swapnil swaroop swathi
    swati sylvia sylvie sylwester sylwia synnove szabolcs szilvia szymon séamus sébastien séverine sónia sören
    sławek taavi tabea tabitha tadas tadashi tadej tadeo tadeusz taehyung taeyang tahir taichi taiki tainá taiwo
    takafumi takahiro takako takao takashi takato takayuki takehiro takeo takeshi takumi takuya talal tali talia
    talita tama tamar tamara tamer tamiko tamsin tamta tamás tane tanel tanguy tania tanja tanmay tanvi tanya
    tapio tara tarek tariq tariro tarmo tarun tasha tatenda tatiana tatiane tatjana tatsuo tatsuya ted teemu
    teguh tejas temitope temur temuulen tendai teo teodor teodora teodoro teresa tereza terje terry tetsuo
    tetsuya thabiso thabo thanawat thandeka thandi thandiwe thant thaís thea thelma themba theo theodora
    theodore theresa thiago thibault thibaut thida thierry thijs thom thomas thomasz thorben thorbjørn thorsten
    thuong tia tiago tiernan tigran tihana tihomir tiina tilda tilly tilman tim timea timo timofey timothy timur
    tina tingting tiphaine titilayo titouan tiziana tjark tobias toby tobías tochukwu todd todor tolga tolu tom
    tomas tomasz tomaž tomer tomi tommaso tommy tomohiro tomoko tomomi tomoya tomoyuki toms tomás tomáš toni
    tonje tony torben tord torill tormod torstein torsten toru toshiaki toshiko toshio toshiyuki tova tracy
    traian trent trevor trey trina trine trinh trish trisha tristan trond trudy truong trygve tshepo tsutomu
    tsuyoshi tuba tugba tumelo tunde tuomas tushar tuula tuyet tyler tymon tyrone tzipi tzvi tânia uche uchenna
    udit udo uffe ugochi ujjwal ujwal ulf ulises ulla ulrich ulrik ulrika ulrike ulugbek uma umar umesh umit
    umut unathi uriel ursula urška utkarsh uttam uwe vaclav vadim vagner vahan vaibhav vaidas vaishali vaishnavi
    valdir valentin valentina valentine valentyn valeria valerie valerija valerio valtteri vance vandana vanessa
    vangelis vanja vanya varsha vartan varun varvara vasanth vasco vasil vasile vasilis vasudha vasyl vaughn
    vedant veera vegard velina velma venkat venkatesh venla vered verity vern vernon veronica veronika veronique
    veselin viacheslav vibeke vibha vicente vichea vicky victoire vidar vidhya vidmantas vigdis viggo vijay
    vikas vikash vikram viktor viktoria viktorija viktoriya vilde ville vilma vinay vince vincent vincenzo
    vineet vineeth vinicius vinita vinod vinícius violeta vipin vipul viraj virgilio virginie virgínia virve
    vishal vishnu vishwas vitali vitaly vitomir vittoria vivaan vivek vivian viviane vivien vivienne vlad vladan
    vladimir vladislav vladka vlado vladyslav vlasta vojtech vojtěch volkan volker volodymyr voula vuk vusi
    václav véronique vít wael wahyu walburga waldemar waleed walid walter wambui wangari wanjiru warren wassim
    wataru wati wawrzyniec wayan wei weijie weimin wendell wendy wenjie wenjing werner wesley whitney wichai
    widodo wieland wiesław wiesława wiktor wiktoria wilbur wilfred wilfried wilhelm willa william wilma wilmer
    winfried winnie wioletta wiremu witold wladyslaw wojciech wojtek wolfgang woojin wouter wulan władysław
    xabier xavi xavier xiang xiao xiaodong xiaojun xiaoli xiaoming xiaoyan xinyi xinyu xiomara xiuying xoana
    xochitl xuefeng xueqin xóchitl yaa yaakov yaara yael yago yair yaling yamila yana yaniv yanmei yann yannick
    yannis yanti yanyan yara yaron yaroslav yashika yashwant yasin yasir yasmim yasmin yasser yasuhiro yasuko
    yasuo yasushi yavuz yaw yegor yehuda yehudit yejin yelena yemi yeongsu yeonwoo yerin yesenia yetunde yevgen
    yevgeny yi yichen yifan yifei yiftach yihan yildiz yiming yinghua yitzhak yoann yoav yogesh yogita yohei
    yoichi yolanda yonatan yoona yoongi yorgos yosef yoshi yoshiaki yoshihiro yoshiko yoshio yoshito yoshiyuki
    yossi yosuke yota younghee youngjae yousef youssef yuanyuan yubo yuhan yui yuichi yuina yuji yujie yujin
    yuka yukari yuki yukiko yukio yuko yulia yulin yuliya yuma yumeng yumi yumiko yunseo yunus yuri yuriko yuriy
    yusaku yusra yusuf yusuke yuta yutaka yuting yuto yutong yuval yuxin yuxuan yuya yves yvette yvonne zach
    zachariah zachary zack zafar zahra zaid zainab zaira zaki zane zanele zara zaza zbigniew zbyszek zdenek
    zdenka zdeněk zdravko zeenat zeev zehra zeinab zeljko zexi zeyneb zeynep zhanar zhang zhen zhengyu zhihao
    zhiwei zhiyuan ziad zihan zihao ziqi ziva zixuan ziyi zodwa zoe zoey zofia zofie zohar zoja zola zoltan
    zoltán zoran zorana zorica zosia zoë zsofia zsolt zsófia zulema zulmira zuri zuzana zuzanna zviad zygmunt
    álvaro ángel éloïse émilie íñigo øystein øyvind łukasz špela štěpán željko živa""".split()
)
# Words and technologies that are names as well; they count as names only where a person must stand.
SOMETIMES_NAMES = frozenset(
    """ada agata al aleph ali alma amal amber ami ananda angel anh ansh aoi april aram ari arne art arvid aryan ash
    asta august aurora austin axel axelle aya azucena bailey bao basia basil beata bei bella bente bilal bill
    bin binh blake blessing bo bojan bolor bruna buck cadence can candela caridad carl carol carter case casey
    cees celeste celine cem chantal chao chase chau chelsea cheng chi chico chip christian chuan chun citra
    claude clay cliff cody cole consuelo cooper cosimo crystal cuong dale dana dao dara dash dat datu dean
    delfina deniz devin devon dexter dieu dina dinh dolores don dot drake drew duc dulce dung duong earl ed
    edina eka ekin elif elio emi enzo eri eve faith fan fang fei feng finn flora florence frank frankie freya
    fumio gale gang gene genji georgia giang gil goran gorka goro grace gracia grant guadalupe guang guo guy
    hadi hai hajime hana hanh hao hari harper haya hazel heath heng hieu hikari hikaru hoa hoang hong hope horst
    hua huan hui hung hunter huong huy hyun ida ilse iman imani imke indah indira inka inna inta iris iva ivo
    ivy iza izumi jack jackie jade jai jan jasmine jasper jay jaya jefferson jelle jeong jia jian jie jin jing
    jiro joke joon jordan joy juan jule julia jun june juri kabir kaede kai kaito kamal kamala kana kang ken
    kent kerry keti khanh khoa kien kirk kit kosal krishna kun kyung lam lan lance lane lata laurel laxmi lee
    lei leigh lenin lewis li lian liang lili lin lincoln ling linh loan loc logan long lourdes luna made madhu
    madison maha mai maja maki malak malaya mami manas mani mark marko marsha mason max maxim may meena mega
    mercedes mercy mia midori mila milagros miles milton min mina minerva ming mira mitch mo mohan monty na nam
    nana nare naveen neel nelson neo neymar nga ngan ngoc nhan nhi nia nika ning nino noel nour nur okan ola ole
    olive olle omer onni orlando osamu otto page paige paloma parker pascal pat pelle penny perl perla perry
    phong pia pilar pim ping piper polly poppy prem putra qian qiang qin qing qiu quan quang quoc quyen ram ran
    randy rani rashida ratan raven ray raz reed reem ren rex rich richa rika rina rishi river robin rocío rod
    ron rong roni roos roque rose roshan rowan ru ruby rufino rui rumi rune sabah sade sahil said saki sal salah
    salvador sam sami sandy satya savannah sawyer scout segundo shai shakti shan sheng shin shino shiro shiv
    shiva sho shu shuai shuang shun sierra siri siti skip sky skye socorro sol soledad son sora spencer sri
    stanley stella storm su subaru sudha sue sultan suman summer surya sydney taiga tal tala tam taro temi tess
    tessa thanh thao thi thien thinh thu thuan thuy tien till ting toan tobi toon tor tore trace trang travis
    tri trinidad truc trung tsubasa tuan tucker tung tuya ty ugo una uri urs usha ute val van veena vera victor
    victoria vida vidya viet vinh violet virginia vita vito vy wade wagner wallace wanda ward wellington wen
    will wilson winston wren wyatt xia xin xing xiong xiu xu xuan xue yan yang yao yash yen yeon yin ying yoko
    yong yu yuan yue yun yuna zaw zhe zheng zhi zhong zhou""".split()
)
