"""Draw contact sheets of the deck, to be opened and judged card by card.

    python tools/contact_sheets.py         build/contact-sheets/*.png, and docs/deck.svg for the README

The deck at three sizes: on a light and a dark page, in grey, and as each kind of colour blindness sees it.
Needs what `make test` installs, and a browser.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from hanalearn import art
from hanalearn.render.html import contact_sheet_html

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from conftest import FLAGS, NO_BROWSER, find_browser  # noqa: E402

SIZES = (40, 80, 240)
PAGES = {"light": "background:#fff;color:#222", "dark": "background:#16181c;color:#ddd"}

# G. Machado, M. Oliveira, L. Fernandes: "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", IEEE TVCG 15(6), 2009, severity 1.0; they apply to linear RGB. Grey is relative luminance.
VISIONS = {
    "protanopia": """
        0.152286  1.052583 -0.204868
        0.114503  0.786281  0.099216
       -0.003882 -0.048116  1.051998""",
    "deuteranopia": """
        0.367322  0.860646 -0.227968
        0.280085  0.672501  0.047413
       -0.011820  0.042940  0.968881""",
    "tritanopia": """
        1.255528 -0.076749 -0.178779
       -0.078411  0.930809  0.147602
        0.004733  0.691367  0.303900""",
    "grey": """
        0.2126 0.7152 0.0722
        0.2126 0.7152 0.0722
        0.2126 0.7152 0.0722""",
}


def seen(vision: str) -> str:
    """An SVG filter for the whole page that shows it as ``vision`` sees it."""
    rows = [" ".join(row.split()) for row in VISIONS[vision].strip().splitlines()]
    matrix = " ".join(f"{row} 0 0" for row in rows) + " 0 0 0 1 0"
    return (
        '<svg width="0" height="0" style="position:absolute">'
        '<filter id="seen" x="0" y="0" width="1" height="1" color-interpolation-filters="linearRGB">'
        f'<feColorMatrix values="{matrix}"/></filter></svg><style>main{{filter:url(#seen)}}</style>'
    )


def draw(browser: Browser, size: int, page: str, vision: str = "") -> Path:
    """Write one contact sheet; returns its file."""
    file = ROOT / "build" / "contact-sheets" / f"{size}-{vision or page}.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    tab = browser.new_page(viewport={"width": 13 * (size + 24), "height": 100})
    ground = f"<style>body{{margin:0}}main{{{PAGES[page]};padding:12px;width:max-content}}</style>"
    tab.set_content(f"{ground}{seen(vision) if vision else ''}<main>{contact_sheet_html(size).html}</main>")
    tab.locator("main").screenshot(path=file)
    tab.close()
    return file


def main() -> None:
    """Draw all sheets."""
    deck = ROOT / "docs" / "deck.svg"
    deck.write_text(art.contact_sheet() + "\n", encoding="utf-8")
    print(deck)
    with sync_playwright() as playwright:
        program = find_browser(playwright.chromium.executable_path)
        if program is None:
            sys.exit(NO_BROWSER)
        with playwright.chromium.launch(executable_path=program, args=list(FLAGS)) as browser:
            for size in SIZES:
                for page in PAGES:
                    print(draw(browser, size, page))
                for vision in VISIONS:
                    print(draw(browser, size, "light", vision))


if __name__ == "__main__":
    main()
