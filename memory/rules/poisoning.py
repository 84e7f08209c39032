"""A guard of the write line: tells text that gives orders to an agent from text that states engineering facts."""

import re

_AGENT = r"(?:assistant|agents?|claude|ai|model|llm|bot|copilot)"
_REASONS: tuple[tuple[str, str], ...] = (
    ("overrides instructions", r"\b(?:ignore|disregard|forget|override|bypass|drop|discard)\b[^.\n]{0,40}?\b(?:previous|prior|above|earlier|preceding|all|any|your|the system|system|existing|these|those)\b[^.\n]{0,20}?\b(?:instructions?|prompts?|rules|directives|guidelines|constraints|guardrails|policies|context)\b"),
    ("overrides instructions", r"\b(?:ignor(?:iere|a|ez)|vergiss|olvida|oublie[zr]?|dimentica|esque[cç]a|игнорируй\w*|забудь)\b[^.\n]{0,50}\b(?:anweisungen|instrucciones|instructions|istruzioni|instruções|инструкци\w+)|忽略[^。\n]{0,12}(?:指令|指示|说明)|(?:以前|上記|これまで)の(?:指示|命令)[^。\n]{0,8}無視"),
    ("takes over a role", rf"\b(?:you are now|from now on,? you(?: are|['’]re| will| must)|act as (?:an? )?(?:unrestricted|different|root|admin|dan\b|evil|jailbroken)|pretend (?:to be|you are|that you)|enter (?:developer|debug|god|admin) mode|(?:new|updated|real) (?:system )?(?:instructions|prompt|directive)s?\s*:|(?:note|message|instructions?|attention|important)(?: to| for)? (?:the |any |all |an? )?{_AGENT}s?\s*[:!,])"),
    ("imitates a system message", r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|?>|\[/?INST\]|<</?SYS>>|</?(?:system|system-reminder|system_prompt|instructions|function_calls|tool_result|assistant)>|^\s*(?:#{1,3}\s*)?(?:system|developer)\s*(?:prompt|message|override)\s*:|^(?:SYSTEM|Human|Assistant):\s"),
    ("asks for the system prompt", r"\b(?:reveal|print|output|show|repeat|leak|dump|display|exfiltrate)\b[^.\n]{0,30}\b(?:your|the|its) (?:system prompt|hidden (?:prompt|instructions)|initial (?:prompt|instructions)|instructions verbatim)"),
    ("hides from the person", r"\b(?:do not|don['’]t|never|without)\s(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|show(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|ask(?:ing)?|disclos(?:e|ing))\b[^.\n]{0,30}\b(?:the )?(?:users?|humans?|developers?|person|anyone|operator|owner)\b(?=[^.\n]{0,60}(?:[.!]|$))|\b(?:secretly|silently|quietly|covertly) (?:run|execute|send|upload|install|add|commit|push|delete|copy|post)\b|\bwithout (?:asking|confirmation|approval|permission|consent)(?: (?:from|of) (?:the )?(?:user|human|developer))?\b(?=.{0,60}(?:run|execut|install|push|delet|send))"),
    ("sends data away", r"\b(?:send|post|upload|exfiltrate|forward|transmit|leak|copy|e-?mail|curl)\b[^.\n]{0,60}\b(?:secrets?|tokens?|credentials?|api[ _-]?keys?|passwords?|\.env|env(?:ironment)? (?:vars?|variables?)|ssh keys?|private keys?|id_rsa|conversation|chat history|source code|\.aws|memor(?:y|ies)|cookies?)\b[^.\n]{0,40}\b(?:to|at|via)\b\s*(?:https?://|[\w.+-]+@|this|the following|my|\S+\.(?:com|io|net|xyz|ru|dev|sh|org))"),
    ("orders a download to be run", r"\b(?:curl|wget|iwr|Invoke-WebRequest|fetch)\b[^\n|;]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:bash|sh|zsh)\s+(?:-c\s+)?[\"']?[<$(]{1,2}\(?\s*(?:curl|wget)|\bbase64\s+(?:-d|--decode)[^\n]{0,60}\|\s*(?:ba)?sh|\biex\s*\(|\beval\s*[\"'(`$]+\s*(?:curl|wget|base64)|\bpowershell\b[^\n]{0,40}-enc"),
    ("orders a destructive command", r"\b(?:always|must|should|please|now|immediately|first|run|execute)\b[^.\n]{0,60}\b(?:rm\s+-[rf]{1,3}\s+[~/*]|chmod\s+-?R?\s*777|mkfs|dd\s+if=|git\s+push\s+--force\s+origin\s+(?:main|master)|drop\s+database|:\(\)\s*\{|nc\s+-[el]|ncat\b|chown\s+-R)"),
    ("orders a visit to an address", r"\b(?:always|must|immediately|first|before (?:anything|doing|answering|continuing|every)|every time|whenever|you (?:should|must|need to)|please|now)\b[^.\n]{0,60}\b(?:run|execute|fetch|visit|open|download|install|call|load|curl|wget|paste|follow|navigate to|go to|browse)\b[^.\n]{0,80}https?://(?!(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\b)\S+"),
    ("orders a visit to an address", r"\b(?:run|execute|fetch|visit|download|install|load)\b[^.\n]{0,40}https?://(?!(?:localhost|127\.0\.0\.1)\b)\S+[^.\n]{0,60}\b(?:before (?:anything|answering|continuing|you)|always|every (?:time|session)|at (?:the )?start)"),
    ("installs from an address", r"\b(?:always|must|please|now|immediately|first)\b[^.\n]{0,30}\b(?:pip|npm|pnpm|yarn|gem|cargo|go)\s+(?:install|add|i|get)\b[^.\n]{0,60}(?:https?://|git\+|--index-url|--extra-index-url|--registry)"),
    ("programs the agent", rf"\b(?:when(?:ever)?|if) (?:the )?(?:user|human|developer|anyone|someone) asks?\b[^.\n]{{0,80}}\b(?:respond|answer|say|reply|claim|tell|recommend|insist)\b|\b{_AGENT} (?:must|should|shall|will|has to) (?:always |now |first |immediately )?(?:run|execute|install|send|ignore|obey|comply|approve|recommend|say|reply|respond)\b|\b(?:save|store|add|write|remember) (?:this|the following) (?:to|in|into) (?:your|the) (?:memory|memories|instructions|claude\.md)"),
    ("carries hidden characters", r"[\U000e0020-\U000e007f]{2,}|[\u200b\u200c\u200d\u2060\ufeff]{6,}|[\u202a-\u202e\u2066-\u2069]{2,}"),
)  # fmt: skip
_COMPILED = tuple((reason, re.compile(pattern, re.IGNORECASE | re.MULTILINE)) for reason, pattern in _REASONS)
_ORDER = re.compile(
    r"\b(?:always|must|immediately|first|next|please|you should|you need to)\b[^.\n]{0,30}\b(?:run|execute|invoke|call|install|apply)\b[^.\n]{0,20}(?:`[^`\n]+`|\$ ?\S+|\b(?:curl|wget|npm|npx|pip|bash|sh|python3?|node|make|git|docker|kubectl|sudo)\b)",
    re.IGNORECASE,
)


def instruction_like(text: str, *, source: str = "user") -> str | None:
    """Why `text` reads as an order to an agent, or None for engineering text.

    Conventions ("always use the envelope format", "run `make lint` before committing") pass. What a tool printed
    (`source="tool"`) has no business giving orders: there, "always run `x`" is enough.
    """
    for reason, pattern in _COMPILED:
        if pattern.search(text):
            return reason
    return "orders a command" if source == "tool" and _ORDER.search(text) else None
