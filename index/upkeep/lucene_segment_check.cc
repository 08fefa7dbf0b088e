#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index/store/block_file.h"
#include "index/store/impact_bounds.h"
#include "index/store/posting_cursor.h"
#include "index/upkeep/index_check.h"
#include "index/writer/combined_writer.h"
#include "io/error.h"

namespace wax::index {
namespace {

std::string named_term(const LuceneSegment& segment, const TermWalk& walk) {
  return "the term \"" + walk.term() + "\" of the field " +
         segment.fields()[walk.field()].name;
}

// Holds the blocks of a term against its postings, which come one by one. Of a
// segment that has a file of blocks.
class BlockCheck {
 public:
  BlockCheck(const LuceneSegment& segment, const TermWalk& walk)
      : segment_(&segment),
        walk_(&walk),
        norms_(segment.norms(walk.field())),
        greatest_(factors_of(segment.fields()[walk.field()])) {
    blocks_ = segment.blocks()->blocks_of(walk.place());
    if (segment.fields()[walk.field()].has_positions) {
      positions_ = PositionReader(
          io::ByteCursor(segment.positions(), walk.place().positions),
          segment.fields()[walk.field()].has_payloads);
      has_positions_ = true;
    }
  }

  [[nodiscard]] bool has_blocks() const { return blocks_.count() > 0; }

  void add(uint32_t document, uint32_t frequency) {
    if (at_ == 0) begin_block();
    if (blocks_.has_documents() &&
        (documents_[at_] != document || frequencies_[at_] != frequency)) {
      fail("have other documents or frequencies than its postings");
    }
    greatest_.add(frequency, norms_.empty() ? kNormOfOne : norms_.at(document));
    occurrences_ += frequency;
    if (++at_ < blocks_.documents_of(block_)) return;
    if (blocks_.last(block_) != document) {
      fail("end with other documents than its postings");
    }
    if (blocks_.packed_impact(block_) !=
        TermBlocks::packed(greatest_.impact())) {
      fail("say otherwise than its postings how much documents score");
    }
    greatest_.clear();
    at_ = 0;
    ++block_;
  }

 private:
  void begin_block() {
    if (!blocks_.has_documents()) return;
    blocks_.read_documents(block_, documents_.data());
    blocks_.read_frequencies(block_, frequencies_.data());
    if (!has_positions_) return;
    positions_.pass(occurrences_);
    occurrences_ = 0;
    if (walk_->place().positions + blocks_.positions(block_) !=
        positions_.at()) {
      fail("lead to other positions than its postings");
    }
  }

  [[noreturn]] void fail(const char* what) const {
    throw FormatError(segment_->blocks()->path(), 0,
                      "the blocks of " + named_term(*segment_, *walk_) + ' ' +
                          what + "; make the index again");
  }

  const LuceneSegment* segment_;
  const TermWalk* walk_;
  NormReader norms_;
  GreatestImpact greatest_;
  TermBlocks blocks_;
  PositionReader positions_;
  bool has_positions_ = false;
  uint64_t occurrences_ = 0;  // since positions_
  uint32_t block_ = 0;
  uint32_t at_ = 0;  // in the block
  std::array<uint32_t, TermBlocks::kDocuments> documents_;
  std::array<uint32_t, TermBlocks::kDocuments> frequencies_;
};

class SegmentCheck {
 public:
  SegmentCheck(const LuceneSegment& segment, IndexCheckCounts& counts)
      : segment_(&segment), counts_(&counts) {}

  void terms();
  void norms() const;
  void combined() const;

 private:
  void postings(const TermWalk& walk);

