#include "collection/access/collection_access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "collection/access/rule_day.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using tests::TempDir;

const std::string kDigestA = "sha1:" + std::string(32, 'A');
const std::string kDigestB = "sha1:" + std::string(32, 'B');

struct IndexedPage {
  std::string url;
  std::string key;
  std::string digest;
  std::vector<std::string> dates;
  std::vector<std::string> revisit_of = {};
  std::vector<std::string> said_by = {};
};

void write_pages(const std::string& collection,
                 const std::vector<IndexedPage>& pages) {
  index::IndexWriter writer(collection + "/pindexes/s/main", {});
  for (const IndexedPage& page : pages) {
    std::vector<index::FieldValue> values = {
        {"urlkey", page.key}, {"digest", page.digest}, {"url", page.url}};
    for (const std::string& original : page.revisit_of) {
      values.push_back({"revisit_of", original});
    }
    for (const std::string& source : page.said_by) {
      values.push_back({"said_by", source});
    }
    std::set<std::string> parts;
    for (const std::string& date : page.dates) {
      values.push_back({"date", date});
    }
    writer.add(values);
  }
  writer.about("urlkey", "surt");
  writer.finish();
}

std::vector<IndexedPage> four_pages() {
  return {{"http://a.org/", "org,a)/", kDigestA, {"20070101000000"}},
          {"http://www.a.org/private/x",
           "org,a)/private/x",
           kDigestB,
           {"20070630120000"}},
          {"http://b.a.org/privateer",
           "org,a,b)/privateer",
           kDigestA,
           {"20080101000000"}},
          {"http://aa.org/", "org,aa)/", kDigestB, {"20090101000000"}}};
}

// The documents that are not seen at all.
std::set<uint64_t> unseen(const std::string& collection) {
  tests::Problems problems;
  index::IndexReader reader = open_shown_index(collection, {}, problems);
  std::set<uint64_t> hidden;
  for (uint64_t n = 0; n < reader.documents(); ++n) {
    if (reader.is_deleted(n)) hidden.insert(n);
  }
  EXPECT_EQ(reader.deleted(), hidden.size());
  return hidden;
}

std::vector<std::string> dates_seen(const std::string& collection, uint64_t n) {
  tests::Problems problems;
  index::IndexReader reader = open_shown_index(collection, {}, problems);
  std::vector<std::string> dates;
  if (reader.is_deleted(n)) return dates;
  index::StoredDocument document;
  reader.document(n, {"date"}, document);
  for (const auto& [name, value] : document) dates.push_back(value);
  return dates;
}

TEST(ShownIndex, LacksWhatWaxHideHides) {
  TempDir folder;
  std::string c = folder / "c";
  write_pages(c, four_pages());
  auto by = [&](const char* kind, const std::string& value) {
    write_hidden(hidden_file(c), {hiding_rule(kind, value)});
    return unseen(c);
  };
  EXPECT_THAT(by("url", "http://a.org/private/"), ElementsAre(1));
  EXPECT_THAT(by("url", "http://b.a.org/priv"), ElementsAre(2));
  EXPECT_THAT(by("url", "http://www.a.o"), ElementsAre(1));
  EXPECT_THAT(by("host", "www.A.org"), ElementsAre(0, 1, 2));
  EXPECT_THAT(by("host", "A.org."), ElementsAre(0, 1, 2));
  EXPECT_THAT(by("host", "b.a.org"), ElementsAre(2));
  EXPECT_THAT(by("digest", kDigestB), ElementsAre(1, 3));
  EXPECT_THAT(by("date", "2007"), ElementsAre(0, 1));
  EXPECT_THAT(by("date", "20070601-2008"), ElementsAre(1, 2));
  write_hidden(hidden_file(c), {});
  EXPECT_THAT(unseen(c), IsEmpty());
}

TEST(ShownIndex, LacksWhatTheAccessFileBlocks) {
  TempDir folder;
  std::string c = folder / "c";
  write_pages(c, four_pages());
  auto by = [&](const std::string& rules) {
    (void)folder.write("c/access", rules);
    return unseen(c);
  };
  EXPECT_THAT(by("block host a.org\n"), ElementsAre(0, 1, 2));
  EXPECT_THAT(by("exclude-from-search surt org,aa)/\n"), ElementsAre(3));
  EXPECT_THAT(by("block all\nallow host b.a.org\n"), ElementsAre(0, 1, 3));
  EXPECT_THAT(by("block digest " + kDigestA + " captured 2007\n"),
              ElementsAre(0));
  write_hidden(hidden_file(c), {hiding_rule("host", "aa.org")});
  EXPECT_THAT(by("block surt org,a)/private\nallow all\n"), ElementsAre(1, 3));
  EXPECT_THROW((void)by("deny all\n"), FormatError);
}

