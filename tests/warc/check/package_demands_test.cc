#include "warc/check/package_demands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "io/inputs/input_files.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Files = std::vector<tests::ZippedFile>;

const std::string kHeader = "{\"format\":\"json-pages-1.0\",\"id\":\"p\"}\n";
const std::string kPage =
    "{\"url\":\"http://a.org/\",\"ts\":\"2024-01-02T03:04:05Z\"}\n";
const std::string kPackage =
    R"({"profile":"data-package","wacz_version":"1.1.1","resources":[)"
    R"({"name":"a","path":"a","hash":"sha256:00","bytes":1}]})";

Files whole() {
  return {{"archive/a.warc.gz", tests::gzip_member(tests::warc_record("x"))},
          {"indexes/index.cdx.gz", tests::gzip_member("a\n")},
          {"pages/pages.jsonl", kHeader + kPage}};
}

Files with_pages(const std::string& pages) {
  Files files = whole();
  files.back().bytes = pages;
  return files;
}

std::vector<std::string> demands(const Files& files,
                                 const std::string& package = kPackage) {
  const tests::TempDir home;
  const std::string path = home.write("a.wacz", tests::zip_of(files));
  tests::Problems problems;
  auto zip = io::open_input(path);
  check_package_demands(path, io::read_zip_directory(*zip), package, problems);
  std::vector<std::string> all;
  for (const Problem& problem : problems.all) {
    EXPECT_EQ(problem.id, "wacz-not-conforming");
    all.push_back(std::string(name(problem.severity)) + ' ' + problem.text);
  }
  return all;
}

TEST(PackageDemands, AreMetByAWholePackage) {
  EXPECT_THAT(demands(whole()), IsEmpty());
  // Browsertrix Crawler, ArchiveWeb.page and HTTrack name their indexes so.
  for (const char* index : {"indexes/index.cdxj", "indexes/index.cdx"}) {
    Files files = whole();
    files[1] = {index, "a\n", true};
    EXPECT_THAT(demands(files), IsEmpty()) << index;
  }
}

TEST(PackageDemands, NameEachFileThatIsNotThere) {
  const char* texts[] = {"warning there is no archive in archive/",
                         "warning there is no index in indexes/",
                         "warning there is no pages/pages.jsonl"};
  for (size_t i = 0; i < 3; ++i) {
    Files files = whole();
    files.erase(files.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_THAT(demands(files), ElementsAre(texts[i]));
  }
  Files files = whole();
  files[1].name = "indexes/index.idx";
  EXPECT_THAT(demands(files), ElementsAre(texts[1]));
}

TEST(PackageDemands, NameWhatIsCompressedTwice) {
  Files files = whole();
  files[0].deflate = true;
  EXPECT_THAT(demands(files),
              ElementsAre("warning archive/a.warc.gz is compressed, and once "
                          "more by the zip file"));
}

TEST(PackageDemands, NameLinesThatAreNoPages) {
  const std::string in = "warning pages/pages.jsonl: line ";
  const std::pair<const char*, const char*> cases[] = {
      {"no JSON\n", "2 is not JSON"},
      {"[]\n", "2 is no JSON object"},
      {"{\"ts\":\"2024-01-02T03:04:05Z\"}", "2 has no url"},
      {"{\"url\":\"http://a.org/\"}", "2 has no ts that is a date"},
      {"{\"url\":\"a\",\"ts\":\"20240102030405\"}\n{}\n1",
       "2 has no ts that is a date, and 2 more are no pages"}};
  for (const auto& [lines, fault] : cases) {
    EXPECT_THAT(demands(with_pages(kHeader + lines)), ElementsAre(in + fault));
  }
  EXPECT_THAT(demands(with_pages(kHeader + "\r\n" + kPage + "\n")), IsEmpty());
  EXPECT_THAT(demands(with_pages(kPage)),
              ElementsAre("note pages/pages.jsonl begins with no header; some "
                          "readers pass over its first line"));
  Files files = whole();
  files.push_back({"pages/extraPages.jsonl", kHeader + "x"});
  EXPECT_THAT(demands(files), ElementsAre("warning pages/extraPages.jsonl: "
                                          "line 2 is not JSON"));
}

TEST(PackageDemands, NameTheFirstLineThatIsTooLong) {
  const std::string text(17 << 20, 'x');
  const std::string pages = kHeader + kPage + text + '\n' + kPage;
  for (const std::string& all : {pages, pages + text}) {
    EXPECT_THAT(demands(with_pages(all)),
                ElementsAre("warning pages/pages.jsonl: line 3 is longer than "
                            "16 MiB: such lines are not looked at, and readers "
                            "may not read them"));
  }
}

TEST(PackageDemands, NameIndexesThatAreDamaged) {
  Files files = whole();
  std::string& index = files[1].bytes;
  index.resize(index.size() - 5);
  const auto found = demands(files);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0], testing::StartsWith(
                            "warning indexes/index.cdx.gz is damaged: "));
}