  const LuceneSegment* segment_;
  IndexCheckCounts* counts_;
  uint64_t with_blocks_ = 0;  // terms
};

void SegmentCheck::postings(const TermWalk& walk) {
  const LuceneSegment& segment = *segment_;
  const LuceneField& field = segment.fields()[walk.field()];
  const TermPlace& place = walk.place();
  const uint64_t interval = segment.terms().skip_interval();
  PostingCursor cursor(segment, walk.field(), place);
  std::optional<SkipReader> skips;
  if (place.documents >= interval) {
    skips.emplace(segment, place, field.has_payloads);
  }
  auto fail = [&](const char* what) {
    segment.postings().fail(
        place.postings,
        "the postings of " + named_term(segment, walk) + ' ' + what);
  };
  std::optional<BlockCheck> blocks;
  if (segment.blocks() != nullptr && place.documents >= BlockFile::kFewest) {
    blocks.emplace(segment, walk);
    if (blocks->has_blocks()) {
      ++with_blocks_;
    } else {
      blocks.reset();
    }
  }
  std::vector<uint32_t> positions;
  uint64_t number = 0;
  uint32_t last = 0;
  for (; cursor.document() != kNoDocument; cursor.next()) {
    uint32_t document = cursor.document();
    ++number;
    if (document >= segment.documents()) fail("name a document too many");
    if (number > 1 && document <= last) fail("are not in order");
    if (cursor.frequency() == 0) fail("have a document without occurrence");
    if (skips && number % interval == 0) {
      const SkipReader::Entry& entry = skips->seek(document);
      if (entry.number != number || entry.document != last) {
        fail("have skip data that lead elsewhere");
      }
    }
    if (blocks) blocks->add(document, cursor.frequency());
    if (field.has_positions) {
      positions.clear();
      cursor.append_positions(positions);
      for (size_t i = 1; i < positions.size(); ++i) {
        if (positions[i] < positions[i - 1]) fail("have falling positions");
      }
    }
    last = document;
  }
  if (number != place.documents) fail("are not as many as the term says");
  counts_->postings += number;
}

void SegmentCheck::norms() const {
  for (uint32_t field = 0; field < segment_->fields().size(); ++field) {
    if (!segment_->fields()[field].has_norms) continue;
    NormReader norms = segment_->norms(field);
    for (uint32_t i = 0; i < segment_->documents(); ++i) (void)norms.at(i);
  }
}

void SegmentCheck::terms() {
  const TermReader& terms = segment_->terms();
  const std::vector<LuceneField>& fields = segment_->fields();
  std::string last;
  uint32_t last_field = UINT32_MAX;
  uint64_t number = 0;
  for (TermWalk walk = terms.all(); !walk.ended(); walk.next(), ++number) {
    auto fail = [&](const char* what) {
      segment_->postings().fail(walk.place().postings,
                                named_term(*segment_, walk) + ' ' + what);
    };
    if (!fields[walk.field()].is_indexed) fail("is of a field without terms");
    if (walk.place().documents == 0) fail("has no document");
    if (last_field != UINT32_MAX &&
        std::pair(fields[walk.field()].name, walk.term()) <=
            std::pair(fields[last_field].name, last)) {
      fail("is not in order");
    }
    postings(walk);
    // Each of .tii, and some between.
    if (number % 32 == 0) {
      TermPlace found = terms.find(walk.field(), walk.term());
      if (found.postings != walk.place().postings ||
          found.documents != walk.place().documents) {
        fail("is not found");
      }
    }
    last = walk.term();
    last_field = walk.field();
  }
  counts_->terms += number;
  if (const BlockFile* blocks = segment_->blocks();
      blocks != nullptr && blocks->terms() != with_blocks_) {
    throw FormatError(blocks->path(), 0,
                      "it has blocks of terms that are not there; make the "
                      "index again");
  }
}

void SegmentCheck::combined() const {
  const CombinedFile* file = segment_->combined();
  if (file == nullptr || !file->is_of_these_rules()) return;
  uint64_t lists = 0;
  each_combined_list(*segment_, [&](const CombinedList& list) {
    ++lists;
    if (file->has(list.postings, list.bytes)) return;
    throw FormatError(file->path(), 0,
                      "the list of the word \"" + list.word +
                          "\" has other documents or scores than its "
                          "postings; make the index again");
  });
  if (lists == file->terms()) return;
  throw FormatError(file->path(), 0,
                    "it has lists of words that are not there; make the index "
                    "again");
}

}  // namespace

void check_lucene_segment(const LuceneSegment& segment,
                          IndexCheckCounts& counts) {
  SegmentCheck check(segment, counts);
  check.terms();
  check.norms();
  check.combined();
}

}  // namespace wax::index
