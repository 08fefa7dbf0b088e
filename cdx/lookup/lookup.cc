#include "cdx/lookup/lookup.h"

#include <algorithm>
#include <utility>

#include "cdx/format/asked_errors.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/found_lines.h"
#include "cdx/lookup/lookup_blocks.h"
#include "cdx/lookup/range_merger.h"
#include "cdx/url/idna2008.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "text/number.h"
#include "warc/record/date.h"
#include "warc/record/fine_date.h"

namespace wax::cdx {
namespace {

constexpr int kMostAskedForKind = 1000;
const SearchRange kAnyKey = {"", "\xff\xff"};

void check_date(std::string_view name, std::string_view date) {
  if (date.empty() || warc::is_short_date(warc::without_milliseconds(date))) {
    return;
  }
  throw OptionError(std::string(name), "'" + std::string(date) +
                                           "' is not a date of 4 to 14 digits");
}

// Whether it is that of one URL key, as search_range() makes it.
bool is_exact(const SearchRange& range) {
  return range.end == range.first + '!';
}

// Whether a date is the second field of every file.
bool have_dates_second(const std::vector<std::unique_ptr<Searchable>>& files) {
  return std::all_of(files.begin(), files.end(), [](const auto& file) {
    LineFormat format = format_of(*file);
    return format.json ||
           (format.legend.delimiter == ' ' && format.legend.column('b') == 1);
  });
}

enum class Order { kAscending, kDescending, kClosest };

// The order in which lines can be read; if it is not the one that is asked for,
// they must be sorted.
Order reading_order(const std::vector<std::unique_ptr<Searchable>>& files,
                    const SearchRange& range, const LookupOptions& options) {
  if (needs_order(options) || options.page_blocks > 0) {
    return Order::kAscending;
  }
  if (options.closest.empty()) {
    return options.reverse ? Order::kDescending : Order::kAscending;
  }
  return is_exact(range) && have_dates_second(files) ? Order::kClosest
                                                     : Order::kAscending;
}

RangeMerger merge(const std::vector<std::unique_ptr<Searchable>>& files,
                  const SearchRange& range, const LookupOptions& options,
                  Order order) {
  if (options.also && options.page_blocks == 0) {
    LookupOptions rest = options;
    rest.also.reset();
    RangeMerger merged = merge(files, range, rest, order);
    merged.join(merge(files, *options.also, rest, order));
    return merged;
  }
  switch (order) {
    case Order::kDescending:
      return RangeMerger::descending(files, range);
    case Order::kClosest:
      return RangeMerger::closest(files, {range.first + ' ', range.end},
                                  options.closest);
    case Order::kAscending:
      break;
  }
  if (options.page_blocks == 0) return RangeMerger::ascending(files, range);
  if (files.size() != 1 || !files[0]->has_blocks()) {
    return RangeMerger::ascending(files, page_range(files, range, options));
  }
  check_page(files, range, options);
  return RangeMerger::of(files[0]->lines_of_blocks(
      range, options.page * options.page_blocks, options.page_blocks));
}

constexpr int kRankSize = 16;

// For AskedUrl: its lines are the nearest first.
class AskedFirst final : public lines::LineStream {
 public:
  explicit AskedFirst(std::unique_ptr<FoundLines> lines)
      : lines_(std::move(lines)) {}

  bool next(std::string_view& line) override {
    if (given_ == same_second_.size() && !read_second()) return false;
    line = same_second_[given_++].second;
    return true;
  }

 private:
  bool read_second() {
    same_second_.clear();
    given_ = 0;
    if (!has_ahead_ && !read_ahead()) return false;
    const std::string date = ahead_date_;
    do {
      same_second_.emplace_back(ahead_rank_, std::move(ahead_));
    } while (read_ahead() && ahead_date_ == date);
    std::stable_sort(
        same_second_.begin(), same_second_.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    return true;
  }

  bool read_ahead() {
    std::string_view line;
    has_ahead_ = lines_->next(line);
    if (!has_ahead_) return false;
    ahead_ = line;
    ahead_date_ = lines_->date();
    ahead_rank_ = lines_->rank();
    return true;
  }

  std::unique_ptr<FoundLines> lines_;
  std::vector<std::pair<uint32_t, std::string>> same_second_;
  size_t given_ = 0;
  bool has_ahead_ = false;  // a line of another second
  std::string ahead_;
  std::string ahead_date_;
  uint32_t ahead_rank_ = 0;
};

// Lines with their rank before them: the nearest, or the last, first.
class RankedLines final : public lines::LineStream {
 public:
  RankedLines(std::unique_ptr<FoundLines> lines, const LookupOptions& options)
      : lines_(std::move(lines)),
        closest_(options.closest.empty() ? 0
                                         : warc::last_second(options.closest)),
        has_asked_url_(!options.asked_url.empty()),
        reverse_(options.closest.empty()) {}

