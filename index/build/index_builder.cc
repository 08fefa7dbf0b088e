#include "index/build/index_builder.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/dated_version.h"
#include "cdx/format/identity_line.h"
#include "index/build/date_join.h"
#include "index/segment/segment.h"
#include "index/store/index_writer.h"
#include "io/error.h"
#include "lines/sort.h"
#include "text/ascii.h"

namespace wax::index {
namespace {

// After a date, before the position.
constexpr char kWhole = '1';
constexpr char kTruncated = '2';
constexpr char kRevisit = '3';

// Lines "version date 1 position" for every capture, or 2 for a truncated one,
// positions counted through all segments, and "version date 3" for every
// revisit.
class Captures {
 public:
  Captures(const std::vector<std::string>& segments, cdx::OneIdentity& identity,
           BuildCounts& counts)
      : segments_(&segments), identity_(&identity), counts_(&counts) {}

  bool operator()(std::string& line) {
    while (true) {
      if (keys_ && capture(line)) return true;
      if (dates_ && revisit(line)) return true;
      if (next_ == segments_->size()) return false;
      keys_ = std::make_shared<SegmentReader>((*segments_)[next_++]);
      if (!kind_) kind_ = keys_->kind();
      if (*kind_ != keys_->kind()) {
        throw UsageError(keys_->path() + ": its URL keys are " +
                         std::string(cdx::name(keys_->kind())) +
                         ", but those of " + segments_->front() + " are " +
                         std::string(cdx::name(*kind_)) +
                         "; an index can have only one kind");
      }
      identity_->check(keys_->identity(), keys_->path());
    }
  }

 private:
  bool capture(std::string& line) {
    DocumentKey key;
    if (!keys_->next_key(key)) {
      dates_ = cdx::open_lines(keys_->dates_path());
      keys_.reset();
      return false;
    }
    if (key.digest.empty() || key.digest == "-") {
      std::string alone = "-";
      append_position(alone, counts_->captures);
      append_version(line, key.urlkey, alone);
    } else {
      append_version(line, key.urlkey, key.digest);
    }
    line += key.date;
    line += key.truncated ? kTruncated : kWhole;
    append_position(line, counts_->captures++);
    return true;
  }

  bool revisit(std::string& line) {
    std::string_view text;
    cdx::DatedVersion version;
    do {
      if (!dates_->next(text)) {
        dates_.reset();
        return false;
      }
    } while (!cdx::parse_dated_version(text, version));
    ++counts_->revisit_dates;
    append_version(line, version.urlkey, version.digest);
    line += version.date.substr(0, 14);
    line += kRevisit;
    return true;
  }

  const std::vector<std::string>* segments_;
  cdx::OneIdentity* identity_;
  BuildCounts* counts_;
  size_t next_ = 0;
  std::shared_ptr<SegmentReader> keys_;  // std::function copies
  std::shared_ptr<lines::LineStream> dates_;
  std::optional<cdx::UrlKeyKind> kind_;
};

// Of the sorted lines of each version: the position of its earliest whole
// capture, or else of its earliest, with each of its dates.
class Versions {
 public:
  Versions(std::unique_ptr<lines::LineStream> sorted, BuildCounts& counts)
      : sorted_(std::move(sorted)), counts_(&counts) {}

  bool operator()(std::string& line) {
    while (given_ == dates_.size()) {
      if (!group()) return false;
    }
    append_positioned(line, *position_, dates_[given_++]);
    return true;
  }

 private:
  bool group() {
    if (!started_) {
      started_ = true;
      more_ = sorted_->next(line_);
    }
    dates_.clear();
    given_ = 0;
    if (!more_) return false;
    position_.reset();
    bool truncated = false;
    uint64_t revisits = 0;
    std::string version(line_.substr(0, version_size(line_)));
    do {
      std::string_view rest = line_.substr(version.size());
      std::string_view date = rest.substr(0, 14);
      if (dates_.empty() || dates_.back() != date) dates_.emplace_back(date);
      if (rest[14] == kRevisit) {
        ++revisits;
      } else if (!position_ || (truncated && rest[14] == kWhole)) {
        position_ = position_of(rest.substr(15));
        truncated = rest[14] == kTruncated;
      }
      more_ = sorted_->next(line_);
    } while (more_ && line_.starts_with(version));
    if (position_) {
      counts_->matched_dates += revisits;
    } else {
      dates_.clear();
    }
    return true;
  }

