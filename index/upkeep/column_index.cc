#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "cdx/format/identity_line.h"
#include "cdx/format/list_lines.h"
#include "cdx/url/host.h"
#include "index/schema/fields.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/date_index.h"
#include "io/error.h"
#include "lines/sort.h"
#include "text/ascii.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

void check_column_name(const std::string& name) {
  bool good = !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
              std::all_of(name.begin(), name.end(), [](char c) {
                return (c >= 'a' && c <= 'z') || text::is_digit(c) || c == '_';
              });
  if (!good) {
    throw UsageError("\"" + name +
                     "\" is no name for a column; it has small letters, digits "
                     "and \"_\", and begins with a letter");
  }
  if ((find_field(name) != nullptr && name != kAnchorField) ||
      name == kMainIndex || name == kDatesIndex) {
    throw UsageError("\"" + name +
                     "\" is a name of the index itself; give the column "
                     "another");
  }
}

// The main indexes that `path` stands for.
void append_mains(const std::string& path, std::vector<std::string>& mains) {
  if (is_collection(path)) {
    for (const std::string& shard : shards_of(path)) append_mains(shard, mains);
  } else if (is_index(path)) {
    mains.push_back(path);
  } else {
    mains.push_back(indexes_of_shard(path).back());
  }
}

// A main index, and where its documents are among those of all.
struct KeyedMain {
  KeyedMain(const std::string& main_path, const ListJoinOptions& options,
            const lines::SortOptions& sort, uint64_t first)
      : path(main_path),
        reader(IndexReader::open({main_path}, options.open)),
        keys(reader, key_fields(options), sort),
        cursor(keys.file()),
        base(first) {}

  static KeyFields key_fields(const ListJoinOptions& options) {
    KeyFields fields;
    fields.kind = options.url_key;
    return fields;
  }

  std::string path;
  IndexReader reader;
  IndexKeys keys;
  KeyFile::Cursor cursor;
  uint64_t base;
  bool ended = false;
};

// Lines of the list as "urlkey digest\tvalue", or "urlkey \tvalue" for all
// versions. So those of a URL follow each other when they are sorted.
class ListedValues {
 public:
  ListedValues(std::unique_ptr<lines::LineStream> list, std::string list_name,
               ColumnKind kind, std::optional<cdx::UrlKeyKind> url_key,
               cdx::OneIdentity& identity, ListJoinCounts& counts,
               ProblemSink& problems)
      : list_(std::move(list)),
        list_name_(std::move(list_name)),
        kind_(kind),
        url_key_(url_key),
        identity_(&identity),
        counts_(&counts),
        problems_(&problems) {}

  bool operator()(std::string& line) {
    std::string_view text;
    while (list_->next(text)) {
      ++number_;
      if (text.empty()) continue;
      if (text[0] == '#') {
        identity_->check(cdx::stated_identity(text).value_or(""), list_name_);
        continue;
      }
      if (read(text, line)) {
        ++counts_->lines;
        return true;
      }
      ++counts_->bad;
      problems_->report(
          {Severity::kLost, "list-bad-line", list_name_, std::nullopt,
           "line " + std::to_string(number_) +
               " is not a URL or URL key, perhaps a digest, and a value of the "
               "kind " +
               std::string(kind_name(kind_)) +
               ", separated by spaces or a tab"});
    }
    return false;
  }

 private:
  static bool is_digest(std::string_view word) {
    for (std::string_view name : {"sha1:", "md5:", "sha256:", "sha512:"}) {
      if (text::starts_with_ignoring_case(word, name)) return true;
    }
    return false;
  }

  static bool is_url(std::string_view word) {
    for (std::string_view scheme : {"http://", "https://", "ftp://"}) {
      if (text::starts_with_ignoring_case(word, scheme)) return true;
    }
    return false;
  }

  bool read(std::string_view text, std::string& line) const {
    std::string_view rest = text;
    std::string_view urlkey = cdx::next_list_field(rest);
    std::string made;
    if (is_url(urlkey) && cdx::host_of(urlkey).empty()) return false;
    if (url_key_ && is_url(urlkey)) {
      made = cdx::url_key(*url_key_, urlkey);
      urlkey = made;
    }
    std::string_view behind = rest;
    std::string_view digest = cdx::next_list_field(behind);
    if (is_digest(digest)) {
      rest = behind;
    } else {
      digest = {};
    }
    std::string_view value = text::trim(rest, text::kAllSpace);
    if (urlkey.empty() || value.empty()) return false;
    if (is_number(kind_) && !number_term(kind_, value)) return false;
    line.clear();
    if (digest.empty()) {
      line.append(urlkey).append(" \t");
    } else {
      append_version(line, urlkey, digest);
    }
    line += value;
    return true;
  }

  std::unique_ptr<lines::LineStream> list_;
  std::string list_name_;
  ColumnKind kind_;
  std::optional<cdx::UrlKeyKind> url_key_;
  cdx::OneIdentity* identity_;
  ListJoinCounts* counts_;
  ProblemSink* problems_;
  uint64_t number_ = 0;
};

