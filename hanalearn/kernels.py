"""The kernels of pages: what they print beside their page is nobody's to read.

Named by `hanalearn.serve` in its settings, and imported by the Jupyter server when it needs it.
"""

from __future__ import annotations

from subprocess import DEVNULL
from typing import Any

from jupyter_server.services.kernels.kernelmanager import ServerKernelManager


class PageKernelManager(ServerKernelManager):
    """A kernel that is stopped while it starts would print a traceback into the learner's terminal."""

    async def _async_pre_start_kernel(self, **options: Any) -> Any:
        return await super()._async_pre_start_kernel(**{"stderr": DEVNULL, **options})
