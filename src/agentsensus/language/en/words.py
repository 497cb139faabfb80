"""English word lists: words that mark roles, plans and denials."""

import re
from functools import lru_cache

from agentsensus.language.en.lemma import root
from agentsensus.language.en.reading import STOP
from agentsensus.language.lexicon import Lexicon, load_lexicon

__all__ = [
    "AHEAD",
    "BARE_VERBS",
    "BE",
    "BEAT",
    "BETWEEN",
    "BREAKS",
    "CONVERSE",
    "DENYING",
    "DETERMINERS",
    "DOES",
    "FILLERS",
    "GETTING",
    "GIVE_OR_TAKE",
    "GIVING",
    "KEEP",
    "KIN",
    "LESS",
    "LIGHT",
    "LOSE",
    "MODAL",
    "NOTS",
    "NO_VERBS",
    "OWN",
    "PARTICLES",
    "PLANNING",
    "PLANS_ALONE",
    "PREFIXES",
    "PREPOSITIONS",
    "RECEIVING",
    "REMAIN",
    "SAME",
    "SIDED",
    "THE_ONE",
    "UNNAMED",
    "WILL",
    "WITHIN",
    "lexicon",
    "lookup_key",
    "word_key",
]

THE_ONE = re.compile(r"\bthe ones? (?:in|at|of|on)\b")
BREAKS = frozenset("when while because although though who which that where if once whereas how".split())
PREPOSITIONS = frozenset(
    """by to from of in on at for with about against into onto over under between after before during since as than via
    through toward towards near inside outside behind across among without within upon beside above below per like
    regarding concerning following despite until till""".split()
)
DETERMINERS = frozenset("the a an his her its their my our your this that these those any some no each every".split())
PARTICLES = frozenset("off on up down over out back forward away in through apart along".split())


def lookup_key(entry: str) -> str:
    """Return the lexicon key of a word or phrase: the roots of its words."""
    words = entry.strip().lower().split()
    while len(words) > 1 and words[0] in ("be", "to", "a", "an", "the"):
        words = words[1:]
    if words == ["like"]:
        return root("like")  # the verb; without an ending, «like» in a text is a preposition
    return " ".join(word if word == "one's" else word_key(word) for word in words)