// Each value of each document, as lines "position value".
class MatchedValues {
 public:
  MatchedValues(std::vector<std::unique_ptr<KeyedMain>>& mains,
                std::unique_ptr<lines::LineStream> sorted,
                ListJoinCounts& counts)
      : mains_(&mains), sorted_(std::move(sorted)), counts_(&counts) {}

  bool operator()(std::string& line) {
    while (given_ == positions_.size()) {
      if (!next()) return false;
    }
    append_positioned(line, positions_[given_++], value_);
    return true;
  }

 private:
  struct Version {
    std::string version;  // as append_version() writes it
    uint64_t position;
  };

  bool next() {
    std::string_view line;
    positions_.clear();
    given_ = 0;
    if (!sorted_->next(line)) return false;
    size_t tab = line.find('\t');
    std::string_view version = line.substr(0, tab + 1);
    value_ = line.substr(tab + 1);
    size_t space = version.rfind(' ');
    std::string_view urlkey = version.substr(0, space + 1);
    if (urlkey != urlkey_) look_up(urlkey);
    bool all = version.size() == space + 2;
    for (const Version& one : versions_) {
      if (all || one.version == version) positions_.push_back(one.position);
    }
    ++(positions_.empty() ? counts_->unmatched : counts_->matched);
    return true;
  }

  // The versions of a URL in all indexes.
  void look_up(std::string_view urlkey) {
    urlkey_ = urlkey;
    versions_.clear();
    for (const auto& main : *mains_) {
      if (main->ended) continue;
      KeyFile::Cursor& cursor = main->cursor;
      bool more = cursor.seek(urlkey_);
      for (; more && cursor.version().starts_with(urlkey_);
           more = cursor.next()) {
        versions_.push_back({cursor.version(), main->base + cursor.document()});
      }
      main->ended = !more;
    }
  }

  std::vector<std::unique_ptr<KeyedMain>>* mains_;
  std::unique_ptr<lines::LineStream> sorted_;
  ListJoinCounts* counts_;
  std::string urlkey_;  // with a space behind
  std::vector<Version> versions_;
  std::string value_;
  std::vector<uint64_t> positions_;
  size_t given_ = 0;
};

void write_column_of(const KeyedMain& main, const ColumnName& column,
                     DatesByPosition& values, const std::string& list_name,
                     const ListJoinOptions& options, ListJoinCounts& counts) {
  WriterOptions writing = writing_of(options);
  writing.inputs = {list_name};
  writing.columns = {column};
  IndexWriter writer((fs::path(main.path).parent_path() / column.name).string(),
                     writing);
  std::vector<std::string> set;
  std::vector<FieldValue> fields;
  uint64_t with_value = 0;
  for (uint64_t n = 0; n < main.reader.documents(); ++n) {
    set.clear();
    fields.clear();
    if (values.position() == main.base + n) values.take(set);
    make_set(set);
    for (const std::string& value : set) fields.push_back({column.name, value});
    writer.add(fields);
    counts.written += set.size();
    if (!set.empty()) ++with_value;
  }
  writer.about(std::string(kWithValue), std::to_string(with_value));
  counts.documents += writer.documents();
  counts.with += with_value;
  finish_parallel(main.reader, main.keys, writer);
}

}  // namespace

ListJoinCounts build_column(const std::vector<std::string>& paths,
                            const ColumnName& column,
                            std::unique_ptr<lines::LineStream> list,
                            const std::string& list_name,
                            const ListJoinOptions& options,
                            ProblemSink& problems) {
  check_column_name(column.name);
  std::vector<std::string> found;
  for (const std::string& path : paths) append_mains(path, found);
  if (found.empty()) throw UsageError("there is no index");
  for (const std::string& main : found) {
    std::string path = (fs::path(main).parent_path() / column.name).string();
    if (!options.force && fs::exists(path)) {
      throw UsageError(path + ": exists; --force replaces it");
    }
    check_is_not_published(path);
  }
  std::map<std::string, io::FolderLock> locks;  // by shard
  for (const std::string& main : found) {
    const std::string shard = fs::path(main).parent_path().string();
    if (!locks.contains(shard)) locks[shard] = lock_shard_of(main);
  }
  const lines::SortOptions sort = sorting_of(options);
  ListJoinCounts counts;
  cdx::OneIdentity identity;
  std::vector<std::unique_ptr<KeyedMain>> mains;
  uint64_t documents = 0;
  for (const std::string& path : found) {
    mains.push_back(
        std::make_unique<KeyedMain>(path, options, sort, documents));
    identity.check(mains.back()->reader.about("identity"), path);
    documents += mains.back()->reader.documents();
  }
  std::optional<cdx::UrlKeyKind> url_key =
      cdx::url_key_kind(mains.front()->reader.about("urlkey"));
  if (!url_key) url_key = options.url_key;
  ListedValues listed(std::move(list), list_name, column.kind, url_key,
                      identity, counts, problems);
  MatchedValues matched(
      mains,
      lines::sort_lines(
          lines::made_lines([&](std::string& line) { return listed(line); }),
          sort),
      counts);
  DatesByPosition values(lines::sort_lines(
      lines::made_lines([&](std::string& line) { return matched(line); }),
      sort));
  for (const auto& main : mains) {
    write_column_of(*main, column, values, list_name, options, counts);
  }
  return counts;
}

}  // namespace wax::index
