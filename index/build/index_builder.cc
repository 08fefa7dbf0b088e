#include "index/build/index_builder.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "cdx/format/identity_line.h"
#include "cdx/url/registered_domain.h"
#include "cdx/url/url_key.h"
#include "index/build/date_join.h"
#include "index/build/image_texts.h"
#include "index/document/main_ranges.h"
#include "index/document/type_family.h"
#include "index/segment/segment.h"
#include "index/store/shard_folder.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "io/new_directory.h"
#include "io/spool.h"
#include "lines/sort.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

// After a date, before the position.
constexpr char kWhole = '1';
constexpr char kTruncated = '2';
constexpr char kRevisit = '3';
constexpr char kRevisitOfOther = '4';  // of an original with another URL key
constexpr char kDateOnly = '5';        // of what is not imported
constexpr char kElsewhere = '6';       // a capture of BuildOptions::originals

// Before a collection, among the dates of a document.
constexpr char kCollectionMark = 'c';
// Of its number, in hexadecimal digits.
constexpr size_t kCollectionSize = 8;

// The names of collections, by number; 0 stands for none.
class Collections {
 public:
  Collections() { (void)number(""); }

  uint64_t number(std::string_view name) {
    if (!names_.empty() && names_[last_] == name) return last_;
    auto found = std::find(names_.begin(), names_.end(), name);
    last_ = static_cast<size_t>(found - names_.begin());
    if (found == names_.end()) names_.emplace_back(name);
    return last_;
  }
  // Takes the collections from behind the dates. They are a sorted set.
  [[nodiscard]] std::vector<std::string> take(
      std::vector<std::string>& dates) const {
    std::vector<std::string> names;
    while (!dates.empty() && dates.back().front() == kCollectionMark) {
      auto number = text::whole_number(dates.back().substr(1), 16).value_or(0);
      names.push_back(names_.at(number));
      dates.pop_back();
    }
    make_set(names);
    return names;
  }

 private:
  std::vector<std::string> names_;
  size_t last_ = 0;
};

// The keys of some segments, one after the other.
class SegmentKeys {
 public:
  SegmentKeys(const std::vector<std::string>& segments,
              cdx::OneIdentity& identity)
      : segments_(&segments), identity_(&identity) {}

  bool next(DocumentKey& key) {
    while (!segment_ || !segment_->next_key(key)) {
      if (next_ == segments_->size()) return false;
      segment_ = std::make_shared<SegmentReader>((*segments_)[next_++]);
      if (!kind_) kind_ = segment_->kind();
      if (*kind_ != segment_->kind()) {
        throw UsageError(segment_->path() + ": its URL keys are " +
                         std::string(cdx::name(segment_->kind())) +
                         ", but those of " + segments_->front() + " are " +
                         std::string(cdx::name(*kind_)) +
                         "; an index can have only one kind");
      }
      identity_->check(segment_->identity(), segment_->path());
    }
    return true;
  }
  // The number of the segment that the last key is of.
  [[nodiscard]] size_t segment() const { return next_ - 1; }

 private:
  const std::vector<std::string>* segments_;
  cdx::OneIdentity* identity_;
  size_t next_ = 0;
  std::shared_ptr<SegmentReader> segment_;  // std::function copies
  std::optional<cdx::UrlKeyKind> kind_;
};

bool has_digest(const DocumentKey& key) {
  return !key.digest.empty() && key.digest != "-";
}

// Lines "version date 1 position collection" for every capture, or another kind
// than 1, positions counted through all segments. The first `own` segments are
// those of the index.
class Captures {
 public:
  // Sets `any_image` when there is one in the index's own segments.
  Captures(const std::vector<std::string>& segments, size_t own,
           cdx::OneIdentity& identity, BuildCounts& counts, bool& any_image,
           Collections& collections)
      : keys_(segments, identity),
        own_(own),
        counts_(&counts),
        collections_(&collections),
        any_image_(&any_image) {}

  bool operator()(std::string& line) {
    DocumentKey key;
    if (!keys_.next(key)) return false;
    if (has_digest(key)) {
      append_version(line, key.urlkey, key.digest);
    } else {
      std::string alone = "-";
      append_position(alone, position_);
      append_version(line, key.urlkey, alone);
    }
    line += key.date;
    line += kind_of(key);
    append_position(line, position_++);
    text::append_hex_number(collections_->number(key.collection),
                            kCollectionSize, line);
    return true;
  }

