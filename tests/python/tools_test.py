"""Tools beside the package."""

import os
import subprocess
import sys
import time

import pytest

import waxwing_warc as wax
from conftest import interrupted, run_python


class TestTools:
    def test_those_of_the_build_are_found(self, tools):
        assert os.path.exists(os.path.join(tools, "wax-build"))

    def test_a_folder_can_be_named(self, monkeypatch, tmp_path):
        monkeypatch.setenv("WAXWING_BIN", str(tmp_path))
        assert wax.tools.folder() == str(tmp_path)
        with pytest.raises(wax.ToolError, match="No such file"):
            wax.tools.run("wax-build", ["--version"])

    def test_a_tool_that_could_not_run_says_its_exit_code(self, tools):
        with pytest.raises(wax.ToolError) as caught:
            wax.tools.run("wax-build", ["--nonsense"])
        assert caught.value.exit_code == 2

    def test_an_interrupt_ends_the_tool(self, tools, tmp_path, monkeypatch):
        tool = tmp_path / "wax-build"
        tool.write_text("#!/bin/sh\ntrap 'echo $$ >%s/told; exit 130' INT\n"
                        "while :; do sleep .1; done\n" % tmp_path)
        tool.chmod(0o755)
        monkeypatch.setenv("WAXWING_BIN", str(tmp_path))
        began = time.monotonic()
        assert interrupted("", "wax.tools.run('wax-build', [])", tmp_path)
        assert time.monotonic() - began < 9 and (tmp_path / "told").exists()

    def test_the_command_wax_is_the_tool(self, tools):
        for words, code in ((["help", "cdx-merge"], 0), (["nonsense"], 2)):
            done = subprocess.run([sys.executable, "-m", "waxwing_warc", *words],
                                  capture_output=True, text=True, check=False)
            direct = subprocess.run([os.path.join(tools, "wax"), *words],
                                    capture_output=True, text=True, check=False)
            assert (done.returncode, done.stdout, done.stderr) == (
                code, direct.stdout, direct.stderr)

    def test_a_package_of_another_project_stays(self, tmp_path):
        other = tmp_path / "waxwing"
        other.mkdir()
        (other / "__init__.py").write_text("name = 'other'\n")
        program = ("import sys; sys.path.insert(0, sys.argv[1])\n"
                   "import waxwing, waxwing_warc\n"
                   "assert waxwing.name == 'other'\n"
                   "assert waxwing_warc.urlkey('http://a/') == 'a)/'\n")
        done = run_python(program, tmp_path)
        assert done.returncode == 0, done.stderr

    def test_losses_are_code_1(self, tools, tmp_path):
        path = tmp_path / "a.warc"
        path.write_bytes(b"")
        assert wax.tools.run("wax-warc-indexer", ["-q", path]) == 1
