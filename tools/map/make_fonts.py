"""Writes maps/fonts: the sans font of the picture, cut down from Noto Sans SC. See README.md in this folder.

usage: python tools/map/make_fonts.py FONTSOURCE_FOLDER      (node_modules/@fontsource/noto-sans-sc)

TianshenSans.ttf       for the PNG: GB2312, the first level of Big5, kana, Latin and common signs
TianshenSans-map.woff2 inside the SVG: what the map itself says in every language
"""

import io
import sys
import tomllib
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "maps" / "fonts"
FAMILY = "Tianshen Sans"
WEIGHT = 500
TIMESTAMP = 3786825600  # the same at every run: 1 January 2024, in seconds since 1904
LATIN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180))))
SIGNS = "‐–—‘’‚“”„•…′″‹›€™←↑→↓−√∞≈≠≤≥□■▲△▼▽◆◇○●◎★☆♀♂♪、。〈〉《》「」『』【】〔〕〜・！（），：；？～￥"
DROPPED_TABLES = ("GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx", "VORG", "DSIG", "gasp", "STAT", "kern")


def _decoded(encoding, highs, lows):
    out = []
    for high in highs:
        for low in lows:
            try:
                out.append(bytes([high, low]).decode(encoding))
            except UnicodeDecodeError:
                continue
    return "".join(out)


def free_text():
    """Every character that a game's name or a player's name may well hold."""
    simplified = _decoded("gb2312", range(0xA1, 0xF8), range(0xA1, 0xFF))
    traditional = _decoded("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    kana = "".join(map(chr, range(0x3041, 0x30FF)))
    return "".join(sorted(set(LATIN + SIGNS + simplified + traditional + kana + map_text())))


def map_text():
    """Every character that the map itself says, in any language and name set."""
    found = set(LATIN[:95])
    for folder in sorted((ROOT / "locales").iterdir()):
        for name in ("names.standard.toml", "picture.toml", "words.toml"):
            path = folder / name
            if path.is_file():
                _collect(tomllib.loads(path.read_text(encoding="utf-8")), found, wanted=name == "picture.toml")
    return "".join(sorted(found))


def _collect(value, found, *, wanted):
    """Adds the characters of a data file: all of it if `wanted`, else only what is written, never what is only read."""
    if isinstance(value, str):
        found.update(value if wanted else "")
    elif isinstance(value, dict):
        for key, item in value.items():
            _collect(item, found, wanted=wanted or key in ("house", "modern", "name", "short"))


def cut(source, text):
    """The font at `source` with only the glyphs for `text`, without layout tables and hints."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += DROPPED_TABLES
    font = TTFont(source)
    font.flavor = None
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    return font


def gather(folder, text):
    """One font with the glyphs for `text`, as far as the fontsource files have them.

    Hanzi are taken from the main file alone: those that it lacks are rare and would make the font a third larger.
    """
    main = folder / f"noto-sans-sc-chinese-simplified-{WEIGHT}-normal.woff2"
    slices = sorted(folder.glob(f"noto-sans-sc-[0-9]*-{WEIGHT}-normal.woff2"))
    missing = set(text)
    parts = []
    for path in (main, folder / f"noto-sans-sc-latin-ext-{WEIGHT}-normal.woff2", *slices):
        here = missing & {chr(code) for code in TTFont(path).getBestCmap()}
        if path is not main:
            here = {character for character in here if not 0x3400 <= ord(character) < 0xA000}
        if here:
            part = io.BytesIO()
            cut(path, "".join(here)).save(part)
            part.seek(0)
            parts.append(part)
            missing -= here
    if len(parts) == 1:
        return TTFont(parts[0]), missing
    return Merger().merge(parts), missing


def rename(font):
    """Gives the font a family name of its own, so that it is found for sure and clashes with nothing."""
    names = font["name"]
    for number, value in (
        (1, FAMILY),
        (2, "Regular"),
        (3, f"{FAMILY} (subset of Noto Sans SC)"),
        (4, FAMILY),
        (6, FAMILY.replace(" ", "")),
    ):
        names.setName(value, number, 3, 1, 0x409)
    names.names = [record for record in names.names if record.nameID in (0, 1, 2, 3, 4, 5, 6, 13, 14)]
    names.names = [record for record in names.names if record.platformID == 3]
    font["OS/2"].usWeightClass = 400
    font["head"].created = font["head"].modified = TIMESTAMP
    font["post"].formatType = 3.0
    font.recalcTimestamp = False


def write(folder, text, target, flavor=None):
    """Makes one font file and says what it lacks."""
    font, missing = gather(folder, text)
    rename(font)
    font.flavor = flavor
    font.save(target)
    print(f"{target.name}: {len(font.getBestCmap())} characters, {target.stat().st_size} bytes, lacks {len(missing)}")
    return missing


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    files = Path(sys.argv[1]) / "files"
    TARGET.mkdir(parents=True, exist_ok=True)
    write(files, free_text(), TARGET / "TianshenSans.ttf")
    lacking = write(files, map_text(), TARGET / "TianshenSans-map.woff2", "woff2")
    if lacking:
        raise SystemExit(f"the map needs characters that the font lacks: {''.join(sorted(lacking))}")