 private:
  char kind_of(const DocumentKey& key) {
    if (keys_.segment() >= own_) return kElsewhere;
    *any_image_ = *any_image_ || key.is_image;
    ++(key.revisit ? counts_->revisit_dates : counts_->captures);
    if (key.date_only) return kDateOnly;
    if (key.revisit) return key.of_other_url ? kRevisitOfOther : kRevisit;
    return key.truncated ? kTruncated : kWhole;
  }

  SegmentKeys keys_;
  size_t own_;
  BuildCounts* counts_;
  Collections* collections_;
  bool* any_image_;
  uint64_t position_ = 0;
};

// Versions that are known by revisits alone, and where their text is.
class RevisitedVersions {
 public:
  RevisitedVersions(const std::vector<std::string>& segments,
                    const lines::SortOptions& sort)
      : segments_(&segments), sort_(sort), waiting_(sort.tmpdir) {}

  // `version` as append_version() wrote it, the position of its first revisit,
  // and whether a revisit states an original at another URL.
  void add(std::string_view version, uint64_t position, bool of_other_url,
           uint64_t revisits) {
    version.remove_suffix(1);
    std::string line(version.substr(version.rfind(' ') + 1));
    line += '\t';
    line += kRevisit;
    append_position(line, position);
    line += of_other_url ? '1' : '0';
    line += std::to_string(revisits) + "\n";
    waiting_.write(line);
  }

  // After the last add(), and before find().
  void join() {
    if (waiting_.size() == 0) return;
    auto waiting = std::make_shared<std::unique_ptr<lines::LineStream>>(
        lines::lines_of(std::make_unique<SpoolView>(waiting_)));
    auto keys = std::make_shared<SegmentKeys>(*segments_, identity_);
    auto by_digest = lines::sort_lines(
        made_lines(
            [waiting, keys, position = uint64_t{0}](std::string& line) mutable {
              std::string_view text;
              if ((*waiting)->next(text)) {
                line = text;
                return true;
              }
              DocumentKey key;
              do {
                if (!keys->next(key)) return false;
                ++position;
              } while (key.revisit || !has_digest(key));
              warc::append_normal_digest(key.digest, line);
              line += '\t';
              line += key.truncated ? kTruncated : kWhole;
              line += key.date;
              append_position(line, position - 1);
              return true;
            }),
        sort_);
    std::shared_ptr<lines::LineStream> sorted = std::move(by_digest);
    accepted_ = lines::sort_lines(
        made_lines([sorted, digest = std::string(),
                    text = std::string()](std::string& line) mutable {
          for (std::string_view found; sorted->next(found);) {
            size_t end = found.find('\t') + 1;
            if (found.substr(0, end) != digest) {
              digest = found.substr(0, end);
              text.clear();
            }
            std::string_view rest = found.substr(end);
            if (rest[0] != kRevisit) {
              if (text.empty()) text = rest.substr(rest.size() - kPositionSize);
              continue;
            }
            bool of_other_url = rest[1 + kPositionSize] == '1';
            if (text.empty() && !of_other_url) continue;
            line = rest.substr(1, kPositionSize);
            line += ' ';
            line += text.empty() ? std::string(kPositionSize, '-') : text;
            line += rest.substr(2 + kPositionSize);
            return true;
          }
          return false;
        }),
        sort_);
    advance();
  }

  struct Found {
    std::optional<uint64_t> text;  // the position of its original
    uint64_t revisits = 0;
  };

  // Of the version whose first revisit is at `position`, if it becomes a
  // document. Positions must ascend.
  std::optional<Found> find(uint64_t position) {
    while (has_line_ && position_of(line_) < position) advance();
    if (!has_line_ || position_of(line_) != position) return std::nullopt;
    Found found;
    std::string_view text = line_.substr(kPositionSize + 1, kPositionSize);
    if (text[0] != '-') found.text = position_of(text);
    found.revisits =
        text::whole_number(line_.substr(2 * kPositionSize + 1)).value_or(0);
    return found;
  }

 private:
  // A spool as a source of its own.
  class SpoolView final : public io::ByteSource {
   public:
    explicit SpoolView(io::Spool& spool) : spool_(&spool) {}
    std::string_view peek(size_t at_least) override {
      return spool_->peek(at_least);
    }
    void consume(size_t n) override { spool_->consume(n); }

