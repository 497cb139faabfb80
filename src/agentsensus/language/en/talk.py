"""English conversation: fillers, dropped subjects, references to earlier sentences, short answers, and who «he»
may be.
"""

import re

from agentsensus.language.en.first_names import FEMALE, MALE
from agentsensus.language.en.lemma import FORMS, IRREGULAR, is_participle
from agentsensus.language.en.verbs import has_finite_verb, is_finite_verb
from agentsensus.language.en.words import lexicon
from agentsensus.language.quotes import replaced_outside_quotes, unquoted
from agentsensus.language.rules import Talk

__all__ = ["TALK"]

_EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+")
_GOOD = (
    r"(?:great|good|nice|cool|awesome|amazing|perfect|wonderful|fantastic|excellent|lovely|brilliant|terrific|superb|"
    r"fine|fun|funny|hilarious|interesting|impressive|incredible|inspiring|beautiful|sweet|kind|sad|tough|hard|scary|"
    r"terrible|awful|horrible|rough|exciting|fascinating|gorgeous|neat|super|delicious|true|right|fair|thoughtful|"
    r"generous|helpful|useful|crazy|wild|weird|strange|relaxing|peaceful|a good (?:one|idea|point|plan)|a great idea|a "
    r"shame|a pity)"
)
_INTENSE = r"(?:(?:so|really|very|pretty|quite|such|absolutely|truly|just|too|super|all|pure|incredibly) )*"
_INTERJECTION = (
    rf"(?:oh|ah+|aw+|wow+|whoa|woah|hey+|hi+|hiya|hello|hallo|yo|h+m+|huh|ugh|oops|phew|yay|ha(?:ha)*|hehe|lol|"
    rf"ok(?:ay)?|o\.k|alright|all right|right|sure(?: thing)?|yes|yea|yeah|yep|yup|no|nope|nah|well|so|anyway|"
    rf"{_INTENSE}{_GOOD}|exactly|absolutely|definitely|totally|certainly|of course|indeed|true|agreed|correct|got it|"
    r"oh (?:no|wow|yes|yeah|dear|man|well|okay|boy)|understood|noted|copy that|roger(?: that)?|i see|"
    r"i know|makes sense|will do|no (?:problem|worries|way|kidding)|"
    r"never mind|please|sorry(?: about that)?|pardon|my bad|thanks|thank you|thx|ty|cheers|congrats|congratulations|"
    r"welcome|bye(?: bye)?|goodbye|later|ciao|amen|indeed|by the way|btw|anyways|oh my(?: god| gosh)?|omg|gosh|"
    r"honestly|fair enough|same(?: here)?|me too|good (?:morning|afternoon|evening|night|day|luck|job|work|point)|"
    r"you know|well done|what|dear [a-z]+|for sure|guess what|you bet)"
)
_WHOLE = re.compile(
    rf"(?:{_INTERJECTION}|"
    r"(?:many |lots of )?(?:thanks|thank you|thx)(?! to\b).*|(?:i )?(?:really |so )?appreciate (?:it|that|you).*|"
    r"(?:welcome|congrat\w*|cheers|good luck|best wishes|best of luck|happy|merry)\b(?!.*\b(?:is|was|are|were)\b).*|"
    r"(?:have|enjoy|hope|wish(?:ing)?) (?:a|an|you|your|the|it)\b.*|see (?:you|ya)\b.*|take (?:care|it easy)\b.*|"
    r"take your time|talk (?:to you )?(?:soon|later).*|catch you later|sleep well|safe travels|stay safe|"
    rf"(?:it[’']?s|it is|it was)? ?{_INTENSE}(?:nice|great|good|lovely|a pleasure|glad|happy|pleased) to "
    r"(?:meet|see|hear|talk|chat)\b.*|you[’']?(?: a)?re welcome.*|(?:it[’']?s )?my pleasure|"
    rf"(?:that|this|it)(?:[’']s| is| was| sounds?| looks?| seems?| must be)? {_INTENSE}{_GOOD}(?: to hear| of you| "
    r"news| idea| too| indeed)?|sounds .{1,30}|looks .{1,20}|what an? .{1,60}|how (?!are|is|was|were|did|do)\w+|"
    rf"(?:(?:i[’']m|i am) )?{_INTENSE}(?:glad|happy|sorry) (?:to hear|for you|you|about (?:that|it|this|your))\b.*|"
    r"i (?:totally |completely |fully |really )?(?:agree|understand|see|hear you|get it|bet|hope so|think so|know)"
    r"(?: with you| that| what you mean| completely| totally)?|"
    r"let[’']s\b.*|let me\b.*|me(?: too| neither)?|keep (?:me|us|it|up|in touch|going)\b.*|please\b.*|"
    r"(?:don[’']t|do not) worry\b.*|"
    r"(?:can[’']t|cannot) wait(?: to (?:see|hear|meet)\b.*)?|looking forward to (?:it|that|seeing you|hearing)\b.*|"
    r"(?:so |really |very )?(?:glad|happy|lucky|proud of) (?:you|to hear|to see|that you)\b.*|(?:but )?thank you\b.*|"
    r"(?:really )?appreciate (?:your|them|all|everything)\b.*|looking forward to\b.*|(?:you |i )?bet\b.*|"
    r"(?:yeah|yes|oh|so|yep) (?:totally|definitely|absolutely|exactly|true|right|sure|yeah|for sure)|"
    r"(?:totally|completely|couldn[’']t) agree(?: more)?|thoughts|take a look(?: at (?:this|it))?|check (?:this|it) out|"  # noqa: E501
    r"poor (?:thing|guy|girl|boy|you|him|her|man|woman|baby|soul|kid)|"
    r"not (?:yet|really|exactly|at all|now|much|bad)|(?:a )?good (?:one|call|point)|same to you|you too|and you|how about you|what about you|here (?:you|we) (?:go|are)|there you go|"  # noqa: E501
    r"(?:you|we) (?:did|got|can do) (?:it|this)|good for you|way to go|nice one|i (?:can )?(?:imagine|guess)(?: so)?)",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(rf"\s*({_INTERJECTION})(?:,? (?P<name>[A-Z][a-z]+))?\s*[,!.—–-]+\s*(?=\S)", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|inquire[sd]?|quer(?:y|ies|ied)|question(?:s|ed))\b", re.I
)
_SEGMENT = re.compile(r"\s*(?:[,;!.…]|\s[—–-]+\s)+\s*")
_VOCATIVE = re.compile(
    r"(?:[A-Z][\w’'-]*)(?: [A-Z][\w’'-]*)?|(?:all|everyone|everybody|guys|folks|man|buddy|dear|there)"
)
_LAST_NAME = re.compile(r"(?:\s+|^)(?:[A-Z][\w’'-]*|all|everyone|everybody|guys|folks|man|buddy|again|there|so much)$")
_NUMBERED = re.compile(r"^\(?\d{1,3}[.)、]\s+(?=\S)")
_LONGEST_FILLER = 160
_HEADING = re.compile(
    r"(?:[A-Za-z]+ ){0,3}(?:log|notes?|minutes|sync|summary|update|agenda|recap|outcome|results?|decisions?|todo)[.:]\s*",  # noqa: E501
    re.IGNORECASE,
)


