#include "index/search/document_values.h"

#include <algorithm>
#include <charconv>
#include <functional>

#include "index/schema/fields.h"
#include "index/schema/rule_fields.h"
#include "index/search/searcher.h"
#include "index/store/reader_state.h"
#include "io/error.h"
#include "text/number.h"

namespace wax::index {
namespace {

// A shard of which more than one document in so many matches is worth reading
// a value of all its documents once.
constexpr double kWorthKeeping = 16;

// Nothing for other fields.
std::optional<ValueKind> value_kind(const ColumnNames& columns,
                                    std::string_view name) {
  for (const ColumnName& column : columns) {
    if (column.name != name) continue;
    if (column.kind == ColumnKind::kText) return {};
    return ValueKind{is_number(column.kind), column.kind};
  }
  const Field* field = find_field(name);
  if (field == nullptr || field->indexed == Indexed::kNo ||
      field->indexed == Indexed::kWords || name == kDateField ||
      is_of_rules(name)) {
    return {};
  }
  return ValueKind{field->indexed == Indexed::kNumber, {}};
}

// The first stored value of a field.
std::string stored_value(const IndexDirectory& index, uint32_t document,
                         std::string_view name) {
  const IndexDirectory::Part& part = index.part_of(document);
  uint32_t wanted = part.segment->field_number(name);
  std::string found;
  bool has = false;
  part.segment->stored(
      document - part.base,
      [&](uint32_t field) { return field == wanted && !has; },
      [&](uint32_t, std::string value) {
        if (!has) found = std::move(value);
        has = true;
      });
  return found;
}

template <bool kLast>
uint64_t date_of(const IndexDirectory& index, uint32_t document) {
  const IndexDirectory::Part& part = index.part_of(document);
  uint32_t dates = part.segment->field_number(kDateField);
  uint64_t found = 0;
  part.segment->stored(
      document - part.base, [&](uint32_t field) { return field == dates; },
      [&](uint32_t, const std::string& date) {
        uint64_t number = text::whole_number(date).value_or(0);
        if (kLast ? number > found : found == 0 || number < found) {
          found = number;
        }
      });
  return found;
}

uint64_t url_hash(const IndexDirectory& index, uint32_t document) {
  std::string key = stored_value(index, document, "urlkey");
  return key.empty() ? 0 : std::hash<std::string>()(key) | 1;
}

uint64_t simhash_of(const IndexDirectory& index, uint32_t document) {
  return text::whole_number(stored_value(index, document, "simhash"), 16)
      .value_or(0);
}

uint64_t fullness_of(const IndexDirectory& index, uint32_t document) {
  const IndexDirectory::Part& part = index.part_of(document);
  const uint32_t status = part.segment->field_number("status");
  const uint32_t no_text = part.segment->field_number("no_text");
  const uint32_t title = part.segment->field_number("title");
  const uint32_t length = part.segment->field_number("length");
  bool is_success = true;
  bool has_text = true;
  bool has_title = false;
  uint64_t bytes = 0;
  part.segment->stored(
      document - part.base,
      [&](uint32_t field) {
        return field == status || field == no_text || field == title ||
               field == length;
      },
      [&](uint32_t field, const std::string& value) {
        if (field == status) is_success = value.starts_with('2');
        if (field == no_text) has_text = value.empty();
        if (field == title) has_title = !value.empty();
        if (field == length) bytes = text::whole_number(value).value_or(0);
      });
  constexpr uint64_t kMostBytes = (uint64_t{1} << 60) - 1;
  return uint64_t{is_success} << 62 | uint64_t{has_text} << 61 |
         uint64_t{has_title} << 60 | std::min(bytes, kMostBytes);
}

// A damaged document has none: whoever shows it reports the damage.
template <DocumentNumbers::Make kMake>
uint64_t or_none(const IndexDirectory& index, uint32_t document) {
  try {
    return kMake(index, document);
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace

FieldNames field_names(const IndexReader& reader) {
  return {reader.columns(), reader.all_fields()};
}

ValueKind wanted_kind(const FieldNames& names, const std::string& name,
                      const char* what) {
  if (auto kind = value_kind(names.columns, name)) return *kind;
  std::string list;
  for (const std::string& field : fields_of_values(names)) {
    list += (list.empty() ? "" : ", ") + field;
  }
  throw UsageError(std::string(what) + " \"" + name +
                   "\": there is no such field with values; there are " + list);
}

const ColumnValues* values_in(const Shard& shard, const std::string& field,
                              const Deadline& deadline,
                              const MemoryBudget* memory) {
  const IndexDirectory* index = shard.owner(field);
  if (index == nullptr) return nullptr;
  const ColumnValues* values = index->values(
      field, deadline.end(), memory == nullptr ? UINT64_MAX : memory->most());
  if (values == nullptr) throw Deadline::Passed();
  return values;
}

void prepare_values(const IndexReader& reader,
                    const std::vector<std::string>& fields,
                    const std::function<bool()>& stops) {
  for (const Shard& shard : Searcher::shards_of(reader)) {
    for (const std::string& field : fields) {
      if (stops()) return;
      try {
        (void)values_in(shard, field, Deadline(), nullptr);
      } catch (const Error&) {
        continue;
      }
    }
    if (stops()) return;
    try {
      url_hashes().begin_shard(shard, shard.documents, Deadline());
    } catch (const Error&) {
      continue;
    }
  }
}

std::vector<std::string> fields_of_values(const FieldNames& names) {
  std::vector<std::string> fields = names.all;
  std::erase_if(fields, [&](const std::string& name) {
    return !value_kind(names.columns, name);
  });
  return fields;
}

double number_of(const ValueKind& kind, std::string_view term) {
  if (kind.column) return number_value(*kind.column, term);
  double value = 0;
  std::from_chars(term.data(), term.data() + term.size(), value);
  return value;
}

std::string shown_value(const ValueKind& kind, std::string_view term) {
  if (!kind.is_number) return std::string(term);
  if (kind.column) return number_text(*kind.column, term);
  size_t digit = std::min(term.find_first_not_of('0'), term.size() - 1);
  return std::string(term.substr(digit));
}

void DocumentNumbers::begin_shard(const Shard& shard, double expected,
                                  const Deadline& deadline) {
  index_ = shard.owner(field_);
  all_ = nullptr;
  if (index_ == nullptr) return;
  if (expected * kWorthKeeping < shard.documents) return;
  all_ = index_->kept_numbers(name_, make_, deadline.end());
  if (all_ == nullptr) throw Deadline::Passed();
}

DocumentNumbers first_dates() {
  return {"first date", "date", or_none<date_of<false>>};
}

DocumentNumbers last_dates() {
  return {"last date", "date", or_none<date_of<true>>};
}

DocumentNumbers url_hashes() {
  return {"URL hash", "urlkey", or_none<url_hash>};
}

DocumentNumbers simhashes() {
  return {"simhash", "simhash", or_none<simhash_of>};
}

DocumentNumbers fullness() {
  return {"fullness", "urlkey", or_none<fullness_of>};
}

}  // namespace wax::index