  std::shared_ptr<lines::LineStream> sorted_;
  BuildCounts* counts_;
  bool started_ = false;
  bool more_ = false;
  std::string_view line_;
  std::vector<std::string> dates_;
  size_t given_ = 0;
  std::optional<uint64_t> position_;
};

std::string host_of(std::string_view url) {
  size_t at = url.find("://");
  if (at == url.npos) return {};
  std::string_view host = url.substr(at + 3);
  host = host.substr(0, host.find_first_of("/?#\\"));
  if (size_t user = host.rfind('@'); user != host.npos) {
    host.remove_prefix(user + 1);
  }
  if (!host.starts_with('[')) host = host.substr(0, host.find(':'));
  std::string lower(host);
  text::lower_case(lower);
  return lower;
}

void add_document(const Document& document,
                  const std::vector<std::string>& dates, IndexWriter& writer) {
  std::string host = host_of(document.url);
  std::string_view site = host;
  if (site.starts_with("www.")) site.remove_prefix(4);
  std::string length = std::to_string(document.length);
  std::string offset = std::to_string(document.offset);
  std::string status = std::to_string(document.status);
  std::string collection = document.collection;

  std::vector<FieldValue> values = {{"urlkey", document.urlkey},
                                    {"digest", document.digest},
                                    {"url", document.url}};
  auto add = [&](std::string_view field, std::string_view value) {
    if (!value.empty()) values.push_back({field, value});
  };
  add("site", site);
  add("host", host);
  if (!document.noindex) add("title", document.title);
  for (const std::string& date : dates) add("date", date);
  add("type", document.type);
  add("length", length);
  if (document.status != 0) add("status", status);
  add("charset", document.charset);
  add("collection", collection);
  add("filename", document.filename);
  add("offset", offset);
  if (!document.noindex) {
    add("description", document.description);
    add("content", document.content);
  }
  writer.add(values);
}

}  // namespace

BuildCounts build_index(
    const std::string& path, const std::vector<std::string>& segments,
    const BuildOptions& options,
    const std::function<void(uint64_t, uint64_t)>& progress) {
  BuildCounts counts;
  WriterOptions writer_options;
  writer_options.force = options.force;
  writer_options.tmpdir = options.tmpdir;
  writer_options.jobs = options.jobs;
  writer_options.memory =
      std::min<uint64_t>(options.memory / 4, uint64_t{256} << 20);
  IndexWriter writer(path, writer_options);

  lines::SortOptions sort;
  sort.memory = options.memory / 4;
  sort.tmpdir = options.tmpdir;
  sort.jobs = options.jobs;
  cdx::OneIdentity identity;
  DatesByPosition dates(lines::sort_lines(
      made_lines(
          Versions(lines::sort_lines(
                       made_lines(Captures(segments, identity, counts)), sort),
                   counts)),
      sort));

  KeyChain keys;
  uint64_t position = 0;
  Document document;
  std::vector<std::string> set;
  std::string kind;
  for (const std::string& name : segments) {
    SegmentReader segment(name);
    kind = cdx::name(segment.kind());
    for (uint64_t n = segment.documents(); n > 0; --n, ++position) {
      if (progress && position % 1024 == 0) progress(position, counts.captures);
      if (dates.position() != position) {
        if (!segment.skip()) break;
        continue;
      }
      if (!segment.next(document)) break;
      set.clear();
      dates.take(set);
      make_set(set);
      add_document(document, set, writer);
      keys.add(document.urlkey, document.digest);
      counts.noindex += document.noindex ? 1 : 0;
    }
    // The end is where the counts are checked.
    if (segment.next(document)) {
      throw FormatError(name, 0,
                        "this segment changed while it was being read");
    }
  }
  counts.documents = writer.documents();
  writer.about("urlkey", kind);
  if (!identity.text().empty()) writer.about("identity", identity.text());
  writer.about("keys", keys.finish());
  writer.finish();
  return counts;
}

}  // namespace wax::index