def _is_filler(sentence: str) -> bool:
    plain = _EMOJI.sub(" ", sentence).strip().strip("\"“”'‘’ ").strip()
    if not re.search(r"[^\W_]", plain):
        return True
    if plain.endswith("?"):
        return not _ASKED.search(unquoted(sentence))
    if plain.endswith(":") and not has_finite_verb(plain) and not _opens_with_deed(plain):
        return True
    if len(plain) > _LONGEST_FILLER:
        return False
    if _HEADING.fullmatch(plain):
        return True
    segments = [part for part in _SEGMENT.split(plain) if part.strip("?! ")]
    whole = [place for place, part in enumerate(segments) if _is_whole(part)]
    named = [place for place, part in enumerate(segments) if _VOCATIVE.fullmatch(part.strip("?! "))]
    return bool(whole) and len({*whole, *named}) == len(segments)


def _is_whole(part: str) -> bool:
    bare = part.strip("?! ")
    return bool(_WHOLE.fullmatch(bare) or _WHOLE.fullmatch(_LAST_NAME.sub("", bare)))


def _content(sentence: str) -> str:
    """Return the sentence without leading list numbers and interjections."""
    text = _NUMBERED.sub("", sentence)
    if (title := _HEADING.match(text)) and ":" in title.group() and title.end() < len(text):
        text = _NUMBERED.sub("", text[title.end() :])
        text = text[:1].upper() + text[1:]
    for _ in range(3):
        match = _LEAD_IN.match(text)
        rest = text[match.end() :] if match else ""
        if not match or not (has_finite_verb(rest) or _SPEAKS.match(rest) or _PLACED.match(rest)):
            break
        text = rest[:1].upper() + rest[1:]
    return text


