#include "index/upkeep/merged_column.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "index/schema/columns.h"
#include "index/schema/fields.h"
#include "index/store/date_places.h"
#include "index/store/key_file.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/date_index.h"
#include "index/upkeep/index_keys.h"
#include "index/writer/index_writer.h"
#include "io/error.h"

namespace wax::index {
namespace {

// Returns the columns of all shards.
ColumnNames all_columns(const std::vector<InputShard>& shards) {
  ColumnNames columns;
  for (const InputShard& input : shards) {
    if (!input.reader) continue;
    for (ColumnName& column : input.reader->columns()) {
      bool known = false;
      for (const ColumnName& other : columns) {
        if (other.name != column.name) continue;
        if (other.kind != column.kind) {
          throw UsageError(input.paths.back() + ": the column " + column.name +
                           " has another kind of values here");
        }
        known = true;
      }
      if (!known) columns.push_back(std::move(column));
    }
  }
  return columns;
}

std::set<std::string> fields_of_column(const std::string& name,
                                       const std::vector<InputShard>& shards,
                                       const OpenOptions& open) {
  const ColumnNames columns = all_columns(shards);
  auto is_column = [&](const std::string& field) {
    return std::any_of(
        columns.begin(), columns.end(),
        [&](const ColumnName& column) { return column.name == field; });
  };
  std::set<std::string> fields;
  for (const InputShard& input : shards) {
    for (const std::string& path : input.paths) {
      if (path == input.paths.back() || column_name(path) != name) continue;
      for (std::string& field :
           IndexReader::open({path}, open).stored_fields()) {
        const Field* known = find_field(field);
        if (known == nullptr && !is_column(field)) {
          throw UsageError(path + ": the field " + field +
                           " of this column is not known, so it cannot be "
                           "merged");
        }
        fields.insert(std::move(field));
      }
    }
  }
  return fields;
}

void append_lines(std::string_view value, std::vector<std::string>& lines) {
  each_place_line(value,
                  [&](std::string_view line) { lines.emplace_back(line); });
}

WriterOptions column_options(const std::set<std::string>& fields,
                             const std::vector<InputShard>& shards,
                             const ShardMergeOptions& options) {
  WriterOptions writer{options.part(8).at_most(uint64_t{128} << 20)};
  for (ColumnName& column : all_columns(shards)) {
    if (fields.contains(column.name)) {
      writer.columns.push_back(std::move(column));
    }
  }
  return writer;
}

// Whether a document has the values of all that it stands for.
bool is_set_of_all(std::string_view field) {
  return field == kDateField || field == kPlacesField;
}

// Dates, and lines of places.
void append_dates(StoredDocument& values, std::vector<std::string>& dates) {
  for (auto& [field, value] : values) {
    if (field == kDateField) {
      dates.push_back(std::move(value));
    } else if (field == kPlacesField) {
      append_lines(value, dates);
    }
  }
}

// Where the documents of an index are in others.
class VersionPlaces {
 public:
  struct Place {
    uint32_t shard = kNone;
    uint32_t document = 0;
  };
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit VersionPlaces(const KeyFile& keys, uint64_t documents)
      : keys_(keys), places_(documents) {}

  // Looks up the documents that no shard before has. If several documents have
  // the same version, each gets one of its own, as far as `others` has several.
  void look_into(const KeyFile& others, uint32_t shard) {
    KeyFile::Cursor mine(keys_);
    KeyFile::Cursor theirs(others);
    bool has_theirs = theirs.next();
    std::string matched;
    uint64_t document = 0;
    while (mine.next()) {
      while (has_theirs && theirs.version() < mine.version()) {
        has_theirs = theirs.next();
      }
      if (has_theirs && theirs.version() == mine.version()) {
        matched = theirs.version();
        document = theirs.document();
        has_theirs = theirs.next();
      } else if (matched != mine.version()) {
        continue;
      }
      Place& place = places_[mine.document()];
      if (place.shard == kNone) {
        place = {shard, static_cast<uint32_t>(document)};
      }
    }
  }

  [[nodiscard]] const std::vector<Place>& places() const { return places_; }

