#include "crawl/seen/unseen_lines.h"

#include <algorithm>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"
#include "crawl/seen/captured_months.h"
#include "io/spool.h"
#include "text/number.h"

namespace wax::crawl {
namespace {

// The lines of a list with what the filters say of them.
class FilteredUrls {
 public:
  FilteredUrls(lines::LineStream& urls, SeenFolder& folder,
               const UnseenOptions& options, UnseenCounts& counts)
      : urls_(urls), folder_(folder), options_(options), counts_(counts) {}

  [[nodiscard]] bool next() {
    while (urls_.next(line_)) {
      auto parsed = parse_url_line(line_);
      if (!parsed) continue;
      ++counts_.read;
      if (parsed->url.empty() || parsed->has_bad_date) {
        ++counts_.bad;
        if (options_.bad_line) {
          options_.bad_line(
              parsed->url.empty() ? "has no URL" : "has a bad date", line_);
        }
        continue;
      }
      counts_.look.see(parsed->url, options_.are_keys);
      if (!parsed->month) ++counts_.undated;
      month_ = parsed->month.value_or(options_.month);
      key_.clear();
      if (options_.are_keys) {
        key_ = parsed->url;
      } else {
        cdx::append_url_key(folder_.rules().url_key, parsed->url, key_);
      }
      is_held_ = folder_.was_seen(key_, month_);
      if (is_held_) ++counts_.held;
      if (options_.add && (!is_held_ || options_.touch)) {
        static_cast<void>(folder_.add(key_, month_));
      }
      return true;
    }
    return false;
  }
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] Month month() const { return month_; }
  [[nodiscard]] bool is_held() const { return is_held_; }

 private:
  lines::LineStream& urls_;
  SeenFolder& folder_;
  const UnseenOptions& options_;
  UnseenCounts& counts_;
  std::string_view line_;
  std::string key_;
  Month month_;
  bool is_held_ = false;
};

class UnseenLines final : public lines::LineStream {
 public:
  UnseenLines(lines::LineStream& urls, SeenFolder& folder,
              const UnseenOptions& options, UnseenCounts& counts)
      : urls_(urls, folder, options, counts), counts_(counts) {}

  bool next(std::string_view& line) override {
    while (urls_.next()) {
      if (urls_.is_held()) {
        ++counts_.seen;
        continue;
      }
      ++counts_.unseen;
      line = urls_.line();
      return true;
    }
    return false;
  }

 private:
  FilteredUrls urls_;
  UnseenCounts& counts_;
};

// A line of the list, as it is sorted by keys: "key number month held".
constexpr int kNumberDigits = 16;

struct Asked {
  std::string_view key;
  std::string_view number;
  Month month;
  bool is_held = false;
};

std::string asked_line(const FilteredUrls& urls, uint64_t number) {
  std::string line = urls.key() + ' ';
  text::append_hex_number(number, kNumberDigits, line);
  (line += ' ') += urls.month().text();
  line += urls.is_held() ? " 1" : " 0";
  return line;
}

Asked parse_asked(std::string_view line) {
  constexpr size_t kTail = 1 + kNumberDigits + 1 + 7 + 2;
  const std::string_view tail = line.substr(line.size() - kTail);
  return {line.substr(0, line.size() - kTail), tail.substr(1, kNumberDigits),
          Month::of(tail.substr(2 + kNumberDigits, 7)).value(),
          tail.back() == '1'};
}

// What the filters hold is looked for in captures. The URLs go round in order
// of their keys, and come back in their own.
class VerifiedLines final : public lines::LineStream {
 public:
  VerifiedLines(lines::LineStream& urls, SeenFolder& folder,
                const UnseenOptions& options, UnseenCounts& counts,
                ProblemSink& problems)
      : urls_(urls, folder, options, counts),
        folder_(folder),
        options_(options),
        counts_(counts),
        problems_(problems),
        kept_(std::make_unique<io::Spool>(options.sort.tmpdir)) {
    sort_ = options.sort;
    sort_.memory /= 2;
  }