_SPEAKS = re.compile(r"(?:I|[Ww]e|[Yy]ou|[Tt]hey|[Hh]e|[Ss]he|[Ii]t)(?:[’'](?:m|ve|re|ll|d|s)\b| [a-z])")
_PLACED = re.compile(r"(?:in|on|at|last|next|since|for|about|from|to|with|around|every|two|three|a)\b", re.IGNORECASE)

_AFTER_DEED = frozenset(
    """
    the a an this that these those my his her its our your their some any no all both every each another it him them us
    me you not to in on at with from for by about into over up down out off back away through along again together two
    three four five six seven eight nine ten several many one version there here home well early late as nothing
    everything something everybody nobody after before until during without against under twice once yesterday today
    """.split()
)
_STARTS = frozenset(
    """
    could couldn't can't cannot had has hadn't was wasn't will won't would wouldn't did didn't might must should went
    came got saw met took made found gave told wrote spent felt left ran sat slept stood woke read heard
    kept lost bought
    brought ate drank drove flew rode sent set put cut hit let paid sold spoke thought thanked
    """.split()
)
_PREPOSITIONS = frozenset("by for in with to at on from of as about against into under over after before".split())
_GIVEN = frozenset("given handed told asked shown offered sent seen set left put".split())
_FIRST_WORD = re.compile(r"([A-Za-z’']+)(?:\s+([\w’'-]+))?")


def _has_clause_behind(sentence: str) -> bool:
    """Return whether a clause follows a comma, so the words before it are a participle phrase: «Armed for war, he
    left».
    """
    behind = sentence.partition(",")[2].strip()
    return not behind.startswith(("and ", "but ", "then ", "so ")) and has_finite_verb(behind[:_NEAR])


def _opens_with_deed(sentence: str) -> bool:
    """Return whether a sentence begins with a past verb or an auxiliary and has no subject."""
    match = _FIRST_WORD.match(sentence)
    if not match:
        return False
    first, second = match.group(1).lower().replace("’", "'"), match.group(2) or ""
    is_deed = first in _STARTS or (first.endswith("ed") and is_finite_verb(first))
    has_object = bool(second) and second.lower() not in _PREPOSITIONS and first not in _GIVEN
    if not is_deed or (is_participle(first) and not has_object and _has_clause_behind(sentence)):
        return False
    if has_object and _has_clause_behind(sentence):
        return True  # «Called facilities, nobody answered»
    if not second or second.lower() in _AFTER_DEED or second[0].isupper() or second[0].isdigit():
        return True
    if second.lower().endswith("ing"):
        return True
    return not has_finite_verb(sentence[match.end(1) :])


_ONGOING = re.compile(
    r"(?:Still|Currently|Busy|Also) [a-z]+ing\b|Gonna [a-z]+|"
    r"(?!During|According|Nothing|Something|Everything|Anything|Including|Excluding|Regarding|Meeting|Opening|"
    r"Building|Parking|Wedding|Morning|Evening|Training|Hiring|Funding|Briefing|Hearing|Greeting|Warning|"
    r"Spring|King)[A-Z][a-z]+ing "
    r"(?:it|them|him|her|the|a|an|my|this|that|up|down|out|back|off|to|for|with)\b"
)
"""Matches a note about what its writer is doing: «Still waiting», «Returning it tomorrow»."""


def _with_subject(sentence: str, subject: str) -> str:
    if _lacks_subject(sentence):
        return sentence
    if _ONGOING.match(sentence) and not has_finite_verb(sentence):
        return f"{subject} is {sentence[:1].lower()}{sentence[1:]}"
    if sentence.rstrip().endswith("?"):
        return sentence
    if (lead := _ADVERB.match(sentence)) and _opens_with_deed(sentence[lead.end() :]):
        return f"{subject} {sentence[:1].lower()}{sentence[1:]}"
    return f"{subject} {sentence[:1].lower()}{sentence[1:]}" if _opens_with_deed(sentence) else sentence


_ADVERB = re.compile(
    r"(?:Finally|Just|Also|Then|Already|Almost|Nearly|Eventually|Quickly|Barely|Never|Briefly|Recently) "
)