 private:
  const KeyFile& keys_;
  std::vector<Place> places_;
};

// The column with its documents; what else the shard has is left out.
InputShard open_column(const std::string& shard, const std::string& name,
                       const OpenOptions& open) {
  InputShard input;
  input.paths = {shard + '/' + name, shard + '/' + kMainIndex};
  input.reader =
      std::make_unique<IndexReader>(IndexReader::open(input.paths, open));
  return input;
}

}  // namespace

void carry_column(const std::string& name,
                  const std::vector<std::string>& shards,
                  const std::string& main, const std::string& path,
                  const ShardMergeOptions& options) {
  const lines::SortOptions sort{options.part(4)};
  const IndexReader documents = IndexReader::open({main}, options.open);
  const IndexKeys keys(documents, {}, sort);
  VersionPlaces versions(keys.file(), documents.documents());
  std::vector<InputShard> inputs;
  for (const std::string& shard : shards) {
    inputs.push_back(open_column(shard, name, options.open));
    const IndexKeys theirs(*inputs.back().reader, {}, sort);
    versions.look_into(theirs.file(), static_cast<uint32_t>(inputs.size() - 1));
  }
  const std::set<std::string> fields =
      fields_of_column(name, inputs, options.open);
  const std::vector<std::string> wanted(fields.begin(), fields.end());
  IndexWriter writer(path, column_options(fields, inputs, options));
  StoredDocument values;
  std::vector<FieldValue> document;
  uint64_t with_value = 0;
  for (const auto& [shard, number] : versions.places()) {
    values.clear();
    document.clear();
    if (shard != VersionPlaces::kNone && !wanted.empty()) {
      inputs[shard].reader->document(number, wanted, values);
    }
    for (const auto& [field, value] : values) {
      document.push_back({field, value});
    }
    if (!document.empty()) ++with_value;
    writer.add(document);
  }
  writer.about(std::string(kWithValue), std::to_string(with_value));
  for (const char* property : {"urlkey", "identity"}) {
    std::string value = documents.about(property);
    if (!value.empty()) writer.about(property, value);
  }
  writer.about("keys", keys.chain());
  writer.finish();
}

void write_merged_column(const std::string& name, const std::string& path,
                         const MergedDocuments& documents,
                         const std::map<std::string, std::string>& about,
                         const ShardMergeOptions& options) {
  const auto& [shards, sources, joined] = documents;
  const std::set<std::string> fields =
      fields_of_column(name, shards, options.open);
  const std::vector<std::string> wanted(fields.begin(), fields.end());
  IndexWriter writer(path, column_options(fields, shards, options));
  std::vector<uint64_t> bases;  // positions of the first documents
  uint64_t base = 0;
  for (const MergeSource& source : sources) {
    bases.push_back(std::exchange(base, base + source.numbers.size()));
  }
  StoredDocument values;
  StoredDocument others;
  std::vector<FieldValue> document;
  std::vector<std::string> dates;
  size_t next = 0;  // of `joined`
  uint32_t number = 0;
  uint64_t with_value = 0;
  for (const uint32_t position : documents_by_number(sources)) {
    const auto shard = std::prev(
        std::upper_bound(bases.begin(), bases.end(), uint64_t{position}));
    values.clear();
    if (!wanted.empty()) {
      shards[static_cast<size_t>(shard - bases.begin())].reader->document(
          position - *shard, wanted, values);
    }
    dates.clear();
    for (; next < joined.size() && joined[next].number == number; ++next) {
      shards[joined[next].source].reader->document(joined[next].document,
                                                   wanted, others);
      append_dates(others, dates);
    }
    ++number;
    document.clear();
    std::string places;
    const bool is_united = !dates.empty();
    if (is_united) {
      append_dates(values, dates);
      make_set(dates);
      places = take_places(dates);
      for (const std::string& date : dates) {
        document.push_back({kDateField, date});
      }
      if (!places.empty()) document.push_back({kPlacesField, places});
    }
    for (const auto& [field, value] : values) {
      if (is_united && is_set_of_all(field)) continue;
      document.push_back({field, value});
    }
    if (!document.empty()) ++with_value;
    writer.add(document);
  }
  if (name != kDatesIndex) {
    writer.about(std::string(kWithValue), std::to_string(with_value));
  }
  for (const auto& [property, value] : about) writer.about(property, value);
  writer.finish();
}

}  // namespace wax::index
