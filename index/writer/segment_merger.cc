#include "index/writer/segment_merger.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "index/query/fields.h"
#include "index/store/compress.h"
#include "index/store/packed_dates.h"
#include "index/store/posting_cursor.h"
#include "index/writer/block_writer.h"
#include "index/writer/postings_files.h"
#include "index/writer/segment_files.h"
#include "index/writer/stored_writer.h"
#include "io/error.h"
#include "io/ordered_pool.h"
#include "text/sanitize.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

// A segment of a source.
struct MergePart {
  const IndexSegment* segment = nullptr;
  const MergeSource* source = nullptr;
  uint32_t source_number = 0;
  uint32_t base = 0;
  bool all_kept = true;
  std::vector<uint32_t> fields;  // old number to new

  [[nodiscard]] bool is_kept(uint32_t document) const {
    return all_kept || source->kept[base + document];
  }
  [[nodiscard]] uint32_t number(uint32_t document) const {
    return source->numbers[base + document];
  }
};

// The fields of the new segment.
class MergedFields {
 public:
  uint32_t add(const SegmentField& field, const std::string& path) {
    Indexed indexed = Indexed::kNo;
    if (field.is_indexed) {
      indexed = field.has_positions ? Indexed::kWords : Indexed::kExact;
    }
    for (uint32_t i = 0; i < list_.size(); ++i) {
      if (list_[i]->name != field.name) continue;
      if (list_[i]->indexed != indexed &&
          !(list_[i]->indexed == Indexed::kNumber &&
            indexed == Indexed::kExact)) {
        throw UsageError(path + ": the field " + field.name +
                         " is indexed in another way than in the indexes "
                         "before it; they cannot be merged");
      }
      return i;
    }
    const Field* known = find_field(field.name);
    bool is_number = known != nullptr && indexed == Indexed::kExact &&
                     known->indexed == Indexed::kNumber;
    if (known == nullptr || (known->indexed != indexed && !is_number)) {
      names_.push_back(field.name);
      Field made;
      made.name = names_.back();
      made.indexed = indexed;
      made_.push_back(made);
      known = &made_.back();
    }
    list_.push_back(known);
    return static_cast<uint32_t>(list_.size() - 1);
  }
  [[nodiscard]] const std::vector<const Field*>& list() const { return list_; }
  [[nodiscard]] bool with_positions() const {
    return std::any_of(list_.begin(), list_.end(), [](const Field* field) {
      return field->indexed == Indexed::kWords;
    });
  }

 private:
  std::deque<std::string> names_;
  std::deque<Field> made_;
  std::vector<const Field*> list_;
};

// Those of which a document has the values of all that it stands for: its
// dates, what is made of them, and its collections.
bool is_united(std::string_view field) {
  return field == "date" || field == "year" || field == "month" ||
         field == "day" || field == "collection";
}

class SegmentMerger {
 public:
  SegmentMerger(const std::string& directory,
                const std::vector<MergeSource>& sources,
                const std::vector<JoinedDocument>& joined,
                const SegmentMergeOptions& options);
  void run();

 private:
  // Documents whose stored values one thread writes, in whole blocks.
  struct StoredJob {
    std::vector<std::pair<const MergePart*, uint32_t>> documents;
    StoredBlocks blocks;
  };

  [[nodiscard]] std::string segment() const { return directory_ + "/_0"; }
  void make_dictionary();
  void write_stored();
  void write_stored(StoredJob& job, StoredBlockMaker& maker) const;
  void write_united(std::string_view field, uint32_t number,
                    const MergePart& part, uint32_t document,
                    StoredBlockMaker& maker) const;
  void write_value(const MergePart& part, uint32_t field, StoredAs as,
                   std::string_view bytes, StoredBlockMaker& maker) const;
  [[nodiscard]] bool is_joined(uint32_t number) const;
  void write_norms() const;
  void write_postings();
  void add_postings(const MergePart& part, const TermWalk& walk,
                    PostingsFiles& files);
  void add_kept(const MergePart& part, const TermWalk& walk,
                PostingsFiles& files);
  void add_piece(const TermWalk& walk, PostingsFiles& files);
  void gather(const MergePart& part, const TermWalk& walk);
  void add_gathered(const std::string& term, PostingsFiles& files);
  void put_document(uint32_t document, uint32_t frequency, bool with_positions);

