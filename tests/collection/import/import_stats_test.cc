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

}  // namespace
}  // namespace wax::collection
