#include "index/writer/combined_writer.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "index/store/impact_bounds.h"
#include "index/store/index_directory.h"
#include "index/store/posting_cursor.h"
#include "index/writer/block_encoder.h"
#include "index/writer/lucene_files.h"

namespace wax::index {
namespace {

// A field of a segment, and the term at which it is.
struct FieldWalk {
  uint32_t number;
  float weight;
  const NormFactors* factors;
  NormReader norms;
  TermWalk walk;
  std::optional<PostingCursor> cursor = {};

  [[nodiscard]] bool ended() const {
    return walk.ended() || walk.field() != number;
  }
};

class CombinedMaker {
 public:
  explicit CombinedMaker(const LuceneSegment& segment) : segment_(&segment) {
    for (const CombinedField& field : combined_fields()) {
      uint32_t number = segment.field_number(field.name);
      if (number == UINT32_MAX || !segment.fields()[number].is_indexed) {
        continue;
      }
      const LuceneField& how = segment.fields()[number];
      has_payloads_ |= how.has_payloads;
      walks_.push_back({number, field.weight, &factors_of(how),
                        segment.norms(number),
                        segment.terms().from(number, "")});
    }
  }

  void run(const std::function<void(const CombinedList&)>& use) {
    // So many bytes of postings are in memory at once.
    constexpr uint64_t kCombinedInMemory = 64 << 20;
    if (has_payloads_) return;
    uint64_t read = 0;
    while (true) {
      const std::string* first = nullptr;
      for (const FieldWalk& one : walks_) {
        if (one.ended()) continue;
        if (first == nullptr || one.walk.term() < *first) {
          first = &one.walk.term();
        }
      }
      if (first == nullptr) return;
      word_ = *first;
      size_t fields = 0;
      uint64_t documents = 0;
      uint64_t postings = UINT64_MAX;
      for (FieldWalk& one : walks_) {
        one.cursor.reset();
        if (one.ended() || one.walk.term() != word_) continue;
        ++fields;
        documents += one.walk.place().documents;
        // Terms are in the order of their fields by name, and their postings
        // are as well.
        postings = std::min(postings, one.walk.place().postings);
      }
      if (fields > 1 &&
          CombinedFile::has_words_of(documents, segment_->documents()) &&
          make_list()) {
        use({word_, postings, made_.view()});
        read += 2 * documents;
        if (read > kCombinedInMemory) {
          segment_->release();
          read = 0;
        }
      }
      for (FieldWalk& one : walks_) {
        if (!one.ended() && one.walk.term() == word_) one.walk.next();
      }
    }
  }

 private:
  // False if the word is in too few documents, or has too many bytes.
  bool make_list() {
    for (auto& column : table_) column.clear();
    encoder_.clear();
    for (FieldWalk& one : walks_) {
      if (one.ended() || one.walk.term() != word_) continue;
      one.cursor.emplace(*segment_, one.number, one.walk.place());
    }
    documents_ = 0;
    fits_ = true;
    for (uint32_t base = 0; base != kNoDocument; base = next_window()) {
      add_window(base);
    }
    if (encoder_.is_in_block()) end_block();
    if (!fits_ ||
        !CombinedFile::has_words_of(documents_, segment_->documents())) {
      return false;
    }
    made_.clear();
    append_little(documents_, made_);
    for (const auto& column : table_) {
      for (uint32_t number : column) append_little(number, made_);
    }
    made_.append(encoder_.bytes());
    return true;
  }

  // Returns the window of the first document from here on; kNoDocument if there
  // are no more documents.
  [[nodiscard]] uint32_t next_window() const {
    uint32_t next = kNoDocument;
    for (const FieldWalk& one : walks_) {
      if (one.cursor) next = std::min(next, one.cursor->document());
    }
    return next == kNoDocument ? next : next / kWindow * kWindow;
  }

  void add_window(uint32_t base) {
    std::array<float, kWindow> sums = {};
    std::array<bool, kWindow> has = {};
    for (FieldWalk& one : walks_) {
      if (!one.cursor) continue;
      one.cursor->take_until(
          base + kWindow, [&](uint32_t document, uint32_t frequency) {
            float factor =
                one.norms.empty() ? 1 : (*one.factors)[one.norms.at(document)];
            sums[document - base] += score_of(one.weight, frequency, factor);
            has[document - base] = true;
          });
    }
    for (uint32_t n = 0; n < kWindow; ++n) {
      if (!has[n]) continue;
      ++documents_;
      uint32_t code = SumCode::of(sums[n]);
      greatest_ = std::max(greatest_, code);
      if (encoder_.add(base + n, code + 1)) end_block();
    }
  }

  void end_block() {
    fits_ &= encoder_.size() <= UINT32_MAX;
    table_[0].push_back(encoder_.last());
    table_[1].push_back(TermBlocks::packed({greatest_ + 1, 0, false}));
    table_[2].push_back(static_cast<uint32_t>(encoder_.size()));
    encoder_.end_block();
    greatest_ = 0;
  }

  const LuceneSegment* segment_;
  std::vector<FieldWalk> walks_;  // in the order in which scores are added
  bool has_payloads_ = false;
  // The word whose list is made.
  std::string word_;
  std::array<std::vector<uint32_t>, 3> table_;  // by kind of number
  BlockEncoder encoder_;
  uint32_t documents_ = 0;
  uint32_t greatest_ = 0;  // code of the block
  bool fits_ = true;
  io::ByteBuffer made_;
};

}  // namespace

void each_combined_list(const LuceneSegment& segment,
                        const std::function<void(const CombinedList&)>& use) {
  CombinedMaker(segment).run(use);
}

void write_combined(const LuceneSegment& segment, const std::string& path) {
  std::unique_ptr<IndexFile> file;
  uint64_t size = CombinedFile::kHeaderSize;
  std::vector<std::pair<uint64_t, uint64_t>> terms;
  each_combined_list(segment, [&](const CombinedList& list) {
    if (!file) {
      file = std::make_unique<IndexFile>(path);
      file->write(std::string(CombinedFile::kHeaderSize, '\0'));
    }
    terms.emplace_back(list.postings, size);
    file->write(list.bytes);
    size += list.bytes.size();
  });
  if (!file) return;
  // A word that has no first field comes in another order.
  std::sort(terms.begin(), terms.end());
  io::ByteBuffer list;
  for (const auto& [postings, begin] : terms) {
    append_little(postings, list);
    append_little(begin, list);
  }
  file->write(list.view());
  io::ByteBuffer header;
  header.append(CombinedFile::kMark);
  append_little(TermBlocks::kDocuments, header);
  append_little(segment.documents(), header);
  append_little(uint64_t{terms.size()}, header);
  append_little(size, header);
  append_little(combined_rules(), header);
  file->patch(header.view(), 0);
  file->finish();
}

}  // namespace wax::index
