#include "index/build/shard_merger.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/dated_version.h"
#include "cdx/format/identity_line.h"
#include "index/build/date_join.h"
#include "index/build/index_keys.h"
#include "index/query/fields.h"
#include "index/store/date_places.h"
#include "index/store/hidden.h"
#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "index/writer/index_writer.h"
#include "index/writer/segment_merger.h"
#include "io/error.h"
#include "io/folder_lock.h"
#include "io/new_directory.h"
#include "io/output.h"
#include "lines/sort.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

// Behind the version of a line: what comes first stays.
constexpr char kExcludedVersion = '0';
constexpr char kWithText = '1';
constexpr char kWithoutText = '2';
constexpr char kTextElsewhere = '3';

struct InputShard {
  std::vector<std::string> paths;  // of its indexes, main last
  std::unique_ptr<const IndexColumn> main;
  std::unique_ptr<IndexReader> reader;  // of all; null: some are deleted
  std::map<std::string, std::string> about;
  uint64_t base = 0;
};

std::string about(const InputShard& shard, const std::string& name) {
  auto found = shard.about.find(name);
  return found == shard.about.end() ? std::string() : found->second;
}

// Their terms would not be those of one another.
void check_same_analysis(const std::vector<InputShard>& shards) {
  for (const InputShard& shard : shards) {
    if (about(shard, "analysis") == about(shards.front(), "analysis") &&
        about(shard, "stems") == about(shards.front(), "stems")) {
      continue;
    }
    throw UsageError(shard.paths.back() +
                     ": its fields and words were made by other rules than "
                     "those of " +
                     shards.front().paths.back() +
                     "; make both of their segments with wax-index again, or "
                     "keep them as two shards");
  }
}

std::string column_name(const std::string& path) {
  return fs::path(path).filename().string();
}

InputShard open_input(const std::string& path, const OpenOptions& options) {
  InputShard shard;
  shard.paths =
      is_index(path) ? std::vector<std::string>{path} : indexes_of_shard(path);
  const std::string& main = shard.paths.back();
  shard.main = open_index(main, options, shard.about);
  if (shard.main->has_deletions() && shard.paths.size() > 1) {
    throw UsageError(main +
                     ": documents were deleted from this index, so parallel "
                     "indexes do not match it");
  }
  if (!shard.main->has_deletions()) {
    shard.reader =
        std::make_unique<IndexReader>(IndexReader::open(shard.paths, options));
  }
  return shard;
}

// Positions are those of the documents through all shards.
class ShardMerge {
 public:
  ShardMerge(std::vector<InputShard> inputs, const ShardMergeOptions& options,
             ProblemSink& problems)
      : inputs_(std::move(inputs)), options_(options), problems_(problems) {
    for (InputShard& input : inputs_) {
      input.base = all_;
      all_ += input.main->documents();
      MergeSource& source = sources_.emplace_back();
      source.index = input.main.get();
      source.numbers.assign(input.main->documents(), MergeSource::kDropped);
      source.kept.assign(input.main->documents(), true);
    }
    counts_.shards = inputs_.size();
  }

  ShardMergeCounts run(const std::string& path);

 private:
  struct Place {
    uint32_t shard = 0;
    uint32_t document = 0;
  };
  [[nodiscard]] Place place(uint64_t position) const {
    size_t shard = inputs_.size() - 1;
    while (inputs_[shard].base > position) --shard;
    return {static_cast<uint32_t>(shard),
            static_cast<uint32_t>(position - inputs_[shard].base)};
  }
  void drop(const Place& at) { sources_[at.shard].kept[at.document] = false; }

  // For keys, beside the sorting of versions.
  [[nodiscard]] lines::SortOptions key_sorting() const {
    lines::SortOptions sorting;
    sorting.memory = options_.memory / 4;
    sorting.tmpdir = options_.tmpdir;
    sorting.jobs = options_.jobs;
    return sorting;
  }
  [[nodiscard]] std::string write_keys(const std::string& main);
  void copy_hidden(const std::string& path, const std::string& part) const;

  bool version_line(std::string& line);
  bool excluded_line(std::string& line);
  void choose();
  void number();
  void write_column(const std::string& name, const std::string& path,
                    const std::string& keys);
  [[nodiscard]] bool is_column(const std::string& field) const;
  [[nodiscard]] ColumnNames all_columns() const;
  [[nodiscard]] std::set<std::string> fields_of_column(
      const std::string& name) const;
  void write_about(IndexWriter& writer, const std::string& keys) const;

