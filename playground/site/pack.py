"""Compile Python's library, relgym and lark for the page. Runs inside Pyodide, whose Python reads the result.

Pyodide comes with Python's library as source texts, which it would compile in every browser at each start: that takes
two thirds of the time of the start.
"""

import io
import tarfile
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

LEFT_OUT = (
    "_pyrepl/", "ctypes/", "doctest", "ensurepip", "imaplib", "mailbox", "multiprocessing/", "optparse", "pdb",
    "pickletools", "poplib", "pydoc", "smtplib", "sqlite3/", "unittest/", "wsgiref/", "xml/", "xmlrpc/",
    "relgym/data/playground/", "relgym/data/question_sets/", "relgym/data/trajectories/", "relgym/cli/",
)  # fmt: skip
"""What no question needs."""

READ = ("relgym/data/", "relgym/runtime/", "relgym/tuning/arrays.py")
"""Modules whose texts are read while relgym runs: generators of problems, functions that printed programs need."""


def compiled(archive, folder=""):
    """Yield the names and contents of an archive's files, modules compiled."""
    with zipfile.ZipFile(archive) as source:
        for name in sorted(source.namelist()):
            if name.endswith(("/", ".dist-info/RECORD")) or name.startswith(LEFT_OUT):
                continue
            content = source.read(name)
            if name.endswith(".py"):
                code = compile(content, f"{folder}/{name}", "exec", dont_inherit=True)
                # Unchecked: nobody changes the source afterwards.
                yield f"{name}c", _code_to_hash_pyc(code, source_hash(content), checked=False)
            if not name.endswith(".py") or name.startswith(READ):
                yield name, content


def library(target):
    """Write Python's library."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in compiled("/lib/python314.zip", "/lib/python314.zip"):
            packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def packages(target, *archives):
    """Write relgym and what it imports."""
    with tarfile.open(target, "w:gz", format=tarfile.USTAR_FORMAT) as packed:
        for archive in archives:
            for name, content in compiled(archive, "/relgym"):
                about = tarfile.TarInfo(name)
                about.size = len(content)
                packed.addfile(about, io.BytesIO(content))
