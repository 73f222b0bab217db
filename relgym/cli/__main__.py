"""`python -m relgym.cli`, for where the `relgym` command is not on the path."""

import sys

from relgym.cli.app import main

sys.exit(main())