  bool next(std::string_view& line) override {
    if (!given_) judge();
    while (kept_lines_->next(line)) {
      std::string number;
      text::append_hex_number(line_number_++, kNumberDigits, number);
      if (is_given(number)) {
        ++counts_.unseen;
        return true;
      }
      ++counts_.seen;
    }
    return false;
  }

 private:
  // The numbers of the lines that are given, in order.
  void judge() {
    auto asked = lines::sort_lines(
        lines::made_lines([this](std::string& line) { return keep(line); }),
        sort_);
    given_ = lines::sort_lines(lines::made_lines([&](std::string& line) {
                                 return judge_next(*asked, line);
                               }),
                               sort_);
    has_given_ = given_->next(number_);
    kept_lines_ = lines::lines_of(std::move(kept_));
  }

  bool keep(std::string& line) {
    if (!urls_.next()) return false;
    kept_->write(urls_.line());
    kept_->write("\n");
    line = asked_line(urls_, line_count_++);
    return true;
  }

  bool judge_next(lines::LineStream& asked, std::string& number) {
    std::string_view line;
    while (asked.next(line)) {
      const Asked url = parse_asked(line);
      if (url.key != key_) {
        key_ = url.key;
        in_list_.clear();
      }
      if (is_seen(url)) continue;
      if (url.is_held) ++counts_.overturned;
      if (options_.add) {
        static_cast<void>(folder_.add(url.key, url.month));
        in_list_.push_back(url.month);
      }
      number = url.number;
      return true;
    }
    return false;
  }

  bool is_seen(const Asked& url) {
    if (is_near(in_list_, url.month)) return true;
    if (!url.is_held) return false;
    if (!captured_) {
      captured_ = captured_months(options_.captures, folder_.rules().url_key,
                                  counts_.held, problems_);
    }
    return is_near(captured_->of(url.key), url.month);
  }

  [[nodiscard]] bool is_near(const std::vector<Month>& months,
                             Month month) const {
    const Month after = month.minus(folder_.rules().months);
    return std::any_of(months.begin(), months.end(),
                       [&](Month one) { return after < one && one <= month; });
  }

  bool is_given(std::string_view number) {
    if (!has_given_ || number_ != number) return false;
    has_given_ = given_->next(number_);
    return true;
  }

  FilteredUrls urls_;
  SeenFolder& folder_;
  const UnseenOptions& options_;
  UnseenCounts& counts_;
  ProblemSink& problems_;
  lines::SortOptions sort_;

  std::unique_ptr<io::Spool> kept_;
  uint64_t line_count_ = 0;
  std::unique_ptr<CapturedMonths> captured_;
  std::string key_;
  std::vector<Month> in_list_;  // those in which the key was given

  std::unique_ptr<lines::LineStream> given_;
  std::unique_ptr<lines::LineStream> kept_lines_;
  std::string_view number_;
  bool has_given_ = false;
  uint64_t line_number_ = 0;
};

}  // namespace

std::unique_ptr<lines::LineStream> unseen_lines(lines::LineStream& urls,
                                                SeenFolder& folder,
                                                const UnseenOptions& options,
                                                UnseenCounts& counts,
                                                ProblemSink& problems) {
  if (options.captures.empty()) {
    return std::make_unique<UnseenLines>(urls, folder, options, counts);
  }
  return std::make_unique<VerifiedLines>(urls, folder, options, counts,
                                         problems);
}

void add_captures(const std::string& path, SeenFolder& folder,
                  SeenCaptureCounts& counts, ProblemSink& problems) {
  auto lines = cdx::open_cdx(path);
  KeyDates dates(folder.rules().url_key, problems);
  dates.begin(cdx::LineFormat::of(*lines), path);
  for (std::string_view line; lines->next(line);) {
    ++counts.read;
    if (dates.read(line) && folder.add(dates.key(), dates.month())) {
      ++counts.added;
    }
  }
}

}  // namespace wax::crawl
