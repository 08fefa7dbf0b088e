#include "cdx/lookup/lookup.h"

#include <algorithm>
#include <utility>

#include "cdx/format/capture_line.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/key_kind.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_merger.h"
#include "cdx/lookup/revisit_resolver.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

constexpr int kMostAskedForKind = 1000;
const SearchRange kAnyKey = {"", "\xff\xff"};

constexpr std::string_view kLatest = "99991231235959";

void check_date(std::string_view name, std::string_view date) {
  bool good = date.empty() ||
              (date.size() >= 4 && date.size() <= 14 && text::all_digits(date));
  if (good) return;
  throw UsageError("--" + std::string(name) + ": '" + std::string(date) +
                   "' is no date of 4 to 14 digits");
}

std::string padded(std::string date, std::string_view with) {
  if (!date.empty()) date += with.substr(date.size());
  return date;
}

// Digests without their algorithm, which some lines name and others do not.
void append_bare_digest(std::string_view value, std::string& out) {
  size_t start = out.size();
  warc::append_normal_digest(value, out);
  size_t colon = out.find(':', start);
  if (colon == out.npos) return;
  std::string_view algorithm(out.data() + start, colon - start);
  if (warc::digest_algorithm(algorithm)) {
    out.erase(start, algorithm.size() + 1);
  }
}

// "FIELD" or "FIELD:N".
struct Prefix {
  std::string field;
  size_t size = SIZE_MAX;

  explicit Prefix(std::string_view text) : field(text) {
    size_t colon = text.rfind(':');
    if (colon == text.npos) return;
    auto number = text::whole_number<size_t>(text.substr(colon + 1));
    if (!number) {
      throw UsageError("'" + std::string(text) + "' is not FIELD or FIELD:N");
    }
    size = *number;
    field = text.substr(0, colon);
  }
};

constexpr size_t kNoField = SIZE_MAX;

// The options with each field as an index of LineFields.
struct Plan {
  std::vector<std::string> names;
  std::vector<std::pair<Condition, size_t>> filters;
  size_t date = kNoField;
  size_t status = kNoField;
  size_t key = kNoField;
  size_t redirect = kNoField;
  // What is compared to collapse: some characters of a field.
  struct Part {
    size_t field = kNoField;
    size_t size = SIZE_MAX;
    bool is_digest = false;
  };
  Part first_of;
  Part last_of;
  std::vector<size_t> shown;

  explicit Plan(const LookupOptions& options) {
    for (const std::string& text : options.filters) {
      Condition condition = Condition::parse_filter(text, options.filter_rules);
      size_t at =
          condition.field().empty() ? kNoField : field(condition.field());
      filters.emplace_back(std::move(condition), at);
    }
    if (!options.from.empty() || !options.to.empty() ||
        options.collapse_time > 0 || !options.closest.empty()) {
      date = field("timestamp");
    }
    if (options.collapse_time > 0 || options.omit_self_redirects) {
      status = field("status");
    }
    if (options.omit_self_redirects) {
      key = field("urlkey");
      redirect = field("redirect");
    }
    if (!options.collapse.empty()) first_of = part(options.collapse);
    if (!options.collapse_last.empty()) last_of = part(options.collapse_last);
    for (const std::string& name : options.fields) {
      shown.push_back(field(name));
    }
  }

  Part part(const std::string& text) {
    Prefix prefix(text);
    return {field(prefix.field), prefix.size,
            field_name(prefix.field).letter == 'k'};
  }

  size_t field(const std::string& name) {
    auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) found = names.insert(found, name);
    return static_cast<size_t>(found - names.begin());
  }
};

struct Source {
  std::string name;
  LineFields fields;
  std::unique_ptr<RevisitColumns> columns;  // to resolve revisits
};

bool is_exact(const SearchRange& range) {
  return range.first.ends_with(' ') && range.end.size() == range.first.size() &&
         range.end.ends_with('!');
}

// Whether what is asked of a line depends on those before it.
bool needs_order(const LookupOptions& options) {
  return options.resolve_revisits || options.collapse_time > 0 ||
         !options.collapse.empty() || !options.collapse_last.empty();
}

