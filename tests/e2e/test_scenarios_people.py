#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Scenarios of people who come, go, talk and stay away."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import scenario  # noqa: E402

scenario.main("seat", "away", "signup", "muster", "talk")
