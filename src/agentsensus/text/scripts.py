"""Which characters belong to which script, as parts of a character class in a pattern: `[{HAN}]`."""

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
LATIN = r"A-Za-z\u00c0-\u024f"