   private:
    io::Spool* spool_;
  };

  void advance() { has_line_ = accepted_->next(line_); }

  const std::vector<std::string>* segments_;
  lines::SortOptions sort_;
  cdx::OneIdentity identity_;
  io::Spool waiting_;
  std::unique_ptr<lines::LineStream> accepted_;
  std::string_view line_;
  bool has_line_ = false;
};

// Of the sorted lines of each version: the position of its earliest whole
// capture, or else of its earliest, or of its earliest revisit, with each of
// its dates, and with its collections when it has different ones.
class Versions {
 public:
  Versions(std::unique_ptr<lines::LineStream> sorted,
           RevisitedVersions& revisited, BuildCounts& counts)
      : sorted_(std::move(sorted)), revisited_(&revisited), counts_(&counts) {}

  bool operator()(std::string& line) {
    while (given_ == dates_.size()) {
      if (!group()) return false;
    }
    append_positioned(line, position_, dates_[given_++]);
    return true;
  }

 private:
  static void set_first(std::optional<uint64_t>& first, uint64_t position) {
    if (!first) first = position;
  }

  bool group() {
    if (!started_) {
      started_ = true;
      more_ = sorted_->next(line_);
    }
    dates_.clear();
    given_ = 0;
    if (!more_) return false;
    std::optional<uint64_t> whole;
    std::optional<uint64_t> truncated;
    std::optional<uint64_t> revisit;
    std::set<std::string, std::less<>> collections;
    bool elsewhere = false;
    bool of_other_url = false;
    uint64_t revisits = 0;
    std::string version(line_.substr(0, version_size(line_)));
    do {
      std::string_view rest = line_.substr(version.size());
      char kind = rest[14];
      uint64_t position = position_of(rest.substr(15));
      std::string_view collection = rest.substr(15 + kPositionSize);
      std::string_view date = rest.substr(0, 14);
      switch (kind) {
        case kWhole:
          set_first(whole, position);
          break;
        case kTruncated:
          set_first(truncated, position);
          break;
        case kElsewhere:
          elsewhere = true;
          break;
        case kRevisitOfOther:
          of_other_url = true;
          [[fallthrough]];
        case kRevisit:
          set_first(revisit, position);
          [[fallthrough]];
        default:
          ++revisits;
      }
      if (kind != kElsewhere && (dates_.empty() || dates_.back() != date)) {
        dates_.emplace_back(date);
      }
      if (kind != kElsewhere && !collections.contains(collection)) {
        collections.emplace(collection);
      }
      more_ = sorted_->next(line_);
    } while (more_ && line_.starts_with(version));
    if (whole || truncated) {
      position_ = whole ? *whole : *truncated;
      counts_->matched_dates += revisits;
    } else if (revisit && !elsewhere) {
      position_ = *revisit;
      revisited_->add(version, position_, of_other_url, revisits);
    } else {
      dates_.clear();
    }
    if (collections.size() > 1 && !dates_.empty()) {
      collections.erase(std::string(kCollectionSize, '0'));
      for (const std::string& one : collections) {
        dates_.push_back(kCollectionMark + one);
      }
    }
    return true;
  }

  std::shared_ptr<lines::LineStream> sorted_;
  RevisitedVersions* revisited_;
  BuildCounts* counts_;
  bool started_ = false;
  bool more_ = false;
  std::string_view line_;
  std::vector<std::string> dates_;
  size_t given_ = 0;
  uint64_t position_ = 0;
};

// Documents by their position in all segments.
class TextsByPosition {
 public:
  // The segments must outlive this. They are opened when a text is asked for,
  // which is rare.
  explicit TextsByPosition(const std::vector<std::string>& segments)
      : names_(&segments) {}

  void read(uint64_t position, Document& document) {
    if (starts_.empty()) find_starts();
    auto after = std::upper_bound(starts_.begin(), starts_.end(), position);
    auto segment = static_cast<size_t>(after - starts_.begin()) - 1;
    if (!reader_ || segment != open_) {
      reader_ = std::make_unique<SegmentReader>((*names_)[segment]);
      open_ = segment;
    }
    reader_->read(position - starts_[segment], document);
  }

