// Holds what the steps of a build make against the numbers of their rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/byte_source.h"
#include "io/inputs/input_files.h"
#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"
#include "text/hex.h"
#include "tools/pipeline/build_record.h"
#include "tools/pipeline/plan.h"
#include "warc/record/digest.h"

namespace wax::tools::pipeline {
namespace {

namespace fs = std::filesystem;

struct MadeBy {
  std::string tool;
  int rules = 0;         // its number in kToolRules (plan.cc)
  std::string checksum;  // of what its steps make of the archives below
};

// wax-add-column makes no step: who runs it, runs it again.
const MadeBy kMade[] = {
    {"wax-add-column", 0, "836e59f19eb527b0"},
    {"wax-add-dates", 2, "48be35c757bc040b"},
    {"wax-dedup-cdx", 4, "d5a47b301c86aa07"},
    {"wax-import", 3, "bd737909957eab7e"},
    {"wax-index", 4, "e4b4f9d8d7df3562"},
    {"wax-merge", 3, "ae7bc546a3ddba82"},
    {"wax-warc-indexer", 2, "7217d586c12a442f"},
};

// The names and bytes of a file or of all files in a folder.
void add(const std::string& path, const std::string& name,
         warc::Digester& digester) {
  if (!fs::is_directory(path)) {
    digester.update(name + '\n');
    digester.update(io::read_all(*io::open_input(path), UINT64_MAX));
    return;
  }
  std::vector<std::string> entries;
  for (const auto& entry : fs::directory_iterator(path)) {
    entries.push_back(entry.path().filename());
  }
  std::sort(entries.begin(), entries.end());
  for (const std::string& entry : entries) {
    add(path + '/' + entry, name + '/' + entry, digester);
  }
}

TEST(ToolRules, HaveANewNumberWhenAToolMakesOtherBytes) {
  tests::TempDir folder;
  auto run = [&](const std::string& command) {
    tests::CommandResult result =
        tests::run_command(command, {folder.path(), {}});
    ASSERT_EQ(result.code, 0) << command << '\n' << result.err;
  };
  const std::string crawl =
      tests::shell_word(tests::source_path("examples/crawl"));
  run("wax-build -q out " + crawl + "/valley-200[67]*");
  run("wax-build -q out " +
      tests::shell_word(tests::source_path("tests/data/herons.wacz")));

  const std::string out = folder / "out";
  const BuildRecord record = load_build_record(out);
  struct Made {
    int rules = 0;
    warc::Digester digester;
  };
  std::map<std::string, Made> made;
  for (const Step& step : plan(out, record, {})) {
    Made& one = made[step.tool];
    one.rules = step.rules;
    for (const std::string& output : step.outputs()) {
      add(output, output.substr(out.size()), one.digester);
    }
  }
  const std::vector<BuiltShard> shards = shards_of(record);
  made["wax-merge"].rules = plan_merge(out, record, {}, shards).rules;
  run("wax-merge -q -o shard out/shards/001 out/shards/002");
  add(folder / "shard", "", made["wax-merge"].digester);
  run("wax-dumpindex --fields urlkey,digest shard | tail -n +2 | "
      "tr '\\t' ' ' | sed 's/.*/& &/' >list && "
      "wax-add-column -q --kind text label list shard");
  add(folder / "shard/label", "", made["wax-add-column"].digester);
  for (const MadeBy& row : kMade) {
    Made& one = made[row.tool];
    std::string checksum =
        text::to_hex(one.digester.finish().bytes()).substr(0, 16);
    EXPECT_TRUE(row.checksum == checksum && row.rules == one.rules)
        << row.tool
        << " makes other bytes than kMade says. If no step before it is the "
           "reason, raise its number in kToolRules (tools/pipeline/plan.cc): "
           "else builds keep what the tool of before made. Then write here: "
           "{\""
        << row.tool << "\", " << one.rules << ", \"" << checksum << "\"},";
  }
}

}  // namespace
}  // namespace wax::tools::pipeline