  static constexpr uint32_t kDocumentsOfAJob = 8 * StoredFile::kDocuments;
  static constexpr size_t kSha1Text = 37;  // bytes
  static constexpr uint32_t kDocumentsOfAPiece = 1 << 16;

  std::string directory_;
  const std::vector<MergeSource>& sources_;
  const std::vector<JoinedDocument>& joined_;
  uint64_t memory_;
  unsigned threads_;
  std::vector<MergePart> parts_;
  MergedFields fields_;
  uint64_t documents_ = 0;
  std::unique_ptr<TextDictionary> dictionary_;
  // What is written of one term.
  TermPostings piece_;
  ByteBuffer piece_documents_;
  ByteBuffer piece_positions_;
  std::vector<uint32_t> gathered_;
  std::vector<uint32_t> positions_;
};

SegmentMerger::SegmentMerger(const std::string& directory,
                             const std::vector<MergeSource>& sources,
                             const std::vector<JoinedDocument>& joined,
                             const SegmentMergeOptions& options)
    : directory_(directory),
      sources_(sources),
      joined_(joined),
      memory_(options.memory),
      threads_(io::thread_count(options.jobs)) {
  constexpr uint64_t kMostDocuments = uint64_t{1} << 28;
  for (const MergeSource& source : sources_) {
    for (const IndexColumn::Part& from : source.index->parts()) {
      MergePart part;
      part.segment = from.segment.get();
      part.source = &source;
      part.source_number = static_cast<uint32_t>(&source - sources_.data());
      part.base = from.base;
      uint64_t kept = 0;
      for (uint32_t i = 0; i < from.segment->documents(); ++i) {
        kept += source.kept[from.base + i] ? 1U : 0U;
      }
      part.all_kept = kept == from.segment->documents();
      documents_ += kept;
      for (const SegmentField& field : from.segment->fields()) {
        part.fields.push_back(fields_.add(field, source.index->path()));
      }
      parts_.push_back(std::move(part));
    }
  }
  if (documents_ > kMostDocuments) {
    throw UsageError(directory_ +
                     ": an index holds at most 268,435,456 documents; merge "
                     "fewer shards");
  }
}

bool SegmentMerger::is_joined(uint32_t number) const {
  auto found = std::lower_bound(
      joined_.begin(), joined_.end(), number,
      [](const JoinedDocument& a, uint32_t b) { return a.number < b; });
  return found != joined_.end() && found->number == number;
}

// As IndexWriter does for the same documents.
void SegmentMerger::make_dictionary() {
  TextSamples samples;
  uint64_t sampled = 0;
  for (const MergePart& part : parts_) {
    for (uint32_t i = 0; i < part.segment->documents(); ++i) {
      if (!part.is_kept(i)) continue;
      if (samples.suffice(sampled)) break;
      part.segment->stored_bytes(
          i, [&](uint32_t field, StoredAs as, std::string_view bytes) {
            const Field& known = *fields_.list()[part.fields[field]];
            sampled += as == StoredAs::kSha1 ? kSha1Text : bytes.size();
            if (known.stored == Stored::kCompressed) samples.add(bytes);
          });
    }
  }
  dictionary_ = samples.train();
  if (!dictionary_) return;
  IndexFile file(directory_ + '/' + std::string(kDictionaryName));
  file.write(dictionary_->bytes());
  file.finish();
}

