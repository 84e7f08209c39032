"""Data of the rules: words that are names only where a person must stand (`Will said`, `Mark fixed`)."""

SOMETIMES_NAMES = frozenset(
    """ada adama agata al aleph ali alma alonso alp amal amber ami amine ananda angel anh ani ansh aoi april aram
    ari arne art arvid aryan ash asta august aurora austin axel axelle aya ayu azucena bailey bao baraka basia
    basil beata beatrix bei bella bente bilal bill bin binh blake blas blessing bo bojan bolor bruna buck
    cadence can candela caridad carl carol carter case casey cees celeste celine celso cem chantal chao chase
    chau chelsea cheng chi chico chip christian chuan chun citra claude clay cliff cody cole consuelo cooper
    cordelia cosimo crystal cuong dale dana dao dara dario dash dat datu dean delfina delia deniz devin devon
    dexter dieu dina dinh dolores don dot drake drew duc dulce dung duong earl ebo ed edina efe eike eka ekin
    elif elio emi enno enzo eri eve faith fan fang fei felix feng fiete finn floor flora florence frank frankie
    freya fumio gaia gale gang gene genji georgia gesa giang gil goran gorka goro grace gracia grant guadalupe
    guang gul guo guy hadi hai hajime hana hanh hao hari harm harper haya hazel heath heng hidde hieu hikari
    hikaru hira hoa hoang hong hope horst hua huan huda hui hung hunter huong huy hyun ida ilse iman imani imke
    indah indira inka inna inta inti iris iva ivo ivy iza izumi jack jackie jade jai jan jasmine jasper jay jaya
    jefferson jelle jeong jia jian jie jin jing jiro joke joon jordan jost joy juan jule julia julian jun june
    juri kabir kaede kai kaito kalina kamal kamala kana kang kato ken kent kerry keti khanh khoa kien killa kirk
    kit koen kosal krishna kun kyung lam lan lance lane langa lata laurel laxmi lee lei leigh lenin leopold
    lewis li lian liang liga lili lin lincoln ling linh link loan loc logan long lourdes luna lutz made madhu
    madison magno maha mai maja maki malak malaya malee mami manas mani marius mark marko marsha mason max maxim
    may meena mega mele mercedes mercy merle mia midori mila milagros miles milton min mina minerva ming minna
    mira mitch mo moana mohan monty na naa nam nana nare naveen neel nelson neo neymar nga ngan ngoc nhan nhi
    nia nii nika ning nino noel nour nur octavia okan ola ole olive olle omer onni orlando osamu otto outi page
    paige paloma parker pascal pat pelle penka penny perl perla perry phoebe phong pia pilar pim ping piper
    polly poppy prem primo putra putu qian qiang qin qing qiu quan quang quoc quyen ram rami ran randy rani
    rashida rasmus ratan raven ray raz reed reem ren rens rex rich richa rika rina rishi river robin rocío rod
    romeo ron rong roni roos roque rose rosen roshan rowan ru ruby rufino rui rumi rune rute sabah sade sahil
    said saki sal salah salvador sam sami sampo sana sandro sandy sanne satu satya savannah sawyer scout
    sebastian segundo selam shai shakti shan sheng shin shino shiro shiv shiva sho shu shuai shuang shun sierra
    signe siri siti skip sky skye socorro sol soledad son sora spencer sri stanley stella storm su subaru sudha
    sue sultan suman summer surya sydney tage taiga tal tala tam taro temi tess tessa thanh thao thi thien thinh
    thu thuan thuy tien till ting toan tobi toon tor tore tove trace trang traute travis tri trinidad truc trude
    trung tsubasa tuan tucker tung tuya ty ugo una uri urs usha ute val van veena vera victor victoria vida
    vidya viet ville vinh violet virginia vita vito vy wade wagner wale wallace wanda ward wellington wen will
    wilson winston wren wyatt xia xin xing xiong xiu xu xuan xue yan yana yang yao yash yen yeon yin ying yoko
    yong yu yuan yue yun yuna zaw zhe zheng zhi zhong zhou""".split()
)
