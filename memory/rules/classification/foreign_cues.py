"""Data of the rules: the words that speak for a type of fact in languages other than English."""

from memory.rules.classification.types import FactType

FOREIGN_CUES: tuple[tuple[FactType, float, str], ...] = (
    ("decision", 4.0,
        r"\b(?:wir (?:bleiben bei|nehmen|behalten|lassen)|aufgegeben|verworfen|künftig|ab jetzt|geeinigt|einig|"
        r"kiezen|koos|gekozen|besloten|stappen over|voortaan|il a été convenu|tranché|on (?:garde|abandonne|arrête|"
        r"prend|reste sur|passe)|nous passons|abandonnée?s?|désormais|retenu|nos quedamos|se eligió|acordamos|"
        r"descart\w+|dejamos|pasamos de|seguimos con|se abandona|ficamos com|vamos (?:manter|de)|trocamos|"
        r"paramos de|resolvemos|combinado|descontinuado|mantemos|preferimos|teniamo|restiamo|scartat[oa]|"
        r"abbiamo (?:scelto|preferito)|si è scelto|siamo passati|d'ora in poi|zostajemy|wybraliśmy|rezygnujemy|"
        r"przechodzimy|zdecydowaliśmy|остаёмся|остаемся|отказались|выбрали|переходим|перешли|остановились на|"
        r"договорились|решено)\b|"
        r"放弃|换成|改为|选了|选用|不再使用|不采用|推迟|やめる|やめて|見送|ことにした|ことに決めた|方針|"
        r"切り替える|のままに|合意"),
    ("failure", 3.5,
        r"\b(?:blieb(?:en)?|schlägt|schlagen|verlor(?:en)?|verliert|stürzte|stürzen|schuld|ursache|abgelaufen|"
        r"ging(?:en)? nicht|kam(?:en)? (?:doppelt|nicht|keine)|fehlten?|hing(?:en)?|verschoben|kaputt|behoben|"
        r"liep (?:vast|dubbel)|faal(?:t|de)|mislukte|ontbrak|verlopen|kwijt|opgelost|brak|lek|"
        r"s'arrêtait|s'est arrêtée?|s'est rempli|en (?:boucle|double)|manquait|manquaient|illisibles?|plantait|"
        r"cassait|réglé|décalées?|expiré|se (?:paraba|cerraba|rompía|caía|colgaba|llenó)|se cuelga|faltaban?|"
        r"caducado|arreglado|se arregló|no llegaban|travava|parava|quebrava|fechava|faltavam?|não (?:saíam?|"
        r"chegavam?)|vencido|resolvido|resolveu|sumiu|voltou ao normal|si (?:fermava|rompeva|chiudeva)|"
        r"non (?:arrivava|partivano)|mancava(?:no)?|scaduto|risolto|sparito|doppi[aeo]?|przestał[ay]?|nie "
        r"działa(?:ł[ao]?)?|brakowało|wygasł[ay]?|naprawion[eo]|gubił?|odrzucan[ey]|uszkodzon[ey]|падал[аи]?|"
        r"падает|pada(?:ł[aoy]?|ją)|non si (?:avvi|accend|connett|compil)\w+|"
        r"падают|теряет|терял[аи]?|зависал[аио]?|завис|истёк|истек|помогло|исправили|не (?:приходили|уходили|"
        r"работал[ао]?)|сдвинул\w+|дважды|нечитаем\w+)\b|"
        r"闪退|构建失败|启动失败|乱码|过期了|原来是|已修复|恢复正常|丢消息|丢失|停了|写满|报错|超时|丢了|"
        r"止まっ|届かな|失われ|直った|直りました|修正済|文字化け|二重に|ずれ|が原因|のが原因|原因は|いっぱいに"),
    ("pattern", 2.5,
        r"\b(?:jede[rsmn]?|niemand|keine? \w+ (?:importiert|greift|schreibt)|nur über|nie|grundsätzlich|wer \w+ "
        r"\w+ \w+, (?:trägt|schreibt|legt)|personne ne|ne se modifie|nadie|"
        r"ninguém|nessuno|altijd|nooit|każd[yaeą]|wszystkie|zawsze|nigdy|nikt|никто|нельзя|только через)\b|一律|"
        r"不得|统一|不允许|都要|不能|不手工|必須|統一|使わない|しない|すること|のみとする"),
    ("pattern", 1.5,
        r"\b(?:chaque|toute?s?|cada|tod[oa]s?|ogni|tutt[ie]|elke|alle|każd\w+|кажд\w+|все|всё)\b|每个|每次|各"),
    ("dependency", 3.0,
        r"\b(?:höchstens|maximal|mindestens|setzt \w+ \w+ voraus|nimmt|nehmen \w+ an|verlangt|begrenzt|"
        r"benötigt|erst ab|au (?:plus|maximum)|n'accepte|autorise|permet|exige|limitée?s?|à partir de|como "
        r"(?:máximo|mucho)|acepta|admite|permite|no ofrece|no máximo|aceita|não oferece|al massimo|accetta|"
        r"consente|richiede|non offre|hooguit|maximaal|minstens|vereist|ondersteunt|najwyżej|maksymalnie|co "
        r"najmniej|przyjmuje|wymaga|obsługuje|не (?:более|больше)|максимум|принимает|допускает|требует|"
        r"поддерживает)\b|最多|不超过|不能超过|上限|限额|要求|支持|最大|以上が必要|に対応|のみ対応|までしか|"
        r"限られる"),
    ("context", 3.0,
        r"\b(?:im moment|gerade|zurzeit|diese woche|nächste woche|solange|noch nicht|in arbeit|läuft noch|"
        r"wir warten|wartet|ruht|bis (?:ende|anfang|montag|dienstag|mittwoch|donnerstag|freitag)|en (?:pause|"
        r"attente|cours)|on attend|cette semaine|semaine prochaine|pas encore|pour l'instant|ce mois-ci|d'ici|"
        r"esta semana|semana que viene|en pausa|esperando|todavía|por ahora|ahora mismo|de momento|no momento|"
        r"neste momento|ainda|por enquanto|semana que vem|em andamento|até (?:segunda|terça|quarta|quinta|sexta|"
        r"o fim)|na (?:segunda|terça|quarta|quinta|sexta)|questa settimana|settimana prossima|in (?:pausa|"
        r"corso)|per ora|non ancora|ancora|al momento|op dit moment|deze week|volgende week|nog (?:niet|maar)|"
        r"wachten|ligt stil|obecnie|teraz|na razie|w tym tygodniu|czekamy|jeszcze|wstrzymane|пока|на (?:этой|"
        r"следующей) неделе|ждём|ждем|ещё|на паузе|до (?:конца|понедельника|вторника|среды|четверга|пятницы))\b|"
        r"本周|下周|暂时|尚未|还在|正在|暂停|之前|まだ|今週|来週|テスト中|承認待ち|保留|今のところ|今は"),
)  # fmt: skip