  bool next(std::string_view& line) override {
    if (!lines_->next(line)) return false;
    ranked_.clear();
    ++count_;
    if (reverse_) {
      text::append_hex_number(UINT64_MAX - count_, kRankSize, ranked_);
    } else {
      int64_t distance = warc::last_second(lines_->date()) - closest_;
      // The earlier of two equally near captures comes first.
      uint64_t rank = static_cast<uint64_t>(std::abs(distance)) * 2 +
                      (distance > 0 ? 1 : 0);
      text::append_hex_number(rank, kRankSize, ranked_);
      text::append_hex_number(has_asked_url_ ? lines_->rank() : 0, kRankSize,
                              ranked_);
      text::append_hex_number(count_, kRankSize, ranked_);
    }
    ranked_ += line;
    line = ranked_;
    return true;
  }

 private:
  std::unique_ptr<FoundLines> lines_;
  int64_t closest_;
  bool has_asked_url_;
  bool reverse_;
  uint64_t count_ = 0;
  std::string ranked_;
};

// `skip` bytes are taken from the front of each line.
class LimitedLines final : public AnswerLines {
 public:
  LimitedLines(std::unique_ptr<lines::LineStream> lines, uint64_t offset,
               uint64_t limit, size_t skip, const FoundLines* found = nullptr)
      : lines_(std::move(lines)),
        offset_(offset),
        left_(limit),
        skip_(skip),
        found_(found) {}

  bool next(std::string_view& line) override {
    for (; offset_ > 0; --offset_) {
      if (!lines_->next(line)) return false;
    }
    if (left_ == 0 || !lines_->next(line)) return false;
    --left_;
    line.remove_prefix(skip_);
    return true;
  }

  std::string resume_key() const override {
    return found_ == nullptr ? "" : found_->place().text();
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t offset_;
  uint64_t left_;
  size_t skip_;
  const FoundLines* found_;
};

// Lines with a rank before them by which the last goes first.
class BackwardsLines final : public lines::LineStream {
 public:
  explicit BackwardsLines(std::unique_ptr<lines::LineStream> lines)
      : lines_(std::move(lines)) {}

