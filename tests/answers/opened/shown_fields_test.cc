#include "answers/opened/shown_fields.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "index/upkeep/date_index.h"
#include "index/writer/index_writer.h"
#include "lines/line_stream.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

// A collection of one page.
class OnePage {
 public:
  explicit OnePage(const std::string& date) {
    index::IndexWriter writer(shard_ + "/main", {});
    writer.add({{"urlkey", "org,example)/"},
                {"digest", "sha1:D"},
                {"url", "http://example.org/"},
                {"site", "example.org"},
                {"type", "text/html"},
                {"date", date},
                {"content", "A grey heron."}});
    writer.about("urlkey", "surt");
    writer.finish();
  }

  void rank(const std::string& column, index::ColumnKind kind) {
    (void)index::build_column({shard_}, {column, kind},
                              lines::lines_of("org,example)/ 2\n"), "list", {},
                              none_);
  }

  [[nodiscard]] index::IndexReader open() {
    return index::IndexReader::open_collection(folder_ / "site", {}, none_);
  }

 private:
  tests::TempDir folder_;
  std::string shard_ = folder_ / "site/pindexes/001";
  tests::Problems none_;
};

TEST(ShownFields, AreThoseThatTheIndexHasInOneOrder) {
  OnePage page("20070101000000");
  const index::FieldNames names = index::field_names(page.open());
  EXPECT_EQ(facet_fields(names), (std::vector<std::string>{"site", "type"}));
  EXPECT_EQ(period_field(names), "year");
  EXPECT_EQ(fields_of_search_page(names),
            (std::vector<std::string>{"site", "type", "year"}));
}

TEST(ShownFields, HaveThePageRankThatABuildHasMade) {
  OnePage page("20070101000000");
  page.rank("pagerank", index::ColumnKind::kReal);
  const index::FieldNames names = index::field_names(page.open());
  EXPECT_TRUE(has_page_rank(names));
  EXPECT_EQ(fields_of_search_page(names).back(), "pagerank");
}

TEST(ShownFields, HaveNoColumnOfThatNameWithOtherValues) {
  OnePage page("20070101000000");
  page.rank("pagerank", index::ColumnKind::kKeyword);
  EXPECT_FALSE(has_page_rank(index::field_names(page.open())));
}

}  // namespace
}  // namespace wax::answers
