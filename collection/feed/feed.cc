#include "collection/feed/feed.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "cdx/format/identity_line.h"
#include "collection/feed/discovery_document.h"
#include "collection/feed/feed_state.h"
#include "collection/feed/version_table.h"
#include "collection/layout.h"
#include "collection/segment/segment.h"
#include "collection/versions/segment_versions.h"
#include "index/store/key_file.h"
#include "io/folder.h"
#include "io/ordered_pool.h"
#include "io/output.h"
#include "io/temp_files.h"
#include "lines/line_stream.h"
#include "text/number.h"

namespace wax::collection {
namespace {

// The dates of versions that may be seen: lines "URLKEY DIGEST DATE".
class ShownDates {
 public:
  ShownDates(const index::IndexReader& shown, const lines::SortOptions& sort)
      : folder_(sort.tmpdir, "wax-feed") {
    lines::LineSorter sorter(sort);
    index::StoredDocument values;
    std::string line;
    for (uint64_t n = 0; n < shown.documents(); ++n) {
      if (shown.is_deleted(n)) continue;
      values.clear();
      shown.document(n, {"urlkey", "digest", "date"}, values);
      std::string version;
      index::append_version(version, index::value_of(values, "urlkey"),
                            index::value_of(values, "digest"));
      for (const auto& [name, value] : values) {
        if (name != "date") continue;
        line = version + value;
        sorter.add(line);
      }
    }
    const std::string file = folder_.path() + "/dates";
    auto output = io::open_output(file, true);
    (void)sorter.sorted()->copy_to(*output);
    output->finish();
    table_.emplace(file);
  }

  // Leaves the dates of a version that may be seen. Versions without a digest
  // share a line, and have one date each.
  void restrict(const std::string& version, bool has_digest,
                std::vector<std::string>& dates) {
    std::vector<std::string> seen;
    table_->find(version,
                 [&](std::string_view date) { seen.emplace_back(date); });
    if (has_digest) {
      dates = std::move(seen);
      return;
    }
    std::erase_if(dates, [&](const std::string& date) {
      return std::find(seen.begin(), seen.end(), date) == seen.end();
    });
  }

 private:
  io::TempFolder folder_;
  std::optional<VersionTable> table_;
};

// Captures of one URL and date with different digests share an identity of the
// schema; one would take the place of the other.
class SharedIdentities {
 public:
  SharedIdentities(const std::vector<std::string>& segments,
                   const lines::SortOptions& sort) {
    cdx::OneIdentity identity;
    SegmentKeys keys(segments, identity);
    lines::LineSorter sorter(sort);
    DocumentKey key;
    std::string line;
    for (uint64_t position = 0; keys.next(key); ++position) {
      line.assign(key.urlkey);
      ((line += ' ') += key.date) += '\t';
      const std::string number = std::to_string(position);
      line.append(20 - number.size(), '0') += number;
      (line += ' ') += key.digest;
      sorter.add(line);
    }
    // From each group, take all captures but those of the version that is
    // first.
    auto sorted = sorter.sorted();
    std::string_view next;
    std::string group;
    std::string first;
    while (sorted->next(next)) {
      const size_t tab = next.rfind('\t');
      const std::string_view digest = next.substr(tab + 22);
      if (next.substr(0, tab) != group) {
        group = next.substr(0, tab);
        first = digest;
      } else if (digest != first || digest.size() <= 1) {
        later_.push_back(
            text::whole_number(next.substr(tab + 1, 20)).value_or(0));
      }
    }
    std::sort(later_.begin(), later_.end());
  }

  // Whether an earlier capture has the identity of the one at `position`.
  [[nodiscard]] bool has(uint64_t position) const {
    return std::binary_search(later_.begin(), later_.end(), position);
  }