void SegmentMerger::write_value(const MergePart& part, uint32_t field,
                                StoredAs as, std::string_view bytes,
                                StoredBlockMaker& maker) const {
  uint32_t number = part.fields[field];
  if (as == StoredAs::kDates) return maker.add_dates(number, bytes);
  if (as == StoredAs::kSha1) return maker.add_sha1(number, bytes);
  if (as == StoredAs::kBinary) return maker.add_binary(number, bytes);
  if (fields_.list()[number]->stored == Stored::kCompressed) {
    return maker.add_long(number, bytes);
  }
  if (text::ascii_prefix(bytes) == bytes.size()) {
    return maker.add_text(number, bytes);
  }
  maker.add_text(number, text::sane(bytes));
}

// The values of a document and of those that it stands for, as a set.
void SegmentMerger::write_united(std::string_view field, uint32_t number,
                                 const MergePart& part, uint32_t document,
                                 StoredBlockMaker& maker) const {
  std::vector<std::string> all;
  uint32_t merged = 0;
  auto take = [&](const MergePart& from, uint32_t at) {
    uint32_t own = from.segment->field_number(field);
    if (own == UINT32_MAX) return;
    merged = from.fields[own];
    from.segment->stored(
        at, [&](uint32_t one) { return one == own; },
        [&](uint32_t, std::string value) { all.push_back(std::move(value)); });
  };
  take(part, document);
  auto same = std::lower_bound(
      joined_.begin(), joined_.end(), number,
      [](const JoinedDocument& a, uint32_t b) { return a.number < b; });
  for (; same != joined_.end() && same->number == number; ++same) {
    for (const MergePart& other : parts_) {
      if (other.source_number == same->source &&
          same->document - other.base < other.segment->documents()) {
        take(other, same->document - other.base);
      }
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<std::string_view> views(all.begin(), all.end());
  if (std::string packed;
      field == "date" && !all.empty() && pack_dates(views, packed)) {
    return maker.add_dates(merged, packed);
  }
  for (const std::string& value : all) {
    maker.add_text(merged, text::sane(value));
  }
}

void SegmentMerger::write_stored(StoredJob& job,
                                 StoredBlockMaker& maker) const {
  struct United {
    std::string_view field;
    uint32_t own = UINT32_MAX;  // its number in the part
    bool written = false;
  };
  std::array<United, 2> united = {{{"date"}, {"collection"}}};
  maker.begin(dictionary_.get(), job.blocks);
  for (const auto& [from, document] : job.documents) {
    const MergePart& part = *from;
    uint32_t at = document;
    uint32_t number = part.number(at);
    bool joined = is_joined(number);
    for (United& one : united) {
      one.own = part.segment->field_number(one.field);
      one.written = !joined;
    }
    auto write = [&](United& one) {
      if (one.written) return;
      write_united(one.field, number, part, at, maker);
      one.written = true;
    };
    part.segment->stored_bytes(
        at, [&](uint32_t field, StoredAs as, std::string_view bytes) {
          for (United& one : united) {
            if (joined && field == one.own) return write(one);
          }
          write_value(part, field, as, bytes, maker);
        });
    for (United& one : united) write(one);
    maker.end_document();
  }
  maker.finish();
}

void SegmentMerger::write_stored() {
  StoredFileWriter file(directory_ + '/' + stored_file_name("_0"));
  std::deque<StoredBlockMaker> makers(threads_);
  io::OrderedPool<std::unique_ptr<StoredJob>> jobs(
      threads_ - 1, [&](std::unique_ptr<StoredJob>& job, size_t thread) {
        write_stored(*job, makers[thread]);
      });
  auto drain = [&](size_t most) {
    while (jobs.size() > most) file.add(jobs.take()->blocks);
  };
  auto job = std::make_unique<StoredJob>();
  auto hand_out = [&] {
    drain(2 * threads_ - 1);
    jobs.put(std::exchange(job, std::make_unique<StoredJob>()));
  };
  for (const MergePart& part : parts_) {
    for (uint32_t i = 0; i < part.segment->documents(); ++i) {
      if (!part.is_kept(i)) continue;
      job->documents.emplace_back(&part, i);
      if (job->documents.size() == kDocumentsOfAJob) hand_out();
    }
  }
  hand_out();
  drain(0);
  file.finish(static_cast<uint32_t>(documents_));
  write_no_stored_fields(segment(), documents_);
}

void SegmentMerger::write_norms() const {
  if (!fields_.with_positions()) return;
  IndexFile file(segment() + ".nrm");
  file.write("NRM\xFF");
  std::string bytes;
  for (uint32_t number = 0; number < fields_.list().size(); ++number) {
    const Field& field = *fields_.list()[number];
    if (field.indexed != Indexed::kWords) continue;
    for (const MergePart& part : parts_) {
      uint32_t own = part.segment->field_number(field.name);
      NormReader norms;
      if (own != UINT32_MAX) norms = part.segment->norms(own);
      for (uint32_t i = 0; i < part.segment->documents(); ++i) {
        if (!part.is_kept(i)) continue;
        bytes += norms.empty() ? static_cast<char>(kNoNorm)
                               : static_cast<char>(norms.at(i));
        if (bytes.size() < 65536) continue;
        file.write(bytes);
        bytes.clear();
      }
    }
    file.write(bytes);
    bytes.clear();
  }
  file.finish();
}

void SegmentMerger::put_document(uint32_t document, uint32_t frequency,
                                 bool with_positions) {
  if (piece_.count == 0) {
    piece_.first = document;
    piece_.first_frequency = frequency;
  } else {
    char* out = piece_documents_.room(2 * kLongestVInt);
    uint64_t delta = document - piece_.last;
    if (!with_positions) {
      out = put_vint(out, delta);
    } else if (frequency == 1) {
      out = put_vint(out, delta << 1 | 1);
    } else {
      out = put_vint(out, delta << 1);
      out = put_vint(out, frequency);
    }
    piece_documents_.end_at(out);
  }
  piece_.last = document;
  ++piece_.count;
}

void SegmentMerger::add_piece(const TermWalk& walk, PostingsFiles& files) {
  if (piece_.count == 0) return;
  piece_.documents = piece_documents_.view();
  piece_.positions = piece_positions_.view();
  files.add(walk.term(), piece_);
  piece_ = {};
  piece_documents_.clear();
  piece_positions_.clear();
}

// Document by document.
void SegmentMerger::add_kept(const MergePart& part, const TermWalk& walk,
                             PostingsFiles& files) {
  bool with_positions = part.segment->fields()[walk.field()].has_positions;
  PostingCursor cursor(*part.segment, walk.field(), walk.place());
  for (; cursor.document() != kNoDocument; cursor.next()) {
    uint32_t document = cursor.document();
    if (!part.is_kept(document)) continue;
    put_document(part.number(document), cursor.frequency(), with_positions);
    if (with_positions) {
      positions_.clear();
      cursor.append_positions(positions_);
      uint32_t last = 0;
      for (uint32_t position : positions_) {
        piece_positions_.append_vint(position - last);
        last = position;
      }
    }
    if (piece_.count == kDocumentsOfAPiece) add_piece(walk, files);
  }
  add_piece(walk, files);
}

void SegmentMerger::add_postings(const MergePart& part, const TermWalk& walk,
                                 PostingsFiles& files) {
  const SegmentField& field = part.segment->fields()[walk.field()];
  if (!part.all_kept || field.has_payloads) {
    return add_kept(part, walk, files);
  }
  // Positions begin anew in each document, so their bytes stay as they are.
  PostingCursor cursor(*part.segment, walk.field(), walk.place());
  ByteCursor positions;
  if (field.has_positions) {
    positions = ByteCursor(part.segment->positions(), walk.place().positions);
  }
  uint32_t offset = part.number(0);
  while (cursor.document() != kNoDocument) {
    uint64_t occurrences = 0;
    uint32_t limit = cursor.document() + kDocumentsOfAPiece;
    cursor.take_until(limit, [&](uint32_t document, uint32_t frequency) {
      put_document(offset + document, frequency, field.has_positions);
      occurrences += frequency;
    });
    if (field.has_positions) {
      uint64_t begin = positions.at();
      ByteCursor bytes = positions;
      positions.skip_vints(occurrences);
      piece_positions_.append(bytes.bytes(positions.at() - begin));
    }
    add_piece(walk, files);
  }
}

void SegmentMerger::gather(const MergePart& part, const TermWalk& walk) {
  PostingCursor cursor(*part.segment, walk.field(), walk.place());
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t) {
    uint32_t number = part.number(document);
    if (number != MergeSource::kDropped) gathered_.push_back(number);
  });
}

