#include "warc/check/data_package.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kWacz = tests::source_path("tests/data/herons.wacz");

TEST(DataPackage, IsTheDocument) {
  tests::Problems problems;
  auto json = data_package(kWacz, PackageForm::kJson, problems);
  ASSERT_TRUE(json);
  EXPECT_TRUE(json->starts_with("{\"profile\":\"data-package\",")) << *json;
  EXPECT_TRUE(json->ends_with("}\n"));
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(DataPackage, IsItsLeaves) {
  NoProblems problems;
  auto leaves = data_package(kWacz, PackageForm::kLeaves, problems);
  ASSERT_TRUE(leaves);
  EXPECT_THAT(*leaves, HasSubstr(kWacz + "\twacz_version\t1.1.1\n"));
  EXPECT_THAT(*leaves, HasSubstr("\tresources.1.name\tlevels.warc\n"));
}

TEST(DataPackage, MayNotBeThere) {
  tests::TempDir home;
  tests::Problems problems;
  const std::string wacz = tests::read_file(kWacz);
  for (const std::string& path :
       {home.write("cut", wacz.substr(0, wacz.size() / 2)),
        home.write("text", "no zip file"), home / "none"}) {
    EXPECT_FALSE(data_package(path, PackageForm::kJson, problems)) << path;
  }
  EXPECT_THAT(problems.ids(),
              ElementsAre("bad-zip", "bad-zip", "unreadable-archive"));
}

std::vector<std::string> package_faults(const std::string& path) {
  tests::Problems problems;
  check_data_package(path, {}, problems);
  return problems.ids();
}

TEST(CheckDataPackage, IsContentWithWhatTheListSays) {
  tests::Problems problems;
  check_data_package(kWacz, {}, problems);
  for (const Problem& problem : problems.all) {
    EXPECT_EQ(problem.id, "wacz-not-conforming") << problem.text;
  }
}

TEST(CheckDataPackage, FindsAFlippedByteOfAFile) {
  tests::TempDir home;
  const std::string bytes = "some bytes of a file";
  Digester digester(DigestAlgorithm::kSha256);
  digester.update(bytes);
  const std::string json = home.write(
      "p.json", "{\"resources\":[{\"path\":\"a.wacz\",\"hash\":\"sha256:" +
                    text::to_hex(digester.finish().bytes()) + "\"}]}");
  home.write("a.wacz", bytes);
  EXPECT_THAT(package_faults(json), IsEmpty());
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    home.write("a.wacz", damaged);
    EXPECT_THAT(package_faults(json), ElementsAre("wacz-resource-mismatch"));
  }
}

TEST(CheckDataPackage, OfSeveralPackagesReadsThemAll) {
  tests::TempDir home;
  std::string bytes = tests::read_file(kWacz);
  home.write("a.wacz", bytes);
  auto package = [&](const std::string& path, uint64_t size) {
    return home.write("p.json",
                      "{\"profile\":\"multi-wacz-package\",\"resources\":[{"
                      "\"path\":\"" +
                          path + "\",\"bytes\":" + std::to_string(size) +
                          "}]}");
  };
  EXPECT_THAT(package_faults(package("a.wacz", bytes.size())), IsEmpty());
  EXPECT_THAT(package_faults(package("a.wacz", 7)),
              ElementsAre("wacz-resource-mismatch"));
  EXPECT_THAT(package_faults(package("b.wacz", 7)),
              ElementsAre("wacz-missing-resource"));
  EXPECT_THAT(package_faults(package("../a.wacz", 7)),
              ElementsAre("wacz-missing-resource"));
  EXPECT_THAT(package_faults(home.write("q.json", "{")),
              ElementsAre("wacz-bad-package"));
}

TEST(CheckDataPackage, NamesWhatDocumentsAreNotThereOrOfAnotherFile) {
  tests::TempDir home;
  EXPECT_THAT(package_faults(home.write(
                  "a.wacz", tests::zip_of({{"archive/a.warc.gz", "x"}}))),
              ElementsAre("wacz-bad-package"));
  auto of_other_file = [&](const std::string& path) {
    const std::string json = "{\"profile\":\"multi-wacz\",\"resources\":[]}";
    Digester digester(DigestAlgorithm::kSha256);
    digester.update(json);
    return package_faults(home.write(
        "b.wacz",
        tests::zip_of(
            {{"datapackage.json", json},
             {"datapackage-digest.json",
              "{" + path + "\"hash\":\"sha256:" +
                  text::to_hex(digester.finish().bytes()) + "\"}"}})));
  };
  EXPECT_THAT(of_other_file("\"path\":\"datapackage.json\","), IsEmpty());
  for (const char* path : {"", "\"path\":\"other.json\",", "\"path\":1,"}) {
    EXPECT_THAT(of_other_file(path), ElementsAre("wacz-not-conforming"))
        << path;
  }
}

