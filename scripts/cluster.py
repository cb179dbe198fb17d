#!/usr/bin/env python3
"""Self-play and position solving over a Dask cluster. ``cluster.py --help`` tells all."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from mollett_match.cluster_command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
