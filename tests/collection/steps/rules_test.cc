// Holds what the steps of a build make against the numbers of their rules.
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "collection/record/build_record.h"
#include "collection/steps/plan.h"
#include "io/byte_source.h"
#include "io/inputs/input_files.h"
#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

struct MadeBy {
  std::string tool;
  std::string number;       // which constant has the number of its rules, where
  int rules = 0;            // that number
  std::string checksum;     // of what its steps make of the archives below
  bool has_frames = false;  // whether stored values are in it, as zstd frames
};

// The checksums of files with frames are those of this libzstd (1.5.4); others
// compress to other bytes.
constexpr unsigned kZstdOfChecksums = 10504;

// wax-add-column makes no step: who runs it, runs it again.
const MadeBy kMade[] = {
    {"wax-add-column", "", 0, "dc77f5259a7f3667", true},
    {"wax-add-dates", "kDateRules (index/upkeep/date_index.h)", 5,
     "3c8e5921534a12f0"},
    {"wax-dedup-cdx", "kVersionRules (cdx/dedup/batch_lists.h)", 5,
     "d5a47b301c86aa07"},
    {"wax-import", "kTextRules (document/maker/document_maker.h)", 14,
     "cde44aaa332af8b2"},
    {"wax-index", "kIndexRules (collection/versions/index_builder.h)", 14,
     "fab3198fd8cb7deb", true},
    {"wax-merge", "kMergeRules (index/upkeep/shard_merger.h)", 6,
     "d25b2e8e6651c670", true},
    {"wax-warc-indexer", "kCaptureRules (cdx/indexer/indexer.h)", 3,
     "7217d586c12a442f"},
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
    const bool is_comparable =
        !row.has_frames || ::ZSTD_versionNumber() == kZstdOfChecksums;
    if ((!is_comparable || row.checksum == checksum) &&
        row.rules == one.rules) {
      continue;
    }
    ADD_FAILURE() << row.tool << " makes other bytes than kMade says. "
                  << (row.number.empty() ? "" : "raise " + row.number)
                  << " unless a step before it is the reason: else builds keep "
                     "what the tool of before made. Then write here: {\""
                  << row.tool << "\", \"" << row.number << "\", " << one.rules
                  << ", \"" << checksum << "\"},";
  }
}

}  // namespace
}  // namespace wax::collection
