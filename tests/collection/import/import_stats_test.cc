#include "collection/import/import_stats.h"

#include <gtest/gtest.h>

namespace wax::collection {
namespace {

TEST(ImportStats, SumsAndWritesJson) {
  ImportStats stats;
  stats.read = 3;
  stats.skipped["dns"] = 1;
  ImportStats more;
  more.imported = 1;
  more.skipped["type \"x\""] = 1;
  more.without_text["text-none"] = 2;
  stats += more;
  EXPECT_EQ(stats.json(), R"({
  "archives": 0,
  "failed_archives": 0,
  "bytes": 0,
  "read": 3,
  "imported": 1,
  "excluded": 0,
  "dates": 0,
  "skipped": {
    "dns": 1,
    "type \"x\"": 1
  },
  "failed": 0,
  "truncated": 0,
  "noindex": 0,
  "without_text": {
    "text-none": 2
  },
  "text_bytes": 0,
  "links": 0
}
)");
}

TEST(ImportStats, NamesTheFirstArchiveOfAContainer) {
  ImportStats stats;
  stats.add_container("a \"1\".wacz", "c.warc");
  ImportStats more;
  more.add_container("a \"1\".wacz", "b.warc");
  more.add_container("a \"1\".wacz", "d.warc");
  stats += more;
  std::string stored;
  stats.append(stored);
  std::string_view rest = stored;
  ImportStats again;
  EXPECT_TRUE(again.take(rest));
  EXPECT_EQ(rest, "");
  const std::map<std::string, std::string, std::less<>> named = {
      {"a \"1\".wacz", "b.warc"}};
  EXPECT_EQ(again.containers, named);
  EXPECT_EQ(containers_in(again.json()), named);
  for (const char* none :
       {"", "[]", "{}", R"({"containers":[]})", R"({"containers":{"a":1}})"}) {
    EXPECT_TRUE(containers_in(none).empty()) << none;
  }
}

TEST(ImportStats, KeepsTheFirstContainersInAnyOrder) {
  ImportStats up;
  ImportStats down;
  const size_t count = 2 * ImportStats::kMostContainers;
  for (size_t i = 0; i < count; ++i) {
    up.add_container(std::to_string(i), "a");
    down.add_container(std::to_string(count - 1 - i), "a");
  }
  EXPECT_EQ(up.containers.size(), ImportStats::kMostContainers);
  EXPECT_EQ(up.containers, down.containers);
  EXPECT_TRUE(up.has_more_containers);
  EXPECT_EQ(up.json(), down.json());
  EXPECT_TRUE(has_more_containers(up.json()));
  std::string stored;
  up.append(stored);
  std::string_view rest = stored;
  ImportStats again;
  EXPECT_TRUE(again.take(rest));
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(again.json(), up.json());
  ImportStats sum;
  EXPECT_FALSE(has_more_containers(sum.json()));
  sum += again;
  EXPECT_TRUE(sum.has_more_containers);
}

}  // namespace
}  // namespace wax::collection
