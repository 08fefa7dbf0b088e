#include "index/store/index_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lucene++/LuceneHeaders.h>

// It needs the others.
#include <lucene++/CompressionTools.h>
#include <lucene++/FieldSelector.h>
#include <lucene++/SerialMergeScheduler.h>
#include <lucene++/TermPositions.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "index/lucenepp/directory.h"
#include "index/writer/index_writer.h"
#include "io/compress/text_dictionary.h"
#include "io/error.h"
#include "tests/index/lucenepp/payload_stream.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using Lucene::newLucene;
using tests::TempDir;

// Writes random documents with Lucene++ in a random form.
class RandomIndex {
 public:
  explicit RandomIndex(unsigned seed) : random_(seed) {}

  void write(const std::string& path, size_t documents) {
    std::filesystem::create_directories(path);
    Lucene::DirectoryPtr directory = Lucene::FSDirectory::open(wide_of(path));
    auto writer = newLucene<Lucene::IndexWriter>(
        directory, newLucene<Lucene::WhitespaceAnalyzer>(), true,
        Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
    writer->setMergeScheduler(newLucene<Lucene::SerialMergeScheduler>());
    writer->setMaxBufferedDocs(static_cast<int32_t>(2 + pick(documents)));
    bool compound = pick(2) == 0;
    writer->setUseCompoundFile(compound);
    auto policy = boost::dynamic_pointer_cast<Lucene::LogMergePolicy>(
        writer->getMergePolicy());
    policy->setUseCompoundDocStore(compound);
    policy->setMergeFactor(static_cast<int32_t>(2 + pick(30)));
    writer->setTermIndexInterval(static_cast<int32_t>(1 + pick(200)));
    bool payloads = pick(3) == 0;
    for (size_t i = 0; i < documents; ++i) add(writer, payloads);
    if (pick(2) == 0) writer->optimize();
    writer->close();
    if (pick(2) == 0) change(directory, documents);
  }

 private:
  size_t pick(size_t n) { return random_() % n; }

  std::string word() {
    // Some are in every text, some in one, some are not ASCII.
    switch (pick(4)) {
      case 0:
        return "frequent" + std::to_string(pick(3));
      case 1:
        return "word" + std::to_string(pick(300));
      case 2:
        return "rare" + std::to_string(pick(1000000));
      default: {
        const char* words[] = {"é", "東京", "\xF0\x9F\x98\x80", "я", "a", "ab"};
        return words[pick(6)] + std::to_string(pick(50));
      }
    }
  }
  std::vector<std::string> words() {
    std::vector<std::string> row;
    for (size_t n = pick(12); n > 0; --n) row.push_back(word());
    if (pick(200) == 0) row.insert(row.end(), 300, "often");
    return row;
  }
  static std::string joined(const std::vector<std::string>& row) {
    std::string text;
    for (const std::string& one : row) text += one + ' ';
    return text;
  }

  void add(const Lucene::IndexWriterPtr& writer, bool payloads) {
    using LuceneField = Lucene::Field;
    auto document = newLucene<Lucene::Document>();
    document->add(newLucene<LuceneField>(L"text", wide_of(joined(words())),
                                         LuceneField::STORE_YES,
                                         LuceneField::INDEX_ANALYZED));
    if (pick(3) > 0) {
      auto field = newLucene<LuceneField>(
          L"exact", wide_of(word()), LuceneField::STORE_YES,
          LuceneField::INDEX_NOT_ANALYZED_NO_NORMS);
      field->setOmitTermFreqAndPositions(true);
      document->add(field);
    }
    if (pick(2) == 0) {
      auto field = newLucene<LuceneField>(L"boosted", wide_of(joined(words())),
                                          LuceneField::STORE_NO,
                                          LuceneField::INDEX_ANALYZED);
      field->setBoost(static_cast<double>(1 + pick(9)));
      document->add(field);
    }
    if (payloads && pick(2) == 0) {
      document->add(newLucene<LuceneField>(L"payloads",
                                           newLucene<PayloadStream>(words())));
    }
    if (pick(4) == 0) {
      auto bytes =
          Lucene::CompressionTools::compressString(wide_of(joined(words())));
      document->add(
          newLucene<LuceneField>(L"bytes", bytes, LuceneField::STORE_YES));
    }
    writer->addDocument(document);
  }

  // Deletes documents and replaces norms.
  void change(const Lucene::DirectoryPtr& directory, size_t documents) {
    auto reader = Lucene::IndexReader::open(directory, false);
    for (size_t n = pick(20); n > 0; --n) {
      auto document = static_cast<int32_t>(pick(documents));
      if (reader->isDeleted(document)) continue;
      if (pick(2) == 0) {
        reader->deleteDocument(document);
      } else {
        reader->setNorm(document, L"boosted", static_cast<uint8_t>(pick(256)));
      }
    }
    reader->close();
  }

  std::mt19937 random_;
};

struct Posting {
  uint32_t document;
  uint32_t frequency;
  std::vector<uint32_t> positions;
  friend bool operator==(const Posting&, const Posting&) = default;
};

std::vector<Posting> postings_of(const LuceneSegment& segment, uint32_t field,
                                 const TermPlace& place) {
  std::vector<Posting> postings;
  for (PostingCursor cursor(segment, field, place);
       cursor.document() != kNoDocument; cursor.next()) {
    postings.push_back({cursor.document(), cursor.frequency(), {}});
    cursor.append_positions(postings.back().positions);
  }
  return postings;
}

std::vector<Posting> postings_of(const Lucene::IndexReaderPtr& reader,
                                 const Lucene::TermPtr& term,
                                 bool with_positions) {
  std::vector<Posting> postings;
  auto cursor = reader->termPositions(term);
  while (cursor->next()) {
    postings.push_back({static_cast<uint32_t>(cursor->doc()),
                        static_cast<uint32_t>(cursor->freq()),
                        {}});
    for (int32_t n = with_positions ? cursor->freq() : 0; n > 0; --n) {
      postings.back().positions.push_back(
          static_cast<uint32_t>(cursor->nextPosition()));
    }
  }
  return postings;
}

// All stored fields but one.
class AllBut : public Lucene::FieldSelector {
 public:
  explicit AllBut(const std::string& name) : name_(wide_of(name)) {}
  LUCENE_CLASS(AllBut);
  FieldSelectorResult accept(const String& name) override {
    return name == name_ ? SELECTOR_NO_LOAD : SELECTOR_LOAD;
  }

