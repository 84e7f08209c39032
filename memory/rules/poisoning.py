"""A guard of the write line: tells text that gives orders to an agent from text that states engineering facts."""

import re

_AGENT = r"(?:assistant|agents?|claude|ai|model|llm|bot|copilot)"
_REASONS: tuple[tuple[str, str], ...] = (
    ("overrides instructions",
        r"\b(?:ignore|disregard|forget|override|bypass|drop|discard)\b[^.\n]{0,40}?\b(?:previous|prior|above|"
        r"earlier|preceding|all|any|your|the system|system|existing|these|"
        r"those)\b[^.\n]{0,20}?\b(?:instructions?|prompts?|rules|directives|guidelines|constraints|guardrails|"
        r"policies|context)\b"),
    ("overrides instructions",
        r"\b(?:ignor(?:iere|a|ez)|vergiss|olvida|oublie[zr]?|dimentica|esque[cç]a|игнорируй\w*|"
        r"забудь)\b[^.\n]{0,50}\b(?:anweisungen|instrucciones|instructions|istruzioni|instruções|инструкци\w+)|"
        r"忽略[^。\n]{0,12}(?:指令|指示|说明)|(?:以前|上記|これまで)の(?:指示|命令)[^。\n]{0,8}無視"),
    ("takes over a role",
        rf"\b(?:you are now|from now on,? you(?: are|['’]re| will| must)|act as (?:an? )?(?:unrestricted|"
        rf"different|root|admin|dan\b|evil|jailbroken)|pretend (?:to be|you are|that you)|enter (?:developer|"
        rf"debug|god|admin) mode|(?:new|updated|real) (?:system )?(?:instructions|prompt|directive)s?\s*:|"
        rf"(?:note|message|instructions?|attention|important)(?: to| for)? (?:the |any |all |"
        rf"an? )?{_AGENT}s?\s*[:!,])"),
    ("imitates a system message",
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|?>|\[/?INST\]|<</?SYS>>|</?(?:system|"
        r"system-reminder|system_prompt|instructions|function_calls|tool_result|assistant)>|"
        r"^\s*(?:#{1,3}\s*)?(?:system|developer)\s*(?:prompt|message|override)\s*:|^(?:SYSTEM|Human|Assistant):\s"),
    ("asks for the system prompt",
        r"\b(?:reveal|print|output|show|repeat|leak|dump|display|exfiltrate)\b[^.\n]{0,30}\b(?:your|the|"
        r"its) (?:system prompt|hidden (?:prompt|instructions)|initial (?:prompt|instructions)|"
        r"instructions verbatim)"),
    ("hides from the person",
        r"\b(?:do not|don['’]t|never|without)\s(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|show(?:ing)?|"
        r"reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|ask(?:ing)?|disclos(?:e|"
        r"ing))\b[^.\n]{0,30}\b(?:the )?(?:users?|humans?|developers?|person|anyone|operator|"
        r"owner)\b(?=[^.\n]{0,60}(?:[.!]|$))|\b(?:secretly|silently|quietly|covertly) (?:run|execute|send|upload|"
        r"install|add|commit|push|delete|copy|post)\b|\bwithout (?:asking|confirmation|approval|permission|"
        r"consent)(?: (?:from|of) (?:the )?(?:user|human|developer))?\b(?=.{0,60}(?:run|execut|install|push|"
        r"delet|send))"),
    ("sends data away",
        r"\b(?:send|post|upload|exfiltrate|forward|transmit|leak|copy|e-?mail|"
        r"curl)\b[^\n]{0,60}(?:(?<=\s)\.env\b|\b(?:secrets?|"
        r"tokens?|credentials?|api[ _-]?keys?|passwords?|env(?:ironment)? (?:vars?|variables?)|ssh keys?|"
        r"private keys?|id_rsa|conversation|chat history|source code|\.aws|memor(?:y|ies)|"
        r"cookies?)\b)[^\n]{0,40}\b(?:to|at|via)\b\s*(?:https?://|[\w.+-]+@|this|the following|my|\S+\.(?:com|io|"
        r"net|xyz|ru|dev|sh|org))"),
    ("orders a download to be run",
        r"\b(?:curl|wget|iwr|Invoke-WebRequest|fetch)\b[^\n|;]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:bash|"
        r"sh|zsh)\s+(?:-c\s+)?[\"']?[<$(]{1,2}\(?\s*(?:curl|wget)|\bbase64\s+(?:-d|"
        r"--decode)[^\n]{0,60}\|\s*(?:ba)?sh|\biex\s*\(|\beval\s*[\"'(`$]+\s*(?:curl|wget|base64)|"
        r"\bpowershell\b[^\n]{0,40}-enc"),
    ("orders a destructive command",
        r"\b(?:always|must|should|please|now|immediately|first|run|"
        r"execute)\b[^.\n]{0,60}\b(?:rm\s+-[rf]{1,3}\s+[~/*]|chmod\s+-?R?\s*777|mkfs|dd\s+if=|"
        r"git\s+push\s+--force\s+origin\s+(?:main|master)|drop\s+database|:\(\)\s*\{|nc\s+-[el]|ncat\b|"
        r"chown\s+-R)"),
    ("orders a visit to an address",
        r"\b(?:always|must|immediately|first|before (?:anything|doing|answering|continuing|every)|every time|"
        r"whenever|you (?:should|must|need to)|please|now)\b[^.\n]{0,60}\b(?:run|execute|fetch|visit|open|"
        r"download|install|call|load|curl|wget|paste|follow|navigate to|go to|"
        r"browse)\b[^.\n]{0,80}https?://(?!(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\b)\S+"),
    ("orders a visit to an address",
        r"\b(?:run|execute|fetch|visit|download|install|load)\b[^.\n]{0,40}https?://(?!(?:localhost|"
        r"127\.0\.0\.1)\b)\S+[^.\n]{0,60}\b(?:before (?:anything|answering|continuing|you)|always|every (?:time|"
        r"session)|at (?:the )?start)"),
    ("installs from an address",
        r"\b(?:always|must|please|now|immediately|first)\b[^.\n]{0,30}\b(?:pip|npm|pnpm|yarn|gem|cargo|"
        r"go)\s+(?:install|add|i|get)\b[^.\n]{0,60}(?:https?://|git\+|--index-url|--extra-index-url|--registry)"),
    ("programs the agent",
        rf"\b(?:when(?:ever)?|if) (?:the )?(?:user|human|developer|anyone|"
        rf"someone) asks?\b[^.\n]{{0,80}}\b(?:respond|answer|say|reply|claim|tell|recommend|insist)\b|"
        rf"\b{_AGENT} (?:must|should|shall|will|has to) (?:always |now |first |immediately )?(?:run|execute|"
        rf"install|send|ignore|obey|comply|approve|recommend|say|reply|respond)\b|\b(?:save|store|add|write|"
        rf"remember) (?:this|the following) (?:to|in|into) (?:your|the) (?:memory|memories|instructions|"
        rf"claude\.md)"),
    ("carries hidden characters",
        r"[\U000e0020-\U000e007f]{2,}|[\u200b\u200c\u200d\u2060\ufeff]{6,}|[\u202a-\u202e\u2066-\u2069]{2,}"),
)  # fmt: skip
_COMPILED = tuple((reason, re.compile(pattern, re.IGNORECASE | re.MULTILINE)) for reason, pattern in _REASONS)
_ORDER = re.compile(
    r"\b(?:always|must|immediately|first|next|please|you should|you need to)\b[^.\n]{0,30}\b(?:run|execute|"
    r"invoke|call|install|apply)\b[^.\n]{0,20}(?:`[^`\n]+`|\$ ?\S+|\b(?:curl|wget|npm|npx|pip|bash|sh|python3?|"
    r"node|make|git|docker|kubectl|sudo)\b)",
    re.IGNORECASE,
)
_VISIT = re.compile(
    r"(?:^|[.!;:,\n]\s*|\b(?:to|and|then|please|must|should|need to|has to|have to)\s+)(?:run|execute|fetch|visit|open|"
    r"download|install|curl|wget|paste|follow|navigate to|go to|browse to?)\b[^.\n]{0,60}"
    r"https?://(?!(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\b)\S+",
    re.IGNORECASE,
)


def instruction_like(text: str, *, source: str = "user") -> str | None:
    """Why `text` reads as an order to an agent, or None for engineering text.

    Conventions ("always use the envelope format", "run `make lint` before committing") pass. What a tool printed
    (`source="tool"`) has no business giving orders: there, "always run `x`" or "go to https://…" is enough.
    """
    for reason, pattern in _COMPILED:
        if pattern.search(text):
            return reason
    if source != "tool":
        return None
    if _ORDER.search(text):
        return "orders a command"
    return "orders a visit to an address" if _VISIT.search(text) else None
