#include "index/search/document_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>

#include "index/search/searcher.h"
#include "index/store/reader_state.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

class DocumentValues : public testing::Test {
 protected:
  DocumentValues() {
    IndexWriter writer(folder_ / "i", {});
    writer.add({{"urlkey", "org,a)/"},
                {"date", "20070102030405"},
                {"date", "20090102030405"},
                {"length", "12"},
                {"simhash", "00000000000000ff"}});
    writer.add({{"urlkey", "org,a)/"}, {"length", "7"}});
    writer.finish();
    reader_ = std::make_unique<IndexReader>(IndexReader::open({folder_ / "i"}));
  }
  uint64_t number(DocumentNumbers numbers, uint32_t document, double expected) {
    numbers.begin_shard(Searcher::shards_of(*reader_).front(), expected,
                        Deadline());
    return numbers.of(document);
  }

  TempDir folder_;
  std::unique_ptr<IndexReader> reader_;
};

// Few hits are read one by one, many from numbers that are kept.
TEST_F(DocumentValues, AreTheSameForFewAndForManyHits) {
  for (double expected : {0.0, 1e9}) {
    EXPECT_EQ(number(first_dates(), 0, expected), 20070102030405U);
    EXPECT_EQ(number(last_dates(), 0, expected), 20090102030405U);
    EXPECT_EQ(number(first_dates(), 1, expected), 0U);
    EXPECT_EQ(number(simhashes(), 0, expected), 0xFFU);
    EXPECT_EQ(number(simhashes(), 1, expected), 0U);
    EXPECT_NE(number(url_hashes(), 0, expected), 0U);
    EXPECT_EQ(number(url_hashes(), 0, expected),
              number(url_hashes(), 1, expected));
  }
}

TEST_F(DocumentValues, OfWordsAndOfNoFieldAreRefused) {
  const FieldNames names = field_names(*reader_);
  EXPECT_TRUE(wanted_kind(names, "length", "sort").is_number);
  EXPECT_THROW((void)wanted_kind(names, "content", "sort"), UsageError);
  EXPECT_THROW((void)wanted_kind(names, "nothing", "sort"), UsageError);
  EXPECT_THAT(fields_of_values(names), testing::Contains("length"));
}

std::mutex making;

uint64_t slow_number(const IndexDirectory&, uint32_t document) {
  std::lock_guard wait(making);
  return document;
}

// Who waits for numbers that are made has a deadline; other values do not wait.
TEST_F(DocumentValues, ThatAreBeingMadeAreWaitedForUntilTheDeadline) {
  const Shard& shard = Searcher::shards_of(*reader_).front();
  const IndexDirectory& index = *shard.columns.back().index;
  std::unique_lock held(making);
  auto soon = [] {
    return std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  };
  EXPECT_EQ(index.kept_numbers("slow", slow_number, soon()), nullptr);
  EXPECT_EQ(index.kept_numbers("slow", slow_number, soon()), nullptr);
  EXPECT_EQ(values_in(shard, "length", Deadline(), nullptr)->size(), 2U);
  held.unlock();
  EXPECT_EQ(index.kept_numbers("slow", slow_number)->at(1), 1U);
}

TEST_F(DocumentValues, ThatWerePreparedAreNotWaitedFor) {
  const Shard& shard = Searcher::shards_of(*reader_).front();
  Deadline passed(std::chrono::steady_clock::now());
  prepare_values(*reader_, {"length", "nothing"}, [] { return false; });
  EXPECT_EQ(values_in(shard, "length", passed, nullptr)->size(), 2U);
  EXPECT_NO_THROW(url_hashes().begin_shard(shard, 2, passed));
}

TEST_F(DocumentValues, ThatNeedTooMuchMemoryAreRefused) {
  const Shard& shard = Searcher::shards_of(*reader_).front();
  MemoryBudget budget(10);
  EXPECT_THROW((void)values_in(shard, "urlkey", Deadline(), &budget),
               TooMuchMemory);
  EXPECT_EQ(budget.taken(), 0U);
}

}  // namespace
}  // namespace wax::index
