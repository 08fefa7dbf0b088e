#include "cdx/dedup/batch_lists.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

// Batches of a collection, in a folder.
class Collection {
 public:
  explicit Collection(std::string folder) : folder_(std::move(folder)) {
    fs::create_directories(folder_);
  }

  // Adds a batch with these lines of a file of versions, in any order.
  void write_batch(uint32_t batch, const std::set<std::string>& lines) {
    std::string text = "# identity\n";
    for (const std::string& line : lines) text += line + '\n';
    std::ofstream(path("versions", batch)) << text;
  }
  [[nodiscard]] BatchLists lists(uint32_t first, uint32_t end) const {
    BatchLists lists;
    lists.known = known_;
    for (uint32_t i = first; i < end; ++i) {
      lists.added.push_back({i, path("versions", i)});
    }
    lists.duplicates = [this](uint32_t batch) {
      return path("duplicates", batch);
    };
    lists.sort.memory = 1 << 20;
    return lists;
  }
  std::set<std::string> add(uint32_t first, uint32_t end) {
    std::set<std::string> dates;
    add_to_lists(lists(first, end), [&](std::string_view line) {
      EXPECT_TRUE(dates.insert(std::string(line)).second) << line;
      EXPECT_EQ(*dates.rbegin(), line) << "order";
    });
    for (uint32_t i = first; i < end; ++i)
      known_.push_back(path("versions", i));
    return dates;
  }
  [[nodiscard]] std::set<std::string> dates_of(uint32_t batch) const {
    std::set<std::string> dates;
    list_dates(lists(batch, batch + 1),
               [&](std::string_view line) { dates.emplace(line); });
    return dates;
  }
  // The files of versions become one.
  void merge() {
    std::string all = folder_ + "/all" + std::to_string(known_.size());
    auto output = io::open_output(all, true);
    merge_versions(known_, *output);
    output->finish();
    known_ = {all};
  }
  [[nodiscard]] std::string path(const char* name, uint32_t batch) const {
    return folder_ + '/' + name + std::to_string(batch);
  }

 private:
  std::string folder_;
  std::vector<std::string> known_;
};

std::string date_of(uint64_t day) {
  return std::to_string(20070101000000 + day);
}

std::set<std::string> random_lines(uint32_t batch, std::mt19937_64& random) {
  std::set<std::string> lines;
  for (size_t i = random() % 12; i > 0; --i) {
    std::string key = "k" + std::to_string(random() % 6);
    std::string date = date_of(random() % 9);
    if (random() % 8 == 0) {
      lines.insert(key + " !" + date_of(random() % 9) + ' ' +
                   batch_digits(batch) + date);
      continue;
    }
    lines.insert(key + " d" + std::to_string(random() % 3) + ' ' +
                 "0124rx44"[random() % 8] + batch_digits(batch) + date);
  }
  return lines;
}

// What batches bring one by one is what they bring together.
TEST(BatchLists, DoNotDependOnHowBatchesCome) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    tests::TempDir folder;
    std::mt19937_64 random(seed);
    Collection grown(folder / "grown");
    Collection whole(folder / "whole");
    const auto end = static_cast<uint32_t>(2 + random() % 7);
    std::set<std::string> dates;
    for (uint32_t batch = 1; batch < end; ++batch) {
      std::set<std::string> lines = random_lines(batch, random);
      grown.write_batch(batch, lines);
      whole.write_batch(batch, lines);
      dates.merge(grown.add(batch, batch + 1));
      if (random() % 3 == 0) grown.merge();
    }
    const std::set<std::string> all = whole.add(1, end);
    for (uint32_t batch = 1; batch < end; ++batch) {
      EXPECT_EQ(tests::read_file(grown.path("duplicates", batch)),
                tests::read_file(whole.path("duplicates", batch)));
      std::set<std::string> own;
      for (const std::string& line : all) {
        if (line.starts_with(batch_digits(batch))) own.insert(line);
      }
      EXPECT_EQ(grown.dates_of(batch), own);
    }
    // Dates of a version that went to another batch stay where they were.
    std::set<std::string> kept;
    for (const std::string& line : all) kept.insert(line.substr(0, 13));
    std::erase_if(dates, [&](const std::string& line) {
      return !kept.contains(line.substr(0, 13));
    });
    EXPECT_EQ(dates, all);
  }
}

TEST(BatchLists, ABatchTouchesOnlyListsThatChange) {
  tests::TempDir folder;
  Collection grown(folder / "grown");
  grown.write_batch(1,
                    {"a d 400000120070101000000", "a d 400000120070102000000",
                     "b d 000000120070101000000"});
  grown.write_batch(2, {"c d 400000220070101000000"});
  grown.add(1, 3);
  auto time = [&](uint32_t batch) {
    return fs::last_write_time(grown.path("duplicates", batch));
  };
  auto first = time(1);
  auto second = time(2);
  grown.write_batch(3,
                    {"a d 400000320070103000000", "c d r00000320070105000000",
                     "c !20070101000000 00000320070106000000"});
  EXPECT_EQ(grown.add(3, 4),
            (std::set<std::string>{"000001 a d 20070103000000",
                                   "000002 c d 20070105000000",
                                   "000002 c d 20070106000000"}));
  EXPECT_EQ(time(1), first);
  EXPECT_EQ(time(2), second);
  EXPECT_EQ(tests::read_file(grown.path("duplicates", 3)),
            "# identity\na d 20070103000000 original=20070101000000\n");
  // An intact capture of what is damaged.
  grown.write_batch(4, {"b d 400000420070104000000"});
  EXPECT_EQ(grown.add(4, 5),
            (std::set<std::string>{"000004 b d 20070101000000"}));
  EXPECT_NE(time(1), first);
  EXPECT_EQ(time(2), second);
  EXPECT_EQ(tests::read_file(grown.path("duplicates", 1)),
            "# identity\na d 20070102000000 original=20070101000000\n"
            "b d 20070101000000 original=20070104000000\n");
}

TEST(BatchLists, BatchesHaveRevisitsAndReferences) {
  tests::TempDir folder;
  BatchVersions batch;
  batch.captures = {folder.write(
      "cdx",
      "a 20070101000000 http://a/ text/html 200 X - - 1 5 a.warc.gz\n"
      "a 20070102000000 http://a/ warc/revisit - X - - 1 6 a.warc.gz\n")};
  batch.references = {folder.write(
      "references", "# x\nb 20070101000000 20070103000000\nbad\n")};
  Ranking ranking;
  ranking.all_captures = true;
  batch.versions.ranking = &ranking;
  batch.versions.batch = 7;
  VersionCounts counts;
  tests::Problems problems;
  auto output = io::open_output(folder / "versions", false);
  write_batch_versions(
      batch, [] { return "# identity\n"; }, *output, counts, problems);
  output->finish();
  EXPECT_EQ(tests::read_file(folder / "versions"),
            "# identity\na X 400000720070101000000\n"
            "a X r00000720070102000000\n"
            "b !20070101000000 00000720070103000000\n");
  ASSERT_EQ(problems.all.size(), 1U);
  EXPECT_EQ(problems.all[0].id, "list-bad-line");
}

}  // namespace
}  // namespace wax::cdx