// Whether a date is the second field of every file.
bool have_dates_second(const std::vector<std::unique_ptr<Searchable>>& files) {
  return std::all_of(files.begin(), files.end(), [](const auto& file) {
    std::string head = file->head();
    LineFormat format =
        LineFormat::of(CdxLines(file->name(), lines::lines_of(head)));
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

void check_page(const std::vector<std::unique_ptr<Searchable>>& files,
                const SearchRange& range, const LookupOptions& options) {
  if (files.size() != 1) throw UsageError("pages are those of one ZipNum");
  PageCounts counts = count_pages(*files[0], range, options.page_blocks);
  if (counts.pages > 0 && options.page >= counts.pages) {
    throw UsageError("there is no page " + std::to_string(options.page) +
                     ": there are " + std::to_string(counts.pages) +
                     ", counted from 0");
  }
}

RangeMerger merge(const std::vector<std::unique_ptr<Searchable>>& files,
                  const SearchRange& range, const LookupOptions& options,
                  Order order) {
  switch (order) {
    case Order::kDescending:
      return RangeMerger::descending(files, range);
    case Order::kClosest:
      return RangeMerger::closest(files, range, options.closest);
    case Order::kAscending:
      break;
  }
  if (options.page_blocks == 0) return RangeMerger::ascending(files, range);
  check_page(files, range, options);
  return RangeMerger::of(files[0]->lines_of_blocks(
      range, options.page * options.page_blocks, options.page_blocks));
}

// Everything but sorting.
class FoundLines final : public lines::LineStream {
 public:
  FoundLines(const std::vector<std::unique_ptr<Searchable>>& files,
             const SearchRange& range, const LookupOptions& options,
             Order order, ProblemSink& problems)
      : options_(options),
        plan_(options),
        problems_(&problems),
        merged_(merge(files, range, options, order)) {
    options_.from = padded(options_.from, "00000101000000");
    options_.to = padded(options_.to, kLatest);
    for (const auto& file : files) {
      Source source{file->name(), LineFields(plan_.names), nullptr};
      if (!plan_.names.empty() || options_.resolve_revisits) {
        std::string head = file->head();
        CdxLines top(file->name(), lines::lines_of(head));
        LineFormat format = LineFormat::of(top);
        if (options_.resolve_revisits) {
          source.columns = std::make_unique<RevisitColumns>(top);
          format = source.columns->resolved_format();
        }
        source.fields.begin(std::move(format), file->name());
      }
      sources_.push_back(std::move(source));
    }
  }

  bool next(std::string_view& line) override {
    if (plan_.last_of.field == kNoField) return next_first(line);
    // The last of a row is known when the next row begins.
    while (next_first(line)) {
      std::string_view value = value_of(plan_.last_of);
      bool same = held_any_ && value == held_value_;
      if (held_any_ && !same) {
        given_.swap(held_);
        hold(line, value);
        line = given_;
        return true;
      }
      hold(line, value);
    }
    if (!std::exchange(held_any_, false)) return false;
    line = held_;
    return true;
  }

  // Of the line that next() gave last.
  std::string_view date() const { return (*current_).fields[plan_.date]; }

 private:
  void hold(std::string_view line, std::string_view value) {
    held_value_ = value;
    held_ = line;
    held_any_ = true;
  }

  std::string_view value_of(const Plan::Part& part) {
    std::string_view value = current_->fields[part.field];
    if (part.is_digest) {
      digest_.clear();
      append_bare_digest(value, digest_);
      value = digest_;
    }
    return value.substr(0, part.size);
  }

  bool next_first(std::string_view& line) {
    while (next_read(line)) {
      if (!passes(line) || repeats()) continue;
      if (!plan_.shown.empty()) line = shown();
      return true;
    }
    return false;
  }

  std::string_view shown() {
    shown_.clear();
    for (size_t field : plan_.shown) {
      if (!shown_.empty()) shown_ += ' ';
      append_column(current_->fields[field], ' ', shown_);
    }
    return shown_;
  }

  bool next_read(std::string_view& line) {
    while (merged_.next(line)) {
      current_ = &sources_[merged_.file()];
      if (plan_.names.empty() && current_->columns == nullptr) return true;
      bool good = true;
      if (current_->columns != nullptr) {
        good = resolver_.resolve(*current_->columns, line, resolved_);
        if (good) line = resolved_;
      }
      if (good && current_->fields.read(line) == LineFields::Line::kCapture) {
        return true;
      }
      Problem problem;
      problem.severity = Severity::kLost;
      problem.id = "cdx-bad-line";
      problem.file = current_->name;
      problem.text = "no capture: '" + std::string(line.substr(0, 80)) + "'";
      problems_->report(std::move(problem));
    }
    return false;
  }

  bool passes(std::string_view line) {
    const LineFields& fields = current_->fields;
    for (const auto& [condition, field] : plan_.filters) {
      if (!condition.holds(field == kNoField ? line : fields[field])) {
        return false;
      }
    }
    if (!options_.from.empty() && fields[plan_.date] < options_.from) {
      return false;
    }
    if (!options_.to.empty() && fields[plan_.date] > options_.to) return false;
    if (plan_.redirect != kNoField && fields[plan_.status].starts_with('3') &&
        fields[plan_.redirect] != "-") {
      key_.clear();
      append_url_key(options_.url_key, fields[plan_.redirect], key_);
      if (key_ == fields[plan_.key]) return false;
    }
    return true;
  }

  // Whether the line is like the one before it, of those that passed.
  bool repeats() {
    if (options_.collapse_time > 0) {
      token_ = current_->fields[plan_.date].substr(0, options_.collapse_time);
      token_ += ' ';
      token_ += current_->fields[plan_.status];
      if (std::exchange(any_time_, true) && token_ == time_) return true;
      time_.swap(token_);
    }
    if (plan_.first_of.field != kNoField) {
      std::string_view value = value_of(plan_.first_of);
      if (std::exchange(any_value_, true) && value == value_) return true;
      value_ = value;
    }
    return false;
  }

  LookupOptions options_;
  Plan plan_;
  ProblemSink* problems_;
  RangeMerger merged_;
  std::vector<Source> sources_;
  Source* current_ = nullptr;
  RevisitResolver resolver_;
  std::string resolved_;
  std::string shown_;
  std::string key_;
  std::string digest_;
  std::string token_;
  std::string time_;
  bool any_time_ = false;
  std::string value_;
  bool any_value_ = false;
  std::string held_value_;
  std::string held_;
  std::string given_;
  bool held_any_ = false;
};

constexpr int kRankSize = 16;

// Lines with their rank before them: the nearest, or the last, first.
class RankedLines final : public lines::LineStream {
 public:
  RankedLines(std::unique_ptr<lines::LineStream> lines,
              const LookupOptions& options)
      : lines_(std::move(lines)),
        found_(dynamic_cast<FoundLines*>(lines_.get())),
        closest_(options.closest.empty() ? 0 : last_second(options.closest)),
        reverse_(options.closest.empty()) {}

  bool next(std::string_view& line) override {
    if (!lines_->next(line)) return false;
    ranked_.clear();
    ++count_;
    if (reverse_) {
      text::append_hex_number(UINT64_MAX - count_, kRankSize, ranked_);
    } else {
      int64_t distance = last_second(found_->date()) - closest_;
      text::append_hex_number(static_cast<uint64_t>(std::abs(distance)),
                              kRankSize, ranked_);
      text::append_hex_number(count_, kRankSize, ranked_);
    }
    ranked_ += line;
    line = ranked_;
    return true;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  FoundLines* found_;
  int64_t closest_;
  bool reverse_;
  uint64_t count_ = 0;
  std::string ranked_;
};

class LimitedLines final : public lines::LineStream {
 public:
  LimitedLines(std::unique_ptr<lines::LineStream> lines, uint64_t limit,
               size_t skip)
      : lines_(std::move(lines)), left_(limit), skip_(skip) {}

  bool next(std::string_view& line) override {
    if (left_ == 0 || !lines_->next(line)) return false;
    --left_;
    line.remove_prefix(skip_);
    return true;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t left_;
  size_t skip_;
};

// The blocks of one file after another, without some at the front, up to some.
class FoundBlocks final : public lines::LineStream {
 public:
  FoundBlocks(const std::vector<std::unique_ptr<Searchable>>& files,
              SearchRange range, uint64_t first, uint64_t count)
      : range_(std::move(range)), skip_(first), left_(count) {
    for (const auto& file : files) files_.push_back(file.get());
  }

  bool next(std::string_view& line) override {
    while (left_ > 0 && next_of_any(line)) {
      if (skip_ > 0) {
        --skip_;
        continue;
      }
      --left_;
      return true;
    }
    return false;
  }

 private:
  bool next_of_any(std::string_view& line) {
    while (blocks_ == nullptr || !blocks_->next(line)) {
      if (next_file_ == files_.size()) return false;
      blocks_ = files_[next_file_++]->blocks(range_);
    }
    return true;
  }

  std::vector<Searchable*> files_;
  SearchRange range_;
  uint64_t skip_;
  uint64_t left_;
  size_t next_file_ = 0;
  std::unique_ptr<lines::LineStream> blocks_;
};

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
  if (type == MatchType::kDomain && options.url_key != UrlKeyKind::kSurt) {
    throw UsageError("a domain cannot be searched by " +
                     std::string(name(options.url_key)) +
                     " keys, which do not stand together");
  }
  auto range = search_range(options.url_key, url, type);
  if (!range) {
    throw UsageError("'" + std::string(asked) + "' has no URL key");
  }
  return *std::move(range);
}

void check_key_kinds(const std::vector<std::unique_ptr<Searchable>>& files,
                     UrlKeyKind kind) {
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
  if (!told || *told == kind) return;
  throw UsageError("the URL keys of " + files[0]->name() +
                   (files.size() > 1 ? " and the others" : "") + " are " +
                   std::string(name(*told)) + ", not " +
                   std::string(name(kind)) + ": look up with --urlkey " +
                   std::string(name(*told)));
}

std::unique_ptr<lines::LineStream> lookup_lines(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options,
    ProblemSink& problems) {
  check_date("from", options.from);
  check_date("to", options.to);
  check_date("closest", options.closest);
  uint64_t limit = options.limit > 0 ? options.limit : UINT64_MAX;
  Order order = reading_order(files, range, options);
  std::unique_ptr<lines::LineStream> lines =
      std::make_unique<FoundLines>(files, range, options, order, problems);
  size_t rank = 0;
  bool as_asked = options.closest.empty() && !options.reverse;
  if (!as_asked && order == Order::kAscending) {
    rank = options.closest.empty() ? kRankSize : 2 * kRankSize;
    lines = lines::sort_lines(
        std::make_unique<RankedLines>(std::move(lines), options), options.sort);
  }
  return std::make_unique<LimitedLines>(std::move(lines), limit, rank);
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
        "orig.filename, the columns of resolved revisits: leave the header "
        "out, or name other fields");
  }
  return header.text();
}

std::unique_ptr<lines::LineStream> lookup_blocks(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options) {
  if (options.page_blocks == 0) {
    return std::make_unique<FoundBlocks>(files, range, 0, UINT64_MAX);
  }
  check_page(files, range, options);
  return std::make_unique<FoundBlocks>(
      files, range, options.page * options.page_blocks, options.page_blocks);
}

PageCounts count_pages(Searchable& zipnum, const SearchRange& range,
                       uint64_t page_blocks) {
  PageCounts counts;
  std::string_view line;
  for (auto blocks = zipnum.blocks(range); blocks->next(line);) {
    ++counts.blocks;
  }
  // One block may be looked at without a line in it.
  if (counts.blocks == 1 && !zipnum.lines(range)->next(line)) counts.blocks = 0;
  counts.pages = (counts.blocks + page_blocks - 1) / page_blocks;
  return counts;
}

}  // namespace wax::cdx