_LEADS = r"(?:(?:and|but|so|then|also|still|now|today|yesterday|later|afterwards|luckily|sadly|anyway|meanwhile),? )*"
_DANGLES = re.compile(
    rf"{_LEADS}(?:"
    r"it(?:[’'](?:s|ll|d|ve))?(?! (?:rain|snow|was raining|was snowing|is raining|is snowing|(?:is|was) (?:cold|hot|late|"  # noqa: E501
    r"early|dark|sunny|warm|windy|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d))) [a-z]+|"
    r"its [a-z]+|this (?:is|was|has|had|will|would|can|could|may|might|must|means|made|makes|[a-z]+ed)\b|"
    r"that(?:[’'](?:s|ll|d))? (?:is|was|has|had|will|would|can|could|may|might|must|means|made|makes|[a-z]+ed)\b|"
    r"that[’']s\b|th(?:ese|ose) (?:are|were|have|had|will|would|can|could|[a-z]+ed)\b|"
    r"(?:one|two|three|some|all|none|many|most|each|both|several|neither|either|half) of (?:them|these|those|it)\b|"
    r"both (?!of\b|the\b|[a-z]+s\b)[a-z]+\b|neither (?:[a-z]+(?:s|ed)|has|had|is|was|will|would|can|could)\b|"
    r"(?:another one|the (?:other|latter|former|first|second|same)(?: one)?) (?:is|are|was|were|has|have|had|will|did|does|[a-z]+ed)\b|"  # noqa: E501
    r"(?:one|two|three|four|five|some|several|many|most|none|half|a few) (?:is|are|was|were|has|have|had|did|will|"
    r"can|could|[a-z]+ed|came|went|got|broke|fell|ran|left)\b|(?:mine|hers|theirs|yours|ours)\b|same\b|"
    r"(?:so|neither|nor) (?:did|do|does|is|was|has|had|will|would|can|could)\b)",
    re.IGNORECASE,
)
_ELLIPTIC = re.compile(
    r"[\w’' ]{1,40} (?:did|does|do|has|have|had|is|was|were|will|would|can|could|should|might)(?:n[’']t| not)?"
    r"(?:,? (?:too|as well|either|also|again))?[.!]*",
    re.IGNORECASE,
)
_ADJUNCT = re.compile(
    r"(?:in|on|at|since|for|about|from|to|with|around|every|last|next|because|when|until|after|before|by|during)\b",
    re.I,
)


_EXPLETIVE = re.compile(
    r"it (?:is|was|has been|had been|seems|appears|turned out|turns out)\b[^,;]{0,120}?\bthat\b", re.IGNORECASE
)


def _dangles(statement: str) -> bool:
    if _EXPLETIVE.match(statement):
        return False
    if _DANGLES.match(statement) or (len(statement) < 60 and _ELLIPTIC.fullmatch(statement)):
        return True
    return bool(_ADJUNCT.match(statement)) and len(statement) < 60 and not has_finite_verb(statement)


