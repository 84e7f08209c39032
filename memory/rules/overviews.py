"""Reads a question that asks for all of a time: "what did we decide last week" names a kind, and no subject."""

import re

_WORD = re.compile(r"\w+")
# The words that ask for a kind of memory, in the languages in which a question may name its time.
_KINDS = {
    "decision": """
        decide decided decides deciding decision decisions agree agreed agreement agreements choose chose chosen
        choice choices settled entscheiden entschieden entscheidung entscheidungen beschlossen beschluss beschlüsse
        vereinbart decidir decidimos decidido decidió decisión decisiones acordamos acordado""",
    "failure": """
        fail failed fails failure failures break breaks broke broken crash crashed crashes bug bugs error errors issue
        issues problem problems incident incidents outage outages wrong fix fixed fixes fehler fehlgeschlagen kaputt
        ausfall ausfälle ausgefallen schief schiefgegangen problem probleme behoben falla fallas falló fallaron fallo
        fallos rompió rompieron errores problema problemas corregimos""",
    "pattern": """
        rule rules convention conventions pattern patterns guideline guidelines standard standards regel regeln
        konvention konventionen regla reglas convención convenciones""",
    "dependency": """
        dependency dependencies library libraries package packages version versions upgrade upgraded upgrades
        abhängigkeit abhängigkeiten bibliothek bibliotheken paket pakete versionen dependencia dependencias biblioteca
        bibliotecas versión versiones""",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
# Words that ask, and that say of everything that it came to be known.
_ASKING = frozenset(
    """
    what which who whom how when did do does done was were is are has have had been be being s d ve re can could i we
    us our the a an team teams teammates everybody everyone anybody anyone somebody someone people there here all any
    some every each of in on at by from for with about to between before until prior after since following and or else
    also just only again so far make made makes making take taken took get got go gone went come came up out happen
    happened happens happening change changed changes learn learned learnt learnings find found discover discovered
    remember remembered know known note noted record recorded add added new news latest important interesting thing
    things stuff something anything everything list show tell me give summarize summarise summary recap overview
    please it that this those these work worked working
    was welche welcher welches welchen wer wie wann wurde wurden haben hat hatten gab gibt es ist sind war waren wir
    uns unser unsere der die das dem den ein eine team alle alles im in am an von mit zu zwischen vor bis nach seit
    und oder neu neue neues neuen neuigkeiten passiert geschehen geändert änderungen gelernt herausgefunden gemacht
    getan bekannt bitte zeig zeige mir nenne liste überblick zusammenfassung gegangen
    qué que cuál cuáles quién cómo cuándo se ha han hemos fue fueron hay hubo el la los las un una lo de del en con
    para entre y o equipo todo todos todas nuevo nuevos nueva nuevas novedades pasó pasado ocurrió cambió cambios
    aprendimos aprendido hicimos tomamos tomaron muestra dame lista resumen
    """.split()
)


def kinds_asked_for(question: str) -> frozenset[str] | None:
    """The types that a question without its time asks for, none named: all; None where it is about something.

    Such a question has no word to look up: what answers it is whatever is of the time that it names.
    """
    words = _WORD.findall(question.lower())
    kinds = {_KIND_OF[word] for word in words if word in _KIND_OF}
    about = any(word not in _KIND_OF and word not in _ASKING for word in words)
    return None if about else frozenset(kinds)
