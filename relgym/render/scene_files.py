"""Files of scenes, for both languages: a `scene.toml` beside a domain, which may be that of another folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from relgym.arguments import wrong
from relgym.errors import RelgymError
from relgym.read.source import PathOrText, file_beside
from relgym.read.tables import read_toml

S = TypeVar("S")

FILE = "scene.toml"

SAME_AS = "same_as"
"""The key of a file that only says whose scene it has: `same_as = "uav"` is that of the folder `uav` beside its own."""


def read_tables(path: Path) -> tuple[Path, Mapping[str, Any]]:
    """Return the tables of a scene's file, and the file that they stand in.

    Args:
        path: The file of the scene, or one that says with `same_as` whose scene it has.

    Raises:
        RelgymError: A file is no TOML or cannot be read, or `same_as` names no folder with a scene.
    """
    data = read_toml(path, "a scene, scene.toml")
    if SAME_AS not in data:
        return path, data
    folder = data[SAME_AS]
    if len(data) > 1:
        raise RelgymError(f"{path}: {SAME_AS}: stands alone, without other keys")
    if not isinstance(folder, str) or folder in ("", ".", "..") or Path(folder).name != folder:
        raise RelgymError(f"{path}: {SAME_AS}: the name of a folder beside this one is needed")
    other = path.absolute().parent.parent / folder / FILE
    if not other.is_file():
        raise RelgymError(f"{path}: {SAME_AS}: there is no {FILE} in a folder '{folder}' beside this one")
    tables = read_toml(other, "a scene, scene.toml")
    if SAME_AS in tables:
        raise RelgymError(f"{path}: {SAME_AS}: the scene of '{folder}' is that of another folder, too; name that one")
    return other, tables


@dataclass(frozen=True, slots=True)
class SceneFiles(Generic[S]):
    """Reads the scenes of a language.

    Attributes:
        kinds: The classes of scenes.
        what: What a scene is called in messages.
        hint: What may be given for one.
        scene_of: Makes a scene of tables; the second argument is the name of their file.
    """

    kinds: tuple[type, ...]
    what: str
    hint: str
    scene_of: Callable[[Mapping[str, Any], str], S]

    def read(self, path: Path | str) -> S:
        """Return the scene of a file; raises `RelgymError` that names the file and each wrong key."""
        file, tables = read_tables(Path(path))
        return self.scene_of(tables, str(file))

    def given(self, scene: S | Path | str | None) -> S | None:
        """Return a scene as it is given, or that of a file; raises `RelgymError` as `read` does."""
        if scene is None:
            return None
        if isinstance(scene, Path | str):
            return self.read(scene)
        if not isinstance(scene, self.kinds):
            raise wrong(self.what, scene, self.hint)
        return scene

    def beside(self, domain: PathOrText) -> S | None:
        """Return the scene of the `scene.toml` beside a domain's file, if there is one.

        Args:
            domain: The domain's file, or its text.

        Raises:
            RelgymError: The file is wrong, as for `read`.
        """
        path = file_beside(domain, FILE)
        return None if path is None else self.read(path)
