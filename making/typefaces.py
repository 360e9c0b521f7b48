"""Make the typefaces of pictures and web pages from published packages of Manrope and Noto.

    pip download --no-deps --no-binary :all: font-manrope==0.0.2
    apt-get download fonts-noto-core fonts-noto-cjk
    npm pack @expo-google-fonts/noto-emoji
    python -m making.typefaces FOLDER_OF_THESE_FOUR_FILES

The sources are a package with Manrope's unchanged files, packages of Debian 12, and one of Google
Fonts with Noto's emoji in a single colour. Each typeface of Noto keeps one weight, all of its
characters and the joining of letters, but not its hints, which modern screens don't need. Chinese,
Japanese and Korean keep the characters of any legacy encoding of these languages. This takes a few
minutes.

The characters of each file in `rendering/text/fonts` are written beside them, so that the bot needs
no library to read them. Web pages use Manrope's variable file, cut down to European Latin letters.
"""

from __future__ import annotations

import subprocess
import tarfile
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import click
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
FONTS = ROOT / "rendering" / "text" / "fonts"
LIST = "characters.txt"
MANROPE = ("Manrope-SemiBold.ttf", "Manrope-Bold.ttf", "Manrope-ExtraBold.ttf")
VARIABLE = "Manrope-VariableFont_wght.ttf"
WEB_FONT = ROOT / "web" / "static" / "manrope.woff2"
_WEB_WEIGHTS = (400, 800)
_WEB_CHARACTERS = (
    *(range(0x20, 0x7F), range(0xA0, 0x180), range(0x2010, 0x2027), range(0x2039, 0x203B)),
    *(range(0x2190, 0x2194), range(0x2212, 0x2213)),
)
"""Latin letters of Europe, punctuation, arrows and the minus sign."""
_WEB_FEATURES = ["kern", "tnum", "ccmp", "locl", "mark"]
_EMOJI = "package/700Bold/NotoEmoji_700Bold.ttf"
_BOLD = [
    *("Sans", "SansArabic", "SansHebrew", "SansDevanagari", "SansThai", "SansBengali"),
    *("SansTamil", "SansTelugu", "SansMalayalam", "SansKannada", "SansGujarati", "SansGurmukhi"),
    *("SansOriya", "SansSinhala", "SansArmenian", "SansGeorgian", "SansEthiopic", "SansKhmer"),
    *("SansLao", "SansMyanmar", "SansSymbols", "SansCanadianAboriginal", "SansCherokee"),
    *("SansThaana", "SerifTibetan"),
]
_REGULAR = [
    *("SansSymbols2", "SansMath", "Music", "SansNKo", "SansTifinagh", "SansRunic", "SansYi"),
]
"""Typefaces with one weight."""
_LEGACY = ["euc_jis_2004", "cp932", "gbk", "big5hkscs", "cp950", "cp949"]
"""The encodings of Japan, China, Hong Kong, Taiwan and Korea before Unicode."""
_LANGUAGES = 4
"""Typefaces used from the file: Japanese, Korean, simplified and traditional Chinese."""


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def make(folder: Path) -> None:
    FONTS.mkdir(exist_ok=True)
    _copy_manrope(folder)
    with TemporaryDirectory() as unpacked:
        for package in sorted(folder.glob("fonts-noto-*.deb")):
            subprocess.run(["dpkg", "-x", package, unpacked], check=True)
        noto = Path(unpacked) / "usr/share/fonts"
        for weight, parts in (("Bold", _BOLD), ("Regular", _REGULAR)):
            for part in parts:
                source = noto / f"truetype/noto/Noto{part}-{weight}.ttf"
                _save(_subset(TTFont(source)), f"Noto{part}.ttf")
        _make_chinese_japanese_korean(noto / "opentype/noto/NotoSansCJK-Bold.ttc")
    (package,) = folder.glob("expo-google-fonts-noto-emoji-*.tgz")
    with tarfile.open(package) as archive:
        emoji = archive.extractfile(_EMOJI)
        assert emoji
        _save(_subset(TTFont(BytesIO(emoji.read()))), "NotoEmoji.ttf")
    (FONTS / LIST).write_text(character_list(), "ascii")