void SegmentMerger::add_gathered(const std::string& term,
                                 PostingsFiles& files) {
  if (!std::is_sorted(gathered_.begin(), gathered_.end())) {
    std::sort(gathered_.begin(), gathered_.end());
  }
  gathered_.erase(std::unique(gathered_.begin(), gathered_.end()),
                  gathered_.end());
  for (uint32_t number : gathered_) put_document(number, 1, false);
  gathered_.clear();
  if (piece_.count == 0) return;
  piece_.documents = piece_documents_.view();
  files.add(term, piece_);
  piece_ = {};
  piece_documents_.clear();
}

void SegmentMerger::write_postings() {
  struct Node {
    TermWalk walk;
    const MergePart* part;
  };
  // The first term comes last, and that of the first part.
  auto later = [](const Node& a, const Node& b) {
    int order = a.walk.term().compare(b.walk.term());
    return order != 0 ? order > 0 : a.part > b.part;
  };
  size_t block =
      std::clamp<size_t>(memory_ / 64, size_t{4} << 10, size_t{2} << 20);
  PostingsFiles files(segment(), fields_.with_positions(), threads_, block);
  std::map<std::string_view, uint32_t> by_name;
  for (uint32_t i = 0; i < fields_.list().size(); ++i) {
    by_name[fields_.list()[i]->name] = i;
  }
  for (const auto& [name, number] : by_name) {
    const Field& field = *fields_.list()[number];
    files.begin_field(number, field.indexed == Indexed::kWords);
    bool gathers =
        !joined_.empty() && is_united(name) && field.indexed == Indexed::kExact;
    std::vector<Node> heap;
    for (const MergePart& part : parts_) {
      uint32_t own = part.segment->field_number(name);
      if (own == UINT32_MAX) continue;
      TermWalk walk = part.segment->terms().from(own, "");
      if (!walk.ended() && walk.field() == own) heap.push_back({walk, &part});
    }
    std::make_heap(heap.begin(), heap.end(), later);
    std::string last;
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      Node& node = heap.back();
      if (gathers && node.walk.term() != last) add_gathered(last, files);
      last = node.walk.term();
      if (gathers) {
        gather(*node.part, node.walk);
      } else {
        add_postings(*node.part, node.walk, files);
      }
      uint32_t own = node.walk.field();
      node.walk.next();
      if (node.walk.ended() || node.walk.field() != own) {
        heap.pop_back();
        continue;
      }
      if (node.walk.term() <= last) {
        throw FormatError(node.part->source->index->path(), 0,
                          "the terms of this index are not in the order of "
                          "their bytes; it cannot be merged");
      }
      std::push_heap(heap.begin(), heap.end(), later);
    }
    if (gathers) add_gathered(last, files);
  }
  files.finish();
}

void SegmentMerger::run() {
  if (documents_ > 0) {
    make_dictionary();
    write_stored();
    write_field_infos(segment(), fields_.list());
    write_postings();
    write_norms();
  }
  write_commit(directory_, documents_, fields_.with_positions());
  write_blocks(directory_);
}

}  // namespace

void merge_segments(const std::string& directory,
                    const std::vector<MergeSource>& sources,
                    const std::vector<JoinedDocument>& joined,
                    const SegmentMergeOptions& options) {
  SegmentMerger(directory, sources, joined, options).run();
}

}  // namespace wax::index
