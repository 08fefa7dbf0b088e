// Whatever an archive is packed in and however it is named, every tool that
// reads archives finds the same records.
#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

std::string little(uint64_t value, size_t size) {
  std::string bytes;
  for (; size > 0; --size, value >>= 8) bytes += static_cast<char>(value);
  return bytes;
}

// A zip file of one stored entry.
std::string zip_of(const std::string& name, const std::string& bytes) {
  auto sum = crc32(0, reinterpret_cast<const Bytef*>(bytes.data()),
                   static_cast<uInt>(bytes.size()));
  std::string both = little(0, 8) + little(sum, 4) + little(bytes.size(), 4) +
                     little(bytes.size(), 4) + little(name.size(), 2) +
                     little(0, 2);
  std::string zip = "PK\3\4" + little(20, 2) + both + name + bytes;
  size_t directory = zip.size();
  zip += "PK\1\2" + little(20, 2) + little(20, 2) + both + little(0, 14) + name;
  size_t size = zip.size() - directory;
  return zip + "PK\5\6" + little(0, 4) + little(1, 2) + little(1, 2) +
         little(size, 4) + little(directory, 4) + little(0, 2);
}

struct Tool {
  const char* name;
  // What a shell runs, with $INPUT for the input; prints what the tool found.
  const char* command;
  bool streams = true;  // takes standard input
};

const Tool kTools[] = {
    {"indexer",
     "wax-warc-indexer -q $INPUT | grep -v ^.CDX | cut -d ' ' -f 1-7"},
    {"ls", "wax-warc-ls -q --fields type,date,url,status,mime,digest $INPUT"},
    {"extract", "wax-warc-extract -q --regex . $INPUT"},
    {"check",
     // It also tells that the package has no document.
     "wax-warc-check -q --json $INPUT | sed 's/\"file\":\"[^\"]*\"//; "
     "s/\"offset\":[0-9]*//g; /datapackage.json/d'"},
    {"recompress", "wax-warc-recompress -q --compression none -o - $INPUT"},
    {"import",
     "rm -rf segment; wax-import -q --all-types -o segment $INPUT && "
     "cat segment/keys segment/dates"},
    {"build",
     "rm -rf built; wax-build -q built $INPUT; cut -d ' ' -f 1-7 "
     "built/batches/001/captures.cdx; wax-dumpindex -q --json --fields "
     "url,content "
     "built/pindexes/001/main",
     false},
};

std::string packed(const std::string& how) {
  std::string all;
  for (int i = 0; i < 5; ++i) {
    std::string record = tests::warc_record(
        tests::http_response("<p>waxwing " + std::to_string(i)),
        {.uri = "http://example.org/" + std::to_string(i)});
    all += how == "gz"    ? tests::gzip_member(record)
           : how == "zst" ? tests::zstd_frame(record)
           : how == "lz4" ? tests::lz4_frame(record)
                          : record;
  }
  return all;
}

std::string warc_of(const std::string& text) {
  return tests::warc_record(tests::http_response("<p>" + text),
                            {.uri = "http://example.org/" + text});
}

class InputKinds : public testing::TestWithParam<Tool> {
 protected:
  CommandResult run(const std::string& input, const std::string& rest = "") {
    std::string command = GetParam().command;
    command.replace(command.find("$INPUT"), 6, input);
    return run_command("(" + command + ")" + rest, {directory_.path(), {}});
  }
  TempDir directory_;
};

TEST_P(InputKinds, GiveTheSameRecords) {
  directory_.write("plain.warc", packed("plain"));
  CommandResult expected = run("plain.warc");
  ASSERT_EQ(expected.code, 0) << expected.err;
  ASSERT_NE(expected.out, "");
  for (const std::string how : {"plain", "gz", "zst", "lz4", "wacz"}) {
    std::string folder = "in-" + how;
    std::filesystem::create_directories(directory_ / folder + "/below");
    std::string name = how == "plain"  ? "a.warc"
                       : how == "wacz" ? "a.wacz"
                                       : "a.warc." + how;
    std::string bytes =
        how == "wacz" ? zip_of("archive/a.warc.gz", packed("gz")) : packed(how);
    std::string path = folder + "/below/" + name;
    directory_.write(path, bytes);
    directory_.write("list", directory_ / path + "\n");
    std::vector<std::pair<std::string, std::string>> ways = {{path, ""},
                                                             {folder, ""}};
    if (how != "wacz" && GetParam().streams) {
      ways.push_back({"-", " < " + path});
    }
    if (how == "wacz") ways.push_back({path + "!/archive/a.warc.gz", ""});
    ways.push_back({"--files-from list", ""});
    for (const auto& [input, rest] : ways) {
      CommandResult result = run(input, rest);
      EXPECT_EQ(result.code, 0) << input << rest << "\n" << result.err;
      EXPECT_TRUE(result.out == expected.out)
          << how << ": " << input << rest << "\n"
          << result.out.substr(0, 400);
      EXPECT_EQ(result.err, expected.err) << input << rest;
    }
  }
}

// What the name of an entry would be as a path holds a decoy.
TEST_P(InputKinds, NoNameOfAnEntryChoosesAFile) {
  std::string page = warc_of("inside");
  directory_.write("page.warc", page);
  CommandResult expected = run("page.warc");
  ASSERT_NE(expected.out, "");
  std::string decoy = warc_of("decoy");
  for (const char* folder : {"a/b/w.wacz!/archive", "a/b/C:"}) {
    std::filesystem::create_directories(directory_ / folder);
  }
  for (const char* name :
       {"x.warc", "a/x.warc", "a/b/x.warc", "a/b/C:\\x.warc", "a/b/C:/x.warc",
        "a/b/w.wacz!/x.warc", "a/b/w.wacz!/archive/x.warc"}) {
    directory_.write(name, decoy);
  }
  std::filesystem::create_symlink(directory_ / "x.warc",
                                  directory_ / "a/b/w.wacz!/link.warc");
  for (const std::string& name :
       {directory_ / "x.warc", std::string("../x.warc"),
        std::string("../../x.warc"), std::string("../../../x.warc"),
        std::string("archive/../../x.warc"), std::string("archive/x.warc"),
        std::string("x.warc"), std::string("link.warc"),
        std::string("C:\\x.warc"), std::string("C:/x.warc"),
        std::string("..\\x.warc"), std::string("x\nx.warc")}) {
    directory_.write("a/b/w.wacz", zip_of(name, page));
    CommandResult result = run("a/b/w.wacz");
    EXPECT_EQ(result.code, 0) << name << "\n" << result.err;
    EXPECT_TRUE(result.out == expected.out)
        << name << ": " << result.out.substr(0, 400);
  }
}

TEST_P(InputKinds, AnEntryWithNulInItsNameIsRefused) {
  directory_.write("x.warc", warc_of("decoy"));
  directory_.write(
      "w.wacz", zip_of(std::string("../x.warc\0.warc", 15), warc_of("inside")));
  CommandResult result = run("w.wacz");
  EXPECT_EQ(result.out.find("http://"), std::string::npos) << result.out;
  EXPECT_NE(
      result.err.find("w.wacz: at byte 0: bad-zip: the name of this entry "
                      "holds a NUL byte"),
      std::string::npos)
      << result.err;
}

INSTANTIATE_TEST_SUITE_P(Of, InputKinds, testing::ValuesIn(kTools),
                         [](const auto& tool) {
                           return std::string(tool.param.name);
                         });

}  // namespace
}  // namespace wax::tests