// What they have is that of their originals.
TEST(ShownIndex, LacksRevisitsOfWhatIsNotSeen) {
  TempDir folder;
  std::string c = folder / "c";
  auto revisit = [](const std::string& name, const std::string& original) {
    return IndexedPage{
        "http://open.org/" + name,
        "org,open)/" + name,
        kDigestA,
        {"20090101000000"},
        original.empty() ? std::vector<std::string>() : std::vector{original}};
  };
  // It names one URL, and has the text of another.
  IndexedPage both = revisit("4", "http://nowhere.org/");
  both.revisit_of.push_back("http://private.org/text");
  write_pages(c, {revisit("0", "http://private.org/secret"),
                  revisit("1", "https://www.private.org/"),
                  revisit("2", "http://other.org/"), revisit("3", ""), both});
  auto by = [&](const std::string& rules) {
    (void)folder.write("c/access", rules);
    return unseen(c);
  };
  EXPECT_THAT(by("block host private.org\n"), ElementsAre(0, 1, 4));
  EXPECT_THAT(by("block host nowhere.org\n"), ElementsAre(4));
  EXPECT_THAT(by("block surt org,private)/secret captured 2007\n"),
              ElementsAre(0));
  EXPECT_THAT(by("exclude-from-search surt org,other)/\n"), ElementsAre(2));
  EXPECT_THAT(by("allow all\n"), IsEmpty());
  (void)folder.write("c/access", "");
  write_hidden(hidden_file(c), {hiding_rule("host", "private.org")});
  EXPECT_THAT(unseen(c), ElementsAre(0, 1, 4));
}

TEST(ShownIndex, LacksImagesOfWhichUnseenPagesSaySomething) {
  TempDir folder;
  std::string c = folder / "c";
  auto image = [](const std::string& name,
                  const std::vector<std::string>& said_by) {
    return IndexedPage{"http://open.org/" + name,
                       "org,open)/" + name,
                       kDigestA,
                       {"20090101000000"},
                       {},
                       said_by};
  };
  const std::string secret =
      "org,private)/p " + kDigestB + " 20070101000000 http://private.org/p";
  const std::string other =
      "org,other)/ " + kDigestA + " 20080101000000 http://other.org/";
  write_pages(c, {image("0", {secret}), image("1", {other}), image("2", {}),
                  image("3", {other, secret})});
  auto by = [&](const std::string& rules) {
    (void)folder.write("c/access", rules);
    return unseen(c);
  };
  for (const char* rule :
       {"block host private.org\n", "block page http://private.org/p\n",
        "hide surt org,private)/p captured 2007\n",
        "exclude-from-search url http://private.org/\n",
        "block all captured 2007\n"}) {
    EXPECT_THAT(by(rule), ElementsAre(0, 3)) << rule;
  }
  EXPECT_THAT(by("block digest " + kDigestB + "\n"), ElementsAre(0, 3));
  EXPECT_THAT(by("block host other.org\n"), ElementsAre(1, 3));
  EXPECT_THAT(by("block host private.org captured 2006\n"), IsEmpty());
  (void)folder.write("c/access", "");
  write_hidden(hidden_file(c), {hiding_rule("page", "http://private.org/p")});
  EXPECT_THAT(unseen(c), ElementsAre(0, 3));
}

