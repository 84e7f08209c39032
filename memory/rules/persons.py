"""A step of wording: finds people (names, @mentions, e-mails) so that no memory says who did or said something."""

import re

PERSON = "\ue010"  # stands for one person until the sentence around it is rewritten
_FIRST_NAMES = frozenset(
    """aaron abby bartholomew xiomara abdul abigail adam adel aditi aditya adrian adriana agnes ahmed aisha akash
    akira alan alba albert alejandra alejandro
    aleksandr alessandro alex alexa alexander alexandra alexei alexis alfredo ali alice alicia alina alison
    allison alvaro amanda amelia amina amir amit
    amy ana anand ananya anastasia andre andrea andreas andrei andres andrew andrey andy angela angelina anil
    anita anja anjali ankit ann anna anne
    annette annie anthony antoine anton antonio anya aoife archana ari ariel arjun armin arnaud arthur arturo
    asha ashley ashok astrid audrey ayesha barbara
    bart beatriz becca becky ben benedikt benjamin benoit bernard bernd beth bettina bhavna bianca birgit bjorn
    björn bob bogdan boris brandon brenda brendan brian bridget brigitte
    bruno bryan caleb camila camille carla carlos carmen caroline catherine cathy cecilia cedric celine cesar
    chad chandra charlie charles charlotte chen chiara chloe chris
    christa christina christine christoph christophe christopher claire clara claudia clemens colin connor conor
    craig cristina curtis cynthia dan dana daniel daniela
    danny daria darren dave david dawn deb deborah deepa deepak denis denise dennis derek diana diane diego
    dieter dimitri dirk dmitri dmitry dominik dominique donald donna
    doug douglas duncan dylan ed eddie edgar eduardo edward edwin eileen ekaterina elena eli elias elif elisa
    elise elizabeth ella ellen elodie elsa emil emilia emily emma emmanuel
    enrique eric erica erik erika erin ernesto esteban esther ethan etienne eugene eva evelyn evgeny fabian fabio
    fatima federico felicia felipe felix fernanda fernando filip
    fiona florian francesca francesco francis francisco francois françois frederic frederik friedrich gabriel
    gabriela gabriele gareth gary gavin genevieve geoff georg george georgina
    gerald gerard gerhard gina giovanni giulia glenn gloria gonzalo gordon graham greg gregory greta guillaume
    guillermo gunther gustavo hamid hana hannah hans harald harish harold harriet harry
    hassan heather hector heidi heike helen helena helga henri henrik henry herbert hiro hiroshi holger holly
    howard hugo ian ibrahim igor ilya imran ines inga ingo ingrid irena irene irina isaac
    isabel isabella isabelle ivan ivana jacob jacqueline jacques jaime jake jakob jakub james jamie jan jana jane
    janet janine jared jasper javier jean jeff jeffrey jelena jen jenna jennifer jenny
    jens jeremy jerome jerry jesse jessica jim jimmy jin joachim joan joana joanna joao joão joaquin jochen joe
    joel joerg johan johann johannes john johnny jon jonas jonathan jorge jörg jose josé josef joseph joshua
    josie
    juan juana judith judy julian juliana julie julien juliette julio jun jürgen juergen justin justine kai karen
    karim karin karl karla karolina kasia kate katerina katharina katherine kathleen kathryn kathy katie katja
    katrin
    kaya keith kelly ken kenji kenneth kevin khalid kiran kirsten klaus konrad konstantin kristen kristian
    kristin kristina kumar kurt kyle lakshmi lara larry lars laura lauren laurence laurent lea leah leila lena
    leo leon leonard leonardo leonie leslie li liam lidia lila lily lina linda lionel lisa liu liz lorena lorenzo
    lori louis louise luc luca lucas lucia lucie lucy luis luisa luise lukas luke luna lydia lynn
    maciej madeleine magda magdalena mahesh malik manfred manoj manon manuel manuela marc marcel marcela marcelo
    marcin marco marcos marcus margaret margarita maria mariam mariana marie marina mario marion marisa marius
    marjorie markus
    marlene marta martha martin martina mary mateo mathieu mathilde matias matt matteo matthew matthias matthieu
    maureen maurice mauricio maxime maya megan meghan mehmet mei melanie melissa meng michael michaela michal
    michel michele
    michelle miguel mika mike mikhail milan milena ming miranda miriam mohamed mohammed mohit mona monica monika
    morgan moritz muhammad mustafa myriam nadia nadine nagesh nancy naomi natalia natalie natasha nate nathalie
    nathan neha neil nelson
    nicholas nicola nicolas nicole nikhil nikita niklas nikolai nils nina nisha noah noel noemi nora norbert
    norman nuria oleg olga oliver olivia olivier omar oscar oskar owen pablo pamela paola paolo patricia patrick
    patrik paul paula pauline
    pavel pawel pedro peng peter petra philip philipp philippe pierre pilar piotr pooja prakash pranav prasad
    preeti priya qi quentin rachel radek rafael rafal raghav rahul raj rajesh ralf ralph ram ramesh ramon raphael
    rashid raul ravi raymond rebecca
    regina reiner rene renata rhys ricardo riccardo richard rick rita rob robert roberta roberto rodrigo roger
    rohan rohit roland rolf roman romain ron ronald rosa rosie ross roy ruben rudolf rupert ruslan russell ruth
    ryan sabine sabrina sachin sally salma sam samantha
    samir samuel sandeep sandra sanjay santiago sara sarah sascha sasha satoshi saskia scott sean sebastian selma
    serena serge sergei sergey sergio shalini shane shannon sharon shawn sheila shirley shreya silke silvia simon
    simone siobhan
    sneha sofia sofie sonia sonja sophia sophie sören soren stacy stefan stefanie stefano steffen stella stephan
    stephane stéphane stephanie stephen steve steven stewart stuart suresh susan susanna susanne suzanne sven
    svetlana swati sylvia sylvie
    tamara tania tanja tanya tara tariq tatiana ted teresa terry thea theo theodore theresa thierry thomas
    thorsten tiago tim timo timothy tina tobias toby todd tom tomas tomasz tommy toni tony torsten tracy trevor
    tristan tyler ulf ulrich ulrike umar uma ursula uwe
    valentin valentina valeria valerie vanessa vera veronica veronika vijay vikram viktor viktoria vincent vinod
    vishal vivek vivian vladimir volker walter wei wendy werner wilhelm william wolfgang xavier xiao yan yana
    yann yannick yasmin yi yolanda yuki yulia yuri yusuf yves yvonne zach zachary
    zara zhang zhen zoe zoltan zuzana marek agnieszka katarzyna małgorzata jarek grzegorz ewa joanna wojtek kenta
    takeshi yoshi haruka sakura naoki daisuke priyanka shilpa venkat srinivas ganesh murali padma sunita
    oluwaseun chinedu kwame amara
    ngozi tunde femi nkechi zainab layla yara noor rana huda josh phil nick val greg dima misha kolya vanya petya
    lenka honza jirka pepa""".split()
)  # fmt: skip
# Words that are names as well; they count as names only where a person must stand.
_SOMETIMES_NAMES = frozenset(
    """will mark bill jack grace rose max art chase frank grant drew ray ruby julia ada jade amber crystal pascal
    travis gale faith hope joy
    summer basil buck cliff dale dean don drake earl gene guy hunter iris ivy jasmine lance lane mason miles
    olive pat penny piper rod robin sandy
    scout storm sue victor wade ward jay kit angel axel christian jordan austin sydney georgia florence virginia
    victoria kent lincoln
    madison claude casey dash eve alma tess skip rich chip jasper dot lee cole blake reed page case bo sky ash
    clay finn rowan river april may june
    august carol carl rex trace wren sal mo al ty ari ken ram jin li yan jan noel nelson luna sam ed stella ron
    val elif celine perl sol may""".split()
)
_TECH_NAMES = frozenset(
    "ada julia ruby pascal crystal jasmine jade travis luna stella jasper felix morgan serena".split()
)
_NOT_MENTIONS = frozenset(
    """property dataclass override staticmethod classmethod pytest app media import keyframes latest next beta
    alpha canary param params return
    returns throws deprecated see types cached_property lru_cache cache inject injectable component autowired
    bean entity test before after
    transactional abstractmethod wraps contextmanager shared_task task receiver register fixture mock patch input
    output click celery
    route router get post put delete controller service repository module main layer apply tailwind include
    supports font-face page
    pytest-fixture nullable notnull id column table json builder data getter setter slf4j test-case parametrize
    hookimpl atomic retry
    login_required staticfiles admin action api_view permission_classes overload final runtime_checkable typing
    validator field_validator""".split()
)
_MENTION = re.compile(r"(?<![\w/`.@\"'])@([A-Za-z][\w-]{1,38})\b(?![\w/(@]|\.\w)")
_EMAIL = re.compile(r"<?\b[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,3}\.[A-Za-z]{2,24}\b(?![.-]?\w)>?")
_PHONE = re.compile(
    r"(?<![\w.])(?:\+\d{1,3}[\s.-]?(?:\(0?\d{1,4}\)[\s.-]?)?(?:\d{2,5}[\s.-]?){2,4}\d{2,4}|"
    r"\(\d{3}\)\s?\d{3}-\d{4})(?![\w.])"
)
_TITLED = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau|Mme|Sr|Sra)\.? [A-ZÀ-Ž][\w'’-]{1,20}(?: [A-ZÀ-Ž][\w'’-]{1,20})?"
)
_TRAILER = re.compile(
    r"^[ \t]*(?:[A-Z][a-z]+(?:-[a-z]+)*-by|Author|Committer|Cc|From|To|Reviewers?|Assignee|CC|"
    r"Commit):[ \t][^\n]*(?:@|<)[^\n]*$"
    r"|^[ \t]*(?:Co-Authored-By|Co-authored-by|Signed-off-by|Reviewed-by|Acked-by|Tested-by|Reported-by|"
    r"Suggested-by):[^\n]*$"
    r"|^[ \t]*🤖 Generated with [^\n]*$",
    re.MULTILINE,
)
_CAPITAL = re.compile(r"(?<![\w.@/`-])[A-ZÀ-Ž][a-zà-ž]{1,14}(?:-[A-ZÀ-Ž][a-zà-ž]{1,14})?(?:['’]s)?(?![\w`@/-]|\.\w|\()")
_ROLE = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Oo]ne of (?:my|our))\s(?:[\w-]{{2,12}} ){{0,2}}?(?:engineers?|designers?|developers?|"
    rf"analysts?|team ?mates?|colleagues?|co-?workers?|boss|manager|tech lead|team lead|lead|interns?|juniors?|"
    rf"seniors?|PM|CTO|CEO|EM|VP|buddy|friends?|wife|husband|kids?|devs?|sre|dba|ops guy|"
    rf"architect)(?:,?\s{PERSON},?)?(?![\w-])"
)
_SURNAME = re.compile(
    r"\s(?:(?:van|von|de|da|di|del|la|le|der|den)\s){0,2}[A-ZÀ-Ž][a-zà-ž'’-]{1,20}(?![\w.(/])|\s[A-Z]\.(?=\s|$)"
)
_PERSON_VERB = (
    r"(?:has |have |had |also |just |then |later |already |kindly |finally |recently )*(?:found|discovered|"
    r"noticed|said|says|tells|told|thinks|thought|"
    r"suggested|suggests|pointed|mentioned|mentions|figured|realized|realised|explained|spotted|wants|wanted|"
    r"asked|asks|decided|agreed|agrees|prefers|preferred|"
    r"proposed|proposes|insists|insisted|complained|believes|believed|recommended|recommends|wrote|fixed|merged|"
    r"pushed|reviewed|approved|refactored|owns|"
    r"implemented|volunteered|confirmed|remembers|remembered|reported|paired|warned|hates|loves|likes|broke|"
    r"added|changed|reverted|tracked|debugged|"
    r"deployed|signed|joined|left|and I\b|& I\b)\b"
)
_ACTS = re.compile(rf"\s{_PERSON_VERB}")
_BEFORE_PERSON = re.compile(
    r"(?:\b(?:thanks|thank you|kudos|props|credits?|shout-?out)(?: to| for)?,?|\baccording to|\bcc:?|\bask|"
    r"\btell|\bping|\b(?:told|found|fixed|reported|suggested|written|spotted|"
    r"reviewed|approved|merged|authored|raised|discovered|introduced|added|done|made|caught) by|\bpair(?:ed|"
    r"ing) with|\btalk(?:ed|ing) (?:to|with)|\bsp(?:oke|eak) (?:to|with)|\bdiscussed with|"
    r"\bassigned to|\bh/t|\b(?:my|our) (?:boss|manager|colleague|teammate|lead|coworker|co-worker|friend|pm|cto|"
    r"ceo)|\bhi|\bhello|\bhey|\bdear|\bas per|\bper|\b(?:this is|it['’]s)(?= $))\s$",
    re.IGNORECASE,
)


