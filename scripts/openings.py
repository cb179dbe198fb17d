#!/usr/bin/env python3
"""Makes lists of balanced openings with an engine. ``openings.py --help`` tells all."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from mollett_match.generator import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
