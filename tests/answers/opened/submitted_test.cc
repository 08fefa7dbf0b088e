#include "answers/opened/submitted.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "answers/opened/collection.h"
#include "cdx/lookup/range_merger.h"
#include "io/error.h"
#include "io/folder.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

using Lines = std::vector<std::string>;

std::string capture(const std::string& path, int second) {
  std::string date = "202001010000" + std::to_string(10 + second);
  return "org,a)/" + path + ' ' + date + " http://a.org/" + path +
         " text/html 200 AAA - - 7 9 f";
}

Lines lines_of(const Generation& generation) {
  Searchables files = open_cdx(generation);
  auto merged = cdx::RangeMerger::ascending(files, {"", "\xff\xff"});
  Lines out;
  std::string_view line;
  while (merged.next(line)) out.emplace_back(line);
  return out;
}

CollectionFiles writable(const std::string& folder) {
  CollectionFiles files;
  files.folder = folder;
  files.writable = true;
  return files;
}

uint64_t add(Collection& collection, const std::string& text) {
  io::MemorySource bytes(text);
  return collection.submitted()->add(bytes, false);
}
uint64_t remove(Collection& collection, const std::string& text) {
  io::MemorySource bytes(text);
  return collection.submitted()->remove(bytes, false);
}

class Cdx11Folder {
 public:
  // The folder's captures have the 11 columns of CDX.
  explicit Cdx11Folder(const std::string& lines) {
    folder_.write("captures.cdx", " CDX N b a m s k r M S V g\n" + lines);
  }
  [[nodiscard]] std::string path() const { return folder_ / "."; }

 private:
  tests::TempDir folder_;
};

TEST(SubmittedCaptures, AreSeenByTheNextRead) {
  Cdx11Folder folder(capture("a", 0) + '\n');
  Collection collection("c", writable(folder.path()), nullptr);
  EXPECT_EQ(add(collection, capture("b", 1) + '\n' + capture("a", 2)), 2U);
  EXPECT_EQ(lines_of(*collection.current()),
            (Lines{capture("a", 0), capture("a", 2), capture("b", 1)}));
}

TEST(SubmittedCaptures, AreAddedOnce) {
  Cdx11Folder folder("");
  Collection collection("c", writable(folder.path()), nullptr);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(add(collection, capture("b", 1) + '\n' + capture("b", 1)), 2U);
  }
  EXPECT_EQ(lines_of(*collection.current()), Lines{capture("b", 1)});
}

TEST(SubmittedCaptures, AreDeletedByKeyAndDateAlsoFromTheCollectionsFiles) {
  Cdx11Folder folder(capture("a", 0) + '\n' + capture("a", 1) + '\n');
  Collection collection("c", writable(folder.path()), nullptr);
  (void)add(collection, capture("a", 2) + '\n' + capture("b", 0));
  EXPECT_EQ(remove(collection, capture("a", 1) + '\n' + capture("a", 2)), 2U);
  EXPECT_EQ(lines_of(*collection.current()),
            (Lines{capture("a", 0), capture("b", 0)}));
  (void)add(collection, capture("a", 2));
  EXPECT_EQ(lines_of(*collection.current()),
            (Lines{capture("a", 0), capture("a", 2), capture("b", 0)}));
}

TEST(SubmittedCaptures, AreNotChangedByARequestWithABadLine) {
  Cdx11Folder folder("");
  Collection collection("c", writable(folder.path()), nullptr);
  EXPECT_THROW((void)add(collection, capture("a", 1) + "\nbad line\n"),
               UsageError);
  EXPECT_THROW((void)remove(collection, "bad line\n"), UsageError);
  EXPECT_TRUE(lines_of(*collection.current()).empty());
}

TEST(SubmittedCaptures, AreOfOneProcess) {
  Cdx11Folder folder("");
  Collection collection("c", writable(folder.path()), nullptr);
  EXPECT_THROW(Collection("d", writable(folder.path()), nullptr), UsageError);
}

