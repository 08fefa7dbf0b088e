#include "cdx/capture_stats.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include "warc/digest.h"

namespace wax::cdx {
namespace {

constexpr size_t kMostNames = 10000;
// Parts the fields of the lines that are sorted; less than what keys are of.
constexpr char kMark = '\x01';

using Tallies = std::map<std::string, Tally, std::less<>>;

void add(Tallies& tallies, std::string_view name, const Tally& tally) {
  auto at = tallies.find(name);
  if (at == tallies.end()) {
    if (tallies.size() >= kMostNames) name = "(others)";
    at = tallies.try_emplace(std::string(name)).first;
  }
  at->second += tally;
}

bool more_captures(const NamedTally& a, const NamedTally& b) {
  if (a.second.captures != b.second.captures) {
    return a.second.captures > b.second.captures;
  }
  return a.first < b.first;
}

std::vector<NamedTally> by_captures(const Tallies& tallies) {
  std::vector<NamedTally> list(tallies.begin(), tallies.end());
  std::sort(list.begin(), list.end(), more_captures);
  return list;
}

uint64_t number_of(std::string_view text) {
  uint64_t number = 0;
  auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? number : 0;
}

std::string month_of(std::string_view date) {
  if (date.size() < 6 || date.substr(0, 6).find_first_not_of("0123456789") !=
                             std::string_view::npos) {
    return "-";
  }
  return std::string(date.substr(0, 4)) + "-" + std::string(date.substr(4, 2));
}

// "com,example" of "com,example)/path", "example.com" of "example.com/path".
std::string_view host_of_key(std::string_view key) {
  size_t end = key.find(')');
  size_t slash = key.find('/');
  return key.substr(0, std::min(end, slash));
}

std::string readable_host(std::string_view host) {
  // SURT has commas, whole hosts have none.
  size_t port = host.find(':');
  std::string text;
  std::string_view labels = host.substr(0, port);
  while (true) {
    size_t comma = labels.rfind(',');
    if (comma == labels.npos) break;
    text += labels.substr(comma + 1);
    text += '.';
    labels = labels.substr(0, comma);
  }
  text += labels;
  if (port != host.npos) text += host.substr(port);
  return text;
}

std::string_view take_last(std::string_view& line) {
  size_t at = line.rfind(kMark);
  std::string_view last = line.substr(at + 1);
  line = line.substr(0, at == line.npos ? 0 : at);
  return last;
}

// "key digest date B|R size" of each capture; counts what needs no order.
class Captures final : public LineStream {
 public:
  Captures(std::vector<std::string> paths, const StatsOptions& options,
           ProblemSink& problems, CaptureStats& stats)
      : lines_(std::move(paths), fields(options), problems), stats_(stats) {}

  bool next(std::string_view& line) override {
    std::string_view read;
    FieldLines::Line kind;
    do {
      kind = lines_.next(read);
    } while (kind == FieldLines::Line::kNote);
    stats_.bad = lines_.bad();
    if (kind == FieldLines::Line::kEnd) {
      stats_.mimes = by_captures(mimes_);
      stats_.statuses = by_captures(statuses_);
      return false;
    }
    const LineFields& fields = lines_.fields();
    if (lines_.take_new_file()) {
      is_cdx9_ =
          !fields.format().json && fields.format().legend.letters == kCdx9;
    }
    Tally tally{1, number_of(fields[kSize])};
    bool revisit =
        fields[kMime] == "warc/revisit" || (is_cdx9_ && fields[kFile] == "-");
    stats_.all += tally;
    if (revisit) stats_.revisits += tally;
    add(mimes_, fields[kMime], tally);
    add(statuses_, fields[kStatus], tally);
    text_.assign(fields[kKey]);
    text_ += kMark;
    if (fields[kDigest] != "-") {
      warc::append_normal_digest(fields[kDigest], text_);
    }
    text_ += kMark;
    text_ += fields[kDate];
    text_ += kMark;
    text_ += revisit ? 'R' : 'B';
    text_ += kMark;
    text_ += std::to_string(tally.bytes);
    line = text_;
    return true;
  }

 private:
  enum { kKey, kDate, kMime, kStatus, kDigest, kSize, kFile };
  static LineFields fields(const StatsOptions& options) {
    LineFields fields({"urlkey", "timestamp", "mime", "status", "digest",
                       "length", "filename"},
                      options.url_key);
    fields.allow_missing();
    return fields;
  }

