#include "index/upkeep/shard_merger.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/list_lines.h"
#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/index_keys.h"
#include "index/upkeep/merged_column.h"
#include "index/writer/lucene_segment_merger.h"
#include "io/error.h"
#include "io/new_directory.h"
#include "io/output.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

// Behind the version of a line: what comes first stays.
constexpr char kExcludedVersion = '0';
constexpr char kWithText = '1';
constexpr char kWithoutText = '2';
constexpr char kTextElsewhere = '3';

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
    return {options_.part(4)};
  }
  [[nodiscard]] std::string write_keys(const std::string& main);

  bool version_line(std::string& line);
  bool excluded_line(std::string& line);
  void choose();
  void number(const std::string& main);

  std::vector<InputShard> inputs_;
  const ShardMergeOptions& options_;
  ProblemSink& problems_;
  uint64_t all_ = 0;
  std::vector<MergeSource> sources_;
  // Positions of those that stay, in the order of versions; without those that
  // have none.
  std::vector<uint32_t> by_version_;
  // Pairs of positions: who is joined, and to whom; then sorted by the number
  // of the latter.
  std::vector<std::pair<uint64_t, uint64_t>> pairs_;
  std::vector<JoinedDocument> joined_;
  std::map<std::string, std::string> about_;
  ShardMergeCounts counts_;
  // State of the streams of lines.
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
    const IndexDirectory::Part& part =
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
  const lines::SortOptions sort{options_.part(2)};
  std::unique_ptr<lines::LineStream> sorted =
      lines::sort_lines(lines::made_lines([this](std::string& line) {
                          return version_line(line);
                        }),
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
      by_version_.push_back(static_cast<uint32_t>(position));
    } else {
      drop(place(position));
      pairs_.emplace_back(first, position);
      ++counts_.joined;
    }
  }
}

void ShardMerge::number(const std::string& main) {
  for (const MergeSource& source : sources_) {
    counts_.documents += static_cast<uint64_t>(
        std::count(source.kept.begin(), source.kept.end(), true));
  }
  const bool is_ordered = counts_.documents >= options_.least_ordered;
  if (!is_ordered) by_version_.clear();
  uint32_t next = 0;
  for (const uint32_t position : by_version_) {
    const Place at = place(position);
    sources_[at.shard].numbers[at.document] = next++;
  }
  by_version_ = {};
  for (MergeSource& source : sources_) {
    for (size_t i = 0; i < source.numbers.size(); ++i) {
      uint32_t& number = source.numbers[i];
      if (source.kept[i] && number == MergeSource::kDropped) number = next++;
    }
  }
  if (is_ordered) options_.order(main, sources_, options_.part(2));
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

// The key file of the new main index. Returns its digest over all keys.
std::string ShardMerge::write_keys(const std::string& main) {
  lines::LineSorter by_number(key_sorting());
  std::string line;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    VersionsByDocument versions(*inputs_[i].main, key_sorting());
    for (uint32_t n = 0; n < sources_[i].kept.size(); ++n) {
      if (!sources_[i].kept[n]) continue;
      const auto& [urlkey, digest] = versions.of(n);
      line.clear();
      append_position(line, sources_[i].numbers[n]);
      append_version(line, urlkey, digest);
      by_number.add(line);
    }
  }
  KeyChain chain;
  KeyFileWriter keys(key_sorting());
  const std::unique_ptr<lines::LineStream> sorted = by_number.sorted();
  for (std::string_view text; sorted->next(text);) {
    std::string_view version = text.substr(kPositionSize);
    version.remove_suffix(1);
    const size_t space = version.rfind(' ');
    const std::string_view urlkey = version.substr(0, space);
    const std::string_view digest = version.substr(space + 1);
    chain.add(urlkey, digest);
    if (!urlkey.empty()) keys.add(urlkey, digest, position_of(text));
  }
  if (!keys.empty()) {
    auto output =
        io::open_output(main + '/' + std::string(kKeyFileName), false);
    keys.write([&](std::string_view bytes) { output->write(bytes); });
    output->finish();
  }
  return chain.finish();
}

ShardMergeCounts ShardMerge::run(const std::string& path) {
  about_ = common_properties(inputs_, identity_);
  std::set<std::string> columns;
  for (const InputShard& input : inputs_) {
    for (const std::string& column : input.paths) {
      if (column != input.paths.back()) columns.insert(column_name(column));
    }
  }
  for (const InputShard& input : inputs_) {
    if (input.reader || columns.empty()) continue;
    throw UsageError(input.paths.back() +
                     ": documents were deleted from this index; merge it "
                     "alone first");
  }

  check_is_not_published(path);
  std::vector<std::string> read = options_.exclude;
  for (const InputShard& input : inputs_) {
    read.insert(read.end(), input.paths.begin(), input.paths.end());
  }
  io::NewDirectory shard(path, options_.force,
                         shard_folders(options_.further_files), read);
  choose();
  std::string main = shard.part() + '/' + kMainIndex;
  number(main);
  fs::create_directory(main);
  merge_lucene_segments(main, sources_, joined_,
                        options_.part(4).at_most(uint64_t{256} << 20));

  std::map<std::string, std::string> about = about_;
  std::string keys = write_keys(main);
  about["keys"] = keys;
  about["documents"] = std::to_string(counts_.documents);
  write_manifest(main, about);
  about = about_;
  about["keys"] = keys;
  for (const std::string& column : columns) {
    write_merged_column(column, shard.part() + '/' + column,
                        {inputs_, sources_, joined_}, about, options_);
  }
  if (options_.before_it_appears) options_.before_it_appears(shard.part());
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