  std::vector<InputShard> inputs_;
  const ShardMergeOptions& options_;
  ProblemSink& problems_;
  uint64_t all_ = 0;
  std::vector<MergeSource> sources_;
  // Pairs of positions: who is joined, and to whom; then sorted by the number
  // of the latter.
  std::vector<std::pair<uint64_t, uint64_t>> pairs_;
  std::vector<JoinedDocument> joined_;
  std::map<std::string, std::string> about_;
  ShardMergeCounts counts_;
  // Of the streams of lines.
  std::optional<VersionsByDocument> versions_;  // of the shard of next_
  uint64_t next_ = 0;
  size_t list_ = 0;
  uint64_t line_number_ = 0;
  std::unique_ptr<lines::LineStream> excluded_;
  cdx::OneIdentity identity_;
};

bool ShardMerge::version_line(std::string& line) {
  while (next_ < all_) {
    uint64_t position = next_++;
    Place at = place(position);
    if (at.document == 0) {
      versions_.emplace(*inputs_[at.shard].main, key_sorting());
    }
    const IndexColumn::Part& part =
        inputs_[at.shard].main->part_of(at.document);
    uint32_t document = at.document - part.base;
    if (part.segment->is_deleted(document)) {
      ++counts_.deleted;
      drop(at);
      continue;
    }
    const auto& [key, digest] = versions_->of(at.document);
    if (key.empty() || digest.empty() || digest == "-") continue;
    std::string no_text;
    uint32_t no_text_field = part.segment->field_number("no_text");
    part.segment->stored(
        document, [&](uint32_t field) { return field == no_text_field; },
        [&](uint32_t, std::string value) { no_text = std::move(value); });
    append_version(line, key, digest);
    line += no_text.empty()               ? kWithText
            : no_text == "text-elsewhere" ? kTextElsewhere
                                          : kWithoutText;
    append_position(line, position);
    return true;
  }
  versions_.reset();
  return excluded_line(line);
}

bool ShardMerge::excluded_line(std::string& line) {
  while (list_ < options_.exclude.size()) {
    const std::string& name = options_.exclude[list_];
    if (!excluded_) {
      excluded_ = cdx::open_lines(name);
      line_number_ = 0;
    }
    std::string_view text;
    if (!excluded_->next(text)) {
      excluded_.reset();
      ++list_;
      continue;
    }
    ++line_number_;
    if (text.starts_with('#')) {
      identity_.check(cdx::stated_identity(text).value_or(""), name);
    }
    if (text.empty() || text[0] == '#') continue;
    std::string_view key = cdx::next_list_field(text);
    std::string_view digest = cdx::next_list_field(text);
    if (digest.empty()) {
      problems_.report({Severity::kLost, "list-bad-line", name, std::nullopt,
                        "line " + std::to_string(line_number_) +
                            " is not \"urlkey digest\""});
      continue;
    }
    append_version(line, key, digest);
    line += kExcludedVersion;
    return true;
  }
  return false;
}

// Who of each version stays.
void ShardMerge::choose() {
  lines::SortOptions sort;
  sort.memory = options_.memory / 2;
  sort.tmpdir = options_.tmpdir;
  sort.jobs = options_.jobs;
  std::unique_ptr<lines::LineStream> sorted = lines::sort_lines(
      made_lines([this](std::string& line) { return version_line(line); }),
      sort);
  std::string version;
  bool is_excluded = false;
  uint64_t first = UINT64_MAX;
  for (std::string_view line; sorted->next(line);) {
    if (version.empty() || !line.starts_with(version)) {
      version = line.substr(0, version_size(line));
      is_excluded = false;
      first = UINT64_MAX;
    }
    std::string_view rest = line.substr(version.size());
    if (rest[0] == kExcludedVersion) {
      is_excluded = true;
      continue;
    }
    uint64_t position = position_of(rest.substr(1));
    if (is_excluded) {
      drop(place(position));
      ++counts_.excluded;
    } else if (first == UINT64_MAX) {
      first = position;
    } else {
      drop(place(position));
      pairs_.emplace_back(first, position);
      ++counts_.joined;
    }
  }
}

