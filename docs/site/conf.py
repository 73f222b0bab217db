"""Sphinx's configuration for the site; build.py calls it with the pages that it has put together."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

from relgym import __version__

sys.path.insert(0, str(Path(__file__).parent))

from lexers import PDDLLexer, RDDLLexer

project = "relgym"
author = copyright = "The relgym authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

# Links to headings, as GitHub makes them.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
default_role = "code"
add_module_names = False

html_theme = "furo"
html_title = "relgym"
html_favicon = "../../playground/favicon.svg"
html_static_path = ["static"]
html_css_files = ["site.css", "environments.css", "notebooks.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"sidebar_hide_name": False, "top_of_page_buttons": []}
# Sphinx would tell the time of the build, and two builds of one state would differ.
html_last_updated_fmt = None


def setup(app: Sphinx) -> None:
    """Colour the languages of domain files."""
    app.add_lexer("pddl", PDDLLexer)
    app.add_lexer("rddl", RDDLLexer)
