"""The place of the search box in the pages of known themes. In other themes the button is in a corner of the page."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """The box is put before the first of `before` that comes after `after`."""

    after: str
    before: tuple[str, ...]
    box: str


BOX = '<div data-docent></div>'

#: By name of the theme. The markers are those of the themes' own search boxes, or of the elements beside them.
PLACES = {
    "material": Place('class="md-header__inner', ('<div class="md-header__source"', "</nav>"), BOX),
    "mkdocs": Place('id="navbar-collapse"', ("</ul>\n                </div>", "</div>"), BOX),
    "readthedocs": Place('class="wy-side-nav-search"', ("</div>",), BOX),
}


def with_box(html: str, theme: str | None) -> str:
    """The page with an empty element that becomes the button; unchanged if it has one, or if the theme is unknown."""
    place = PLACES.get(theme or "")
    if place is None or "data-docent" in html:
        return html
    start = html.find(place.after)
    if start < 0:
        return html
    found = [at for at in (html.find(marker, start) for marker in place.before) if at >= 0]
    return html[: found[0]] + place.box + html[found[0] :] if found else html