 private:
  String name_;
};

class SegmentComparison {
 public:
  // The stored field `unread` is not compared.
  SegmentComparison(const LuceneSegment& segment, Lucene::IndexReaderPtr reader,
                    unsigned seed, const std::string& unread)
      : segment_(segment),
        reader_(std::move(reader)),
        random_(seed),
        unread_(segment.field_number(unread)),
        selector_(newLucene<AllBut>(unread)) {}

  void run() {
    ASSERT_EQ(segment_.documents(), static_cast<uint32_t>(reader_->maxDoc()));
    for (uint32_t n = 0; n < segment_.documents(); ++n) {
      ASSERT_EQ(segment_.is_deleted(n),
                reader_->isDeleted(static_cast<int32_t>(n)));
      if (!segment_.is_deleted(n)) compare_stored(n);
    }
    compare_norms();
    compare_terms();
    for (int i = 0; i < 50; ++i) compare_seek();
  }

 private:
  void compare_stored(uint32_t n) {
    std::vector<std::pair<std::string, std::string>> ours;
    std::vector<std::pair<std::string, std::string>> theirs;
    segment_.stored(
        n, [&](uint32_t field) { return field != unread_; },
        [&](uint32_t field, std::string value) {
          ours.emplace_back(segment_.fields()[field].name, std::move(value));
        });
    auto document = reader_->document(static_cast<int32_t>(n), selector_);
    auto found = document->getFields();
    for (const Lucene::FieldablePtr& field : found) {
      std::string value;
      if (field->isBinary()) {
        auto bytes = field->getBinaryValue();
        const auto* first = reinterpret_cast<const char*>(bytes.get()) +
                            field->getBinaryOffset();
        ASSERT_TRUE(io::decompress_value(
            {first, static_cast<size_t>(field->getBinaryLength())}, value));
      } else {
        value = utf8_of(field->stringValue());
      }
      theirs.emplace_back(utf8_of(field->name()), value);
    }
    ASSERT_EQ(ours, theirs) << "document " << n;
  }

