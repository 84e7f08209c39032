"""Turns of phrase that say what kind of sentence it is: a cause, a rule, a change, an offer, a guess."""

import re

_CUES = {
    "first_person": r"\b(?:i|i'm|i've|i'll|we|we're|we'll|let's|let me|my|our|me|us)\b",
    "question": r"[?？]",
    "negation": r"\b(?:not|never|no|cannot|without|instead of|rather than|neither|nor)\b|n't\b|不|没|не\b|não\b|nicht|"
    r"kein",
    "because": r"\b(?:because|since|due to|so that|as a result|therefore|which is why|caused? by|the reason|root cause|"
    r"leads? to|otherwise|hence|thus|porque|weil|deshalb)\b|因为|导致|由于|所以|原因|потому|из-за|ため",
    "contrast": r"\b(?:but|however|although|instead|rather|whereas|while|only|even though|unless|except|actually|mas|"
    r"aber|sondern)\b|但|而不是|只",
    "obligation": r"\b(?:must|should|always|never|has to|have to|needs? to|required?|requires|only|do not|don't|"
    r"make sure|ensure|mandatory|forbidden|deve|precisa|muss|sollte)\b|必须|不要|应该|需要|нужно|должн",
    "past_change": r"^(?:added|updated|removed|fixed|changed|created|moved|renamed|replaced|refactored|implemented|"
    r"deleted|modified|improved|enhanced|introduced|extracted|split|merged|cleaned|converted|simplified|reverted|"
    r"bumped|switched)\b",
    "future": r"\b(?:will|going to|next|later|todo|plan|would|could|might|soon)\b|将|будет",
    "offer": r"\b(?:would you like|want me to|let me know|shall i|should i|do you want|if you(?:'d)? (?:like|want)|"
    r"ready to|happy to|feel free|say the word|your call|quer que)\b|需要我|要不要|если хотите",
    "hedge": r"\b(?:probably|likely|maybe|perhaps|seems?|appears?|may be|might|possibly|i think|suspect|looks like|"
    r"presumably|not sure|talvez|vielleicht)\b|可能|也许|возможно",
    "done_report": r"\b(?:all tests? pass|tests? pass|passing|build (?:passes|succeed)|committed|pushed|completed?|"
    r"done|successfully|works? (?:now|correctly|as expected)|verified|clean|lint)\b|✅|完成|成功|готово",
    "arrow": r"→|->|=>|⇒",
    "path": r"[\w-]+/[\w./-]+|\b[\w-]+\.(?:py|ts|tsx|js|go|rs|md|json|toml|ya?ml|sh|vue|css|html|sql)\b",
    "quoted": r"[\"“].{3,}?[\"”]",
}
CUES = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _CUES.items()}
