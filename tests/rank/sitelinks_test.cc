#include "rank/sitelinks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/io/compress/bzip2_texts.h"
#include "tests/rank/support.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

const std::string kZurich =
    R"({"type":"item","id":"Q72","labels":{"en":{"language":"en","value":)"
    R"("a \"sitelinks\":{\"enwiki\":{\"title\":\"no\"}}"}},"sitelinks":)"
    R"({"enwiki":{"site":"enwiki","title":"Z\u00fcrich","badges":[]},)"
    R"("alswiki":{"site":"alswiki","title":"Stadt Z\u00fcri","badges":["Q1"]},)"
    R"("somewhere":{"site":"somewhere","title":"x"}},"lastrevid":5})";

std::string links(const std::string& line) {
  std::string out;
  return append_sitelinks(line, out) ? out : "no entity";
}

TEST(Sitelinks, ArePagesOfAnItem) {
  const std::string expected =
      "en.wikipedia/z\xC3\xBCrich Q72\ngsw.wikipedia/stadt_z\xC3\xBCri Q72\n";
  EXPECT_EQ(links(kZurich), expected);
  EXPECT_EQ(links(kZurich + ",\r"), expected);
  EXPECT_EQ(links(R"({"type":"item","id":"Q1","sitelinks":{}})"), "");
  EXPECT_EQ(links(R"({"type":"property","id":"P1","labels":{}})"), "");
}

TEST(Sitelinks, MayHaveTheUrlKeysOfTheirPages) {
  std::string out;
  EXPECT_TRUE(append_sitelinks(kZurich, out, WikiKeys::kUrls));
  EXPECT_EQ(out,
            "org,wikipedia,en)/wiki/z%c3%bcrich Q72\n"
            "org,wikipedia,als)/wiki/stadt_z%c3%bcri Q72\n");
}

TEST(Sitelinks, NeedAWholeEntity) {
  EXPECT_EQ(links(kZurich.substr(0, 100)), "no entity");
  EXPECT_EQ(links("{}"), "no entity");
  EXPECT_EQ(links("x"), "no entity");
}

TEST(Sitelinks, AreReadFromADumpOfLongLines) {
  tests::TempDir folder;
  Reports reports;
  const std::string filler(9'000'000, 'x');
  const std::string dump =
      "[\n" + kZurich +
      ",\n{\"type\":\"item\",\"id\":\"Q9\",\"labels\":{\"en\":\"" + filler +
      "\"},\"sitelinks\":{\"dewiki\":{\"title\":\"Neun\"}}},\n" + kZurich +
      "\n]\n";
  const std::string zurich = links(kZurich);
  const std::string all = zurich + "de.wikipedia/neun Q9\n" + zurich;
  for (uint64_t jobs : {1, 2}) {
    EXPECT_EQ(text_of(*sitelinks({"dump", folder.write("dump", dump)},
                                 WikiKeys::kTitles, jobs, reports)),
              all);
    EXPECT_EQ(
        text_of(*sitelinks({"dump", folder.write("dump", io::bzip2_of(dump))},
                           WikiKeys::kTitles, jobs, reports)),
        all);
  }
  EXPECT_EQ(reports.texts, std::vector<std::string>{});
}

TEST(Sitelinks, SayThatADumpWasCut) {
  tests::TempDir folder;
  Reports reports;
  const std::string dump = "[\n" + kZurich + ",\n" + kZurich.substr(0, 99);
  EXPECT_EQ(text_of(*sitelinks({"dump", folder.write("dump", dump)},
                               WikiKeys::kTitles, 1, reports)),
            links(kZurich));
  EXPECT_EQ(reports.texts,
            (std::vector<std::string>{
                "rank-bad-entity: line 3 is not an entity as Wikidata's dumps "
                "have it",
                "rank-cut-dump: the dump ends without its \"]\""}));
}

}  // namespace
}  // namespace wax::rank