std::string package_of(const std::string& members) {
  return tests::zip_of({{"archive/a.warc.gz", "12345"},
                        {"indexes/index.cdx", "x\n"},
                        {"pages/pages.jsonl",
                         "{\"format\":\"json-pages-1.0\",\"id\":\"p\"}\n"},
                        {"datapackage.json", "{" + members + "}"}});
}

TEST(CheckDataPackage, NamesRequiredFilesThatAreNotThere) {
  const tests::TempDir home;
  const std::string path = home.write(
      "b.wacz",
      package_of("\"resources\":[],\"relation\":{\"requires\":["
                 "{\"filename\":\"first%20one.wacz\"},"
                 "{\"filename\":\"below/second.wacz\"},"
                 "{\"filename\":\"b.wacz\"}]}"));
  auto missing = [&](const std::vector<std::string>& given) {
    tests::Problems problems;
    check_data_package(path, given, problems);
    std::vector<std::string> texts;
    for (const Problem& problem : problems.all) {
      if (problem.id == "needed-file-missing") texts.push_back(problem.text);
    }
    return texts;
  };
  const std::string first = "needs first%20one.wacz, which is not there";
  EXPECT_THAT(missing({}), ElementsAre(first, "needs below/second.wacz, which "
                                              "is not there"));
  EXPECT_THAT(missing({"/far/second.wacz!/archive/x.warc"}),
              ElementsAre(first));
  home.write("below/second.wacz", "x");
  home.write("first one.wacz", "x");
  EXPECT_THAT(missing({}), IsEmpty());
}

std::vector<std::string> claims(const std::string& bytes) {
  const tests::TempDir home;
  tests::Problems problems;
  check_claims_of_package(home.write("a.wacz", bytes), problems);
  std::vector<std::string> texts;
  for (const Problem& problem : problems.all) {
    texts.push_back(std::string(name(problem.severity)) + ' ' + problem.id +
                    ' ' + problem.text);
  }
  return texts;
}

TEST(ClaimsOfPackage, AreToldInOneLine) {
  EXPECT_THAT(claims(tests::read_file(kWacz)), IsEmpty());
  EXPECT_THAT(claims(package_of("\"resources\":[]")), IsEmpty());
  EXPECT_THAT(claims(tests::zip_of({{"archive/a.warc", "x"}})), IsEmpty());
  EXPECT_THAT(claims(package_of("\"wacz_version\":\"9\",\"resources\":[]")),
              ElementsAre(HasSubstr("warning wacz-not-conforming "
                                    "datapackage.json has the wacz_version "
                                    "\"9\", which is unknown here")));
  // Archives are not read, but their sizes are known.
  const std::string archive =
      "{\"path\":\"archive/a.warc.gz\",\"hash\":\"sha256:" +
      std::string(64, '0') + "\",\"bytes\":";
  EXPECT_THAT(claims(package_of("\"resources\":[" + archive + "5}]")),
              IsEmpty());
  EXPECT_THAT(claims(package_of("\"resources\":[" + archive + "6}]")),
              ElementsAre("warning wacz-resource-mismatch archive/a.warc.gz "
                          "has 5 bytes, not 6"));
  // Lists of pages are.
  const std::string pages =
      "{\"path\":\"pages/pages.jsonl\",\"hash\":\"sha256:" +
      std::string(64, '0') + "\"}";
  EXPECT_THAT(
      claims(package_of("\"resources\":[" + pages + "," + archive + "6}]")),
      ElementsAre(testing::AllOf(
          HasSubstr("pages/pages.jsonl has the digest"),
          HasSubstr("wax-warc-check tells this and 1 more"))));
  EXPECT_THAT(claims(package_of("\"wacz_version\":\"9\",\"resources\":["
                                "{\"path\":\"archive/b.warc\"}]")),
              ElementsAre(HasSubstr("lost wacz-missing-resource there is no "
                                    "archive/b.warc; wax-warc-check tells")));
  EXPECT_THAT(claims(package_of("\"resources\":1")),
              ElementsAre(HasSubstr("datapackage.json cannot be read")));
}

TEST(CheckDataPackage, SurvivesEveryDamage) {
  tests::TempDir home;
  const std::string wacz = tests::read_file(kWacz);
  for (size_t i = 0; i < wacz.size(); i += 1 + wacz.size() / 40) {
    std::string damaged = wacz;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x21);
    (void)package_faults(home.write("a.wacz", damaged));
    EXPECT_THAT(package_faults(home.write("a.wacz", wacz.substr(0, i))),
                testing::Not(IsEmpty()));
  }
}

}  // namespace
}  // namespace wax::warc