def word_key(word: str) -> str:
    return word if word in PREPOSITIONS or word in PARTICLES or word in STOP else root(word)


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the English synonyms and opposites."""
    return load_lexicon(__package__, lambda line: line.split(","), lookup_key)


BE = frozenset("be am is are was were been being get got gets getting".split())
SAME = "same"
REMAIN = frozenset("remain remains remained stay stays stayed".split())
MODAL = frozenset("to will would shall should can could may might must did does do cannot not".split())
BETWEEN = frozenset("not never also then soon already still just now finally successfully recently".split())
PLANNING = frozenset(
    map(
        lookup_key,
        """plan,intend,intention,aim,hope,promise,pledge,vow,propose,proposal,suggest,suggestion,recommend,advise,advice,
    urge,order,command,instruct,ask,ask for,request,apply for,apply,demand,invite,threaten,schedule,suppose,expect,
    consider,debate,discuss,weigh,agree,agreement,decide,decision,authorize,authorise,clear,allow,permit,permission,
    give permission,prepare,attempt,try,offer,need,want,wish,seek,warn,forbid,licence,license,commit to,undertake,
    remind,encourage,persuade,able,ready,due,have plans,plan on,think of,think about,look to,look at,work on,keen,eager,
    willing,eligible,tempt,contemplate,mull,toy with,float,envisage,envision,pend,prepare,draft,petition,beg,plead,
    push for,campaign for,lobby for,bid,apply,volunteer,vote,dream,long,hesitate,reluctant,almost,nearly,about,set,
    mean,budget,foresee,arrange,aspire,strive,await,anticipate,predict,forecast,project,estimate,nominate,shortlist""".split(
            ","
        ),
    )
)
"""Words that make the next deed a plan, a request or a permission. Compared only if a statement has one."""
PLANS_ALONE = frozenset(
    map(
        lookup_key,
        """propose,proposal,intention,permission,advice,ask for,have plans,consider,want,wish,wish for,hope for,prefer,
    request,demand,seek,intend,plan,schedule,threaten,await,expect,would like,would rather,would prefer,budget,foresee,originally""".split(  # noqa: E501
            ","
        ),
    )
)
DOES = frozenset(
    map(
        lookup_key,
        """manage,begin,start,continue,cease,help,serve,fail,forget,neglect,proceed,happen,appear,seem,turn out,get,go on,
    use,have,come,remain,prove,refuse,decline,stop,go,return,like,love,hate,know,rise,fall,grow,increase,drop,due,
    according,owe,belong,lead,contribute,able""".split(","),  # noqa: E501
    )
)
"""Verbs whose infinitive states a fact and not a plan: «managed to», «began to», «ceased to»."""
WITHIN = frozenset(("in", "at", "of"))
SIDED = frozenset(("above", "below", "under", "against", "before", "after"))
AHEAD = frozenset(map(lookup_key, ("ahead of", "in front of")))
LESS = lookup_key("less")
OWN = frozenset("his her its their my our your".split())
KIN = frozenset(
    root(word)
    for word in """sister brother sibling father mother parent parents son daughter child wife husband spouse cousin
    uncle aunt nephew niece grandfather grandmother grandpa grandma friend friends colleague coworker
    boss manager assistant deputy secretary neighbour neighbor roommate flatmate partner fiance
    girlfriend boyfriend teacher pupil student client lawyer doctor nurse servant maid butler page
    squire soldier guard successor predecessor dog cat horse team widow""".split()
)
"""Words for relationships between people: «sister», «colleague»."""
KEEP = root("keep")
LIGHT = frozenset(root(word) for word in "have get see make do take go come give be become happen occur".split())
BARE_VERBS = frozenset(
    map(
        lookup_key,
        """own,possess,hold,keep,belong to,locate,situate,lie,stand,sit,work as,serve as,act as,receive,obtain,make,
    build,go,come from,come in,attend,bear,be born,last,remain,stay,reach,run,operate,donate,assign,send,grant,post,
    earn,do,find,have,fall,feel,become,happen,occur,take place,consist,exist,conduct,carry out,perform,set""".split(
            ","
        ),
    )
)
"""Verbs with little more meaning than «have» and «be», which are not counted."""
GIVE_OR_TAKE = frozenset((root("give"), root("take")))
"""Verbs with little meaning that still say who gives: «gives lessons», «takes lessons»."""
LOSE, BEAT = root("lose"), root("beat")
"""«A loses to B» equals «B beats A»."""
PREFIXES = frozenset("semi pre post non anti co ex re un mid sub vice pro counter".split())
NO_VERBS = frozenset(
    "something anything nothing everything morning evening during king ring thing string spring building meeting".split()  # noqa: E501
)
UNNAMED = frozenset("somebody someone something".split())
"""Words for an unknown person or thing. Another statement may name it."""
WILL = frozenset("will shall should may might must".split())
FILLERS = frozenset("any such own also too then there".split())
GIVES = """give hand pass send lend sell pay transfer deliver grant award teach train owe offer show supply provide ship
forward donate return lease rent present email call write tell assign entrust mail post wire loan""".split()
GETS = """come get receive take accept borrow buy purchase learn inherit obtain collect acquire hear fetch gain win""".split()  # noqa: E501
GIVING = frozenset(map(root, GIVES))
GETTING = frozenset(map(root, GETS))
RECEIVING = frozenset(map(root, ("get", "receive", "obtain")))
CONVERSE = {
    lookup_key(gets): lookup_key(gives)
    for gets, gives in (
        ("buy", "sell"), ("purchase", "sell"), ("borrow", "lend"), ("receive", "give"), ("take over", "hand over"),
        ("learn", "teach"), ("inherit", "leave"), ("hear", "tell"), ("acquire", "sell"), ("rent", "let"),
        ("get training", "train"), ("accept", "give"), ("obtain", "give"), ("take", "give"), ("snap up", "sell"),
    )
}  # fmt: skip
"""For each verb of getting, the matching verb of giving: «buy» and «sell»."""
NOTS = frozenset("not never no nobody nothing none neither nor nowhere without cannot hardly scarcely".split())
DENYING = frozenset(
    map(
        lookup_key,
        """not yet,still not,yet to,have yet to,has yet to,so far not,no longer,not anymore,not any more,no more,
    out of service,not in service,out of order,not working,unable,not able,incapable,lack,be without,not have,forget,
    fail,refuse,decline,not remember,not like,not agree,not succeed,not want,unpaid,not paid,impossible,
    out of action,out of use""".split(","),
    )
)
"""Words and phrases that deny, so that «has yet to start» equals «did not start»."""
FAIL = lookup_key("fail")
"""The key of «fail», which denies only before an infinitive: «failed to start», but not «the disk failed»."""
