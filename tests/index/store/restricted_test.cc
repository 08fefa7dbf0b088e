#include "index/store/restricted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using tests::TempDir;

constexpr const char* kDigestOfB = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";

void write_three(const std::string& path) {
  IndexWriter writer(path, {});
  writer.add({{"urlkey", "org,a)/"},
              {"digest", "sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHXK4"},
              {"date", "20070101000000"},
              {"content", "word"}});
  writer.add({{"urlkey", "org,b)/"},
              {"digest", kDigestOfB},
              {"date", "20070101000000"},
              {"date", "20080101000000"},
              {"content", "word"}});
  writer.add({{"urlkey", "org,c)/"},
              {"digest", "sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHXK4"},
              {"date", "20090101000000"},
              {"content", "word"}});
  writer.finish();
}

std::vector<uint64_t> found(const IndexReader& reader, const char* query) {
  std::vector<uint64_t> documents;
  for (const Hit& hit :
       Searcher(reader).search(parse_query(query), 0, 10).best) {
    documents.push_back(hit.document);
  }
  return documents;
}

TEST(Restricted, ADocumentThatIsNeverSeenIsNoHit) {
  TempDir folder;
  write_three(folder / "i");
  const IndexReader reader = IndexReader::open({folder / "i"});
  DocumentRules rules;
  rules.key_prefixes = {"org,a)"};
  rules.seen = [](const DocumentRules::Version& version) {
    return version.urlkey == "org,a)/" ? DocumentRules::Seen::kNever
                                       : DocumentRules::Seen::kAlways;
  };
  EXPECT_THAT(found(reader.restricted(rules), "word"), ElementsAre(1, 2));
  EXPECT_THAT(found(reader, "word"), ElementsAre(0, 1, 2));
}

// Rules may change while a reader holds an index that was replaced.
TEST(Restricted, RulesHoldForAnIndexThatIsGoneFromItsFolder) {
  TempDir folder;
  write_three(folder / "i");
  const IndexReader reader = IndexReader::open({folder / "i"});
  std::filesystem::remove_all(folder / "i");
  DocumentRules rules;
  rules.key_prefixes = {"org,a)"};
  rules.seen = [](const DocumentRules::Version& version) {
    return version.urlkey == "org,a)/" ? DocumentRules::Seen::kNever
                                       : DocumentRules::Seen::kAlways;
  };
  EXPECT_THAT(found(reader.restricted(rules), "word"), ElementsAre(1, 2));
}

TEST(Restricted, OfOthersOnlySomeDatesAreSeen) {
  TempDir folder;
  write_three(folder / "i");
  const IndexReader reader = IndexReader::open({folder / "i"});
  DocumentRules rules;
  rules.digests = {kDigestOfB};
  rules.seen = [](const DocumentRules::Version& version) {
    return version.digest == kDigestOfB ? DocumentRules::Seen::kByDate
                                        : DocumentRules::Seen::kAlways;
  };
  rules.keep_dates = [](const DocumentRules::Version&,
                        std::vector<std::string>& dates) {
    std::erase_if(dates, [](const std::string& date) { return date < "2008"; });
    return !dates.empty();
  };
  const IndexReader seen = reader.restricted(rules);
  EXPECT_THAT(found(seen, "word date:2007"), ElementsAre(0));
  EXPECT_THAT(found(seen, "word date:2008"), ElementsAre(1));
  StoredDocument values;
  seen.document(1, {"date"}, values);
  ASSERT_EQ(values.size(), 1U);
  EXPECT_EQ(values[0].second, "20080101000000");
}

}  // namespace
}  // namespace wax::index