def _copy_manrope(folder: Path) -> None:
    (package,) = folder.glob("font-manrope-*.tar.gz")
    with tarfile.open(package) as archive:
        for member in archive:
            path = PurePosixPath(member.name)
            if path.name in MANROPE and (file := archive.extractfile(member)):
                (FONTS / path.name).write_bytes(file.read())
                _print_size(FONTS / path.name)
            elif path.name == VARIABLE and (file := archive.extractfile(member)):
                _make_web_font(TTFont(BytesIO(file.read())))


def _make_web_font(font: TTFont) -> None:
    options = Options()
    options.hinting = False
    options.layout_features = _WEB_FEATURES
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for codes in _WEB_CHARACTERS for code in codes])
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": _WEB_WEIGHTS})
    font.flavor = "woff2"
    font.save(WEB_FONT)
    _print_size(WEB_FONT)


def character_list() -> str:
    """Return a line for each file with the ranges of its code points, in hexadecimal."""
    lines: list[str] = []
    for path in sorted(FONTS.glob("*.tt[cf]")):
        with TTFont(path, lazy=True, fontNumber=0) as font:
            ranges: list[list[int]] = []
            for code in sorted(_characters(font)):
                if ranges and ranges[-1][1] == code - 1:
                    ranges[-1][1] = code
                else:
                    ranges.append([code, code])
        texts = (f"{first:X}" + f"-{last:X}" * (last > first) for first, last in ranges)
        lines.append(f"{path.name}: {' '.join(texts)}\n")
    return "".join(lines)


def _subset(font: TTFont, glyphs: set[str] | None = None) -> TTFont:
    """Return a typeface without hints, with all of its characters or only some glyphs."""
    options = Options()
    options.hinting = False
    options.name_IDs = ["*"]  # including the licence
    options.notdef_outline = True
    if glyphs is not None:
        options.layout_features = []
    subsetter = Subsetter(options)
    codes = [code for code, name in _characters(font).items() if glyphs is None or name in glyphs]
    subsetter.populate(unicodes=codes, glyphs=glyphs or set())
    subsetter.subset(font)
    return font


def _make_chinese_japanese_korean(source: Path) -> None:
    """Save several typefaces in one file, with shared glyphs and a character map each."""
    codes = {code for code in range(0x20, 0x30000) if _is_legacy(chr(code))}
    codes |= {*range(0xAC00, 0xD7A4)}
    fonts = [TTFont(source, fontNumber=number, lazy=True) for number in range(_LANGUAGES)]
    glyphs = [
        {code: name for code, name in _characters(font).items() if code in codes} for font in fonts
    ]
    shared = _subset(fonts[0], {name for each in glyphs for name in each.values()})
    buffer = BytesIO()
    shared.save(buffer)
    collection = TTCollection()
    for font, characters in zip(fonts, glyphs, strict=True):
        part = TTFont(BytesIO(buffer.getvalue()))
        part["name"] = font["name"]
        for table in part["cmap"].tables:
            if table.isUnicode() and table.format != 14:
                table.cmap = {
                    code: name
                    for code, name in characters.items()
                    if table.format == 12 or code < 0x10000
                }
        collection.fonts.append(part)
    collection.save(FONTS / "NotoSansCJK.ttc", shareTables=True)
    _print_size(FONTS / "NotoSansCJK.ttc")


def _characters(font: TTFont) -> dict[int, str]:
    return font.getBestCmap() or {}


def _is_legacy(character: str) -> bool:
    for encoding in _LEGACY:
        try:
            character.encode(encoding)
        except UnicodeEncodeError:
            continue
        return True
    return False


def _save(font: TTFont, name: str) -> None:
    font.save(FONTS / name)
    _print_size(FONTS / name)


def _print_size(path: Path) -> None:
    click.echo(f"{path.stat().st_size / 1e6:6.2f} MB  {path.name}")


if __name__ == "__main__":
    make()
