#include "index/build/date_index.h"

#include <algorithm>
#include <utility>

#include "cdx/format/dated_version.h"
#include "cdx/format/identity_line.h"
#include "index/build/date_join.h"
#include "index/store/index_writer.h"
#include "io/error.h"
#include "lines/sort.h"

namespace wax::index {
namespace {

constexpr char kDocument = '1';  // before the position
constexpr char kDate = '2';      // before the date

// Lines "version 1 position" for every document, and "version 2 date" for
// every line of the list.
class Keys {
 public:
  Keys(const IndexReader& documents, std::unique_ptr<lines::LineStream> list,
       std::string list_name, cdx::OneIdentity& identity,
       const DateIndexOptions& options, DateIndexCounts& counts,
       KeyChain& chain, ProblemSink& problems)
      : identity_(&identity),
        documents_(&documents),
        list_(std::move(list)),
        list_name_(std::move(list_name)),
        options_(&options),
        counts_(&counts),
        chain_(&chain),
        problems_(&problems),
        wanted_{"urlkey", "digest"} {
    std::vector<std::string> fields = documents.stored_fields();
    auto has = [&](const char* name) {
      return std::find(fields.begin(), fields.end(), name) != fields.end();
    };
    by_url_ = !fields.empty() && !has("urlkey");
    if (!by_url_) return;
    if (!options.kind || !has("url") || !has("digest")) {
      throw UsageError(
          "the key index has no URL keys; give --urlkey to make them from its "
          "url field");
    }
    wanted_ = {"url", "digest"};
  }

  bool operator()(std::string& line) {
    if (next_ < documents_->documents()) {
      document(line);
      return true;
    }
    return dated(line);
  }

 private:
  void document(std::string& line) {
    documents_->document(next_, wanted_, values_);
    const std::string& digest = value_of(values_, "digest");
    std::string made;
    if (by_url_) {
      made = cdx::url_key(*options_->kind, value_of(values_, "url"));
    }
    const std::string& key = by_url_ ? made : value_of(values_, "urlkey");
    chain_->add(key, digest);
    if (digest.empty() || digest == "-") {
      // Without a digest nothing says which version it is.
      std::string alone = "-";
      append_position(alone, next_);
      append_version(line, key, alone);
    } else {
      append_version(line, key, digest);
    }
    line += kDocument;
    append_position(line, next_++);
  }

  bool dated(std::string& line) {
    std::string_view text;
    while (list_->next(text)) {
      ++line_number_;
      if (text.starts_with('#')) {
        identity_->check(cdx::stated_identity(text).value_or(""), list_name_);
      }
      if (text.empty() || text[0] == '#') continue;
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
      append_version(line, version.urlkey, version.digest);
      line += kDate;
      line += version.date;
      return true;
    }
    return false;
  }

  cdx::OneIdentity* identity_;
  const IndexReader* documents_;
  std::shared_ptr<lines::LineStream> list_;  // std::function copies
  std::string list_name_;
  const DateIndexOptions* options_;
  DateIndexCounts* counts_;
  KeyChain* chain_;
  ProblemSink* problems_;
  std::vector<std::string> wanted_;
  bool by_url_ = false;
  uint64_t next_ = 0;
  uint64_t line_number_ = 0;
  StoredDocument values_;
};

// Of the sorted lines of a version: each of its documents with each date.
class MatchedDates {
 public:
  MatchedDates(std::unique_ptr<lines::LineStream> sorted,
               DateIndexCounts& counts)
      : sorted_(std::move(sorted)), counts_(&counts) {}

  bool operator()(std::string& line) {
    while (given_ == positions_.size()) {
      if (!next()) return false;
    }
    append_positioned(line, positions_[given_++], date_);
    return true;
  }

 private:
  // Moves to the next date that belongs to a document.
  bool next() {
    std::string_view line;
    while (sorted_->next(line)) {
      if (version_.empty() || !line.starts_with(version_)) {
        version_ = line.substr(0, version_size(line));
        positions_.clear();
      }
      std::string_view rest = line.substr(version_.size());
      if (rest[0] == kDocument) {
        positions_.push_back(position_of(rest.substr(1)));
        given_ = positions_.size();
        continue;
      }
      if (positions_.empty()) {
        ++counts_->unmatched;
        continue;
      }
      ++counts_->matched;
      date_ = rest.substr(1);
      given_ = 0;
      return true;
    }
    return false;
  }

  std::shared_ptr<lines::LineStream> sorted_;
  DateIndexCounts* counts_;
  std::string version_;
  std::vector<uint64_t> positions_;
  size_t given_ = 0;
  std::string date_;
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

DateIndexCounts build_date_index(const std::string& key_index,
                                 const std::vector<std::string>& sources,
                                 const std::string& destination,
                                 std::unique_ptr<lines::LineStream> list,
                                 const std::string& list_name,
                                 const DateIndexOptions& options,
                                 ProblemSink& problems) {
  DateIndexCounts counts;
  IndexReader documents = IndexReader::open({key_index}, options.open);
  std::vector<IndexReader> opened =
      open_sources(sources, documents, key_index, options.open);
  WriterOptions writer_options;
  writer_options.force = options.force;
  writer_options.tmpdir = options.tmpdir;
  writer_options.jobs = 0;
  writer_options.memory =
      std::min<uint64_t>(options.memory / 8, uint64_t{128} << 20);
  IndexWriter writer(destination, writer_options);

  lines::SortOptions sort;
  sort.memory = options.memory / 3;
  sort.tmpdir = options.tmpdir;
  KeyChain chain;
  cdx::OneIdentity identity;
  identity.check(documents.about("identity"), key_index);
  DatesByPosition dates(lines::sort_lines(
      made_lines(MatchedDates(
          lines::sort_lines(
              made_lines(Keys(documents, std::move(list), list_name, identity,
                              options, counts, chain, problems)),
              sort),
          counts)),
      sort));

  const std::vector<std::string> wanted = {"date"};
  std::vector<std::string> set;
  std::vector<FieldValue> fields;
  StoredDocument values;
  for (uint64_t n = 0; n < documents.documents(); ++n) {
    set.clear();
    for (const IndexReader& source : opened) {
      source.document(n, wanted, values);
      for (auto& [name, value] : values) set.push_back(std::move(value));
    }
    if (dates.position() == n) dates.take(set);
    make_set(set);
    fields.clear();
    for (const std::string& date : set) fields.push_back({"date", date});
    writer.add(fields);
    counts.dates += set.size();
  }
  counts.documents = writer.documents();
  for (const char* name : {"urlkey", "identity"}) {
    std::string value = documents.about(name);
    if (!value.empty()) writer.about(name, value);
  }
  std::string keys = documents.about("keys");
  writer.about("keys", keys.empty() ? chain.finish() : keys);
  writer.finish();
  return counts;
}

}  // namespace wax::index
