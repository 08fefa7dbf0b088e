// Indexes are those that Lucene++ itself would write, and Lucene can read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/store/manifest.h"
#include "io/compress/text_dictionary.h"
#include "io/error.h"
#include "tests/index/lucenepp/random_documents.h"
#include "tests/index/lucenepp/reference_index.h"
#include "tests/support/command.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using tests::TempDir;

// The files of the only segment, by extension.
std::map<std::string, std::string> segment_of(const std::string& path) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(path)) {
    std::string name = entry.path().filename().string();
    if (name[0] != '_') continue;
    EXPECT_TRUE(files
                    .emplace(entry.path().extension().string(),
                             tests::read_file(entry.path().string()))
                    .second)
        << "two segments";
  }
  return files;
}

// Of all documents; they are in another file.
void expect_same_values(const std::string& ours, const std::string& reference) {
  OpenOptions options;
  options.unchecked = true;
  IndexReader reader = IndexReader::open({ours});
  IndexReader expected = IndexReader::open({reference}, options);
  ASSERT_EQ(reader.documents(), expected.documents());
  for (uint64_t n = 0; n < reader.documents(); ++n) {
    StoredDocument one;
    StoredDocument other;
    reader.document(n, {}, one);
    expected.document(n, {}, other);
    ASSERT_TRUE(one == other) << n;
  }
}

// Whether Lucene++ reads the texts of the fields that are for its programs.
void expect_texts_for_lucene(const std::string& path,
                             const TestDocuments& documents) {
  Lucene::IndexReaderPtr reader =
      Lucene::IndexReader::open(Lucene::FSDirectory::open(wide_of(path)), true);
  ASSERT_EQ(static_cast<size_t>(reader->maxDoc()), documents.size());
  for (int32_t n = 0; n < reader->maxDoc(); ++n) {
    std::vector<std::pair<std::string, std::string>> expected;
    for (const auto& [name, value] : documents[static_cast<size_t>(n)]) {
      if (find_field(name)->stored != Stored::kLucene) continue;
      expected.emplace_back(name, text::sane(value));
    }
    std::vector<std::pair<std::string, std::string>> found;
    Lucene::Collection<Lucene::FieldablePtr> values =
        reader->document(n)->getFields();
    for (const Lucene::FieldablePtr& value : values) {
      found.emplace_back(utf8_of(value->name()), utf8_of(value->stringValue()));
    }
    ASSERT_EQ(found.size(), expected.size()) << n;
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].first, expected[i].first) << n;
      EXPECT_EQ(found[i].second, expected[i].second) << n;
    }
  }
}

// As Lucene's own writer.
WriterOptions like_lucene() {
  WriterOptions options;
  options.skip_interval = 16;
  return options;
}

void expect_same_segment(const std::string& ours,
                         const std::string& reference) {
  auto files = segment_of(ours);
  auto expected = segment_of(reference);
  if (!files.contains(".nrm")) expected.erase(".nrm");  // without norms
  ASSERT_EQ(files.size(), expected.size());
  for (const auto& [name, bytes] : expected) {
    if (name == ".fdt" || name == ".fdx") continue;
    EXPECT_TRUE(files[name] == bytes)
        << name << ": " << files[name].size() << " and " << bytes.size();
  }
  expect_same_values(ours, reference);
}

// Memory so small that each document is a batch, runs are merged in stages and
// the postings of frequent words come in many pieces, and memory for all.
TEST(LuceneFormat, TheSegmentIsTheOneOfLucenesOwnWriter) {
  unsigned seed = tests::seed_of_test();
  for (unsigned round = 0; round < 6; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    TempDir folder;
    TestDocuments documents =
        RandomDocuments(seed + round, true).make(round == 0 ? 1500 : 200);
    WriterOptions options = like_lucene();
    options.tmpdir = folder.path();
    options.memory = round % 2 == 0 ? 1 << 10 : 1 << (14 + round);
    options.jobs = 1 + round % 3;
    write_ours(folder / "ours", documents, options);
    fs::create_directory(folder / "reference");
    write_reference(folder / "reference", documents, round < 3 ? 64 : 0.2);
    expect_same_segment(folder / "ours", folder / "reference");
    expect_texts_for_lucene(folder / "ours", documents);
    expect_clean(folder / "ours");
    if (HasFailure()) return;
  }
}

TEST(LuceneFormat, TheBytesAreTheSameForAnyMemoryAndThreads) {
  TempDir folder;
  TestDocuments documents =
      RandomDocuments(tests::seed_of_test(), true).make(300);
  write_ours(folder / "first", documents, {});
  Manifest first = read_manifest(folder / "first");
  for (uint64_t jobs : {1, 2, 5}) {
    WriterOptions options;
    options.force = true;
    options.jobs = jobs;
    options.memory = 20000 * jobs;
    write_ours(folder / "again", documents, options);
    Manifest again = read_manifest(folder / "again");
    for (const auto& [name, file] : first.files) {
      EXPECT_EQ(file.blocks, again.files[name].blocks) << name;
    }
  }
}

TEST(LuceneFormat, FrequentWordsHaveSkipDataOnManyLevels) {
  TempDir folder;
  std::mt19937 random(1);
  TestDocuments documents(70000);
  for (TestDocument& document : documents) {
    std::string text = "all";
    for (int i = 0; i < 3; ++i) {
      if (random() % 2 == 0) text += i == 1 ? " half half" : " some";
    }
    document.emplace_back("content", text);
    document.emplace_back("type", "text/html");
  }
  WriterOptions options = like_lucene();
  options.memory = 1 << 16;
  write_ours(folder / "ours", documents, options);
  fs::create_directory(folder / "reference");
  write_reference(folder / "reference", documents, 64);
  expect_same_segment(folder / "ours", folder / "reference");
  expect_clean(folder / "ours");
}

