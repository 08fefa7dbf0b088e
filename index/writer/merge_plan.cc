#include "index/writer/merge_plan.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "io/error.h"

namespace wax::index {

uint32_t MergedFields::add(const LuceneField& field, const std::string& path) {
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

std::vector<uint32_t> MergedFields::sort() {
  std::set<std::string> names;
  for (const Field* field : list_) names.emplace(field->name);
  const std::vector<std::string> sorted = in_order_of_fields(std::move(names));
  std::vector<const Field*> list(list_.size());
  std::vector<uint32_t> numbers;
  for (const Field* field : list_) {
    const auto found = std::find(sorted.begin(), sorted.end(), field->name);
    numbers.push_back(static_cast<uint32_t>(found - sorted.begin()));
    list[numbers.back()] = field;
  }
  list_ = std::move(list);
  return numbers;
}

bool MergedFields::with_positions() const {
  return std::any_of(list_.begin(), list_.end(), [](const Field* field) {
    return field->indexed == Indexed::kWords;
  });
}

std::span<const JoinedDocument> MergePlan::joined_to(uint32_t number) const {
  auto first = std::lower_bound(
      joined->begin(), joined->end(), number,
      [](const JoinedDocument& a, uint32_t b) { return a.number < b; });
  auto last = first;
  while (last != joined->end() && last->number == number) ++last;
  return {first, last};
}

MergePlan::Place MergePlan::place(uint32_t number) const {
  const uint32_t position = order[number];
  auto after = std::upper_bound(
      parts.begin(), parts.end(), position,
      [](uint32_t a, const MergePart& b) { return a < b.first; });
  const MergePart& part = *std::prev(after);
  return {&part, static_cast<uint32_t>(position - part.first)};
}

MergePlan plan_merge(const std::string& directory,
                     const std::vector<MergeSource>& sources,
                     const std::vector<JoinedDocument>& joined) {
  constexpr uint64_t kMostDocuments = uint64_t{1} << 28;
  MergePlan plan;
  plan.joined = &joined;
  uint64_t first = 0;
  for (const MergeSource& source : sources) {
    for (const IndexDirectory::Part& from : source.index->parts()) {
      MergePart part;
      part.segment = from.segment.get();
      part.source = &source;
      part.source_number = static_cast<uint32_t>(&source - sources.data());
      part.base = from.base;
      part.first = std::exchange(first, first + from.segment->documents());
      uint64_t kept = 0;
      for (uint32_t i = 0; i < from.segment->documents(); ++i) {
        kept += source.kept[from.base + i] ? 1U : 0U;
      }
      part.all_kept = kept == from.segment->documents();
      plan.documents += kept;
      for (const LuceneField& field : from.segment->fields()) {
        part.fields.push_back(plan.fields.add(field, source.index->path()));
      }
      plan.parts.push_back(std::move(part));
    }
  }
  if (plan.documents > kMostDocuments) {
    throw UsageError(directory +
                     ": an index holds at most 268,435,456 documents; merge "
                     "fewer shards");
  }
  plan.order = documents_by_number(sources);
  plan.in_order = std::is_sorted(plan.order.begin(), plan.order.end());
  if (plan.in_order) return plan;
  const std::vector<uint32_t> numbers = plan.fields.sort();
  for (MergePart& part : plan.parts) {
    for (uint32_t& field : part.fields) field = numbers[field];
  }
  return plan;
}

bool is_united(std::string_view field) {
  const Field* known = find_field(field);
  return known != nullptr && known->united;
}

}  // namespace wax::index
