#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters of every kind in German: tests/e2e/golden_languages.py."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from golden_languages import main  # noqa: E402

main("de")
