#!/usr/bin/env python3
"""Matches and tournaments between Othello or classic Reversi engines. ``match.py --help`` tells all."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from mollett_match.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
