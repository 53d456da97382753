"""``python -m hanalearn``."""

import sys

from hanalearn.cli import main

sys.exit(main())
