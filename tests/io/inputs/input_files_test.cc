#include "io/inputs/input_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
#include "io/remote/http_source.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"

namespace wax::io {
namespace {

using testing::ElementsAre;

TEST(ArchiveName, IsRecognisedByItsEnd) {
  for (const char* name : {"a.warc", "a.arc", "a.warc.gz", "a.arc.gz",
                           "a.warc.zst", "b.c.warc.gz"}) {
    EXPECT_TRUE(is_archive_name(name)) << name;
  }
  for (const char* name :
       {"a.cdx", "a.gz", "warc", "a.warc.gz.bad", "a.warc.gz.gz", ""}) {
    EXPECT_FALSE(is_archive_name(name)) << name;
  }
}

TEST(ExpandInputs, TakesTheArchivesOfADirectoryInOrder) {
  tests::TempDir directory;
  std::filesystem::create_directories(directory / "b/c");
  directory.write("z.warc.gz", "");
  directory.write("a.arc", "");
  directory.write("b/c/x.warc", "");
  directory.write("notes.txt", "");
  tests::Problems problems;
  EXPECT_THAT(expand_inputs({directory.path()}, problems),
              ElementsAre(directory / "a.arc", directory / "b/c/x.warc",
                          directory / "z.warc.gz"));
}

TEST(ExpandInputs, KeepsWhatIsNamed) {
  tests::Problems problems;
  EXPECT_THAT(
      expand_inputs({"-", "missing", "-", "http://a.example/b"}, problems),
      ElementsAre("-", "missing", "-", "http://a.example/b"));
  EXPECT_THAT(problems.ids(), ElementsAre());
}

TEST(OpenInput, NamesSchemesThatItCannotRead) {
  for (const char* name : {"ftp://a.example/b.warc", "gopher://a.example/b"}) {
    try {
      (void)open_input(name);
      FAIL() << name;
    } catch (const IoError& error) {
      EXPECT_EQ(error.what(), std::string(name) +
                                  ": is neither a file nor a URL that can be "
                                  "read here");
    }
  }
}

TEST(OpenInput, CountsWhatGaveItsFirstBytes) {
  tests::TempDir directory;
  const uint64_t before = opened_inputs();
  EXPECT_THROW((void)open_input(directory / "gone"), IoError);
  const HttpOptions usual = usual_http();
  usual_http().retries = 0;
  auto away = open_input("http://127.0.0.1:1/a.warc.gz");
  EXPECT_THROW((void)away->peek(), IoError) << "nobody listens";
  usual_http() = usual;
  (void)is_package_of_packages(directory.write("p.json", "{}"));
  tests::Problems problems;
  const auto inside =
      expand_inputs({tests::source_path("tests/data/herons.wacz")}, problems);
  EXPECT_EQ(opened_inputs(), before);
  (void)open_input(inside.at(0));
  EXPECT_EQ(opened_inputs(), before + 1) << "the zip file does not count";
  (void)open_input(directory.write("empty", ""));
  EXPECT_EQ(opened_inputs(), before + 2);
}

TEST(BaseName, IsThatOfTheArchive) {
  EXPECT_EQ(base_name("d/a.warc.gz"), "a.warc.gz");
  EXPECT_EQ(base_name("http://h/d/a.warc.gz?b=c/d"), "a.warc.gz");
  EXPECT_EQ(base_name("http://h/b.wacz?c=d/e!/archive/a.warc.gz"), "a.warc.gz");
}

TEST(OpenInput, TakesFoldersThatEndInAnExclamationMarkAndNamesOfTwoLines) {
  tests::TempDir directory;
  std::filesystem::create_directories(directory / "d!");
  for (const char* name : {"d!/a.arc", "a\nb.arc"}) {
    EXPECT_EQ(open_input(directory.write(name, "x"))->peek(), "x") << name;
  }
}

TEST(ExpandInputs, AWaczIsAPackageAlsoWithoutItsDocument) {
  tests::TempDir directory;
  const std::string zip = tests::zip_of({{"archive/a.warc.gz", "x"}});
  tests::Problems problems;
  std::vector<std::string> packages;
  const std::string wacz = directory.write("a.wacz", zip);
  EXPECT_THAT(expand_inputs({wacz, directory.write("b.zip", zip)}, problems,
                            &packages),
              testing::SizeIs(2));
  EXPECT_THAT(packages, ElementsAre(wacz));
}

TEST(ExpandInputs, APackageOfPackagesIsTheArchivesInThem) {
  tests::TempDir directory;
  const std::string bytes =
      tests::read_file(tests::source_path("tests/data/herons.wacz"));
  std::string wacz = directory.write("a.wacz", bytes);
  tests::Problems problems;
  const auto inside = expand_inputs({wacz}, problems);
  ASSERT_FALSE(inside.empty());
  std::string json = directory.write(
      "p.json",
      "{\"profile\":\"multi-wacz-package\",\"resources\":[{\"path\":"
      "\"a.wacz\"}]}");
  std::vector<std::string> packages;
  EXPECT_EQ(expand_inputs({json}, problems, &packages), inside);
  EXPECT_THAT(packages, ElementsAre(json, wacz));
  EXPECT_THAT(problems.ids(), ElementsAre());
  EXPECT_TRUE(is_package_of_packages(json));
  EXPECT_FALSE(open_input(inside[0])->peek().empty());

  json = directory.write(
      "p.json",
      "{\"profile\":\"multi-wacz-package\",\"resources\":[{\"path\":"
      "\"../a.wacz\"},{\"path\":\"p.json\"}]}");
  EXPECT_THAT(expand_inputs({json}, problems), ElementsAre());
  EXPECT_THAT(problems.ids(),
              ElementsAre("wacz-missing-resource", "wacz-missing-resource"));
}

TEST(ExpandInputs, FilesOfPackagesOnOtherHostsAreNamedAndNotAskedFor) {
  tests::TempDir directory;
  std::string json = directory.write(
      "p.json",
      "{\"profile\":\"multi-wacz-package\",\"resources\":[{\"path\":"
      "\"http://169.254.169.254/a.wacz\"}]}");
  tests::Problems problems;
  EXPECT_THAT(expand_inputs({json}, problems), ElementsAre());
  ASSERT_THAT(problems.ids(), ElementsAre("wacz-missing-resource"));
  EXPECT_THAT(problems.all[0].text,
              testing::EndsWith("--remote: http://169.254.169.254/a.wacz"));
}

TEST(ExpandInputs, APackageInAZipNamesOnlyFilesOfTheZip) {
  tests::TempDir directory;
  const std::string wacz =
      tests::read_file(tests::source_path("tests/data/herons.wacz"));
  directory.write("beside.wacz", wacz);
  std::string resources;
  for (const std::string& path :
       {std::string("inside.wacz"), std::string("beside.wacz"),
        std::string("../beside.wacz"), directory / "beside.wacz",
        std::string("https://h/a.wacz")}) {
    resources +=
        (resources.empty() ? "{\"path\":\"" : ",{\"path\":\"") + path + "\"}";
  }
  std::string zip = directory.write(
      "p.wacz",
      tests::zip_of({{"datapackage.json",
                      "{\"profile\":\"multi-wacz-package\",\"resources\":[" +
                          resources + "]}"},
                     {"inside.wacz", wacz}}));
  tests::Problems problems;
  const auto archives = expand_inputs({zip}, problems);
  ASSERT_FALSE(archives.empty());
  for (const std::string& path : archives) {
    EXPECT_TRUE(path.starts_with(zip + "!/inside.wacz!/")) << path;
  }
  EXPECT_THAT(problems.ids(),
              ElementsAre("wacz-missing-resource", "wacz-missing-resource",
                          "wacz-missing-resource", "wacz-missing-resource"));
}

TEST(EntryPath, BeginsBehindAFileOrTheUrlOfAWacz) {
  tests::TempDir directory;
  std::filesystem::create_directories(directory / "d!");
  std::string zip = directory.write("w.wacz", "");
  directory.write("d!/w.wacz", "");
  for (const std::string& file :
       {zip, directory / "d!/w.wacz", std::string("http://h/w.wacz"),
        std::string("https://h/w.wacz?key=1")}) {
    for (const char* name : {"a.warc", "../a.warc", "/a.warc", "b!/a.warc"}) {
      std::string whole = file + "!/" + name;
      auto path = entry_path(whole);
      ASSERT_TRUE(path) << file << name;
      EXPECT_EQ(path->zip, file);
      EXPECT_EQ(path->entry, name);
    }
  }
  for (const std::string& path :
       {zip, directory / "d!/a.warc", directory / "gone.wacz!/a.warc",
        std::string("http://h/d!/a.warc"), std::string("a.warc")}) {
    EXPECT_FALSE(entry_path(path)) << path;
  }
}

TEST(OuterFile, IsThatOfAnEntryAlsoWhenItIsGone) {
  tests::TempDir directory;
  const std::string zip = directory.write("d!/w.wacz", "");
  for (const std::string& file :
       {zip, directory / "d!/gone.wacz", directory / "gone.wacz",
        std::string("http://h/d!/w.wacz")}) {
    EXPECT_EQ(outer_file(file), file);
    EXPECT_EQ(outer_file(file + "!/b.wacz!/c.warc"), file);
  }
  EXPECT_EQ(outer_file("http://h/d!/a.warc"), "http://h/d!/a.warc");
}

TEST(PathList, WithNulBytesHasPathsThatHoldNewlines) {
  tests::TempDir directory;
  std::string list = directory.write("list", std::string("a\nb\0c\r\0d", 8));
  EXPECT_THAT(read_path_list(list), ElementsAre("a\nb", "c\r", "d"));
}

TEST(PathList, HasOnePathPerLine) {
  tests::TempDir directory;
  std::string list = directory.write("list", "a b\n\n# no\r\nc\r\n../d");
  EXPECT_THAT(read_path_list(list), ElementsAre("a b", "c", "../d"));
  EXPECT_THAT(read_path_list(directory.write("empty", "")), ElementsAre());
  EXPECT_THROW((void)read_path_list(directory / "missing"), IoError);
}

}  // namespace
}  // namespace wax::io
