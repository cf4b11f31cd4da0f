#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Scenarios of moves: made, planned, taken back, missed."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import scenario  # noqa: E402

scenario.main("hint", "moves", "plan", "settle", "missed")