  void compare_norms() {
    for (uint32_t i = 0; i < segment_.fields().size(); ++i) {
      const LuceneField& field = segment_.fields()[i];
      NormReader norms = segment_.norms(i);
      if (!field.has_norms) {
        EXPECT_TRUE(norms.empty());
        continue;
      }
      auto theirs = reader_->norms(wide_of(field.name));
      for (uint32_t n = 0; n < segment_.documents(); ++n) {
        ASSERT_EQ(norms.at(n), theirs[static_cast<int32_t>(n)]);
      }
    }
  }

  void compare_terms() {
    TermWalk walk = segment_.terms().all();
    auto terms = reader_->terms();
    uint64_t count = 0;
    while (terms->next()) {
      ++count;
      ASSERT_FALSE(walk.ended());
      auto term = terms->term();
      const LuceneField& field = segment_.fields()[walk.field()];
      ASSERT_EQ(field.name, utf8_of(term->field()));
      ASSERT_EQ(walk.term(), utf8_of(term->text()));
      ASSERT_EQ(walk.place().documents,
                static_cast<uint32_t>(terms->docFreq()));
      compare_postings(walk, term, field);
      TermPlace found = segment_.terms().find(walk.field(), walk.term());
      ASSERT_EQ(found.documents, walk.place().documents);
      ASSERT_EQ(found.postings, walk.place().postings);
      ASSERT_EQ(found.positions, walk.place().positions);
      ASSERT_EQ(found.skip, walk.place().skip);
      walk.next();
    }
    ASSERT_TRUE(walk.ended());
    ASSERT_EQ(count, segment_.terms().terms());
  }

  void compare_postings(const TermWalk& walk, const Lucene::TermPtr& term,
                        const LuceneField& field) {
    std::vector<Posting> all =
        postings_of(segment_, walk.field(), walk.place());
    ASSERT_EQ(all.size(), walk.place().documents);
    std::vector<Posting> live = all;
    std::erase_if(live, [&](const Posting& posting) {
      return segment_.is_deleted(posting.document);
    });
    ASSERT_EQ(live, postings_of(reader_, term, field.has_positions))
        << walk.term();
    for (int trial = all.size() > 16 ? 20 : 1; trial > 0; --trial) {
      PostingCursor cursor(segment_, walk.field(), walk.place());
      skip_through(cursor, all);
    }
  }

  // Goes to rising documents, some of them far, and looks at some positions.
  void skip_through(PostingCursor& cursor, const std::vector<Posting>& all) {
    uint32_t documents = segment_.documents();
    uint32_t far = 1 + pick(documents);
    for (uint32_t target = pick(far); target < documents;
         target += 1 + pick(far)) {
      uint32_t passed = 0;
      if (random_() % 4 == 0) {
        cursor.take_until(target, [&](uint32_t, uint32_t) { ++passed; });
      } else {
        cursor.advance(target);
      }
      auto expected = std::partition_point(
          all.begin(), all.end(),
          [&](const Posting& posting) { return posting.document < target; });
      if (expected == all.end()) {
        ASSERT_EQ(cursor.document(), kNoDocument);
        return;
      }
      ASSERT_EQ(cursor.document(), expected->document);
      ASSERT_EQ(cursor.frequency(), expected->frequency);
      if (random_() % 2 == 0) {
        std::vector<uint32_t> positions;
        cursor.append_positions(positions);
        ASSERT_EQ(positions, expected->positions);
        target = cursor.document();
      }
    }
  }

