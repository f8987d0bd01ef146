"""SVG to PNG: drawn by resvg with our own font and nothing of the system, then cut down to 256 colours."""

from __future__ import annotations

import io
import re
from importlib.resources import as_file

from tianshen.errors import InputError
from tianshen.notices import Code
from tianshen.reports.picture.font import FAMILY, PNG_FONT, picture_font
from tianshen.resources import data_file

_TEXT = re.compile(r"<text\b[^>]*>([^<]*)</text>")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&"}


def picture_png(svg: str) -> bytes:
    """Return the picture as a PNG of at most 256 colours.

    Raises `InputError` where the drawing library is missing, and where the SVG says something that the font lacks: the
    library would leave it out without a word.
    """
    lacking = picture_font().lacking("".join(_said(svg)))
    if lacking:
        raise InputError.single(Code.PICTURE_TEXT_LOST, characters=lacking)
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise InputError.single(Code.PICTURE_TOOL_MISSING, module=str(error.name)) from error
    with as_file(data_file(*PNG_FONT)) as font:
        drawn = bytes(
            resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(font)], font_family=FAMILY, skip_system_fonts=True)
        )
    picture = Image.open(io.BytesIO(drawn)).convert("RGB")
    target = io.BytesIO()
    few = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(target, "PNG", optimize=True)
    return target.getvalue()


def _said(svg: str) -> list[str]:
    """Everything that the SVG writes, entities resolved."""
    out = []
    for words in _TEXT.findall(svg):
        for entity, character in _ENTITIES.items():
            words = words.replace(entity, character)
        out.append(words)
    return out
