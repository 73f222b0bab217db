"""Writes playground.png, the page as the guide shows it: a service is started, and Debian's Chromium plays a few steps.

python docs/pictures/playground.py
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURE = Path(__file__).with_name("playground.png")
SIZE = {"width": 1280, "height": 800}


def photograph(address: str, browser: str) -> None:
    """Write the picture of the page at an address."""
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        page = opened.new_page(viewport=SIZE, reduced_motion="reduce")
        page.add_init_script("localStorage.setItem('relgym.invited', 'yes')")
        page.goto(address)
        _wait(page)
        page.evaluate("() => relgym.play.openCatalogue('blocks', 'train/p03')")
        page.wait_for_timeout(500)
        for key in ("1", "2", "2", "ArrowLeft", "ArrowLeft", "2", "1"):
            _wait(page)
            page.keyboard.press(key)
        _wait(page)
        page.locator(".picture .thing.object.movable").last.click()
        page.wait_for_timeout(500)
        _wait(page)
        page.screenshot(path=PICTURE)
        opened.close()


def _wait(page: Page) -> None:
    page.wait_for_timeout(150)
    page.wait_for_function("() => globalThis.relgym?.state.node && relgym.state.busy === 0")


def main() -> None:
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if browser is None:
        sys.exit("Chromium is not installed; .ci/install-chromium does it where it may")
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "relgym.cli", "serve", "--port", "0", "--data", data, "--workers", "1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
            assert service.stdout is not None
            try:
                photograph(service.stdout.readline().split()[-1], browser)
            finally:
                service.terminate()


if __name__ == "__main__":
    main()