  bool next(std::string_view& line) override {
    if (!lines_->next(line)) return false;
    ranked_.clear();
    text::append_hex_number(UINT64_MAX - ++count_, kRankSize, ranked_);
    ranked_ += line;
    line = ranked_;
    return true;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t count_ = 0;
  std::string ranked_;
};

// The last lines of an answer, in the usual order.
std::unique_ptr<AnswerLines> last_lines(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options,
    ProblemSink& problems) {
  if (!options.closest.empty() || options.reverse || options.offset > 0 ||
      options.limit > 0) {
    throw UsageError(
        "the last results go with neither another order nor a limit or an "
        "offset");
  }
  LookupOptions reversed = options;
  reversed.last = 0;
  reversed.reverse = true;
  reversed.limit = options.last;
  auto sorted = lines::sort_lines(std::make_unique<BackwardsLines>(lookup_lines(
                                      files, range, reversed, problems)),
                                  options.sort);
  return std::make_unique<LimitedLines>(std::move(sorted), 0, UINT64_MAX,
                                        kRankSize);
}

// The range from the place where the answer goes on, if lines before it need
// not be read.
SearchRange resumed(const SearchRange& range, const LookupOptions& options) {
  if (options.resume.empty() && !options.resumable) return range;
  if (!options.closest.empty() || options.reverse || options.last > 0) {
    throw UsageError("an answer can be resumed only in the usual order");
  }
  if (options.resume.empty() || needs_order(options)) return range;
  if (options.also) return range;  // the lines before it are read, too
  SearchRange rest = range;
  rest.first = std::clamp(LinePlace::parse(options.resume).key_and_date,
                          range.first, range.end);
  return rest;
}

}  // namespace

SearchRange lookup_range(std::string_view url, const LookupOptions& options) {
  MatchType type = options.match.value_or(MatchType::kExact);
  std::string_view asked = url;
  if (!options.match) {
    if (url.starts_with("*.")) {
      type = MatchType::kDomain;
      url.remove_prefix(2);
    } else if (url.ends_with('*')) {
      type = MatchType::kPrefix;
      url.remove_suffix(1);
    }
  }
  if (type == MatchType::kPrefix && (url.empty() || url == "*")) {
    return kAnyKey;
  }
  if (type == MatchType::kDomain && options.url_key != UrlKeyKind::kSurt) {
    throw UsageError("a domain cannot be searched with " +
                     std::string(name(options.url_key)) +
                     " keys, because the keys of a domain are not adjacent");
  }
  auto range = search_range(options.url_key, url, type);
  if (!range) {
    throw UsageError("'" + std::string(asked) + "' has no URL key");
  }
  return *std::move(range);
}

std::optional<SearchRange> other_spelling(std::string_view url,
                                          const LookupOptions& options) {
  const std::string spelled = idna2008_url(url);
  if (spelled.empty()) return std::nullopt;
  try {
    return lookup_range(spelled, options);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

std::optional<UrlKeyKind> key_kind(
    const std::vector<std::unique_ptr<Searchable>>& files) {
  OneIdentity identity;
  for (const auto& file : files) {
    if (files.size() == 1) break;  // nothing to compare
    std::string head = file->head();
    identity.check(CdxLines(file->name(), lines::lines_of(head)).identity(),
                   file->name());
  }
  OneKeyKind keys;
  std::optional<UrlKeyKind> told;
  std::string_view line;
  for (const auto& file : files) {
    auto tells_kind = [&](std::unique_ptr<lines::LineStream> lines) {
      for (int i = 0; i < kMostAskedForKind && lines->next(line); ++i) {
        std::string_view key = line.substr(0, line.find_first_of(" \t"));
        if (!keys.check(key, file->name())) continue;
        told = kind_of_key(key);
        return true;
      }
      return false;
    };
    if (!tells_kind(file->keys())) (void)tells_kind(file->lines(kAnyKey));
  }
  return told;
}

void check_keys(const std::vector<std::unique_ptr<Searchable>>& files,
                UrlKeyKind kind) {
  std::optional<UrlKeyKind> told = key_kind(files);
  if (!told || *told == kind) return;
  throw UsageError(files[0]->name() + ": its URL keys are " +
                   std::string(name(*told)) + ", not " +
                   std::string(name(kind)) + "; use --urlkey " +
                   std::string(name(*told)));
}

void check_given_dates(const LookupOptions& options) {
  for (const auto& [name, date] :
       {std::pair("from", &options.from), std::pair("to", &options.to),
        std::pair("closest", &options.closest)}) {
    if (date->empty() || warc::is_open_bound(*date) ||
        warc::is_given_date(warc::without_milliseconds(*date))) {
      continue;
    }
    throw OptionError(name, warc::no_date(*date));
  }
  (void)warc::Period::of_dates(warc::without_milliseconds(options.from),
                               warc::without_milliseconds(options.to));
}

std::unique_ptr<AnswerLines> lookup_lines(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& whole, const LookupOptions& options,
    ProblemSink& problems) {
  check_date("from", options.from);
  check_date("to", options.to);
  check_date("closest", options.closest);
  SearchRange range = resumed(whole, options);
  if (options.last > 0) return last_lines(files, range, options, problems);
  uint64_t limit = options.limit > 0 ? options.limit : UINT64_MAX;
  const bool has_asked_url = !options.asked_url.empty();
  if (has_asked_url && (options.closest.empty() || !is_exact(whole))) {
    LookupOptions without = options;
    without.asked_url.clear();
    return lookup_lines(files, whole, without, problems);
  }
  Order order = reading_order(files, range, options);
  auto found = std::make_unique<FoundLines>(
      files, merge(files, range, options, order), options, problems);
  bool as_asked = options.closest.empty() && !options.reverse;
  if (as_asked || order != Order::kAscending) {
    const FoundLines* places = found.get();
    if (has_asked_url) {
      return std::make_unique<LimitedLines>(
          std::make_unique<AskedFirst>(std::move(found)), options.offset, limit,
          0);
    }
    return std::make_unique<LimitedLines>(std::move(found), options.offset,
                                          limit, 0, places);
  }
  size_t rank = options.closest.empty() ? kRankSize : 3 * kRankSize;
  auto sorted = lines::sort_lines(
      std::make_unique<RankedLines>(std::move(found), options), options.sort);
  return std::make_unique<LimitedLines>(std::move(sorted), options.offset,
                                        limit, rank);
}

std::string lookup_header(const std::vector<std::unique_ptr<Searchable>>& files,
                          const LookupOptions& options) {
  if (!options.fields.empty()) {
    Legend legend{"", ' '};
    for (const std::string& name : options.fields) {
      char letter = field_name(name).letter;
      if (!is_header_letter(letter)) {
        throw UsageError("a CDX header has no letter for the field '" + name +
                         "'");
      }
      legend.letters += letter;
    }
    return legend.header();
  }
  SharedHeader header;
  for (const auto& file : files) {
    std::string head = file->head();
    header.add(CdxLines(file->name(), lines::lines_of(head)));
  }
  if (options.resolve_revisits && !header.text().empty()) {
    throw UsageError(
        "a CDX header has no letters for orig.length, orig.offset and "
        "orig.filename, the columns of resolved revisits; omit --header, or "
        "give other --fields");
  }
  return header.text();
}

}  // namespace wax::cdx