TEST(SubmittedCaptures, AreShownByAServerThatTakesNone) {
  Cdx11Folder folder("");
  {
    Collection writer("c", writable(folder.path()), nullptr);
    (void)add(writer, capture("a", 1));
  }
  CollectionFiles files;
  files.folder = folder.path();
  Collection reader("c", files, nullptr);
  EXPECT_EQ(lines_of(*reader.current()), Lines{capture("a", 1)});
}

TEST(SubmittedCaptures, NeedNeitherAnIndexNorCdxFiles) {
  tests::TempDir folder;
  Collection collection("c", writable(folder / "new"), nullptr);
  EXPECT_TRUE(lines_of(*collection.current()).empty());
  (void)add(collection, capture("a", 1));
  EXPECT_EQ(lines_of(*collection.current()),
            Lines{"org,a)/a 20200101000011 {\"url\": \"http://a.org/a\", "
                  "\"mime\": \"text/html\", \"status\": \"200\", \"digest\": "
                  "\"AAA\", \"length\": \"7\", \"offset\": \"9\", "
                  "\"filename\": \"f\"}"});
}

TEST(SubmittedCaptures, LeaveBehindWhatABrokenWriteHasLeft) {
  tests::TempDir folder;
  {
    Collection collection("c", writable(folder / "new"), nullptr);
    (void)add(collection, capture("a", 1));
  }
  std::string written = submitted_folder(folder / "new");
  folder.write("new/captures.written/2-2.deleted", "org,a)/a 20200101000011\n");
  folder.write("new/captures.written/2-2.cdx.part-1", "half a li");
  folder.write("new/captures.written/notes.txt", "mine");
  Collection collection("c", writable(folder / "new"), nullptr);
  (void)add(collection, capture("b", 1));
  EXPECT_EQ(lines_of(*collection.current()).size(), 2U);
  EXPECT_EQ(io::entries_of(written).size(), 4U);  // 0-0, 1-1, 2-2, notes
}

// Writes and deletions at random, with reopening, beside a simple model.
TEST(SubmittedCaptures, AreThoseOfANaiveModelWhileRunsAreMerged) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  Cdx11Folder folder(capture("a", 0) + '\n' + capture("b", 0) + '\n');
  std::set<std::string> model = {capture("a", 0), capture("b", 0)};
  auto collection =
      std::make_unique<Collection>("c", writable(folder.path()), nullptr);
  for (int step = 0; step < 120; ++step) {
    std::string body;
    bool deletes = random() % 4 == 0;
    for (unsigned i = random() % 4; i < 4; ++i) {
      std::string line = capture(std::string(1, char('a' + random() % 5)),
                                 static_cast<int>(random() % 9));
      body += line + '\n';
      if (deletes) {
        model.erase(line);
      } else {
        model.insert(line);
      }
    }
    if (deletes) {
      (void)remove(*collection, body);
    } else {
      (void)add(*collection, body);
    }
    ASSERT_EQ(lines_of(*collection->current()),
              Lines(model.begin(), model.end()))
        << "seed " << seed << ", step " << step;
    if (random() % 20 != 0) continue;
    collection = nullptr;
    collection =
        std::make_unique<Collection>("c", writable(folder.path()), nullptr);
  }
  EXPECT_LT(collection->submitted()->runs().size(), 60U);
}

TEST(SubmittedCaptures, AreMergedIntoFewRunsWhileReadersHoldOldOnes) {
  Cdx11Folder folder("");
  Collection collection("c", writable(folder.path()), nullptr);
  auto old = collection.current();
  for (int i = 0; i < 60; ++i) {
    (void)add(collection, capture("p" + std::to_string(i), 0));
    if (i == 5) old = collection.current();
  }
  while (collection.submitted()->runs().size() >= 4) std::this_thread::yield();
  EXPECT_EQ(lines_of(*collection.current()).size(), 60U);
  EXPECT_EQ(lines_of(*old).size(), 6U);
  old = nullptr;
}

}  // namespace
}  // namespace wax::answers