  FieldLines lines_;
  CaptureStats& stats_;
  bool is_cdx9_ = false;
  Tallies mimes_;
  Tallies statuses_;
  std::string text_;
};

// Takes sorted lines of Captures and counts URLs, hosts and versions; gives
// "digest B|R size" of those with a digest.
class Versions final : public LineStream {
 public:
  Versions(std::unique_ptr<LineStream> captures, size_t top,
           CaptureStats& stats)
      : captures_(std::move(captures)), top_(top), stats_(stats) {}

  bool next(std::string_view& line) override {
    std::string_view read;
    while (captures_->next(read)) {
      std::string_view size = take_last(read);
      bool revisit = take_last(read) == "R";
      std::string_view date = take_last(read);
      // What is left is key and digest: the version.
      bool same_version = read == version_ && any_;
      if (!same_version) {
        begin_version(read);
      }
      Tally tally{1, number_of(size)};
      host_tally_ += tally;
      std::string_view digest = read.substr(read.rfind(kMark) + 1);
      MonthTally& month = stats_.months[month_of(date)];
      if (revisit) {
        month.revisit += tally;
      } else if (!digest.empty() && body_seen_) {
        month.duplicate += tally;
        stats_.duplicates += tally;
      } else {
        month.first += tally;
        if (!digest.empty()) ++stats_.versions;
        body_seen_ = true;
      }
      if (digest.empty()) {
        ++stats_.without_digest;
        continue;
      }
      text_.assign(digest);
      text_ += kMark;
      text_ += revisit ? 'R' : 'B';
      text_ += kMark;
      text_ += size;
      line = text_;
      return true;
    }
    end_host();
    std::sort(stats_.top_hosts.begin(), stats_.top_hosts.end(), more_captures);
    return false;
  }

 private:
  void begin_version(std::string_view version) {
    std::string_view key = version.substr(0, version.rfind(kMark));
    bool same_key = any_ &&
                    key == std::string_view(version_).substr(0, key_size_) &&
                    key.size() == key_size_;
    if (!same_key) {
      ++stats_.urls;
      if (!any_ || host_of_key(key) != host_) {
        end_host();
        host_.assign(host_of_key(key));
        ++stats_.hosts;
      }
    }
    version_.assign(version);
    key_size_ = key.size();
    any_ = true;
    body_seen_ = false;
  }

  // The list is a heap with the least of the top hosts in front.
  void end_host() {
    std::vector<NamedTally>& heap = stats_.top_hosts;
    if (any_ && host_tally_.captures > 0 && top_ > 0) {
      NamedTally host{readable_host(host_), host_tally_};
      if (heap.size() == top_ && more_captures(host, heap.front())) {
        std::pop_heap(heap.begin(), heap.end(), more_captures);
        heap.pop_back();
      }
      if (heap.size() < top_) {
        heap.push_back(std::move(host));
        std::push_heap(heap.begin(), heap.end(), more_captures);
      }
    }
    host_tally_ = {};
  }

  std::unique_ptr<LineStream> captures_;
  size_t top_;
  CaptureStats& stats_;
  bool any_ = false;
  std::string version_;
  size_t key_size_ = 0;
  bool body_seen_ = false;
  std::string host_;
  Tally host_tally_;
  std::string text_;
};

void count_digests(LineStream& digests, CaptureStats& stats) {
  std::string_view line;
  std::string digest;
  Tally bodies;
  for (bool any = false; digests.next(line);) {
    uint64_t size = number_of(take_last(line));
    bool revisit = take_last(line) == "R";
    if (!any || line != digest) {
      ++stats.digests;
      digest.assign(line);
      bodies = {};
      any = true;
    }
    if (!revisit) {
      bodies += {1, size};
    } else if (bodies.captures == 0) {
      ++stats.revisits_unresolved;
    } else {
      uint64_t mean = bodies.bytes / bodies.captures;
      stats.revisit_savings += mean - std::min(mean, size);
    }
  }
}

}  // namespace

CaptureStats capture_stats(std::vector<std::string> paths,
                           const StatsOptions& options, ProblemSink& problems) {
  CaptureStats stats;
  SortOptions sort = options.sort;
  sort.memory /= 2;
  std::unique_ptr<LineStream> lines =
      std::make_unique<Captures>(std::move(paths), options, problems, stats);
  lines = sort_lines(std::move(lines), sort);
  lines = std::make_unique<Versions>(std::move(lines), options.top, stats);
  lines = sort_lines(std::move(lines), sort);
  count_digests(*lines, stats);
  return stats;
}

}  // namespace wax::cdx