 private:
  std::vector<uint64_t> later_;
};

std::string joined(const std::vector<std::string>& dates) {
  std::string text;
  for (const std::string& date : dates) {
    if (!text.empty()) text += ',';
    text += date;
  }
  return text;
}

// Whether its first capture may not be seen, though others may.
bool hides_first(const SegmentVersion& version) {
  constexpr size_t kDigits = 14;
  const auto& dates = version.dates;
  return version.document.date.size() == kDigits &&
         std::find(dates.begin(), dates.end(), version.document.date) ==
             dates.end();
}

// The identity of the schema has the date of the first capture.
std::string id_without_date(const document::Document& document) {
  return discovery_id("00000000000000", document.url) + '/' + document.digest;
}

// A version to send, and the line of the state that says so.
struct Outgoing {
  FedDocument item;
  document::Document document;  // of a replacement
  std::vector<std::string> dates;
  std::string line;    // empty: none
  std::string former;  // the line that says what the server has; may be empty
  std::string where;
  bool tells_place = true;
  bool is_counted = true;
};

struct Batch {
  std::vector<Outgoing> outgoing;
  size_t bytes = 0;
  std::vector<RefusedItem> refused;
};

class Feed {
 public:
  Feed(const std::vector<std::string>& segments,
       const index::IndexReader* shown, const FeedOptions& options,
       ProblemSink& problems)
      : segments_(segments),
        options_(options),
        problems_(problems),
        threads_(io::thread_count(options.sort.jobs)),
        servers_(threads_ + 1),
        new_lines_(sort()),
        pool_(threads_,
              [this](Batch& batch, size_t thread) { send(batch, thread); }) {
    shared_.emplace(segments_, sort());
    if (shown != nullptr) shown_.emplace(*shown, sort());
    if (!options_.state.empty()) {
      state_ =
          std::make_unique<FeedState>(options_.state, options_.url, sort());
    }
  }

  FedCounts run(const std::function<void(uint64_t, uint64_t)>& progress) {
    SegmentVersions versions(segments_, {}, sort());
    SegmentVersion version;
    while (versions.next(version)) {
      if (progress) progress(versions.passed(), versions.all());
      take(version, versions);
    }
    if (state_ != nullptr) {
      flush();
      state_->replace(new_lines_.sorted(),
                      [&](std::string_view id) { remove(std::string(id)); });
    }
    flush();
    if (options_.commit) server(0).commit();
    if (state_ != nullptr) state_->finish();
    return counts_;
  }

 private:
  [[nodiscard]] lines::SortOptions sort() const {
    lines::SortOptions sort = options_.sort;
    sort.memory /= 4;
    return sort;
  }

  void take(SegmentVersion& version, SegmentVersions& versions) {
    document::Document& document = version.document;
    Outgoing out;
    std::string key;
    index::append_version(key, document.urlkey, document.digest);
    out.item.id = discovery_id(document.date, document.url);
    const bool has_digest = !document.digest.empty() && document.digest != "-";
    if (shared_->has(version.position)) {
      out.item.id += '/' + (has_digest ? document.digest
                                       : std::to_string(version.position));
    }
    out.where = document.filename;
    bool hides = false;
    if (shown_) {
      shown_->restrict(key, has_digest, version.dates);
      if (version.dates.empty()) {
        ++counts_.hidden;
        if (state_ == nullptr) {
          remove(out.item.id);
          remove(id_without_date(document), false);
        }
        return;
      }
      hides = hides_first(version);
      if (hides) {
        if (state_ == nullptr) remove(out.item.id, false);
        out.item.id = id_without_date(document);
        document.date = version.dates.front();
        out.tells_place = false;
      } else if (state_ == nullptr && options_.had_rules && has_digest) {
        remove(id_without_date(document), false);
      }
    }
    ++counts_.versions;
    out.line = FeedState::line(key, out.item.id, joined(version.dates));
    if (state_ != nullptr && !options_.all) {
      const auto had = state_->dates(key, out.item.id);
      if (had && out.line.ends_with(' ' + *had)) {
        ++counts_.unchanged;
        new_lines_.add(out.line);
        return;
      }
      if (had && (!hides || had->starts_with(version.dates.front()))) {
        out.item.kind = FedDocument::Kind::kSetDates;
        out.former = FeedState::line(key, out.item.id, *had);
        append_crawl_dates(version.dates, options_.kind == ServerKind::kSolr,
                           out.item.json);
        return put(std::move(out));
      }
    }
    versions.read_links(version);
    out.dates = version.dates;
    out.document = std::move(document);
    document = {};
    put(std::move(out));
  }

