#include "graph/store/pages.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

Page captured(std::vector<PageCapture> captures) {
  Page page;
  page.archived = true;
  page.captures = std::move(captures);
  page.order_captures();
  return page;
}

TEST(Pages, AreFoundByKeyAndNumber) {
  tests::TempDir folder;
  PagesWriter writer(folder / "pages");
  for (int i = 100; i < 400; ++i) {
    Page page =
        captured({{20080000000000U + static_cast<uint64_t>(i), 5, false, 200},
                  {20090000000000U, 6, true, 0}});
    page.archived = i % 3 != 0;
    page.key = "com,example)/" + std::to_string(i);
    writer.add(page);
  }
  writer.finish();
  NodeFile file(folder / "pages");
  for (NodeId id = 0; id < 300; ++id) {
    std::string key = "com,example)/" + std::to_string(id + 100);
    EXPECT_EQ(page_at(file, id).key, key);
    auto found = find_page(file, key);
    ASSERT_TRUE(found) << key;
    EXPECT_EQ(found->id, id);
    ASSERT_EQ(found->archived, (id + 100) % 3 != 0);
    if (!found->archived) continue;
    EXPECT_EQ(found->first(), 20080000000000U + id + 100);
    EXPECT_TRUE(found->captures[1].revisit);
    EXPECT_EQ(found->status(), 200U);
  }
  for (const char* key : {"", "com,example)/", "com,example)/1000", "d"}) {
    EXPECT_FALSE(find_page(file, key)) << key;
  }
}

TEST(Pages, DamageIsNamed) {
  tests::TempDir folder;
  PagesWriter writer(folder / "pages");
  for (const char* key : {"a", "ab"}) {
    Page page = captured({{1, 2, false, 200}});
    page.key = key;
    writer.add(page);
  }
  writer.finish();
  std::string bytes = tests::read_file(folder / "pages");
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = '\xff';
    folder.write("pages", damaged);
    NodeFile file(folder / "pages");
    PageScan scan(file);
    try {
      for (Page page; scan.next(page);) {
      }
    } catch (const FormatError& error) {
      EXPECT_LE(error.offset(), bytes.size());
    }
  }
}

TEST(Page, EachCaptureCountsOnce) {
  Page page = captured({{3, 7, false, 200},
                        {1, 7, false, 200},
                        {3, 7, true, 0},
                        {2, 8, false, 404}});
  ASSERT_EQ(page.captures.size(), 3U);
  EXPECT_FALSE(page.captures[2].revisit);
  EXPECT_EQ(page.digests(), 2U);
  EXPECT_EQ(page.changes(), 2U);
}

// Days after the captures N, N, M, N, M, M: not modified or modified.
TEST(Page, ItsIntervalAdapts) {
  std::vector<PageCapture> captures = {{1, 0, false, 200}};
  uint64_t date = 1;
  uint64_t digest = 0;
  const std::vector<double> days = {42, 58.8, 47.04, 65.856, 52.6848, 42.14784};
  const std::string steps = "NNMNMM";
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] == 'M') ++digest;
    captures.push_back({++date, digest, false, 200});
    EXPECT_NEAR(captured(captures).interval(), days[i], 1e-9);
  }
}

TEST(Page, ARevisitHasTheLinksOfTheCaptureItRepeats) {
  Page page = captured({{1, 7, false, 200},
                        {2, 8, false, 200},
                        {3, 7, true, 0},
                        {4, 9, true, 0}});
  EXPECT_EQ(page.date_of_links(1), 1U);
  EXPECT_EQ(page.date_of_links(2), 2U);
  EXPECT_EQ(page.date_of_links(3), 1U);
  // What it repeats is not known.
  EXPECT_EQ(page.date_of_links(4), 2U);
  EXPECT_FALSE(page.is_archived(0));
}

}  // namespace
}  // namespace wax::graph