def mark_persons(text: str) -> str:
    """`text` with every person as `PERSON` (possessives as `PERSON's`); commit trailers and e-mails are gone."""
    if "@" in text or "-by:" in text.lower() or "🤖" in text:
        text = _TRAILER.sub("", text)
        text = _EMAIL.sub(_email, text)
        text = _MENTION.sub(_mention, text)
    if "+" in text or "(" in text:
        text = _PHONE.sub(PERSON, text)
    if "r." in text or "s." in text or "Prof" in text or "Herr" in text or "Frau" in text:
        text = _TITLED.sub(PERSON, text)
    marked = _marked_names(text)
    return _ROLE.sub(PERSON, marked) if "y " in marked or "ur " in marked else marked


def _email(match: re.Match[str]) -> str:
    """`git@github.com` is an address of a machine, not of a person."""
    return match[0] if match[0].lstrip("<").startswith("git@") else PERSON


def _mention(match: re.Match[str]) -> str:
    around = match.string[match.end() : match.end() + 14].lower()
    if match[1].lower() in _NOT_MENTIONS or around.startswith((" decorator", " annotation", " rule", " scope")):
        return match[0]
    return PERSON


def _marked_names(text: str) -> str:
    parts: list[str] = []
    done = 0
    inside = _code_spans(text)
    for found in _CAPITAL.finditer(text):
        if found.start() < done or any(start <= found.start() < end for start, end in inside):
            continue
        word = found[0]
        possessive = word[-2:] in ("'s", "’s")
        name = (word[:-2] if possessive else word).lower().split("-")[0]
        if not _is_person(text, found, name):
            continue
        end = found.end()
        surname = None if possessive else _SURNAME.match(text, end)
        if surname and surname[0].strip().lower() not in _FIRST_NAMES and name in _FIRST_NAMES:
            end = surname.end()
        parts += (text[done : found.start()], PERSON, "'s" if possessive else "")
        done = end
    return "".join(parts) + text[done:]


