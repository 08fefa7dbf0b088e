"""Chromium, driven over WebDriver, and a server of the example crawl."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing():
    """What is not installed, or None."""
    if not shutil.which("chromedriver"):
        return "chromedriver"
    if not (shutil.which("chromium") or shutil.which("google-chrome")):
        return "chromium"
    return None


class Server:
    """wax-serve over the example crawl, which it builds first."""

    def __init__(self, bin_dir, crawl):
        self.folder = tempfile.TemporaryDirectory()
        out = os.path.join(self.folder.name, "valley")
        subprocess.run([os.path.join(bin_dir, "wax-build"), "-q", out, crawl],
                       check=True)
        self.process = subprocess.Popen(
            [os.path.join(bin_dir, "wax-serve"), "-q", "--listen",
             "127.0.0.1:0", "--archives", crawl, out], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip().rstrip("/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


class Driver:
    """A chromedriver."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            started = re.search(r"successfully on port (\d+)", line)
            if started:
                self.url = "http://127.0.0.1:" + started.group(1)
                return
        raise RuntimeError("chromedriver does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Browser:
    """One window. Elements are found by CSS selectors."""

    def __init__(self, driver, scripts=True, arguments=()):
        options = {
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu",
                     "--hide-scrollbars", "--window-size=1200,900",
                     "--disable-dev-shm-usage", "--force-color-profile=srgb",
                     *arguments],
        }
        if not scripts:
            options["prefs"] = {
                "profile.managed_default_content_settings.javascript": 2}
        answer = _call("POST", driver.url + "/session", {
            "capabilities": {"alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.base = driver.url + "/session/" + answer["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _call("DELETE", self.base)

    def open(self, url):
        _call("POST", self.base + "/url", {"url": url})

    def url(self):
        return _call("GET", self.base + "/url")

    def run(self, script, *arguments):
        return _call("POST", self.base + "/execute/sync",
                     {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        return _call("POST", self.base + "/execute/async",
                     {"script": script, "args": list(arguments)})

    def enter_frame(self, selector):
        """Elements are those of the frame, until leave_frames()."""
        element = self.wait(selector)
        _call("POST", self.base + "/frame", {"id": {ELEMENT: element}})

    def leave_frames(self):
        _call("POST", self.base + "/frame", {"id": None})

    def find(self, selector):
        return [element[ELEMENT] for element in _call(
            "POST", self.base + "/elements",
            {"using": "css selector", "value": selector})]

    def wait(self, selector, number=0):
        """The element, which a page that is being loaded may not have yet."""
        for _ in range(100):
            found = self.find(selector)
            if len(found) > number:
                return found[number]
            time.sleep(0.1)
        raise RuntimeError("there is no " + selector)

    def text(self, selector):
        return _call("GET", "%s/element/%s/text" % (
            self.base, self.wait(selector)))

    def click(self, selector, number=0):
        """Follows a link or sends a form, and waits for the next page."""
        before = self.find("html")
        _call("POST", "%s/element/%s/click" % (
            self.base, self.wait(selector, number)), {})
        for _ in range(100):
            if self.find("html") != before:
                return
            time.sleep(0.1)
        raise RuntimeError(selector + " leads nowhere")

    def type(self, selector, text):
        _call("POST", "%s/element/%s/value" % (
            self.base, self.wait(selector)), {"text": text})

    def press(self, key):
        _call("POST", self.base + "/actions", {"actions": [{
            "type": "key", "id": "keys", "actions": [
                {"type": "keyDown", "value": key},
                {"type": "keyUp", "value": key}]}]})

    def drag(self, start, end):
        """From one element to another, by their ids."""
        def move(element):
            return {"type": "pointerMove", "duration": 50,
                    "origin": {ELEMENT: element}, "x": 0, "y": 0}
        _call("POST", self.base + "/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "actions": [
                move(start), {"type": "pointerDown", "button": 0}, move(end),
                {"type": "pointerUp", "button": 0}]}]})

    def dev_tools(self, command, **parameters):
        return _call("POST", self.base + "/goog/cdp/execute",
                     {"cmd": command, "params": parameters})

    def window(self, width, height, phone=False):
        self.dev_tools("Emulation.setDeviceMetricsOverride", width=width,
                       height=height, deviceScaleFactor=1, mobile=phone)

    def color_scheme(self, name):
        self.dev_tools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": name}])

    def log(self):
        """Messages of the console since the last call."""
        return _call("POST", self.base + "/se/log", {"type": "browser"})

    def screenshot(self, path):
        picture = base64.b64decode(_call("GET", self.base + "/screenshot"))
        with open(path, "wb") as file:
            file.write(picture)


def _call(method, url, body=None):
    request = urllib.request.Request(
        url, method=method, headers={"Content-Type": "application/json"},
        data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise RuntimeError(url + ": " + error.read().decode()[:600]) from None