TEST(ShownIndex, LacksOtherSpellingsOfAHost) {
  TempDir folder;
  std::string c = folder / "c";
  std::vector<IndexedPage> pages;
  for (const char* url :
       {"http://10.0.0.1/a", "http://0x0a000001/b", "http://0x0a.0.0.1/c",
        "http://[::1]/d", "http://[0:0:0:0:0:0:0:1]/e",
        "http:\\\\private.example\\f.html", "http://private.example:99999/g",
        "http:\\\\private.example\\h", "http://open.example/i",
        "http://[::ffff:10.0.0.1]/j", "http://[::FFFF:A00:1]:81/k",
        "http://[0:0:0:0:0:ffff:0a00:0001]/l",
        "http://[::ffff:10.0.0.1]:8080/m", "http:/[::ffff:10.0.0.1]/n"}) {
    pages.push_back({url,
                     cdx::url_key(cdx::UrlKeyKind::kSurt, url),
                     kDigestA,
                     {"20090101000000"}});
  }
  write_pages(c, pages);
  auto by = [&](const std::string& rules) {
    (void)folder.write("c/access", rules);
    return unseen(c);
  };
  EXPECT_THAT(by("block host 10.0.0.1\n"),
              ElementsAre(0, 1, 2, 9, 10, 11, 12, 13));
  EXPECT_THAT(by("block host 0x0a000001\n"),
              ElementsAre(0, 1, 2, 9, 10, 11, 12, 13));
  EXPECT_THAT(by("block host [::ffff:a00:1]\n"),
              ElementsAre(0, 1, 2, 9, 10, 11, 12, 13));
  EXPECT_THAT(by("block host [::1]\n"), ElementsAre(3, 4));
  EXPECT_THAT(by("block host 0:0:0:0:0:0:0:1\n"), ElementsAre(3, 4));
  EXPECT_THAT(by("block host private.example\n"), ElementsAre(5, 6, 7));
  EXPECT_THAT(by("block page http://private.example/h\n"), ElementsAre(7));
}

TEST(ShownIndex, HasTheDatesThatAreSeen) {
  TempDir folder;
  std::string c = folder / "c";
  write_pages(c, {{"http://a.org/",
                   "org,a)/",
                   kDigestA,
                   {"20070101000000", "20080101000000", "20090101000000"}},
                  {"http://b.org/", "org,b)/", kDigestA, {}}});
  (void)folder.write("c/access", "block all captured 2008\n");
  EXPECT_THAT(dates_seen(c, 0),
              ElementsAre("20070101000000", "20090101000000"));
  EXPECT_THAT(unseen(c), ElementsAre(1)) << "it may be of 2008";
  // A version with a hidden capture is hidden as a whole.
  (void)folder.write("c/access", "date 2008\n");
  EXPECT_THAT(unseen(c), ElementsAre(0, 1));
}

// The wider rule decides where the digest's does not fit the date.
TEST(ShownIndex, DecidesOnceWithKeyAndDigest) {
  TempDir folder;
  std::string c = folder / "c";
  write_pages(c, {{"http://example.org/public",
                   "org,example)/public",
                   kDigestA,
                   {"20210101000000"}},
                  {"http://example.org/other",
                   "org,example)/other",
                   kDigestA,
                   {"20210101000000"}}});
  (void)folder.write("c/access", "block digest " + kDigestA +
                                     " captured 2007\nblock all\nallow surt "
                                     "org,example)/public\n");
  EXPECT_THAT(unseen(c), ElementsAre(1));
}