_NO_PERSON = frozenset(
    """
    thanks wow hi hello hey oh ah yes yeah yep no nope ok okay sure great good nice cool awesome amazing congrats
    congratulations welcome bye sorry please cheers haha lol well happy glad dear best monday tuesday wednesday thursday
    friday saturday sunday january february march may june july august september october november december christmas
    easter thanksgiving halloween hanukkah ramadan diwali english french german spanish chinese japanese italian russian
    internet google firefox chrome python java linux windows android docker kubernetes slack zoom github facebook
    instagram netflix amazon excel word europe asia africa america china japan india france germany italy spain england
    britain scotland ireland norway sweden denmark finland russia ukraine canada mexico brazil australia london paris
    rome berlin madrid lisbon porto oslo stockholm vienna prague dublin york leeds boston chicago seattle tokyo beijing
    shanghai weekly daily monthly today tomorrow yesterday root shift backup code ticket budget rain pump sensor
    """.split()
)
_ROLE = re.compile(
    r"(?:(?:Customer|User|Patient|Client|Colleague|Employee|Tenant|Student|Agent|Visitor|Met|Saw|Told|Called|Visited|"
    r"Asked|Emailed|Helped|Interviewed|Thanked|Wrote|Spoke|Talked|Observed|Found|Paid|Gave|Sent|Hi|Hello|"
    r"Hey|Dear|Thanks|"
    r"Afterwards|Yesterday|Today|Later)\s+)+"
)
_PLACE_WORD = re.compile(
    r"\b(?:Street|Road|Avenue|Lane|Square|Park|Bridge|River|Lake|Hill|Mountain|Office|Hotel|Hospital|School|University|"
    r"College|Museum|Station|Airport|Airlines|Inc|Ltd|Corp|Company|Bank|Church|Castle|Tower|Room|City|County|Island|"
    r"Beach|Bay|Center|Centre|House|Hall|Library|Café|Restaurant|Team|Project|Service|Server|Day|Festival|Award)$"
)
_TITLE = (
    r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Lady|Lord|Uncle|Aunt|Auntie|Grandma|Grandpa|Captain|Lieutenant|Sergeant|Inspector|"
    r"Professor|Doctor|Nurse|Father|Mother|Sister|Brother|King|Queen|Prince|Princess|Cousin|President|Chief|Coach)\.? "
)
_KIN = re.compile(
    r"\b(?:Mother|Father|Mom|Mum|Mama|Dad|Daddy|Papa|Grandma|Grandpa|Grandmother|Grandfather|Granny|Nana|Auntie)\b(?! [A-Z])"  # noqa: E501
)
_PLACED_AT = re.compile(
    r"\b(?:in|at|near|into|inside|outside|through|around|across|via|on|using|the|a|an|this|that|"
    r"(?:went|go|goes|going|gone|moved?|moving|travel\w*|flew|fly|flying|drove|drive|driving|came|come|"
    r"trip|flight|back|"
    r"return\w*|visit\w*|leav\w+|left|mov\w+|sail\w*|rode|walk\w*) (?:to|for|from)|visit(?:ed|ing|s)?|reached|left)\s+$",  # noqa: E501
    re.IGNORECASE,
)
_PERSON_TAKES = re.compile(
    r"\b(?:with|by|to|for|and|from|told|tells|asked|asks|met|meets|saw|sees|called|calls|helped|gave|lent|"
    r"owes?|thanked|"
    r"visited|married|invited|interviewed|hired|informed|emailed|paid|taught|named|brother|sister|friend|wife|husband|"
    r"partner|son|daughter|colleague|boss|roommate|cousin|neighbou?r|uncle|aunt|dog|cat|teacher|instructor was|that|if|"
    r"but|because|when|while|liked?|loves?|liked|recogni[sz]ed|about|refunded|,)\s+$",
    re.IGNORECASE,
)
_PERSON_VERBS = frozenset(
    """
    said says told tells asked asks answered replied went goes came comes met meets saw sees wrote writes called calls
    gave gives took takes lent borrowed wants wanted likes liked loves loved hates hated prefers
    preferred thinks thought
    knows knew believes believed promised agreed refused decided wept laughed smiled cried slept ate drank bought sold
    sent found lost left lives lived moved visited returned joined abstained renewed watched recommended recommends
    complained complains apologised apologized reported reports claimed claims owes owed hid stood sat ran walked rode
    drove flew married and stabbed killed ordered read reads listened spoke speaks plays played teaches taught studies
    studied works worked got gets starts will would can could does did has had 's who , is was
    """.split()
)
_THING_VERBS = frozenset(
    """
    is was are were has had have will would shall should can could does did do may might must failed finished started
    stopped broke worked crashed rose fell dropped increased decreased improved needs opened closed ended began happened
    showed changed burned burnt cost grew arrived expired reached passed remained seemed looked appeared helped
    """.split()
)
_ORDINARY = re.compile(r".*(?:ing|ings|tion|tions|ment|ments|ness|ity|ities|ies|sts|ers|ors|als|ges|cks|nts|ths)$")


def _may_open(word: str) -> bool:
    """Return whether a word at the start of a sentence may be a name, because it is not an ordinary word."""
    return not _ORDINARY.match(word) and word not in lexicon()


_NEXT_WORD = re.compile(r"\s*([\w’'-]+|,)")
_NEAR = 60


