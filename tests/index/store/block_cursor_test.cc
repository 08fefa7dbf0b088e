#include "index/store/block_cursor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

struct BlockPosting {
  uint32_t document;
  uint32_t frequency;
  std::vector<uint32_t> positions;
};

uint32_t any_below(std::mt19937& random, uint32_t end) {
  return static_cast<uint32_t>(random() % end);
}

// Terms in nearly all documents down to few, some of them very often in one.
void write_random_index(const std::string& path, std::mt19937& random,
                        uint32_t documents) {
  IndexWriter writer(path, {});
  for (uint32_t i = 0; i < documents; ++i) {
    std::string content;
    for (uint32_t word = 2; word < 200; word += 1 + word / 4) {
      if (random() % word > 1) continue;
      uint32_t times = 1 + any_below(random, 3);
      if (random() % 2000 == 0) times = 300;
      for (; times > 0; --times) content += 'w' + std::to_string(word) + ' ';
    }
    writer.add({{"content", content},
                {"status", i % 100 == 0 ? "404" : "200"},
                {"type", i % 7 == 0 ? "text/plain" : "text/html"}});
  }
  writer.finish();
}

std::vector<BlockPosting> all_postings(const LuceneSegment& segment,
                                       const TermWalk& walk) {
  std::vector<BlockPosting> all;
  for (PostingCursor cursor(segment, walk.field(), walk.place());
       cursor.document() != kNoDocument; cursor.next()) {
    all.push_back({cursor.document(), cursor.frequency(), {}});
    cursor.append_positions(all.back().positions);
  }
  return all;
}

// Goes on in random ways, which must lead to what the postings have.
void go_through(BlockCursor cursor, const std::vector<BlockPosting>& all,
                uint32_t documents, std::mt19937& random) {
  std::vector<uint32_t> room;
  size_t at = 0;
  uint32_t far = 1 + any_below(random, documents);
  while (true) {
    if (at == all.size()) {
      ASSERT_EQ(cursor.document(), kNoDocument);
      return;
    }
    ASSERT_EQ(cursor.document(), all[at].document);
    uint32_t target = cursor.document() + 1 + any_below(random, far);
    switch (random() % 5) {
      case 0: {
        std::span<uint32_t> positions = cursor.read_positions(room);
        ASSERT_EQ(std::vector<uint32_t>(positions.begin(), positions.end()),
                  all[at].positions);
        [[fallthrough]];
      }
      case 1:
        ASSERT_EQ(cursor.frequency(), all[at].frequency);
        cursor.next();
        ++at;
        break;
      case 2:
        cursor.advance(target);
        while (at < all.size() && all[at].document < target) ++at;
        break;
      case 3:
        cursor.take_documents(target,
                              [&](const uint32_t* taken, uint32_t count) {
                                for (uint32_t i = 0; i < count; ++i, ++at) {
                                  ASSERT_EQ(taken[i], all[at].document);
                                }
                              });
        break;
      default:
        cursor.take_postings(
            target, [&](const uint32_t* taken, const uint32_t* frequencies,
                        uint32_t count) {
              for (uint32_t i = 0; i < count; ++i, ++at) {
                ASSERT_EQ(taken[i], all[at].document);
                ASSERT_EQ(frequencies[i], all[at].frequency);
              }
            });
    }
  }
}

TEST(BlockCursorTest, BlocksHaveTheDocumentsFrequenciesAndPlacesOfPostings) {
  TempDir folder;
  std::mt19937 random(4);
  constexpr uint32_t kDocuments = 12000;
  write_random_index(folder / "i", random, kDocuments);
  IndexDirectory column(
      folder / "i", std::make_shared<Manifest>(read_manifest(folder / "i")));
  const LuceneSegment& segment = *column.parts().front().segment;
  ASSERT_NE(segment.blocks(), nullptr);
  size_t with_documents = 0;
  size_t with_bounds_alone = 0;
  for (TermWalk walk = segment.terms().all(); !walk.ended(); walk.next()) {
    SCOPED_TRACE(walk.term());
    TermBlocks blocks = segment.blocks()->blocks_of(walk.place());
    std::vector<BlockPosting> all = all_postings(segment, walk);
    if (blocks.count() == 0) {
      EXPECT_LT(all.size(), BlockFile::kFewest);
    } else {
      (blocks.has_documents() ? with_documents : with_bounds_alone) += 1;
      EXPECT_EQ(blocks.last(blocks.count() - 1), all.back().document);
    }
    std::vector<uint32_t> documents;
    each_document(segment, walk.field(), walk.place(),
                  [&](const uint32_t* taken, uint32_t count) {
                    documents.insert(documents.end(), taken, taken + count);
                  });
    ASSERT_TRUE(std::equal(
        documents.begin(), documents.end(), all.begin(), all.end(),
        [](uint32_t n, const BlockPosting& one) { return n == one.document; }));
    for (int trial = 0; trial < 5; ++trial) {
      go_through(BlockCursor(segment, walk.field(), walk.place()), all,
                 kDocuments, random);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(with_documents, 10U);
  EXPECT_GE(with_bounds_alone, 2U);
}

}  // namespace
}  // namespace wax::index