def _code_spans(text: str) -> list[tuple[int, int]]:
    return (
        [match.span() for match in re.finditer(r"`[^`\n]*`|\"[^\"\n]*\"", text)] if "`" in text or '"' in text else []
    )


def _is_person(text: str, found: re.Match[str], name: str) -> bool:
    before, after = text[max(0, found.start() - 30) : found.start()], text[found.end() : found.end() + 60]
    acts = bool(_ACTS.match(after)) or bool(_BEFORE_PERSON.search(before)) or PERSON in (before[-5:-4], after[5:6])
    if name in _SOMETIMES_NAMES or name in _TECH_NAMES:
        return acts and not (
            name in _TECH_NAMES and re.match(r"\s(?:added|changed|left|broke|deployed|reported)", after)
        )
    if name in _FIRST_NAMES:
        return True
    return (
        acts and _is_unknown_word(name, after) and bool(re.match(rf"\s{_SAYS}", after) or _BEFORE_PERSON.search(before))
    )


_SAYS = (
    r"(?:also |just |then |later )?(?:said|says|thinks|thought|suggested|pointed out|mentioned|told (?:me|us)|"
    r"wants|prefers|insists|complained|believes|and I)\b"
)
_NOT_UNKNOWN = frozenset(
    """the a an it this that he she they we i you who someone somebody everyone everybody nobody team docs doc
    documentation support ops product
    design legal management marketing sales security qa client customer vendor user users reviewer reviewers log
    logs error compiler linter
    python django postgres redis docker claude copilot chatgpt gemini codex cursor sonarqube dependabot renovate
    github gitlab jenkins slack sentry stripe
    google amazon aws microsoft apple anthropic openai doc spec rfc readme pr ci sonnet opus haiku please also
    then now here there what which""".split()
)


def _is_unknown_word(name: str, after: str) -> bool:
    return name not in _NOT_UNKNOWN and not after.startswith((" Team", " team"))
