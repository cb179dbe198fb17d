#!/usr/bin/env python3
"""Draws how an engine spends its clock. ``clock_plot.py --help`` tells all."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from mollett_match.clock_plot import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