TEST(PackageDemands, NameARelationThatListsNoFiles) {
  const std::string before =
      R"({"profile":"data-package","wacz_version":"1.1.1","resources":[],)";
  auto found = [&](const char* relation) {
    return demands(whole(), before + R"("relation":)" + relation + '}');
  };
  for (const char* relation :
       {"{}", R"({"requires":[]})", R"({"requires":[{"filename":"a.wacz"}]})",
        R"({"requires":[{"filename":"a.wacz","hash":"00","size":1}]})"}) {
    EXPECT_THAT(found(relation), IsEmpty()) << relation;
  }
  for (const char* relation :
       {R"({"requires":"a.wacz"})", R"({"requires":["a.wacz"]})",
        R"({"requires":[5]})", R"({"requires":[{"filename":""}]})",
        R"({"requires":[{"filename":"a.wacz"},{"name":"b.wacz"}]})"}) {
    EXPECT_THAT(found(relation),
                ElementsAre("warning relation.requires of datapackage.json is "
                            "no list of files with a filename each"))
        << relation;
  }
  EXPECT_THAT(
      found(R"(["a.wacz"])"),
      ElementsAre("warning datapackage.json has a relation that is no object"));
}

TEST(PackageDemands, NameAVersionThatIsUnknown) {
  auto of_version = [](const std::string& json) {
    return demands(whole(), "{\"profile\":\"data-package\",\"wacz_version\":" +
                                json + ",\"resources\":[]}");
  };
  for (const char* known : {"\"1.0.0\"", "\"1.1.1\"", "\"1.2.0\""}) {
    EXPECT_THAT(of_version(known), IsEmpty()) << known;
  }
  for (const char* unknown : {"\"9.9\"", "\"\"", "2", "null"}) {
    EXPECT_THAT(of_version(unknown),
                ElementsAre("warning datapackage.json has the wacz_version " +
                            std::string(unknown) +
                            ", which is unknown here: the file may mean "
                            "something else than is read"));
  }
}

TEST(PackageDemands, NoteFieldsThatAreNotThere) {
  EXPECT_THAT(demands(whole(), R"({"resources":[{"path":"a"},{"path":"b"}]})"),
              ElementsAre("note datapackage.json has no profile",
                          "note datapackage.json has no wacz_version",
                          "note datapackage.json has 2 resources without name, "
                          "hash or bytes"));
  const std::string one =
      R"({"profile":"p","wacz_version":"1.1.1","resources":[{"path":"a",)"
      R"("name":"a","hash":"sha256:00","bytes":)";
  EXPECT_THAT(demands(whole(), one + "1}]}"), IsEmpty());
  for (const char* bytes : {"\"1\"", "-1", "null"}) {
    EXPECT_THAT(demands(whole(), one + bytes + "}]}").size(), 1U) << bytes;
  }
}

}  // namespace
}  // namespace wax::warc