 private:
  void find_starts() {
    uint64_t first = 0;
    for (const std::string& name : *names_) {
      starts_.push_back(first);
      first += SegmentReader(name).documents();
    }
  }

  const std::vector<std::string>* names_;
  std::vector<uint64_t> starts_;
  std::unique_ptr<SegmentReader> reader_;
  size_t open_ = 0;
};

// Gives a revisit what its original's body says.
void take_text(Document& original, Document& revisit) {
  std::swap(original.url, revisit.url);
  std::swap(original.urlkey, revisit.urlkey);
  std::swap(original.date, revisit.date);
  std::swap(original.collection, revisit.collection);
  std::swap(original.filename, revisit.filename);
  std::swap(original.revisit_of, revisit.revisit_of);
  std::swap(original.revisit_of_date, revisit.revisit_of_date);
  original.offset = revisit.offset;
  original.length = revisit.length;
  original.status = revisit.status;
  original.revisit = true;
  if (!revisit.type.empty()) std::swap(original.type, revisit.type);
  std::swap(original, revisit);
}

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

// The day as eight digits of "YYYY-MM-DD...".
std::string day_of(std::string_view date) {
  std::string day;
  if (date.size() < 10) return day;
  day.append(date, 0, 4).append(date, 5, 2).append(date, 8, 2);
  return text::all_digits(day) ? day : std::string();
}

void add_document(const Document& document,
                  const std::vector<std::string>& dates,
                  const std::vector<std::string>& collections,
                  IndexWriter& writer) {
  std::string host = host_of(document.url);
  std::string_view site = host;
  if (site.starts_with("www.")) site.remove_prefix(4);
  std::string length = std::to_string(document.length);
  std::string offset = std::to_string(document.offset);
  std::string status = std::to_string(document.status);
  std::string_view domain = cdx::registered_domain(host);
  std::string published = day_of(document.published);
  std::string modified = day_of(document.modified);
  std::string language = document.language;
  text::lower_case(language);
  std::string ranges;

  std::vector<FieldValue> values = {{"urlkey", document.urlkey},
                                    {"digest", document.digest},
                                    {"url", document.url}};
  auto add = [&](std::string_view field, std::string_view value) {
    if (!value.empty()) values.push_back({field, value});
  };
  add("site", site);
  for (std::string_view above = site; above.size() >= domain.size();) {
    add("sites", above);
    size_t dot = above.find('.');
    if (dot == above.npos || above == domain) break;
    above.remove_prefix(dot + 1);
  }
  add("domain", domain);
  add("host", host);
  if (!document.noindex) add("title", document.title);
  for (const std::string& date : dates) add("date", date);
  add("type", document.type);
  std::string_view family = type_family(document.type);
  add("family", family);
  add("length", length);
  if (document.status != 0) add("status", status);
  add("charset", document.charset);
  add("lang", language);
  for (const std::string& name : collections) add("collection", name);
  if (collections.empty()) add("collection", document.collection);
  add("filename", document.filename);
  add("offset", offset);
  add("no_text", document.no_text);
  add("revisit_of", document.revisit_of);
  if (!document.noindex) {
    add("author", document.author);
    add("section", document.section);
    add("published", published);
    add("modified", modified);
    add("robots", document.robots);
    add("generator", document.generator);
    add("simhash", document.simhash);
    add("description", document.description);
    add("headings", document.headings);
    ranges = family == "html" ? main_ranges(document.main, document.content)
                              : whole_range(document.content);
    add("main_ranges", ranges);
    add("content", document.content);
  }
  writer.add(values);
}

// Writes an index, or a collection of which the shards have at most so many
// documents.
class ShardWriter {
 public:
  ShardWriter(const std::string& path, WriterOptions options, uint64_t most)
      : options_(std::move(options)), most_(most) {
    if (most_ == 0) {
      writer_ = std::make_unique<IndexWriter>(path, options_);
    } else {
      whole_.emplace(path, options_.force);
      begin_shard();
    }
  }
  // Said of each shard.
  void about(const char* name, const std::string& value) {
    about_.emplace_back(name, value);
  }
  void add(const Document& document, const std::vector<std::string>& dates,
           const std::vector<std::string>& collections) {
    if (most_ != 0 && writer_->documents() == most_) {
      finish_shard();
      begin_shard();
    }
    add_document(document, dates, collections, *writer_);
    keys_->add(document.urlkey, document.digest);
  }
  void finish(BuildCounts& counts) {
    finish_shard();
    if (whole_) whole_->finish();
    counts.shards = shards_;
    counts.documents = documents_;
  }