// Of a word so long, an index has no term.
TEST(ShownIndex, LacksPagesWithLongUrls) {
  TempDir folder;
  std::string c = folder / "c";
  const std::string path(20'000, 'x');
  const std::string query = "?z=1&" + std::string(20'000, 'a');
  write_pages(
      c, {{"http://blocked.example/" + path,
           "example,blocked)/" + path,
           kDigestA,
           {"20070101000000"}},
          {"http://b.example/" + query,
           "example,b)/?" + query.substr(5) + "&z=1",
           kDigestA,
           {"20070101000000"}},
          {"http://b.example/", "example,b)/", kDigestA, {"20070101000000"}}});
  (void)folder.write("c/access", "block host blocked.example\n");
  EXPECT_THAT(unseen(c), ElementsAre(0));
  (void)folder.write("c/access", "url http://b.example/?z=1\n");
  EXPECT_THAT(unseen(c), ElementsAre(1));
}

TEST(ShownIndex, LacksRevisitsOfLongUrls) {
  TempDir folder;
  std::string c = folder / "c";
  const std::string path(20'000, 'x');
  auto revisit = [](const std::string& name, const std::string& original) {
    return IndexedPage{"http://open.org/" + name,
                       "org,open)/" + name,
                       kDigestA,
                       {"20090101000000"},
                       std::vector{original}};
  };
  write_pages(c, {revisit("0", "http://private.org/" + path),
                  revisit("1", "http://other.org/" + path + "/a"),
                  revisit("2", "http://other.org/" + path + "/b")});
  (void)folder.write("c/access", "block host private.org\n");
  EXPECT_THAT(unseen(c), ElementsAre(0));
  (void)folder.write("c/access", "block surt org,other)/" + path + "/a\n");
  EXPECT_THAT(unseen(c), ElementsAre(1));
}

TEST(ShownIndex, ShowsThePlacesOfShownCaptures) {
  TempDir folder;
  std::string c = folder / "c";
  index::IndexWriter writer(c + "/pindexes/s/main", {});
  writer.add({{"urlkey", "org,a)/"},
              {"digest", kDigestA},
              {"url", "http://a.org/"},
              {"date", "20070101000000"},
              {"date", "20080101000000"},
              {"filename", "a.warc"},
              {"offset", "7"},
              {"places",
               "20070101000000 capture 7 a.warc\n"
               "20080101000000 capture 9 b.warc\n"}});
  writer.about("urlkey", "surt");
  writer.finish();
  auto stored = [&](const std::string& rules, const std::string& field) {
    (void)folder.write("c/access", rules);
    tests::Problems problems;
    index::StoredDocument document;
    open_shown_index(c, {}, problems).document(0, {field}, document);
    return index::value_of(document, field);
  };
  const std::string kFirst = "block all captured 2007\n";
  EXPECT_EQ(stored(kFirst, "places"), "20080101000000 capture 9 b.warc\n");
  EXPECT_EQ(stored(kFirst, "filename"), "");
  EXPECT_EQ(stored(kFirst, "offset"), "");
  const std::string kSecond = "block all captured 2008\n";
  EXPECT_EQ(stored(kSecond, "places"), "20070101000000 capture 7 a.warc\n");
  EXPECT_EQ(stored(kSecond, "filename"), "a.warc");
  EXPECT_EQ(stored(kSecond, "offset"), "7");
}

TEST(ShownIndex, HidesHostsInEverySpelling) {
  TempDir folder;
  std::string c = folder / "c";
  write_pages(c, {{"http://xn--bcher-kva.example/",
                   "example,xn--bcher-kva)/",
                   kDigestA,
                   {"20070101000000"}},
                  {"http://BLOCKED.example./dot",
                   "example,blocked)/dot",
                   kDigestA,
                   {"20070101000000"}}});
  write_hidden(hidden_file(c), {hiding_rule("host",
                                            "b\xC3\xBC"
                                            "cher.example")});
  EXPECT_THAT(unseen(c), ElementsAre(0));
  write_hidden(hidden_file(c), {hiding_rule("host", "blocked.example")});
  EXPECT_THAT(unseen(c), ElementsAre(1));
}

// Whatever finds the documents, what is decided is what the rules say of each
// capture.
TEST(ShownIndex, AgreesWithTheRulesAboutEachCapture) {
  const std::vector<std::string> keys = {"org,a)/",   "org,a)/x", "org,a)/x/y",
                                         "org,a,b)/", "org,aa)/", "com,a)/"};
  const std::vector<std::string> lines = {
      "block surt org,a)/x",
      "allow surt org,a)/x/y",
      "block host a.org captured 2004",
      "exclude-from-search host b.a.org",
      "block digest " + kDigestA + " captured 2003-2004",
      "allow digest " + kDigestB,
      "block all captured 2005",
      "block all",
      "allow all"};
  for (uint32_t seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    TempDir folder;
    std::string c = folder / "c";
    std::vector<IndexedPage> pages;
    for (const std::string& key : keys) {
      for (const std::string& digest : {kDigestA, kDigestB}) {
        IndexedPage page{"http://x/", key, digest, {}};
        for (int year = 2003; year < 2007; ++year) {
          if (random() % 2 == 0) continue;
          page.dates.push_back(std::to_string(year) + "0601000000");
        }
        pages.push_back(std::move(page));
      }
    }
    std::shuffle(pages.begin(), pages.end(), random);
    write_pages(c, pages);
    std::string text;
    for (const std::string& line : lines) {
      if (random() % 3 == 0) text += line + '\n';
    }
    (void)folder.write("c/access", text);
    AccessRules rules(today_of_utc());
    rules.add_lines(text, "access");
    for (size_t n = 0; n < pages.size(); ++n) {
      const IndexedPage& page = pages[n];
      std::vector<std::string> expected;
      for (const std::string& date : page.dates) {
        if (rules.visibility({page.key, page.digest}, date) ==
            Visibility::kShown) {
          expected.push_back(date);
        }
      }
      EXPECT_EQ(dates_seen(c, n), expected) << text << page.key << page.digest;
    }
  }
}

TEST(ShownIndex, OfPathsHasTheRulesOfTheirCollection) {
  TempDir folder;
  std::string c = folder / "c";
  write_pages(c, four_pages());
  auto deleted = [&] {
    return open_shown_index(std::vector{c + "/pindexes/s/main"}, {}).deleted();
  };
  EXPECT_FALSE(has_rule_files(c));
  EXPECT_EQ(deleted(), 0U);
  (void)folder.write("c/access", "block host a.org\n");
  EXPECT_TRUE(has_rule_files(c));
  EXPECT_TRUE(has_rule_files(c + "/pindexes/s/main"));
  EXPECT_EQ(deleted(), 3U);
  std::filesystem::remove(access_file(c));
  write_hidden(hidden_file(c), {hiding_rule("host", "aa.org")});
  EXPECT_TRUE(has_rule_files(c));
  EXPECT_EQ(deleted(), 1U);
}

// Rules are of SURT keys, which sort in another order.
TEST(ShownIndex, MayHaveKeysOfAnotherKind) {
  TempDir folder;
  std::string c = folder / "c";
  index::IndexWriter writer(c + "/pindexes/s/main", {});
  for (const char* host : {"a.org", "b.a.org", "c.org"}) {
    writer.add({{"urlkey", std::string(host) + "/x"},
                {"digest", kDigestA},
                {"url", "http://" + std::string(host) + "/x"},
                {"date", "20070101000000"}});
  }
  writer.about("urlkey", "legacy");
  writer.finish();
  (void)folder.write("c/access", "block host a.org\n");
  EXPECT_THAT(unseen(c), ElementsAre(0, 1));
  (void)folder.write("c/access", "block digest " + kDigestB + "\n");
  EXPECT_THAT(unseen(c), IsEmpty());
  (void)folder.write("c/access", "block digest " + kDigestA + "\n");
  EXPECT_THAT(unseen(c), ElementsAre(0, 1, 2));
}

TEST(ReadAccess, PassesOverFilesThatAreMissingAlone) {
  TempDir folder;
  EXPECT_TRUE(read_access(folder.write("file", "") + "/below")->empty());
  std::filesystem::create_directory(folder / "access");
  EXPECT_THROW((void)read_access(folder.path()), IoError);
}

TEST(ReadAccess, TakesTheFileThatIsNamedForThatOfTheCollection) {
  TempDir folder;
  (void)folder.write("access", "block host a.org\n");
  (void)folder.write("hidden", "host b.org\n");
  auto rules =
      read_access(folder.path(), folder.write("other", "block host c.org\n"));
  auto seen = [&](const char* key) {
    return rules->visibility({key, "-"}, "20070101000000");
  };
  EXPECT_EQ(seen("org,a)/"), Visibility::kShown);
  EXPECT_EQ(seen("org,b)/"), Visibility::kHidden);
  EXPECT_EQ(seen("org,c)/"), Visibility::kBlocked);
}

TEST(ReadAccess, NeedsTheFileThatIsNamed) {
  TempDir folder;
  EXPECT_TRUE(read_access(folder.path())->empty());
  EXPECT_THROW((void)read_access(folder.path(), folder / "rules"), IoError);
  std::string file = folder.write("rules", "block all\n");
  EXPECT_FALSE(read_access(folder.path(), file)->empty());
  EXPECT_FALSE(read_access("", file)->empty());
  EXPECT_TRUE(read_access("", file)->has_lines());
}

TEST(ReadAccess, JoinsBothFilesOfACollection) {
  TempDir folder;
  (void)folder.write("access", "block host a.org\n");
  (void)folder.write("hidden", "host b.org\n");
  auto rules = read_access(folder.path());
  EXPECT_EQ(rules->visibility({"org,a)/", "-"}, "20070101000000"),
            Visibility::kBlocked);
  EXPECT_EQ(rules->visibility({"org,b)/", "-"}, "20070101000000"),
            Visibility::kHidden);
}

}  // namespace
}  // namespace wax::collection
