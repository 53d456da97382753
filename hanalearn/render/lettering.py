"""Text for a drawing: how wide it is, where it breaks, and its SVG.

SVG breaks no lines, and no font may be sent along. So text is measured with the widths of Helvetica, which
Arial, Liberation Sans and others share, and every line says how long it is: where another font is used, its
letters are set closer or wider until they fit.
"""

from __future__ import annotations

from html import escape
from unicodedata import normalize

from hanalearn.art.palette import INK

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"

# Widths in thousandths of the size, regular and bold, of the letters that are neither 556 nor 611 wide.
_REGULAR = {
    191: "'", 222: "ijl’", 278: " !,./:;[]\\fIt·", 333: "()-`r", 355: '"', 389: "*", 500: "JcksvxyzÇç",
    556: "", 584: "+<=>~×", 611: "FTZ", 667: "&ABEKPSVXY", 722: "CDHNRUw", 778: "GOQ", 833: "Mm",
    889: "%", 944: "W", 1000: "→", 1015: "@",
}  # fmt: skip
_BOLD = {
    238: "'", 278: " ,./Iijl\\’", 333: "()-:;![]`ft", 389: "*r", 474: '"', 500: "z", 556: "acekJsvxy",
    584: "+<=>~×", 611: "FLTZ?", 667: "EPSVXY", 722: "&ABCDHKNRU", 778: "GOQw", 833: "M", 889: "%m",
    944: "W", 975: "@", 1000: "→",
}  # fmt: skip
_WIDTHS = [{c: width for width, letters in table.items() for c in letters} for table in (_REGULAR, _BOLD)]
_USUAL = (556, 611)
_DIGIT = 556


def measure(text: str, size: float, bold: bool = False) -> float:
    """The width of a line of text of that size, in the unit of the size."""
    total = 0
    for letter in text:
        plain = normalize("NFD", letter)[0]  # a macron makes no letter wider
        total += _DIGIT if plain.isdecimal() else _WIDTHS[bold].get(plain, _USUAL[bold])
    return total * size / 1000


def wrap(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Break text into lines no wider than ``width``, where one word is not, and leave no word alone."""
    broken = _broken(text, size, width, bold)
    closer, again = width, broken
    while len(again) == len(broken) > 1 and " " not in again[-1] and closer > width / 2:
        closer -= size
        again = _broken(text, size, closer, bold)
    return again if len(again) == len(broken) and " " in again[-1] else broken


def _broken(text: str, size: float, width: float, bold: bool) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and measure(longer, size, bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def line(
    x: float, y: float, text: str, size: float, *, bold: bool = False, fill: str = INK, anchor: str = ""
) -> str:
    """One line of text as SVG with its baseline at ``y``; ``anchor`` as in SVG, at the start if empty."""
    weight = ' font-weight="700"' if bold else ""
    place = f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}"{weight}{place} fill="{fill}" '
        f'textLength="{measure(text, size, bold):.2f}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )
