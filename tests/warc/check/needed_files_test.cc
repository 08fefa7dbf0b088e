#include "warc/check/needed_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "tests/support/archives.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// A revisit that names each container.
std::string revisit_into(const std::vector<std::string>& containers) {
  tests::WarcFields fields;
  fields.type = "revisit";
  for (const std::string& container : containers) {
    fields.more += "WARC-Refers-To-Container: " + container + "\r\n";
  }
  return tests::warc_record("HTTP/1.1 200 OK\r\n\r\n", fields);
}

std::string wacz(const std::string& record, const std::string& required,
                 const std::string& inside = "data.warc") {
  return tests::zip_of({{"archive/" + inside, record},
                        {"datapackage.json",
                         "{\"profile\":\"data-package\",\"resources\":[],"
                         "\"relation\":{\"requires\":[" +
                             required + "]}}"}});
}

std::string required(const std::string& name) {
  return "{\"filename\":\"" + name + "\",\"crawlId\":\"c\"}";
}

struct NeededFilesOf : testing::Test {
  NeededFiles find(const std::vector<std::string>& names,
                   const std::vector<std::string>& others = {}) {
    std::vector<std::string> given;
    for (const std::string& name : names) given.push_back(folder / name);
    return find_needed_files(given, others, 2, problems);
  }
  // Names without the folder; "-": missing.
  std::vector<std::pair<std::string, std::string>> needs(
      const NeededFiles& needed) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& need : needed.needs) {
      all.emplace_back(name_of(needed, need.by),
                       need.file ? name_of(needed, *need.file) : "-");
    }
    return all;
  }
  std::string name_of(const NeededFiles& needed, size_t file) {
    return std::filesystem::path(needed.files[file]).filename();
  }
  tests::TempDir folder;
  tests::Problems problems;
};

TEST_F(NeededFilesOf, RevisitsAndPackagesAreFoundInTurn) {
  folder.write("a.wacz",
               wacz(revisit_into({"file://b.warc"}),
                    required("c.wacz") + ',' + required("gone.wacz")));
  folder.write("b.warc", revisit_into({"<file://a.wacz#/archive/data.warc>",
                                       "FILE://d%20e.warc", "file://b.warc"}));
  folder.write("c.wacz", wacz(tests::warc_record("x"), ""));
  folder.write("d e.warc", tests::warc_record("x"));
  const NeededFiles needed = find({"a.wacz"});
  EXPECT_EQ(needed.given, 1u);
  EXPECT_EQ(needed.files.size(), 4u);
  EXPECT_THAT(needs(needed),
              ElementsAre(Pair("a.wacz", "c.wacz"), Pair("a.wacz", "-"),
                          Pair("a.wacz", "b.warc"), Pair("b.warc", "a.wacz"),
                          Pair("b.warc", "d e.warc")));
  EXPECT_THAT(problems.ids(), IsEmpty());
  EXPECT_EQ(report_missing(needed, problems), 1u);
  ASSERT_THAT(problems.ids(), ElementsAre("needed-file-missing"));
  EXPECT_EQ(problems.all[0].file, folder / "a.wacz");
  EXPECT_EQ(problems.all[0].text, "needs gone.wacz, which is not there");
}

TEST_F(NeededFilesOf, FilesOutsideOfTheFoldersAreNotOpened) {
  std::filesystem::create_directory(folder / "in");
  const std::string outside =
      folder.write("outside.warc", revisit_into({"file://far.warc"}));
  folder.write("in/a.warc",
               revisit_into({"file://../outside.warc", "file://" + outside,
                             "http://127.0.0.1:9/outside.warc", "file://",
                             "file://.", "file://in"}));
  EXPECT_THAT(
      needs(find({"in/a.warc"})),
      ElementsAre(Pair("a.warc", "-"), Pair("a.warc", "-"), Pair("a.warc", "-"),
                  Pair("a.warc", "-"), Pair("a.warc", "-")));
  // By its name alone, among what was given.
  EXPECT_EQ(find({"in/a.warc"}, {outside}).files.size(), 2u);
}

TEST_F(NeededFilesOf, AnArchiveMayBeInAPackage) {
  folder.write("a.warc", revisit_into({"file://inner.warc.gz"}));
  folder.write("b.wacz", wacz(tests::warc_record("x"), "", "inner.warc.gz"));
  EXPECT_THAT(needs(find({"a.warc", "b.wacz"})),
              ElementsAre(Pair("a.warc", "b.wacz")));
  EXPECT_THAT(needs(find({"a.warc"})), ElementsAre(Pair("a.warc", "-")));
}

TEST_F(NeededFilesOf, AFileOfAnotherSizeIsNamed) {
  folder.write("b.warc", tests::warc_record("x"));
  folder.write("a.wacz", wacz(tests::warc_record("x"),
                              R"({"filename":"b.warc","size":1})"));
  EXPECT_THAT(needs(find({"a.wacz"})), ElementsAre(Pair("a.wacz", "b.warc")));
  EXPECT_THAT(problems.ids(), ElementsAre("needed-file-differs"));
}

TEST_F(NeededFilesOf, OddListsNameNothing) {
  for (const char* list : {"1", "{}", "{\"filename\":1}", "[]", "null"}) {
    folder.write("a.wacz", wacz(tests::warc_record("x"), list));
    EXPECT_THAT(needs(find({"a.wacz"})), IsEmpty()) << list;
  }
  EXPECT_THAT(problems.ids(), IsEmpty());
}

// Files that need others, of which some are lost.
struct ModelOfFiles {
  std::map<std::string, std::set<std::string>> needs;
  std::set<std::string> lost;

  // What `name` needs, in turn.
  void add(const std::string& name, std::set<std::string>& all) const {
    if (lost.contains(name) || !all.insert(name).second) return;
    for (const std::string& next : needs.at(name)) add(next, all);
  }
};

TEST_F(NeededFilesOf, AreThoseOfAModel) {
  std::mt19937 random(tests::seed_of_test());
  constexpr size_t kFiles = 1000;
  constexpr size_t kLost = 50;
  ModelOfFiles model;
  std::vector<std::string> names;
  for (size_t i = 0; i < kFiles; ++i) {
    names.push_back("f" + std::to_string(i) +
                    (random() % 2 == 0 ? ".wacz" : ".warc"));
  }
  while (model.lost.size() < kLost) model.lost.insert(names[random() % kFiles]);
  for (const std::string& name : names) {
    std::vector<std::string> containers;
    std::string list;
    for (size_t n = random() % 3; n > 0; --n) {
      const std::string& other = names[random() % kFiles];
      if (other != name) model.needs[name].insert(other);
      if (name.ends_with(".wacz") && random() % 2 == 0) {
        list += (list.empty() ? "" : ",") + required(other);
      } else {
        containers.push_back("file://" + other);
      }
    }
    (void)model.needs[name];
    if (model.lost.contains(name)) continue;
    const std::string record = revisit_into(containers);
    folder.write(name, name.ends_with(".wacz") ? wacz(record, list) : record);
  }
  for (int trial = 0; trial < 5; ++trial) {
    std::vector<std::string> given;
    std::set<std::string> expected;
    for (size_t n = 1 + random() % 4; n > 0; --n) {
      const std::string& name = names[random() % kFiles];
      if (model.lost.contains(name)) continue;
      given.push_back(name);
      model.add(name, expected);
    }
    std::set<std::pair<std::string, std::string>> missing;
    for (const std::string& name : expected) {
      for (const std::string& next : model.needs.at(name)) {
        if (model.lost.contains(next)) missing.emplace(name, next);
      }
    }
    const NeededFiles needed = find(given);
    std::set<std::string> found;
    for (size_t i = 0; i < needed.files.size(); ++i) {
      EXPECT_TRUE(found.insert(name_of(needed, i)).second);
    }
    EXPECT_EQ(found, expected);
    std::set<std::pair<std::string, std::string>> told;
    for (const auto& need : needed.needs) {
      EXPECT_TRUE(model.needs.at(name_of(needed, need.by)).contains(need.name));
      if (!need.file) told.emplace(name_of(needed, need.by), need.name);
    }
    EXPECT_EQ(told, missing);
  }
  EXPECT_THAT(problems.ids(), IsEmpty());
}

}  // namespace
}  // namespace wax::warc
