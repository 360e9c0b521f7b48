from collections.abc import Iterable

from fontTools.ttLib import TTFont

class Options:
    hinting: bool
    name_IDs: list[str]
    notdef_outline: bool
    layout_features: list[str]

class Subsetter:
    def __init__(self, options: Options) -> None: ...
    def populate(self, *, unicodes: Iterable[int] = (), glyphs: Iterable[str] = ()) -> None: ...
    def subset(self, font: TTFont) -> None: ...
