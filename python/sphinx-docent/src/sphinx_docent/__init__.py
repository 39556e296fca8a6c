"""The Sphinx extension `sphinx_docent`: search without a server, in the place of the theme's search box."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging

from .command import DocentError, add_search

log = logging.getLogger(__name__)

HERE = Path(__file__).resolve().parent

#: The builders of websites.
BUILDERS = ("html", "dirhtml", "singlehtml")

#: Option of the themes of Sphinx that turns off their search keys.
SHORTCUTS = "enable_search_shortcuts"

#: Option of the PyData theme, and of those made from it, that leaves out their search dialog.
DIALOG = "disable_search"


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx for the name `sphinx_docent` in `extensions`."""
    app.add_config_value("docent_command", [], "", types=[list])
    app.connect("config-inited", _add_templates)
    # After the themes, which set their own options at this event.
    app.connect("builder-inited", _turn_off_other_search, priority=900)
    app.connect("build-finished", _add_search)
    return {"version": version("sphinx-docent"), "parallel_read_safe": True, "parallel_write_safe": True}


def _add_templates(app: Sphinx, config: Any) -> None:
    """Replaces the search templates of themes. Templates of the project come before these."""
    config.templates_path.append(str(HERE / "templates"))
    config.html_static_path.append(str(HERE / "static"))
    app.add_css_file("docent-sphinx.css")


def _turn_off_other_search(app: Sphinx) -> None:
    if app.builder.name not in BUILDERS:
        return
    known = app.builder.theme.get_options({})
    if SHORTCUTS in known:
        app.builder.theme_options.setdefault(SHORTCUTS, False)
    if DIALOG in known:
        app.builder.theme_options.setdefault(DIALOG, True)
        # Before the theme's script, whose priority is 500.
        app.add_js_file("docent-pydata.js", priority=100)


def _add_search(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name not in BUILDERS:
        return
    site = Path(app.outdir).resolve()
    site_url = app.config.html_baseurl or None
    try:
        line = add_search(site, Path(app.confdir).resolve(), "sphinx-docent", app.config.docent_command, site_url)
    except DocentError as error:
        raise ExtensionError(str(error)) from error
    log.info("docent: %s", line)
