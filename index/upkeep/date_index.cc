#include "index/upkeep/date_index.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cdx/format/identity_line.h"
#include "cdx/format/list_lines.h"
#include "index/store/date_places.h"
#include "index/store/shard_folder.h"
#include "io/error.h"
#include "lines/sort.h"
#include "warc/record/date.h"

namespace wax::index {
namespace {

// The lines of a list in order of their versions. If the list is in this order,
// it is read as it is; else what follows the first line that is not is sorted.
class ListedDates {
 public:
  ListedDates(std::unique_ptr<lines::LineStream> list, std::string list_name,
              bool places, cdx::OneIdentity& identity,
              const lines::SortOptions& sort, ListJoinCounts& counts,
              ProblemSink& problems)
      : list_(std::move(list)),
        list_name_(std::move(list_name)),
        places_(places),
        identity_(&identity),
        sort_(sort),
        counts_(&counts),
        problems_(&problems) {}

  bool next() {
    starts_again_ = false;
    if (!sorted_) {
      if (!read()) return false;
      is_new_ = read_new_ && read_version_ != version_;
      if (!is_new_) return true;
      if (read_version_ > version_) {
        version_ = read_version_;
        return true;
      }
      sort_rest();
      starts_again_ = true;
    }
    std::string_view line;
    if (!sorted_->next(line)) return false;
    is_new_ = starts_again_ || !line.starts_with(version_);
    if (is_new_) version_ = line.substr(0, version_size(line));
    date_ = line.substr(version_.size());
    return true;
  }

  // Returns the version as append_version() writes it.
  [[nodiscard]] const std::string& version() const { return version_; }
  [[nodiscard]] std::string_view date() const { return date_; }
  // Whether the line before had another version, or a later one.
  [[nodiscard]] bool is_new() const { return is_new_; }
  [[nodiscard]] bool starts_again() const { return starts_again_; }

 private:
  // The next line of the list; false at its end.
  bool read() {
    std::string_view text;
    while (list_->next(text)) {
      ++line_number_;
      if (text.empty()) continue;
      if (read_same(text)) return true;
      if (text[0] == '#') {
        identity_->check(cdx::stated_identity(text).value_or(""), list_name_);
        continue;
      }
      cdx::DatedVersion version;
      if (!cdx::parse_dated_version(text, version)) {
        ++counts_->bad;
        problems_->report(
            {Severity::kLost, "list-bad-line", list_name_, std::nullopt,
             "line " + std::to_string(line_number_) +
                 " is not \"urlkey digest date\" with a date of 14 digits"});
        continue;
      }
      ++counts_->lines;
      before_date_ = text.substr(
          0, static_cast<size_t>(version.date.data() - text.data()));
      read_version_.clear();
      append_version(read_version_, version.urlkey, version.digest);
      read_new_ = true;
      date_ = version.date;
      if (places_) add_place(version);
      return true;
    }
    return false;
  }

  // "DATE KIND OFFSET FILE", if the line says it.
  void add_place(const cdx::DatedVersion& version) {
    before_date_.clear();
    if (version.file.empty()) return;
    placed_.assign(version.date).append(1, ' ');
    placed_.append(version.kind.empty() ? "list" : version.kind);
    placed_.append(1, ' ').append(version.offset);
    placed_.append(1, ' ').append(version.file);
    date_ = placed_;
  }

  // Whether the line has the same bytes before its date as the one before.
  bool read_same(std::string_view text) {
    if (before_date_.empty() || !text.starts_with(before_date_)) return false;
    std::string_view rest = text.substr(before_date_.size());
    if (rest.size() > 14 && rest[14] != ' ' && rest[14] != '\t') return false;
    if (!warc::is_date14(rest.substr(0, 14))) return false;
    ++counts_->lines;
    read_new_ = false;
    date_ = rest.substr(0, 14);
    return true;
  }

  // From the last line on.
  void sort_rest() {
    sorted_ = lines::sort_lines(
        lines::made_lines([this, first = true](std::string& line) mutable {
          if (!first && !read()) return false;
          first = false;
          line.append(read_version_).append(date_);
          return true;
        }),
        sort_);
  }

  std::unique_ptr<lines::LineStream> list_;
  std::string list_name_;
  bool places_;
  std::string placed_;
  cdx::OneIdentity* identity_;
  lines::SortOptions sort_;
  ListJoinCounts* counts_;
  ProblemSink* problems_;
  uint64_t line_number_ = 0;
  std::string before_date_;
  std::string read_version_;
  bool read_new_ = false;
  std::unique_ptr<lines::LineStream> sorted_;
  std::string version_;
  std::string_view date_;
  bool is_new_ = false;
  bool starts_again_ = false;
};

// Each document of a listed version with each date, as lines "position date".
class MatchedDates {
 public:
  MatchedDates(const KeyFile& keys, ListedDates& listed, ListJoinCounts& counts)
      : keys_(&keys), cursor_(keys), listed_(&listed), counts_(&counts) {}