  void remove(std::string id, bool is_counted = true) {
    Outgoing out;
    out.item = {FedDocument::Kind::kRemove, std::move(id), {}};
    out.is_counted = is_counted;
    put(std::move(out));
  }

  void put(Outgoing out) {
    const document::Document& document = out.document;
    batch_.bytes += 1024 + out.item.json.size() + document.content.size();
    for (const auto& link : document.links) batch_.bytes += link.url.size();
    batch_.outgoing.push_back(std::move(out));
    if (batch_.bytes < options_.batch_bytes) return;
    begin_batch();
  }

  void begin_batch() {
    if (batch_.outgoing.empty()) return;
    pool_.put(std::move(batch_));
    batch_ = {};
    while (pool_.size() > threads_) finish_batch();
  }

  void flush() {
    begin_batch();
    while (pool_.size() > 0) finish_batch();
  }

  SearchServer& server(size_t thread) {
    if (!servers_[thread]) {
      servers_[thread] = std::make_unique<SearchServer>(
          options_.kind, options_.url, options_.http);
    }
    return *servers_[thread];
  }

  // In any thread.
  void send(Batch& batch, size_t thread) {
    std::vector<FedDocument> items;
    for (Outgoing& out : batch.outgoing) {
      if (out.item.kind == FedDocument::Kind::kReplace) {
        append_discovery_document(out.document, out.dates, out.item.id,
                                  out.tells_place, out.item.json);
        out.document = {};
      }
      items.push_back(std::move(out.item));
    }
    batch.refused = server(thread).send(items);
    for (size_t i = 0; i < items.size(); ++i) {
      batch.outgoing[i].item.kind = items[i].kind;
      batch.outgoing[i].item.id = std::move(items[i].id);
    }
  }

  void finish_batch() {
    const Batch batch = pool_.take();
    auto refused = batch.refused.begin();
    for (size_t i = 0; i < batch.outgoing.size(); ++i) {
      const Outgoing& out = batch.outgoing[i];
      if (refused != batch.refused.end() && refused->item == i) {
        ++counts_.refused;
        problems_.report({Severity::kLost, "refused-document", out.where,
                          std::nullopt, out.item.id + ": " + refused->reason});
        ++refused;
        if (!out.former.empty()) new_lines_.add(out.former);
        continue;
      }
      switch (out.item.kind) {
        case FedDocument::Kind::kReplace:
          ++counts_.replaced;
          break;
        case FedDocument::Kind::kSetDates:
          ++counts_.dated;
          break;
        case FedDocument::Kind::kRemove:
          counts_.removed += out.is_counted ? 1 : 0;
          break;
      }
      if (state_ == nullptr || out.line.empty()) continue;
      state_->add(out.line);
      new_lines_.add(out.line);
    }
    if (state_ != nullptr) state_->flush();
  }

  const std::vector<std::string>& segments_;
  const FeedOptions& options_;
  ProblemSink& problems_;
  size_t threads_;
  std::vector<std::unique_ptr<SearchServer>> servers_;  // one for each thread
  std::optional<SharedIdentities> shared_;
  std::optional<ShownDates> shown_;
  std::unique_ptr<FeedState> state_;
  lines::LineSorter new_lines_;
  Batch batch_;
  FedCounts counts_;
  io::OrderedPool<Batch> pool_;  // last: its threads use the others
};

}  // namespace

FedCounts feed(const std::vector<std::string>& segments,
               const index::IndexReader* shown, const FeedOptions& options,
               ProblemSink& problems,
               const std::function<void(uint64_t, uint64_t)>& progress) {
  return Feed(segments, shown, options, problems).run(progress);
}

std::vector<std::string> segments_of_collection(const std::string& folder) {
  std::vector<std::string> segments;
  for (const std::string& batch : io::entries_of(Layout{folder}.batches())) {
    const std::string segment = BatchLayout{batch}.segment();
    if (is_segment(segment)) segments.push_back(segment);
  }
  return segments;
}

}  // namespace wax::collection
