"""The MkDocs plugin `docent`: search without a server, in `mkdocs build` and `mkdocs serve`."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config import base
from mkdocs.config import config_options as options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger

from .command import DocentError, add_search
from .places import with_box

__all__ = ["DocentPlugin"]

log = get_plugin_logger(__name__)

#: Names of the search plugins whose box would be beside this one.
OTHERS = ("search", "material/search")


class DocentConfig(base.Config):
    """The options below `docent:` in mkdocs.yml."""

    #: The program and its first arguments, if the command that is found is not the right one.
    command = options.ListOfItems(options.Type(str), default=[])


class DocentPlugin(BasePlugin[DocentConfig]):
    """Puts the box into the pages, and after the build the index beside them."""

    def on_config(self, config: MkDocsConfig) -> None:
        if any(name in config.plugins for name in OTHERS):
            log.info("The plugin `search` is in `plugins` too: without it there is one search box.")

    def on_post_page(self, output: str, *, page: object, config: MkDocsConfig) -> str:
        return with_box(output, config.theme.name)

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        return with_box(output_content, config.theme.name) if template_name.endswith(".html") else output_content

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        project = Path(config.config_file_path).resolve().parent if config.config_file_path else Path.cwd()
        try:
            site = Path(config.site_dir).resolve()
            log.info(add_search(site, project, "mkdocs-docent", self.config.command, config.site_url))
        except DocentError as error:
            raise PluginError(str(error)) from error
