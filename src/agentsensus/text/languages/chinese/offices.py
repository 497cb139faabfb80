"""Chinese: which of two facing parts each party has: 甲公司是原告，乙公司是被告."""

import re

__all__ = ["offices"]

_PAIRS = """原告/被告 房东,出租方,出租人/租客,承租方,承租人,租户 买方,买家,买主/卖方,卖家,卖主
债权人,债主,出借人/债务人,借款人
老师,导师,师傅,师父/学生,徒弟,学徒,弟子 上级,上司,主管,经理/下级,下属,部下
雇主/雇员 前任/继任 甲方/乙方 主队/客队
母公司/子公司 寄件人,发件人/收件人 主人/仆人 胜者,赢家/败者,输家"""
_OFFICE = {
    word: words.split(",")[0] for pair in _PAIRS.split() for words in pair.split("/") for word in words.split(",")
}
_WORDS = "|".join(sorted(_OFFICE, key=len, reverse=True))
_FORMS = (
    re.compile(
        rf"(?:^|[，。；、中里]|则)(?P<name>[^，。；、是的中里]{{2,12}})(?:是|为|担任)(?:[^，。；、]{{0,12}}的)?(?P<office>{_WORDS})"
    ),
    re.compile(rf"(?P<office>{_WORDS})(?:则)?(?:是|为)(?P<name>[^，。；、是的]{{2,12}})(?=[，。；、]|$)"),
)


def offices(text: str) -> dict[str, str]:
    """Who has which part, by the part's name; empty where a text names none."""
    return {_OFFICE[match["office"]]: match["name"] for form in _FORMS for match in form.finditer(text)}