 private:
  void begin_shard() {
    std::string number = std::to_string(shards_ + 1);
    number.insert(0, number.size() < 5 ? 5 - number.size() : 0, '0');
    writer_ = std::make_unique<IndexWriter>(
        whole_->part() + "/pindexes/" + number + "/main", options_);
  }
  void finish_shard() {
    ++shards_;
    documents_ += writer_->documents();
    for (const auto& [name, value] : about_) writer_->about(name, value);
    writer_->about("keys", keys_->finish());
    writer_->finish();
    keys_ = std::make_unique<KeyChain>();
  }

  WriterOptions options_;
  uint64_t most_;
  std::optional<io::NewDirectory> whole_;
  std::vector<std::pair<const char*, std::string>> about_;
  std::unique_ptr<IndexWriter> writer_;
  std::unique_ptr<KeyChain> keys_ = std::make_unique<KeyChain>();
  uint64_t shards_ = 0;  // finished
  uint64_t documents_ = 0;
};

}  // namespace

BuildCounts build_index(
    const std::string& path, const std::vector<std::string>& segments,
    const BuildOptions& options,
    const std::function<void(uint64_t, uint64_t)>& progress) {
  BuildCounts counts;
  const io::FolderLock lock = lock_shard_of(path);
  WriterOptions writer_options;
  writer_options.force = options.force;
  writer_options.tmpdir = options.tmpdir;
  writer_options.jobs = options.jobs;
  writer_options.stems = options.stems;
  writer_options.memory =
      std::min<uint64_t>(options.memory / 4, uint64_t{256} << 20);
  ShardWriter shards(path, writer_options, options.shard_documents);

  std::vector<std::string> all = segments;
  bool any_revisit = std::any_of(
      segments.begin(), segments.end(),
      [](const std::string& name) { return SegmentReader(name).dates() > 0; });
  if (any_revisit) {
    all.insert(all.end(), options.originals.begin(), options.originals.end());
  }

  lines::SortOptions sort;
  sort.memory = options.memory / 4;
  sort.tmpdir = options.tmpdir;
  sort.jobs = options.jobs;
  cdx::OneIdentity identity;
  bool any_image = false;
  Collections collections;
  RevisitedVersions revisited(all, sort);
  DatesByPosition dates(lines::sort_lines(
      made_lines(
          Versions(lines::sort_lines(
                       made_lines(Captures(all, segments.size(), identity,
                                           counts, any_image, collections)),
                       sort),
                   revisited, counts)),
      sort));
  revisited.join();
  ImageTexts image_texts(segments, any_image, sort);
  TextsByPosition texts(all);

  uint64_t position = 0;
  if (!segments.empty()) {
    shards.about("urlkey",
                 std::string(cdx::name(SegmentReader(segments[0]).kind())));
  }
  if (!identity.text().empty()) shards.about("identity", identity.text());
  Document document;
  Document original;
  std::vector<std::string> set;
  for (const std::string& name : segments) {
    SegmentReader segment(name);
    for (uint64_t n = segment.documents(); n > 0; --n, ++position) {
      if (progress && position % 1024 == 0) {
        progress(position, counts.captures + counts.revisit_dates);
      }
      if (dates.position() != position) {
        if (!segment.skip()) break;
        continue;
      }
      if (!segment.next(document)) break;
      set.clear();
      dates.take(set);
      std::vector<std::string> in = collections.take(set);
      if (document.revisit) {
        auto found = revisited.find(position);
        if (!found) continue;
        ++counts.revisits;
        counts.matched_dates += found->revisits;
        if (found->text) {
          texts.read(*found->text, original);
          take_text(original, document);
        } else {
          ++counts.revisits_without_text;
        }
      }
      if (document.type.starts_with("image/")) {
        document.content = image_texts.take(position);
      }
      make_set(set);
      shards.add(document, set, in);
      counts.noindex += document.noindex ? 1 : 0;
    }
    // The end is where the counts are checked.
    if (segment.next(document)) {
      throw FormatError(name, 0,
                        "this segment changed while it was being read");
    }
  }
  shards.finish(counts);
  return counts;
}

}  // namespace wax::index
