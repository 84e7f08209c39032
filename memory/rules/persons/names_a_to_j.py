"""Data of the rules: first names of many cultures, A to J."""

NAMES_A_TO_J = frozenset(
    """aafje aalbert aarav aaron aarti abayomi abbas abby abdallah abdelaziz abdelkader abdellah abdou abdul
    abdulaziz abdullah abdulrahman abeba abebe abeer abelardo abena abhay abhijit abhinav abhishek abigail
    abimbola abiodun abiola abril achieng achilleas adaeze adalberto adalgisa adaline adam adanna adaobi adebayo
    adebola adekunle adel adelaida adelina ademola aderonke adewale adil aditi aditya adnan adolfo adriaan
    adrian adrián adriana adriano adunni adwoa afsaneh afua agnes ágnes agnieszka agostino agung agus agustin
    agustín ahmad ahmed ahmet ahuva aïcha aigerim aigul ainhoa aino aisha aisling aissatou aitana aitor aitziber
    aizhan ajay ajit akash akbar åke akemi akhil akihiro akiko akin akinyi akio akira akito akosua akshata
    akshay akua alaa alan alba albert alberta aldo aleisha alejandra alejandro alejo aleks aleksandar aleksandr
    aleksandra aleksi alesia alessandro alex alexa alexander alexandra alexandru alexei alexey alexis alfie
    alfonsina alfredo alibek alice alicia alide alina alireza alison alistair aliya allison almaz alok alvaro
    álvaro alžběta alzira ama amadou amahle amaia amaka amancio amanda amar amara ambika ambrogio amelia amihan
    amina aminah aminata amir amira amiri amit amitabh amol amparo amrita amund amy ana anabel anacleto anahit
    anaïs anamaria anand anandi anant ananya anaru anas anastasia anatole anders andile andre andrea andreas
    andreea andrei andrej andres andrés andrew andrey andrija andris andrius andrzej andy aneta ángel angela
    angelica angelina angharad angus aniket anikó anil anindya anirudh anisha anita anja anjali anjana anke
    ankit ankita ankur anmol ann anna annabel anne annegret anneke annelies anneliese annemiek annette annie
    annika annunziata anong anoop anouk anselm anselma anselmo ansgar ansgard anshul antanas anthony antje
    antoine anton antonella antonino antonio antti anuj anupam anuradha anusha anushka anwar anwen anya aoibhinn
    aoife aparecida apinya apolinar apolline apoorva araceli araminta arantxa aránzazu ararat arash aravind
    archana archit arek arend ariadna ariana ariel ariella arjun arkadiusz arlo arman armanda armando armen
    armida armin arnab arnaldo arnaud arnd aroha arpine arpit arpita artem arthur artur arturo arunava arunima
    arwa arwen asad asaf asami åse aset ásgeir asger asha asher ashish ashleigh ashley ashlyn ashok ashot
    ashutosh ashwin ashwini askar aslak asma assunta astri astrid asuka asunción atahualpa atieno atsuko atsushi
    audrey auke aulia aung aurelie aurélie aurelio austėja avery avi avinash avishai aviv avner avraham ayaan
    ayaka ayako ayala ayanda aybek ayesha ayman aynur ayo ayodele ayomide ayotunde ayumi ayush azadeh azamat
    aziz aziza babajide babak babatunde babirye bahar bahareh bahram balaji balazs baldassarre baldomero bálint
    baltasar baltazar bambang barasa barbara barbora barnabas barnaby bart bartek bartholomew bartlomiej
    bartolomé bartosz bartłomiej barış bashir basilio basma bassam bat bataar batbayar battista batya baukje
    bautista bayani bayu beatrice beatriz becca becky begoña behnam behrouz bekele belarmino belen belén belmiro
    ben benedetta benedicte benedikt benedita bengt benício benito benjamin benny benoit benoît berend bernabé
    bernard bernardo bernd bertil bertold bertus beth bethan bethany bettina bhanu bharat bhargav bhaskar
    bhavesh bhavna bhavya bhuvan bianca bibiana bích biljana bing binta birgit birgitta birgitte birthe bjarne
    björk bjorn björn blagoj blaine blandine blanka blaž boaz bob bobby bodil bogdan bogdana boglárka bogna
    bogumil bogumiła boguslaw bohdan bohdana bohumil bohuslav boitumelo bolanle bolat boleslaw bolormaa bongani
    boris borislav borislava borja bortolo borut bouchra boudewijn boyan bozena bożena bożenka bradley brady
    brahim brandon branislav branko brás braulio braxton breanna brechtje brenda brendan breno brent brett brian
    brianna bríd bridget brigitte briony bronagh bronisław bronwen bronwyn brunella bruno bryan bryce bryn budi
    bukky bukola burak burkhard buse bushra busisiwe büşra byung błażej caetano caio caitlin cáitlín caleb
    callum calogero cameron camila camilla camille candelaria cansu caoilfhionn caoimhe capucine carey carina
    carla carlos carlotta carme carmel carmela carmelo carmen carmine carolina caroline casandra casimiro
    cassidy cassio catalin catalina catarina catherine cathy cauã cayetano cecilia cecília cedric célestine
    celestino celina cemal ceren ceri cesar césar cesare chad chaewon chaim chaitanya chaiwat chaminda chana
    chandan chandra changming chanthra charles charlie charlotta charlotte charulata chaya chebet cheikh chen
    chenxi cherono cheryl chetan chiamaka chiara chibueze chidera chidi chidinma chie chieko chihiro chika chike
    chima chimamanda chinatsu chinedu chinmay chinonso chinonye chinwe chioma chipo chirag chisom chiyo chloe
    chris christa christiane christina christine christoph christophe christopher chukwudi chukwuemeka chukwuma
    chus cian ciara cícero cigdem cihan cillian cinzia cipriano cirino citlali claire clara clarice claudia
    claudio clayton cléa cleber clelia clemence clémence clemens clément clemente clementine cliona clive
    clodomiro clotilde codruț colby colette colin colm conceição concepción concetta conchita connor conor
    constanza corazon corentin corey corinna cormac cornelia cornelis corrado cosima cosmin costel costin
    courtney craig cressida crisanto cristian cristiana cristina cristóbal csaba csilla ctirad cuauhtemoc
    cuauhtémoc curtis cynthia cyrus czeslaw czesława dabiku daehyun dafna dafydd dagmar dagny dagoberto daichi
    daiki dainius daisuke dalia dalibor dalisay dalit dalva damaris damian damien damilare damilola damla dan
    dandara danica daniel daniela danijel danika danilo danny danuta daphne darcy daria darío darius dariusz
    darja darko darragh darrell darren darya daša dave davi david davina davit davood davor dawei dawit dawn
    deacon deanna deb debashish debasmita debjani debora débora deborah declan deepa deepak deepali deepika
    deepti deirdre dejan delilah delphine demetra demetrio denilson denis denisa denise dennis deolinda derek
    desiderio desislava desmond despina detlef devansh devika dewi dhanush dhruv dian diana diane didem diederik
    diego dieter dietlinde dieuwke dijana dilan dilara dilhani dilip dilshod dima dimas dimitar dimitra dimitri
    dimitrina dimitris dinara dinesh dirk divya diwata djordje dmitri dmitriy dmitry dobri dobrin dobromila
    dobromira dobrosława dohyun domagoj domenico domingo dominik dominique domizia donal donald donata donatella
    dongwoo donna dorian dorin dorota dorotea dorothea dorte doug dougal douglas douwe dov doyoon dragan dragana
    dragica draho drahomir drazen driss dror dubravka dubravko dulcineia dumitru duncan dũng dursun dusan dušan
    dušanka dustin duygu dvora dwayne dylan džana dzifa eamon ebba ebele eberhard ebru ebube ebuka ece eckhard
    eda eddie edelmira edeltraud edgar edgars edita edite edith edmond edmund edson eduarda eduardo eduvigis
    edward edwin edyta eelco eero eesha eetu efraín efrat efua egidio egil ehsan ehud eiji eiko eileen eilidh
    eimear eira eirik eirin eitan eivind ejike ejiro ekaterina ekaterini ekene ekow ekua elad eladio eleanor
    eleftheria eleftherios elen elena eleni eleonora eleri elettra eleuterio elfriede elham eli elián eliana
    elias eliezer eligio elin elina elisa elisabete elise eliseo elisheva eliyahu eliza elizabeth elke ella
    ellen ellie ellinor elliot elliott ellis elmar elodie eloise éloïse elsa elsie elvira elwira emanuel
    emanuele emeka emel emese emiko emil emile emilia emiliano émilie emilio emily emma emmanuel emmerich emmett
    emre emrys encarna encarnación enda endang endre eniko eniola enkhtuya ennio enrique eoghan eoin ercan
    ercole erdem erez eric erica erik erika erin erkan erkki ermanno ermelinda ermenegilda ernestina ernesto
    ernie ernst erzsébet esben esi esinam esma esme esra esteban estela ester esther esti eszter ethan etienne
    étienne etsuko ettore euan eudald eufemia eugene eugenia eugenio eugênio eugeniusz eulalia eulogio eunbi
    eunha eunji eunjung eunseo eusebio eva evan evandro evangelia evangelos evaristo evelin evelina evelyn
    everett evert everton evgeny ewa ewan eyal ezequiel ezgi ezhil ezinne fabian fabiana fabien fabienne fabio
    fabiola fabíola fabrice fabrizio facunda facundo fadi fahad faisal fajar farah farai fareed farhad farhan
    fariba farid farida faris farrukh farzaneh fatemeh fatih fatiha fatima fátima fatma fatou fatoumata faustina
    faustine faustino fausto fawzi faye fedele federica federico felicia felícia felicja feliks felipe felisa
    femi femke fenna fenwick ferenc fergus ferhat feride fermín fernán fernanda fernando fetu feyza fiammetta
    fidel filiberto filip filippo finlay finley fintan fiona fionn fiorella fiorenza firas fitri flaminia flavia
    flávia flavio fletcher florbela florent florentina florian floriano folake folasade folkert fortunato fosca
    francesca francesco francine francis francisca francisco franciszek franck francois françois françoise franz
    franziska frauke freddie frederic frederik freja frida fridolin friederike friedrich frits frode froukje
    fructuoso fuad fulgencio fulvia fumiaki fumiko funke funmi furkan fyodor gabby gabor gábor gabriel gabriela
    gabriele gadi gael gaël gaelle gaëtan gaetano galina galit galya gamze ganbold ganesh gareth garrett garth
    gary gaspar gáspár gathoni gaurav gautam gauthier gavin gayan gayane gayatri gbenga gearóid gediminas geert
    geeta geir gemma genevieve genival gennadiy gennady gennaro genoveva genowefa geoff geordie georg george
    georgi georgiana georgina georgios gerald geraldine geraldo gerard gergana gergely gerhard gerlando gerlinde
    germán germana gerrit gertrud gethin gevorg ghada ghassan gheorghe gheorghița ghislain ghislaine giacomo
    gianluca gianmarco gidon gihun gijs gilad gilang gilberto gilda gilles gillian gilmara gina ginevra gintaras
    gintarė gioacchino giordano giorgi giorgia giorgos giovana giovanni girish girma girolamo gisbert gisela
    gitanjali giulia giuliana giulio giuseppe giuseppina gladys gláucia glen glenda glenn glenys gloria
    godelieve gökçe gokhan gonca gonçalo gonzalo gopal göran gordana gordon gosia gosse gottfried gotthard
    govind gowri graciela graham grainne gráinne graziella gražina grażyna greetje greg greger gregor gregoria
    gregorio gregory greta grete griffin grigor griselda grzegorz grzesiek guangming gudrun gudula guglielmo
    gugu guido guilherme guillaume guillem guillermo gül gülay gulnara gulnora gulsen gulshan gulzar gumersindo
    gundula gunilla gunnar gunther gurpreet gustav gustavo guðmundur guðrún gwen gwenaëlle gwendoline gwendolyn
    gwenllian gwyneth gyeong gyorgy gyula haakon habib habimana hadas hadassah hadiza haeun hafsa hải haile
    hailemariam haim haitham hajar hakan hakizimana hakon håkon halil halima halina halldór halszka halvard
    hamid hamish hamza hanae hanan hande haneul hằng hạnh hani hanna hannah hanne hanneke hannelore hannes hannu
    hans haoran haoyang haoyu harald hardik harika harini haris harish harleen harley harold haroun harpreet
    harri harriet harry harsh harsha harshit hartmut haruka haruki haruko haruto harvey hasan hasmik hassan
    hatice hauke håvard hayato hayden hayk hayley hayoon heather heba hector hedda hedvig hedwig heejin heidi
    heike heikki heiko heiner heinrich heinz heitor hélder helen helena hélène helga helgard helge heli helle
    helmut heloísa héloïse hema hemant hemi hendra hendrik hendrikje henner henning henri henrietta henrik
    henrike henry henryk heraclio herbert herman hermann hermenegildo herminia hermínia hermione hernán hicham
    hideaki hideki hideo hideyuki hieronim higinio hila hilario hilary hilbert hilda hilde himanshu hina hinata
    hinemoa hinnerk hiro hiroaki hiroki hiroko hiromi hironori hiroshi hiroto hiroyuki hirut hisashi hisham
    hitomi hitoshi hjalmar hodaya holger hollie holly hồng honoka honza horacio horatio hortensia hossein howard
    howell hrafnhildur hristo hrithik hrvoje htet hubert hugo hugues huilén huitzilin hương huseyin hussain
    hussein huyen hyacinth hyejin hyeon hynek hyunjin hyunwoo hywel iago iain ian iara iben ibrahim ibrahima
    ibtisam ichiro ido idris ifeanyi ifeoma ifunanya ignacia ignacio ignacy ignatius ignazio igor ikaika
    ikechukwu ikenna iker ilan ilaria ilario ildiko ileana ilie ilinca iliya iliyana ilja ilkay ilker illari
    illia ilona ilya ilyas ilze imelda immacolata imogen imran imre inaya inbal indrajit ineke ines inès inés
    inga ingeborg ingegerd inger ingo ingrid ingvar ingvild íñigo inken inmaculada intan ioana ioannis iolanda
    ionel ionut ionuț iqbal iracema irakli irem irena irene ireneusz irfan irina irineu irma irmgard iryna isaac
    isabel isabella isabelle isadora isamu isaura ishaan ishan ishara ishimwe ishita isidora isidro isla ismael
    ismail isolde issa istvan istván itai itamar itay itohan itsuki itzel itziar iulia ivan ivana ivar ivaylo
    ivica ivonete ivonne iwona ixchel iyabo izabel izzy jaakko jaap jabari jabir jacek jaciara jacinta jacinto
    jacira jacob jacqueline jacques jaden jadranka jadwiga jaehyun jaewon jafar jagdish jagoda jaime jairo jaka
    jake jakob jakov jakub jalal jamal james jamie jamil jamila jana janaína jandira jane janek janelle janet
    janez jani janice janina janine janis jannik jannis janos jános janusz jared jarek jarkko jarmila jaroslav
    jaroslaw jarosław jarosława jarrod jasmin jasna jasur jatin javad javed javier javiera jayalakshmi jayant
    jayden jayesh jaylen jazmín jean jeanette jeannie jedediah jedrzej jeff jeffrey jejomar jelani jelena jelmer
    jemima jen jenna jennifer jenny jens jepkosgei jeppe jeremy jermaine jeroen jerome jérôme jerónimo jerry
    jerzy jesper jesse jessica jesus jesús jette jhoan jhumpa jiahao jiahui jiajun jiang jianguo jianhua jiaqi
    jiawei jiayi jignesh jiho jihoon jihye jikke jill jim jimena jimin jimmy jindřich jinghua jingwen jinhua
    jinwoo jiri jiří jirka jisoo jisu jitka jiwon jiwoo jiyeon jiyoung joachim joan joana joanna joanne joao
    joão joaquin joaquín joaquina jocelyn jochen jodie joe joel joerg joey johan johann johannes john johnny
    jokin joko jolanta jolene jon jonas jonás jonathan joohyun joost jordi jörg jorge jorma jörn jorrit jose
    josé josef josefina joselito joseph josephine josh joshua josie josué jovan jovana jovita joyce jozef józef
    juana juanita judith judy juergen juhani juho jukka julen júlia juliana julie julien juliet juliette julio
    júlio julita juma junho junichi junjie junko junseo jurandir jurek jürgen jurgis jurre jurriaan jussara
    jussi justin justine justyna jutta jyoti""".split()
)
