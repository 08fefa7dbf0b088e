"""Tools beside the package."""

import os

import pytest

import waxwing
import waxwing.tools


class TestTools:
    def test_those_of_the_build_are_found(self, tools):
        assert os.path.exists(os.path.join(tools, "wax-build"))

    def test_a_folder_can_be_named(self, monkeypatch, tmp_path):
        monkeypatch.setenv("WAXWING_BIN", str(tmp_path))
        assert waxwing.tools.folder() == str(tmp_path)
        with pytest.raises(waxwing.ToolError, match="No such file"):
            waxwing.tools.run("wax-build", ["--version"])

    def test_a_tool_that_could_not_run_says_its_exit_code(self, tools):
        with pytest.raises(waxwing.ToolError) as caught:
            waxwing.tools.run("wax-build", ["--nonsense"])
        assert caught.value.exit_code == 2

    def test_losses_are_code_1(self, tools, tmp_path):
        path = tmp_path / "a.warc"
        path.write_bytes(b"")
        assert waxwing.tools.run("wax-warc-indexer", ["-q", path]) == 1
