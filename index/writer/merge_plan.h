// Which segments a merge reads, and the fields of the one that it makes.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/schema/fields.h"
#include "index/writer/lucene_segment_merger.h"

namespace wax::index {

// A segment of a source.
struct MergePart {
  const LuceneSegment* segment = nullptr;
  const MergeSource* source = nullptr;
  uint32_t source_number = 0;
  uint32_t base = 0;
  uint64_t first = 0;  // position of its first document through all sources
  bool all_kept = true;
  std::vector<uint32_t> fields;  // old number to new

  [[nodiscard]] bool is_kept(uint32_t document) const {
    return all_kept || source->kept[base + document];
  }
  [[nodiscard]] uint32_t number(uint32_t document) const {
    return source->numbers[base + document];
  }
};

// The fields of the new segment, by number.
class MergedFields {
 public:
  // Returns the number. Throws UsageError, naming `path`, for a field that is
  // indexed in another way than in the indexes before.
  uint32_t add(const LuceneField& field, const std::string& path);
  // Gives them the numbers that they have in in_order_of_fields(). Returns
  // these, by number before.
  std::vector<uint32_t> sort();
  [[nodiscard]] const std::vector<const Field*>& list() const { return list_; }
  [[nodiscard]] bool with_positions() const;

 private:
  std::deque<std::string> names_;
  std::deque<Field> made_;
  std::vector<const Field*> list_;
};

struct MergePlan {
  std::vector<MergePart> parts;
  MergedFields fields;
  uint64_t documents = 0;
  // The positions of the documents that are kept, by their new numbers.
  std::vector<uint32_t> order;
  bool in_order = true;  // positions rise
  const std::vector<JoinedDocument>* joined = nullptr;

  struct Place {
    const MergePart* part = nullptr;
    uint32_t document = 0;  // in the part
  };
  // Where the document with this new number is.
  [[nodiscard]] Place place(uint32_t number) const;

  // The documents that the new one replaces.
  [[nodiscard]] std::span<const JoinedDocument> joined_to(
      uint32_t number) const;
};

// `sources` and `joined` must outlive the plan. Throws UsageError as
// merge_lucene_segments(), which writes into `directory`.
[[nodiscard]] MergePlan plan_merge(const std::string& directory,
                                   const std::vector<MergeSource>& sources,
                                   const std::vector<JoinedDocument>& joined);

// Whether a document that replaces others has their values, too (fields.h).
[[nodiscard]] bool is_united(std::string_view field);

}  // namespace wax::index