  bool operator()(std::string& line) {
    while (given_ == documents_.size()) {
      if (!next()) return false;
    }
    append_positioned(line, documents_[given_++], listed_->date());
    return true;
  }

 private:
  // Moves to the next date that belongs to a document.
  bool next() {
    while (listed_->next()) {
      if (listed_->is_new()) look_up();
      given_ = 0;
      if (!documents_.empty()) {
        ++counts_->matched;
        return true;
      }
      ++counts_->unmatched;
    }
    documents_.clear();
    given_ = 0;
    return false;
  }

  void look_up() {
    if (listed_->starts_again()) cursor_ = KeyFile::Cursor(*keys_);
    documents_.clear();
    const std::string& version = listed_->version();
    // Without a digest nothing says which version it is.
    if (version.ends_with(" -\t")) return;
    for (bool more = cursor_.seek(version);
         more && cursor_.version() == version; more = cursor_.next()) {
      documents_.push_back(cursor_.document());
    }
  }

  const KeyFile* keys_;
  KeyFile::Cursor cursor_;
  ListedDates* listed_;
  ListJoinCounts* counts_;
  std::vector<uint64_t> documents_;  // of the version
  size_t given_ = 0;
};

std::vector<IndexReader> open_sources(const std::vector<std::string>& paths,
                                      const IndexReader& key_index,
                                      const std::string& key_path,
                                      const OpenOptions& options) {
  std::vector<IndexReader> sources;
  for (const std::string& path : paths) {
    sources.push_back(IndexReader::open({path}, options));
    const IndexReader& source = sources.back();
    if (source.documents() != key_index.documents()) {
      throw UsageError(path + ": this index has " +
                       std::to_string(source.documents()) +
                       " documents, but the key index " + key_path + " has " +
                       std::to_string(key_index.documents()));
    }
    std::string mine = source.about("keys");
    std::string its = key_index.about("keys");
    if (!mine.empty() && !its.empty() && mine != its) {
      throw UsageError(
          path +
          ": the documents of this index are not those of the key index " +
          key_path);
    }
  }
  return sources;
}

}  // namespace

ListJoinCounts build_date_index(const std::string& key_index,
                                const std::vector<std::string>& sources,
                                const std::string& destination,
                                std::unique_ptr<lines::LineStream> list,
                                const std::string& list_name,
                                const DateIndexOptions& options,
                                ProblemSink& problems) {
  ListJoinCounts counts;
  const io::FolderLock lock = lock_shard_of(destination);
  check_is_not_published(destination);
  IndexReader documents = IndexReader::open({key_index}, options.open);
  std::vector<IndexReader> opened =
      open_sources(sources, documents, key_index, options.open);
  WriterOptions writing = writing_of(options);
  writing.inputs = {list_name, key_index};
  IndexWriter writer(destination, writing);

  const lines::SortOptions sort = sorting_of(options);
  cdx::OneIdentity identity;
  identity.check(documents.about("identity"), key_index);
  KeyFields key_fields;
  key_fields.kind = options.url_key;
  IndexKeys keys(documents, key_fields, sort);
  ListedDates listed(std::move(list), list_name, options.places, identity, sort,
                     counts, problems);
  DatesByPosition dates(lines::sort_lines(
      lines::made_lines(MatchedDates(keys.file(), listed, counts)), sort));

  bool places = options.places;
  for (const IndexReader& source : opened) {
    std::vector<std::string> stored = source.stored_fields();
    places |= std::count(stored.begin(), stored.end(), kPlacesField) > 0;
  }
  std::vector<std::string> wanted = {"date"};
  if (places) wanted.emplace_back(kPlacesField);
  std::vector<std::string> set;
  std::vector<FieldValue> fields;
  std::string placed;
  StoredDocument values;
  for (uint64_t n = 0; n < documents.documents(); ++n) {
    set.clear();
    for (const IndexReader& source : opened) {
      source.document(n, wanted, values);
      for (auto& [name, value] : values) {
        if (name == kPlacesField) {
          each_place_line(
              value, [&](std::string_view line) { set.emplace_back(line); });
        } else {
          set.push_back(std::move(value));
        }
      }
    }
    if (dates.position() == n) dates.take(set);
    make_set(set);
    fields.clear();
    if (places) placed = take_places(set);
    for (const std::string& date : set) fields.push_back({"date", date});
    if (!placed.empty()) fields.push_back({kPlacesField, placed});
    writer.add(fields);
    counts.written += set.size();
  }
  counts.documents = writer.documents();
  finish_parallel(documents, keys, writer);
  return counts;
}

}  // namespace wax::index