def _candidates(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the people among the guessed names of a text, each in the form that replaces a pronoun."""
    found: list[tuple[int, str]] = []
    for name in names:
        person = _ROLE.sub("", name)
        place = text.find(person)
        if not person or place < 0 or not _is_person(person, text, place):
            continue
        titled = re.search(rf"{_TITLE}$", text[max(0, place - 16) : place])
        found.append((place, f"{titled.group()}{person}" if titled else person))
    found += [(match.start(), match.group()) for match in _KIN.finditer(text)]
    return tuple(dict.fromkeys(person for _, person in sorted(found)))


def _is_person(name: str, text: str, place: int) -> bool:
    words = name.split()
    first, before = words[0].lower(), text[max(0, place - _NEAR) : place]
    if first in _NO_PERSON and len(words) == 1:
        return False
    if any(_is_code(word) for word in words) or _PLACE_WORD.search(name):
        return False
    if re.search(rf"{_TITLE}$", before) or re.match(_TITLE, name):
        return True
    if first in MALE or first in FEMALE:
        return not re.search(r"\b(?:the|a|an)\s+$", before)
    if _PLACED_AT.search(before):
        return False
    if len(words) > 1:
        return True
    following = _NEXT_WORD.match(text, place + len(name))
    verb = following.group(1).lower() if following else ""
    if not before.strip(" \"“'‘("):
        return (
            _may_open(words[0].lower()) and (verb in _PERSON_VERBS or is_finite_verb(verb)) and verb not in _THING_VERBS
        )
    return bool(_PERSON_TAKES.search(before)) or verb in _PERSON_VERBS


def _is_code(word: str) -> bool:
    """Return whether a word is an acronym or a product: «ECG», «Wi-Fi», «iPhone», «S3»."""
    inner = word[1:]
    return (
        (len(word) > 1 and word.isupper() and "." not in word)
        or bool(
            re.search(r"\d|-[A-Z]|[a-z][A-Z]", word) and not re.match(r"(?:Mc|Mac|O[’']|De|Di|La|Le|Van)[A-Z]", word)
        )
        or (bool(inner) and inner.isupper())
    )


_HE = re.compile(
    r"\b(?:man|boy|king|prince|lord|father|brother|son|uncle|nephew|husband|grandfather|grandson|butler|waiter|priest|"
    r"monk|guy|bloke|gentleman|boyfriend|groom|widower|duke|landlord|foreman|dad)\b",
    re.IGNORECASE,
)
_SHE = re.compile(
    r"\b(?:woman|girl|queen|princess|lady|mother|sister|daughter|aunt|niece|wife|grandmother|"
    r"granddaughter|maid|handmaid|"
    r"waitress|nun|girlfriend|bride|widow|duchess|landlady|madam|mum|mom)\b",
    re.IGNORECASE,
)


def _gender(name: str) -> str:
    """Return the gender of a name or role: «m», «f», or "" if it is unknown."""
    if not name[:1].isupper() or re.match(r"[A-Z]\w*[’']s [a-z]", name):
        last = name.split()[-1]
        return "m" if _HE.search(last) else "f" if _SHE.search(last) else ""
    if match := re.match(r"(?:(Mr|Sir|Lord|Uncle|Father|Dad|Papa|Grandpa|Grandfather|King|Prince|Brother)|"
                         r"(Mrs|Ms|Miss|Madame|Lady|Aunt|Auntie|Mother|Mom|Mum|Mama|Grandma|Granny|Nana|Grandmother|Queen|"
                         r""
                         r"Princess|Sister))\b", name):  # fmt: skip
        return "m" if match.group(1) else "f"
    first = name.split()[0].lower()
    return "m" if first in MALE and first not in FEMALE else "f" if first in FEMALE and first not in MALE else ""


def _may_mean(pronoun: str, name: str) -> bool:
    word = pronoun.lower()
    if word.startswith("the"):
        return True
    wanted = "f" if word in ("she", "her", "hers", "herself") else "m"
    return _gender(name) in ("", wanted)


_WITH_ME = re.compile(
    r"(?P<a>[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?(?:, [A-Z][\w’'-]+)*|(?:my|My) [a-z]+(?: [A-Z][\w’'-]+)?),? and (?:I|me|myself)\b|"  # noqa: E501
    r"\b(?:I|[Mm]e) and (?P<b>[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?|my [a-z]+(?: [A-Z][\w’'-]+)?)"
)


def _companions(clause: str) -> tuple[str, ...]:
    match = _WITH_ME.search(unquoted(clause))
    if not match:
        return ()
    names = (match["a"] or match["b"]).split(", ")
    return tuple(name for name in names if name.split()[0].lower() not in _NO_PERSON)


_WE = re.compile(r"\b([Ww]e|[Uu]s|[Oo]urs?|[Oo]urselves)\b(?:[’'](re|ve|ll|d)\b)?")
_FORMS = {"re": " are", "ve": " have", "ll": " will", "d": " would"}


def _name_party(text: str, party: str) -> str:
    def named(match: re.Match[str]) -> str:
        if match.group() == "Us" or match.group(1).isupper():
            return match.group()  # «US», the country
        owns = match.group(1).lower().startswith("our") and match.group(1).lower() != "ourselves"
        owner = f"{party}'" if party.endswith("others") else f"{party}'s"
        return owner if owns else party + _FORMS.get(match.group(2) or "", "")

    return replaced_outside_quotes(text, _WE, named)


_YES_NO = re.compile(
    r"(?:.*[.!?]\s+|.*,\s+)?(?P<aux>did|have|has|are|were|do|will|can|could|would|had)(?P<nt>n[’']t)? you (?:ever |already |"  # noqa: E501
    r"still |really )?(?P<verb>[a-z]+)\b(?P<rest>[^?]*)\?\s*$",
    re.IGNORECASE | re.DOTALL,
)
_REPLY = re.compile(
    r"(?P<yes>yes|yeah|yep|yup|no|nope)\s*[,.!—–-]+\s*(?P<adjunct>[^,.!?]{2,60})[.!]*\s*$", re.IGNORECASE
)
_PAST_AUX = {"are": "am", "were": "was", "have": "have", "has": "have", "do": ""}


def _answer(question: str, reply: str) -> str:
    """Combine a question and a short reply into one sentence; "" if unsure.

    «Did you go to Rome?» and «Yes, in May.» give «I went to Rome in May.»
    """
    asked, said = _YES_NO.match(question[-300:]), _REPLY.match(reply)
    if not asked or not said:
        return ""
    adjunct = said["adjunct"].strip()
    if not _ADJUNCT.match(adjunct) and not re.match(
        r"(?:a|two|three|four|five|\d+|twice|once|yesterday|today)\b", adjunct
    ):
        return ""
    if has_finite_verb(adjunct) or asked["nt"]:
        return ""
    aux, verb, rest = asked["aux"].lower(), asked["verb"].lower(), asked["rest"].strip()
    if re.search(r"\b(?:or|you|your|any|my|I|me)\b", rest):
        return ""
    is_yes = said["yes"].lower().startswith("y")
    head = _yes(aux, verb) if is_yes else f"{'am' if aux == 'are' else 'was' if aux == 'were' else aux} not {verb}"
    return " ".join(part for part in ("I", head, rest, adjunct) if part) + "."


def _yes(aux: str, verb: str) -> str:
    if aux == "did":
        return _past(verb)
    if aux == "do":
        return verb
    return f"{_PAST_AUX.get(aux, aux)} {verb}"


def _past(verb: str) -> str:
    if verb in FORMS:
        return "got" if verb == "get" else FORMS[verb][0]
    if verb in IRREGULAR:
        return verb
    if verb.endswith("e"):
        return f"{verb}d"
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", verb) else f"{verb}ed"


_TAUTOLOGY = re.compile(r"(?P<a>[A-Z][\w’' -]{0,40}?) (?:is|was|'s) (?P<b>[\w’' -]{1,40})[.!]*$")


def _says_nothing(statement: str) -> bool:
    match = _TAUTOLOGY.match(statement)
    return bool(match and match["a"].casefold() == match["b"].casefold())


_DEFINITE = re.compile(
    r"\b(?:[Tt]he|[A-Z]\w+[’']s) (?:foreman|butler|mechanic|landlord|landlady|tenant|nurse|boss|manager|driver|neighbou?r|"  # noqa: E501
    r"plumber|electrician|clerk|waiter|waitress|chef|coach|instructor|doctor|dentist|lawyer|judge|teacher|professor|"
    r"captain|guard|king|queen|stranger|customer|client|patient|student|inspector|messenger|husband|wife|"
    r"brother|sister|"
    r"mother|father|son|daughter|uncle|aunt|grandmother|grandfather|roommate|colleague|supplier|technician|cook|priest|"
    r"gardener|nephew|niece|cousin|maid|handmaid|guest|tailor|baker|butcher|farmer|gatekeeper|steward|page|sergeant|"
    r"lieutenant|officer|pilot|sailor|fisherman|blacksmith|librarian|principal|director|secretary|assistant|intern|"
    r"trainer|vet|surgeon|therapist|pharmacist|detective|suspect|victim|witness|thief|prince|princess|duke|bishop|monk|"
    r"nun|mum|mom|dad|girlfriend|boyfriend|flatmate|partner|fiancée?|grandma|grandpa|grandson|"
    r"granddaughter|mate|innkeeper|carpenter|painter|cashier|receptionist|janitor|caretaker|courier|babysitter|host|hostess)\b"
    r"(?![’']|,? [A-Z\ue000]|\s+(?:office|room|service|portal|account|team|list|meeting|side|code|app|"
    r"desk|form|data|record)\b)"
)


def _roles(text: str) -> tuple[str, ...]:
    found = (match.group() for match in _DEFINITE.finditer(text))
    return tuple(dict.fromkeys(f"the {role[4:]}" if role.startswith(("The ", "the ")) else role for role in found))


def _is_plural(person: str) -> bool:
    return person.endswith("s") or person in _PEOPLE


_PEOPLE = frozenset("men women children people army armies troops crowd enemy enemies ladies".split())

_PREDICATE = re.compile(
    r"(?:Cost|Costs|Seems?|Looks?|Works|Needs|Takes|Took|Remains|Stays|Feels|Sounds|Turns|Turned|Became|"
    r"Becomes|Contains|"
    r"Runs|Returns|Fails|Happens|Happened|Depends|Consists|Weighs|Lasts|Lasted|Starts|Ends|Is|Are|Was|Were|Has|Does|"
    r"Doesn[’']t|Isn[’']t|Wasn[’']t|Goes|Gives|Makes|Shows|Means|Belongs|Expires|Blocks)"
    r"(?: (?:a|an|the|no|not|to|too|very|quite|so|fine|good|well|ok|okay|like|out|up|down|in|on|at|for|"
    r"from|until|about|"
    r"only|nothing|again|back|now|over|under|more|less|almost|nearly|still|some|all|any|every|with|"
    r"without|better|worse|"
    r"\d[\w.,]*|[a-z]+ing|[a-z]+ed)\b|[.!]*$)|"
    r"(?:Makes?|Made|Gives|Helps|Lets|Keeps|Reminds|Brings|Feels) (?:me|him|her|us|you|them|like|[A-Z]\w+)\b"
)
"""Matches a note that begins with a predicate about something mentioned before: «Cost nothing», «Seems fine»."""


_OF_THING = re.compile(
    r"(?:Came|Went|Rose|Fell|Dropped|Climbed|Jumped|Increased|Decreased|Shot|Grew|Shrank|Peaked|Slipped|Sank)"
    r"(?: (?:back|up|down))? (?:to|by|from|at) (?:about |around |over |under |nearly )?[\d$€£]|"
    r"(?:Recovered|Crashed|Failed|Expired|Broke|Leaked|Rebooted|Froze|Hung|Timed out|Burned|Melted|"
    r"Restarted|Stalled|Tripped)"
    r"(?: (?:again|twice|by itself|at|around|after|during|in|within|because|for|once|on its own|overnight)\b|[.!]*$)|"
    r"[A-Z][a-z]+ (?:[a-z]+ )?(?:by itself|on its own)\b"
)
"""Matches a note that begins with a verb about a thing mentioned before: «Came down to 37.2»."""


def _lacks_subject(sentence: str) -> bool:
    if sentence.rstrip().endswith("?"):
        return False
    return bool(_PREDICATE.match(sentence) or _OF_THING.match(sentence))


_OBJECT = re.compile(
    r"(?<!^)\b(?:him|her(?=[.,;!?]|\s+(?:a|an|the|to|on|in|at|about|by|for|with|into|from|that|and|some|again|back|up|"
    r"down|out|do|go|\d+)\b|\s+\d|$))"
)


_SHORT_FORM = re.compile(r"\b([Hh]e|[Ss]he)[’'](s|ll|d)\b(?=( (?:been|got|had|[a-z]+ed|gone|done|taken|become|lost))?)")


def _spelled_out(text: str) -> str:
    def full(match: re.Match[str]) -> str:
        form = {"ll": "will", "d": "had" if match.group(3) else "would", "s": "has" if match.group(3) else "is"}
        return f"{match.group(1)} {form[match.group(2)]}"

    return _SHORT_FORM.sub(full, text)


TALK = Talk(
    is_filler=_is_filler,
    content=_content,
    says_nothing=_says_nothing,
    with_subject=_with_subject,
    lacks_subject=_lacks_subject,
    dangles=_dangles,
    candidates=_candidates,
    roles=_roles,
    is_plural=_is_plural,
    may_mean=_may_mean,
    object_pronoun=_OBJECT,
    embeds=re.compile(
        r"[,;:]|\b(?:that|if|when|where|who|whom|which|because|and|as|while|after|before|to|for|said|let|made|had)\b"
    ),
    spelled_out=_spelled_out,
    has_owner=re.compile(r"(?:The|A|An|One|Some|Each|Every|Another|[A-Z]\w+[’']s) [a-z]"),
    reports=re.compile(
        r"[,;:]|\b(?:that|if|when|where|who|which|because|and|but|while|after|before|said|says|thinks)\b"
    ),
    companions=_companions,
    name_party=_name_party,
    others="{} and others",
    vague=re.compile(r"\w and others\b"),
    answer=_answer,
)