TEST(LuceneFormat, FieldsAndDocumentsMayBeMissing) {
  for (const TestDocuments& documents :
       {TestDocuments{{}}, TestDocuments{{}, {{"date", "20070101000000"}}, {}},
        TestDocuments{{{"length", "7"}}}, TestDocuments{{{"type", ""}}},
        TestDocuments{{{"title", "..."}}, {{"content", ""}}}}) {
    TempDir folder;
    write_ours(folder / "ours", documents, like_lucene());
    fs::create_directory(folder / "reference");
    write_reference(folder / "reference", documents, 64);
    expect_same_segment(folder / "ours", folder / "reference");
    expect_clean(folder / "ours");
  }
  TempDir folder;
  write_ours(folder / "none", {}, {});
  EXPECT_EQ(IndexReader::open({folder / "none"}).documents(), 0U);
  expect_clean(folder / "none");
}

TEST(LuceneFormat, ADocumentMayHaveAMillionWords) {
  TempDir folder;
  std::string text;
  for (int i = 0; i < 1000000; ++i) text += std::to_string(i % 70001) + ' ';
  TestDocuments documents = {{{"content", "first"}},
                             {{"content", std::move(text)}},
                             {{"content", "last 7"}}};
  WriterOptions options = like_lucene();
  options.memory = 1 << 20;
  options.jobs = 2;
  write_ours(folder / "ours", documents, options);
  fs::create_directory(folder / "reference");
  write_reference(folder / "reference", documents, 64);
  expect_same_segment(folder / "ours", folder / "reference");
}

TEST(LuceneFormat, LongTextsAreStoredWithADictionaryOfTheIndex) {
  TempDir folder;
  std::mt19937 random(1);
  TestDocuments documents(600);
  for (TestDocument& document : documents) {
    std::string text;
    while (text.size() < 6000)
      text += "w" + std::to_string(random() % 9999) + ' ';
    document.emplace_back("content", std::move(text));
  }
  WriterOptions options;
  write_ours(folder / "one", documents, options);
  options.memory = 1 << 20;
  options.jobs = 3;
  write_ours(folder / "three", documents, options);
  std::string file = "/" + std::string(kDictionaryName);
  Manifest one = read_manifest(folder / "one");
  Manifest three = read_manifest(folder / "three");
  ASSERT_TRUE(one.files.contains(std::string(kDictionaryName)));
  for (const auto& [name, facts] : one.files) {
    EXPECT_EQ(facts.blocks, three.files[name].blocks) << name;
  }
  {
    IndexReader reader = IndexReader::open({folder / "one"});
    StoredDocument stored;
    for (size_t n = 0; n < documents.size(); ++n) {
      reader.document(n, {"content"}, stored);
      ASSERT_EQ(value_of(stored, "content"), documents[n][0].second);
    }
  }
  expect_clean(folder / "one");
  std::string bytes = tests::read_file(folder / "one" + file);
  bytes[bytes.size() / 2] ^= 1;
  folder.write("one" + file, bytes);
  EXPECT_THROW(static_cast<void>(IndexReader::open({folder / "one"})),
               FormatError);
  fs::remove(folder / "one" + file);
  EXPECT_THROW(static_cast<void>(IndexReader::open({folder / "one"})), IoError);
}

// mvn dependency:get -Dartifact=org.apache.lucene:lucene-core:3.6.2
std::string lucene_jar() {
  const char* named = std::getenv("WAX_LUCENE_JAR");
  if (named != nullptr) return named;
  const char* home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "") +
         "/.m2/repository/org/apache/lucene/lucene-core/3.6.2/"
         "lucene-core-3.6.2.jar";
}

TEST(LuceneFormat, LuceneInJavaFindsNoFault) {
  std::string jar = lucene_jar();
  if (!fs::exists(jar) || std::system("java -version >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "needs java and lucene-core-3.6.2.jar; WAX_LUCENE_JAR "
                    "names the latter";
  }
  TempDir folder;
  write_ours(folder / "i",
             RandomDocuments(tests::seed_of_test(), false).make(3000), {});
  std::string command = "java -ea:org.apache.lucene... -cp '" + jar +
                        "' org.apache.lucene.index.CheckIndex '" +
                        folder / "i" + "' >'" + folder / "said" + "' 2>&1";
  int status = std::system(command.c_str());
  EXPECT_EQ(status, 0) << tests::read_file(folder / "said");
  EXPECT_THAT(tests::read_file(folder / "said"),
              testing::HasSubstr("No problems were detected"));
}

TEST(LuceneFormat, AnotherReaderOfTheFormatFindsNoFault) {
  auto script = tests::shared_file("engines/lucene_files.py");
  if (!script) GTEST_SKIP() << tests::kNoShared;
  TempDir folder;
  write_ours(folder / "i",
             RandomDocuments(tests::seed_of_test(), true).make(1000), {});
  std::string command = "python3 '" + *script + "' --check '" + folder / "i" +
                        "' >'" + folder / "said" + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0)
      << tests::read_file(folder / "said");
}

}  // namespace
}  // namespace wax::index
