#include "index/writer/terms_of_parts.h"

#include <gtest/gtest.h>

#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void write_headings(const std::string& path,
                    const std::vector<std::string_view>& titles) {
  IndexWriter writer(path, {});
  for (std::string_view title : titles) writer.add({{"title", title}});
  writer.finish();
}

TEST(TermsOfParts, ATermComesOnceWithThePartsThatHaveIt) {
  TempDir folder;
  write_headings(folder / "a", {"heron castle", "heron"});
  write_headings(folder / "b", {"abbey", "heron"});
  IndexDirectory a(folder / "a", nullptr);
  IndexDirectory b(folder / "b", nullptr);
  std::vector<MergeSource> sources(2);
  sources[0] = {&a, {0, 1}, {true, true}};
  sources[1] = {&b, {2, 3}, {true, true}};
  const std::vector<JoinedDocument> none;
  const MergePlan plan = plan_merge(folder / "to", sources, none);
  std::string seen;
  TermsOfParts terms(plan.parts, "title");
  while (terms.next()) {
    seen += terms.term() + '=' + std::to_string(terms.documents());
    for (const TermsOfParts::Postings& one : terms.postings()) {
      seen += one.part == &plan.parts[0] ? 'a' : 'b';
    }
    seen += ' ';
  }
  EXPECT_EQ(seen, "abbey=1b castle=1a heron=3ab ");
  EXPECT_FALSE(TermsOfParts(plan.parts, "author").next());
}

}  // namespace
}  // namespace wax::index