void ShardMerge::number() {
  uint32_t next = 0;
  for (MergeSource& source : sources_) {
    for (size_t i = 0; i < source.numbers.size(); ++i) {
      if (source.kept[i]) source.numbers[i] = next++;
    }
  }
  counts_.documents = next;
  for (const auto& [to, from] : pairs_) {
    Place at = place(from);
    Place other = place(to);
    uint32_t number = sources_[other.shard].numbers[other.document];
    sources_[at.shard].numbers[at.document] = number;
    joined_.push_back({number, at.shard, at.document});
  }
  pairs_ = {};
  std::sort(joined_.begin(), joined_.end(),
            [](const JoinedDocument& a, const JoinedDocument& b) {
              if (a.number != b.number) return a.number < b.number;
              return std::pair(a.source, a.document) <
                     std::pair(b.source, b.document);
            });
}

bool ShardMerge::is_column(const std::string& field) const {
  ColumnNames columns = all_columns();
  return std::any_of(
      columns.begin(), columns.end(),
      [&](const ColumnName& column) { return column.name == field; });
}

// Of all shards.
ColumnNames ShardMerge::all_columns() const {
  ColumnNames columns;
  for (const InputShard& input : inputs_) {
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

std::set<std::string> ShardMerge::fields_of_column(
    const std::string& name) const {
  std::set<std::string> fields;
  for (const InputShard& input : inputs_) {
    for (const std::string& path : input.paths) {
      if (path == input.paths.back() || column_name(path) != name) continue;
      for (std::string& field :
           IndexReader::open({path}, options_.open).stored_fields()) {
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

void ShardMerge::write_about(IndexWriter& writer,
                             const std::string& keys) const {
  for (const auto& [name, value] : about_) writer.about(name, value);
  writer.about("keys", keys);
}

void append_lines(std::string_view value, std::vector<std::string>& lines) {
  each_place_line(value,
                  [&](std::string_view line) { lines.emplace_back(line); });
}

// Writes the values that the shards show for the column's fields.
void ShardMerge::write_column(const std::string& name, const std::string& path,
                              const std::string& keys) {
  std::set<std::string> fields = fields_of_column(name);
  std::vector<std::string> wanted(fields.begin(), fields.end());
  WriterOptions writer_options;
  writer_options.tmpdir = options_.tmpdir;
  writer_options.jobs = options_.jobs;
  writer_options.memory =
      std::min<uint64_t>(options_.memory / 8, uint64_t{128} << 20);
  for (ColumnName& column : all_columns()) {
    if (fields.contains(column.name)) {
      writer_options.columns.push_back(std::move(column));
    }
  }
  IndexWriter writer(path, writer_options);
  StoredDocument values;
  StoredDocument others;
  std::vector<FieldValue> document;
  size_t joined = 0;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const IndexReader& reader = *inputs_[i].reader;
    for (uint32_t n = 0; n < sources_[i].numbers.size(); ++n) {
      if (!sources_[i].kept[n]) continue;
      values.clear();
      if (!wanted.empty()) reader.document(n, wanted, values);
      uint32_t number = sources_[i].numbers[n];
      std::vector<std::string> dates;
      for (; joined < joined_.size() && joined_[joined].number == number;
           ++joined) {
        inputs_[joined_[joined].source].reader->document(
            joined_[joined].document, wanted, others);
        for (auto& [field, value] : others) {
          if (field == "date") dates.push_back(std::move(value));
          if (field == kPlacesField) append_lines(value, dates);
        }
      }
      document.clear();
      std::string places;
      if (!dates.empty()) {
        for (auto& [field, value] : values) {
          if (field == "date") dates.push_back(std::move(value));
          if (field == kPlacesField) append_lines(value, dates);
        }
        make_set(dates);
        places = take_places(dates);
        for (const std::string& date : dates) {
          document.push_back({"date", date});
        }
        if (!places.empty()) document.push_back({kPlacesField, places});
      }
      for (const auto& [field, value] : values) {
        bool is_united = field == "date" || field == kPlacesField;
        if (!is_united || dates.empty()) {
          document.push_back({field, value});
        }
      }
      writer.add(document);
    }
  }
  write_about(writer, keys);
  writer.finish();
}

// The key file of the new main index. Returns its digest over all keys.
std::string ShardMerge::write_keys(const std::string& main) {
  KeyChain chain;
  KeyFileWriter keys(key_sorting());
  uint64_t number = 0;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    VersionsByDocument versions(*inputs_[i].main, key_sorting());
    for (uint32_t n = 0; n < sources_[i].kept.size(); ++n) {
      if (!sources_[i].kept[n]) continue;
      const auto& [urlkey, digest] = versions.of(n);
      chain.add(urlkey, digest);
      if (!urlkey.empty()) keys.add(urlkey, digest, number);
      ++number;
    }
  }
  if (!keys.empty()) {
    auto output =
        io::open_output(main + '/' + std::string(kKeyFileName), false);
    keys.write([&](std::string_view bytes) { output->write(bytes); });
    output->finish();
  }
  return chain.finish();
}

// What is hidden in the inputs stays hidden in `path`. The rules are there
// before the shard, `part`, has its name.
void ShardMerge::copy_hidden(const std::string& path,
                             const std::string& part) const {
  std::string file = hidden_file(path);
  bool in_shard = file == (fs::path(path) / kHiddenName).string();
  std::vector<HiddenRule> rules;
  if (!in_shard) rules = read_hidden(file);
  size_t before = rules.size();
  for (const InputShard& input : inputs_) {
    for (HiddenRule& rule : read_hidden(hidden_file(input.paths.back()))) {
      if (std::find(rules.begin(), rules.end(), rule) == rules.end()) {
        rules.push_back(std::move(rule));
      }
    }
  }
  if (rules.size() == before) return;
  io::FolderLock lock;
  if (!in_shard) lock = io::FolderLock(fs::path(file).parent_path().string());
  write_hidden(in_shard ? part + '/' + kHiddenName : file, rules);
}

ShardMergeCounts ShardMerge::run(const std::string& path) {
  std::string kind;
  std::string kind_file;
  std::set<std::string> columns;
  for (const InputShard& input : inputs_) {
    const std::string& main = input.paths.back();
    auto stated = input.about.find("identity");
    identity_.check(stated == input.about.end() ? "" : stated->second, main);
    if (auto found = input.about.find("urlkey"); found != input.about.end()) {
      if (!kind.empty() && kind != found->second) {
        throw UsageError(main + ": its URL keys are " + found->second +
                         ", but those of " + kind_file + " are " + kind +
                         "; an index can have only one kind");
      }
      kind = found->second;
      kind_file = main;
    }
    for (const std::string& column : input.paths) {
      if (column != main) columns.insert(column_name(column));
    }
  }
  for (const InputShard& input : inputs_) {
    if (input.reader || columns.empty()) continue;
    throw UsageError(input.paths.back() +
                     ": documents were deleted from this index; merge it "
                     "alone first");
  }
  // Adopted indexes may say of which fields their keys were made.
  for (const char* name : {"field.urlkey", "field.digest", "field.url"}) {
    auto field_of = [&](const InputShard& input) {
      auto found = input.about.find(name);
      return found == input.about.end() ? std::string() : found->second;
    };
    const std::string first = field_of(inputs_.front());
    for (const InputShard& input : inputs_) {
      if (field_of(input) == first) continue;
      throw UsageError(input.paths.back() +
                       ": its keys were made of other stored fields than those "
                       "of " +
                       inputs_.front().paths.back());
    }
    if (!first.empty()) about_[name] = first;
  }
  check_same_analysis(inputs_);
  for (const char* name : {"analysis", "stems"}) {
    if (std::string value = about(inputs_.front(), name); !value.empty()) {
      about_[name] = value;
    }
  }
  if (!kind.empty()) about_["urlkey"] = kind;
  if (!identity_.text().empty()) about_["identity"] = identity_.text();

  io::NewDirectory shard(path, options_.force);
  choose();
  number();
  std::string main = shard.part() + '/' + kMainIndex;
  fs::create_directory(main);
  SegmentMergeOptions merge;
  merge.memory = std::min<uint64_t>(options_.memory / 4, uint64_t{256} << 20);
  merge.jobs = options_.jobs;
  merge_segments(main, sources_, joined_, merge);

  std::map<std::string, std::string> about = about_;
  std::string keys = write_keys(main);
  about["keys"] = keys;
  about["documents"] = std::to_string(counts_.documents);
  write_manifest(main, about);
  for (const std::string& column : columns) {
    write_column(column, shard.part() + '/' + column, keys);
  }
  copy_hidden(path, shard.part());
  shard.finish();
  return counts_;
}

}  // namespace

ShardMergeCounts merge_shards(const std::string& path,
                              const std::vector<std::string>& shards,
                              const ShardMergeOptions& options,
                              ProblemSink& problems) {
  std::vector<InputShard> inputs;
  for (const std::string& shard : shards) {
    inputs.push_back(open_input(shard, options.open));
  }
  if (inputs.empty()) throw UsageError("no shard is given");
  return ShardMerge(std::move(inputs), options, problems).run(path);
}

}  // namespace wax::index
