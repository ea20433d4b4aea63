"""One client in many threads at once, also where Python has no global lock."""

from __future__ import annotations

import json
import sys
import sysconfig
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