  // A term that may not be there: the first one that is not less.
  void compare_seek() {
    std::string text = std::string(random_() % 2 == 0 ? "word" : "é") +
                       std::to_string(random_() % 400) +
                       (random_() % 2 == 0 ? "x" : "");
    const LuceneField& field =
        segment_.fields()[random_() % segment_.fields().size()];
    auto terms = reader_->terms(
        newLucene<Lucene::Term>(wide_of(field.name), wide_of(text)));
    TermWalk walk =
        segment_.terms().from(segment_.field_number(field.name), text);
    auto term = terms->term();
    ASSERT_EQ(walk.ended(), !term);
    if (!term) return;
    ASSERT_EQ(walk.term(), utf8_of(term->text()));
    ASSERT_EQ(segment_.fields()[walk.field()].name, utf8_of(term->field()));
  }

  uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_()) % n; }

  const LuceneSegment& segment_;
  Lucene::IndexReaderPtr reader_;
  std::mt19937 random_;
  uint32_t unread_;
  Lucene::FieldSelectorPtr selector_;
};

void expect_as_lucene_reads(const std::string& path, unsigned seed,
                            const std::string& unread = "") {
  IndexDirectory column(path, nullptr);
  auto reader =
      Lucene::IndexReader::open(newLucene<Directory>(path, nullptr), true);
  auto readers = reader->getSequentialSubReaders();
  ASSERT_EQ(column.documents(), static_cast<uint32_t>(reader->maxDoc()));
  ASSERT_EQ(column.has_deletions(), reader->hasDeletions());
  ASSERT_EQ(column.parts().size(), static_cast<size_t>(readers.size()));
  for (int32_t i = 0; i < readers.size(); ++i) {
    SegmentComparison comparison(
        *column.parts()[static_cast<size_t>(i)].segment, readers[i], seed,
        unread);
    comparison.run();
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(IndexDirectoryTest, EverythingIsReadAsLuceneReadsIt) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TempDir folder;
    RandomIndex(seed).write(folder / "i", seed % 6 == 0 ? 6000 : 5 + seed * 9);
    expect_as_lucene_reads(folder / "i", seed);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(IndexDirectoryTest, AnIndexOfNutchWaxIsReadAsLuceneReadsIt) {
  auto index = tests::shared_file("nutchwax-index/main");
  if (!index) GTEST_SKIP() << tests::kNoShared;
  // Lucene++ crashes on a compressed value of no bytes.
  expect_as_lucene_reads(*index, 1, "content");
  for (const IndexDirectory column(*index, nullptr);
       const IndexDirectory::Part& part : column.parts()) {
    size_t texts = 0;
    for (uint32_t n = 0; n < part.segment->documents(); ++n) {
      part.segment->stored(
          n, [](uint32_t) { return true; },
          [&](uint32_t field, const std::string& value) {
            texts += part.segment->fields()[field].name == "content" &&
                     !value.empty();
          });
    }
    EXPECT_GT(texts, 100U);
  }
}

TEST(IndexDirectoryTest, AnEmptyIndexHasNoDocuments) {
  TempDir folder;
  IndexWriter(folder / "i", {}).finish();
  IndexDirectory column(folder / "i", nullptr);
  EXPECT_EQ(column.documents(), 0U);
  std::vector<TermSource> sources;
  EXPECT_EQ(column.find("content", "word", sources), 0U);
}

TEST(IndexDirectoryTest, ATermIsFoundThroughAllSegments) {
  TempDir folder;
  RandomIndex(3).write(folder / "i", 3000);
  IndexDirectory column(folder / "i", nullptr);
  std::vector<TermSource> sources;
  uint64_t documents = column.find("text", "frequent1", sources);
  ASSERT_GT(documents, 100U);
  std::vector<uint32_t> all;
  for (TermCursor cursor(sources); cursor.document() != kNoDocument;
       cursor.next()) {
    all.push_back(cursor.document());
  }
  EXPECT_EQ(all.size(), documents);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  for (uint32_t target = 0; target < column.documents(); target += 7) {
    TermCursor cursor(sources);
    cursor.advance(target);
    auto next = std::lower_bound(all.begin(), all.end(), target);
    EXPECT_EQ(cursor.document(), next == all.end() ? kNoDocument : *next);
  }
}

// Reads all that there is.
uint64_t read_everything(const IndexDirectory& column) {
  uint64_t sum = 0;
  std::vector<uint32_t> positions;
  for (const IndexDirectory::Part& part : column.parts()) {
    const LuceneSegment& segment = *part.segment;
    for (uint32_t n = 0; n < segment.documents(); ++n) {
      segment.stored(
          n, [](uint32_t) { return true; },
          [&](uint32_t, const std::string& value) { sum += value.size(); });
    }
    for (uint32_t i = 0; i < segment.fields().size(); ++i) {
      NormReader norms = segment.norms(i);
      for (uint32_t n = 0; !norms.empty() && n < segment.documents(); ++n) {
        sum += norms.at(n);
      }
      (void)segment.terms().find(i, "word100");
    }
    for (TermWalk walk = segment.terms().all(); !walk.ended(); walk.next()) {
      PostingCursor far(segment, walk.field(), walk.place());
      far.advance(segment.documents() / 2);
      far.advance(segment.documents() - 1);
      for (PostingCursor cursor(segment, walk.field(), walk.place());
           cursor.document() != kNoDocument; cursor.next()) {
        positions.clear();
        cursor.append_positions(positions);
        sum += positions.size();
      }
    }
  }
  return sum;
}

TEST(IndexDirectoryTest,
     DamageWithoutChecksumsIsAnErrorThatNamesAFileOrIsRead) {
  for (unsigned seed : {2U, 5U}) {
    TempDir folder;
    RandomIndex(seed).write(folder / "i", 400);
    std::mt19937 random(seed);
    size_t errors = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder / "i")) {
      std::string path = entry.path().string();
      std::string bytes = tests::read_file(path);
      for (int trial = 0; trial < 60 && !bytes.empty(); ++trial) {
        std::string bad = bytes;
        if (trial % 4 == 3) {
          bad.resize(random() % bad.size());
        } else {
          size_t at = trial % 2 == 0
                          ? random() % std::min<size_t>(bad.size(), 64)
                          : random() % bad.size();
          bad[at] ^= static_cast<char>(1 + random() % 255);
        }
        std::ofstream(path, std::ios::binary) << bad;
        try {
          read_everything(IndexDirectory(folder / "i", nullptr));
        } catch (const Error& error) {
          EXPECT_THAT(error.what(), testing::HasSubstr(folder / "i"));
          ++errors;
        }
      }
      std::ofstream(path, std::ios::binary) << bytes;
    }
    EXPECT_GT(errors, 100U);
  }
}

TEST(IndexDirectoryTest, AFileThatIsCutWhileItIsOpenIsAnErrorAndNoSignal) {
  TempDir folder;
  RandomIndex(6).write(folder / "i", 6000);
  IndexDirectory column(folder / "i", nullptr);
  for (const auto& entry : std::filesystem::directory_iterator(folder / "i")) {
    if (entry.file_size() > 200'000) {
      ASSERT_EQ(::truncate(entry.path().c_str(), 100), 0);
    }
  }
  EXPECT_THROW(read_everything(column), IoError);
}

}  // namespace
}  // namespace wax::index
