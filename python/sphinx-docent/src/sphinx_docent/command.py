"""Calls the docent command, which adds the search to a built site. The same file is in both Python packages."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Sequence

#: Labels of trial versions: those of Python, and those of npm.
LABELS = {"a": "alpha", "b": "beta", "rc": "rc"}


class DocentError(Exception):
    """The command is missing or failed; the message is one for the author of the site."""


def add_search(site: Path, project: Path, package: str, command: Sequence[str] = (), site_url: str | None = None) -> str:
    """Indexes a built site and puts the search into it.

    :param site: the folder of the built pages.
    :param project: the folder of the configuration, where a `node_modules` may be.
    :param package: name of the calling Python package, whose version of the command is used.
    :param command: the program and its first arguments; empty for the one that is found.
    :param site_url: address at which the site is published, if it is known.
    :returns: the last line of the command's output, with the number of records.
    :raises DocentError: if there is no command, or it fails.
    """
    program = list(command) or _find(project, version(package))
    arguments = ["index", str(site), "--into", str(site)]
    if site_url:
        arguments += ["--site-url", site_url]
    try:
        done = subprocess.run([*program, *arguments], cwd=project, capture_output=True, text=True, encoding="utf-8")
    except OSError as error:
        raise DocentError(f"The command {program[0]} could not be started: {error}.") from error
    if done.returncode != 0:
        message = (done.stderr.strip() or done.stdout.strip()).replace("\n", "\n  ")
        raise DocentError(f"`{' '.join([*program, *arguments])}` failed:\n  {message}")
    lines = done.stdout.strip().splitlines()
    return lines[-1] if lines else ""


def _find(project: Path, python_version: str) -> list[str]:
    """The command of the project, else the one on the path, else the one that npx fetches."""
    for folder in [project, *project.parents]:
        local = shutil.which("docent", path=str(folder / "node_modules" / ".bin"))
        if local:
            return [local]
    installed = shutil.which("docent")
    if installed:
        return [installed]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--yes", f"docent@{npm_version(python_version)}"]
    raise DocentError("Docent needs Node 24 or newer, and there is neither `docent` nor `npx`: install Node from nodejs.org.")


def npm_version(python_version: str) -> str:
    """The same version as npm writes it: `1.2.3b4` is `1.2.3-beta.4`."""
    return re.sub(r"(a|b|rc)(\d+)$", lambda match: f"-{LABELS[match[1]]}.{match[2]}", python_version)
