#include "crawl/fetch/feed_round.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>
#include <vector>

#include "cdx/indexer/index_stream.h"
#include "cdx/indexer/indexer_args.h"
#include "cdx/url/url_key.h"
#include "crawl/feeds/feed_lists.h"
#include "crawl/feeds/feed_reader.h"
#include "crawl/feeds/feed_schedule.h"
#include "crawl/fetch/fetch_journal.h"
#include "crawl/fetch/fetch_url.h"
#include "crawl/seen/unseen_lines.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/folder_archives.h"
#include "io/output.h"
#include "io/spool.h"
#include "lines/merge.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::crawl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCaptures = "captures.cdx";
constexpr std::string_view kFeeds = "feeds.list";
constexpr std::string_view kFailed = "failed.list";
constexpr std::string_view kItems = "/items.tsv";
constexpr std::string_view kUnderWay = "/under-way";
constexpr int64_t kTriedAgain = 7 * 86400;  // seconds
// From a failure to the next try: the first, the second, all others.
constexpr int64_t kWaits[] = {3600, 6 * 3600, 86400};
constexpr uint64_t kTriesOfAWeek = 9;

std::string date_after(std::string_view date, int64_t seconds) {
  return warc::date14_of_seconds(warc::last_second(date) + seconds);
}

// The round that was ended, or the first date that no round has.
std::string name_of_round(const std::string& folder, std::string_view date) {
  std::string last;
  if (fs::is_directory(folder)) {
    for (const std::string& entry : io::entries_of(folder)) {
      std::string name = fs::path(entry).filename().string();
      if (!warc::is_date14(name) || !fs::is_directory(entry)) continue;
      if (fs::exists(entry + std::string(kUnderWay))) return name;
      last = name;
    }
  }
  return last < date ? std::string(date) : date_after(last, 1);
}

bool has_rounds(const std::string& folder) {
  if (!fs::is_directory(folder)) return false;
  const std::vector<std::string> entries = io::entries_of(folder);
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return warc::is_date14(fs::path(entry).filename().string());
  });
}

// Also those that are not finished.
std::vector<std::string> archives_in(const std::string& folder) {
  std::vector<std::string> archives;
  for (const std::string& entry : io::entries_of(folder)) {
    std::string_view name = entry;
    if (name.ends_with(kOpenArchive)) name.remove_suffix(kOpenArchive.size());
    if (io::is_archive_name(name)) archives.push_back(entry);
  }
  return archives;
}

std::unique_ptr<lines::LineStream> lines_at(const std::string& path) {
  return fs::exists(path) ? lines::lines_of(io::open_file(path))
                          : lines::lines_of(std::string_view());
}

// Items, and captures of feeds.
class RoundFeeds final : public FeedSink {
 public:
  explicit RoundFeeds(const std::string& tmpdir)
      : items(tmpdir), feeds(tmpdir) {}
  void feed(FeedCapture& feed) override {
    if (!feed.is_unchanged) {
      std::string lines;
      append_item_lines(feed, lines);
      items.write(lines);
    }
    feeds.write(feed_line(feed) + '\n');
    urls.add(feed.url);
  }
  void url_list(FeedCapture& /*list*/) override {}
  void named_sitemap(std::string_view /*url*/) override {}

  io::Spool items;
  io::Spool feeds;
  UrlHashes urls;
};

std::unique_ptr<lines::LineStream> lines_of_spool(io::Spool& spool) {
  return lines::lines_of(std::make_unique<io::Spool>(std::move(spool)));
}

void read_round(const std::string& folder, RoundFeeds& sink, uint64_t& items,
                ProblemSink& problems) {
  FeedCounts counts;
  for (const std::string& archive : archives_in(folder)) {
    read_feeds(archive, sink, counts, problems, /*unchanged=*/true);
  }
  items = counts.items;
}

}  // namespace

FeedRound::FeedRound(std::string folder, std::string now,
                     lines::SortOptions sort, ProblemSink& problems)
    : folder_(std::move(folder)),
      now_(std::move(now)),
      month_(Month::of(now_).value_or(Month())),
      sort_(std::move(sort)),
      problems_(problems),
      archives_(path(name_of_round(folder_, now_))) {
  if (has_rounds(folder_)) return;
  for (const std::string_view name : {kCaptures, kFeeds, kFailed}) {
    if (!fs::exists(path(name))) continue;
    throw UsageError(path(name) +
                     ": was not made by wax-fetch; give another folder");
  }
}

std::string FeedRound::path(std::string_view name) const {
  return (fs::path(folder_) / name).string();
}

std::string FeedRound::captures() const {
  std::string file = path(kCaptures);
  return fs::exists(file) ? file : std::string();
}

std::vector<std::string> FeedRound::past_archives() const {
  std::vector<std::string> archives;
  for (const std::string& folder : io::entries_of(folder_)) {
    if (folder == archives_ ||
        !warc::is_date14(fs::path(folder).filename().string())) {
      continue;
    }
    for (std::string& archive : archives_in(folder)) {
      archives.push_back(std::move(archive));
    }
  }
  return archives;
}

lines::SortOptions FeedRound::unique_lines() const {
  lines::SortOptions sort = sort_;
  sort.unique = true;
  return sort;
}

std::unique_ptr<lines::LineStream> FeedRound::due_feeds(
    lines::LineStream& list, std::string_view date, const BadLine& bad_line) {
  auto due = std::make_unique<io::Spool>(sort_.tmpdir);
  auto ask = [&](std::string_view url) {
    if (!asked_.add(url)) return;
    due->write(std::string(url) + '\n');
    ++counts_.feeds;
  };
  UrlHashes known;
  each_rhythm(*lines_at(path(kFeeds)), [&](const FeedRhythm& feed) {
    known.add(feed.url);
    if (feed.due <= date) ask(feed.url);
  });
  for (std::string_view line; list.next(line);) {
    const auto parsed = parse_url_line(line);
    if (!parsed) continue;
    const auto url = fetch_url(parsed->url);
    if (!url) {
      if (bad_line) bad_line("has no URL of http or https", line);
    } else if (!known.has(*url)) {
      ask(*url);
    }
  }
  due_date_ = date;
  bool has_failed = false;
  each_failure([&](const Failure& failure) {
    has_failed = has_failed || failure.due <= date;
  });
  const std::string mark = archives_ + std::string(kUnderWay);
  is_idle_ = counts_.feeds == 0 && !fs::exists(mark) && !has_failed;
  if (!is_idle_) {
    io::make_folders(archives_);
    io::open_output(mark, /*force=*/true)->finish();
  }
  return lines::lines_of(std::move(due));
}

void FeedRound::each_failure(
    const std::function<void(const Failure&)>& use) const {
  constexpr std::ptrdiff_t kTabs = 4;  // of a line of items.tsv
  const std::string latest = latest_date();
  auto lines = lines_at(path(kFailed));
  for (std::string_view line; lines->next(line);) {
    Failure failure{line, line, {}};
    if (std::count(line.begin(), line.end(), '\t') == kTabs + 2) {
      const size_t last = line.rfind('\t');
      const size_t date = line.rfind('\t', last - 1);
      failure.line = line.substr(0, date);
      failure.due = line.substr(date + 1, last - date - 1);
      if (!warc::is_date14(failure.due) || failure.due > latest) {
        failure.due = {};
      }
      failure.times =
          text::whole_number(line.substr(last + 1)).value_or(failure.times);
    }
    use(failure);
  }
}

std::unique_ptr<lines::LineStream> FeedRound::new_items() {
  RoundFeeds found(sort_.tmpdir);
  read_round(archives_, found, counts_.items, problems_);
  if (seen_ == nullptr) {
    seen_ = std::make_unique<SeenFolder>(path("seen"), AskedRules(),
                                         SeenFolder::Use::kAdd);
  }
  // The first line of an item stays, so that it is tried for a week from then.
  each_failure([&](const Failure& failure) {
    const std::string_view url =
        failure.line.substr(0, failure.line.find('\t'));
    if (failure.due > due_date_) {
      waiting_.add(url);
      if (is_young(failure.line, failure.times)) ++counts_.waiting;
      return;
    }
    failures_.insert_or_assign(std::string(url), failure.times);
    found.items.write(std::string(failure.line) + '\n');
    ++counts_.again;
  });
  auto items = first_items(
      lines::sort_lines(lines_of_spool(found.items), unique_lines()));
  UnseenOptions options;
  options.month = month_;
  UnseenCounts unseen;
  auto lines = unseen_lines(*items, *seen_, options, unseen, problems_);
  const std::string file = archives_ + std::string(kItems);
  auto list = io::open_output(file, /*force=*/true);
  uint64_t urls = 0;
  std::string last;
  for (std::string_view line; lines->next(line);) {
    const std::string_view url = line.substr(0, line.find('\t'));
    if (url == last || waiting_.has(url)) continue;
    last = url;
    list->write(std::string(line) + '\n');
    ++urls;
  }
  list->finish();
  counts_.unseen = urls - std::min(urls, counts_.again);
  return lines_at(file);
}

void FeedRound::merge_into(std::string_view name,
                           std::unique_ptr<lines::LineStream> sorted) {
  const std::string file = path(name);
  std::vector<lines::LineInput> inputs;
  inputs.push_back({file, lines_at(file)});
  inputs.push_back({archives_, std::move(sorted)});
  lines::MergeOptions options;
  options.unique = true;
  options.jobs = 1;
  auto merged = lines::merge_lines(std::move(inputs), options);
  auto output = io::open_output(file, /*force=*/true);
  merged->copy_to(*output);
  output->finish();
}

void FeedRound::add_captures() {
  std::vector<cdx::ArchiveInput> inputs;
  for (const std::string& archive : archives_in(archives_)) {
    inputs.push_back({archive, fs::path(archive).filename().string()});
  }
  cdx::IndexerArgs words;
  cdx::IndexStreamOptions options;
  cdx::choose(words, options);
  cdx::IndexReport report;
  auto spool = std::make_unique<io::Spool>(sort_.tmpdir);
  spool->write(cdx::top_lines(words, options));
  io::SpoolOutput output(*spool);
  cdx::index_archives(std::move(inputs), options, problems_, report)
      ->copy_to(output);
  merge_into(kCaptures, lines::sort_lines(lines::lines_of(std::move(spool)),
                                          unique_lines()));
}

void FeedRound::add_feeds() {
  RoundFeeds found(sort_.tmpdir);
  uint64_t items = 0;
  read_round(archives_, found, items, problems_);
  // What was asked for, and is no feed.
  each_fetched(archives_, [&](const FetchedLine& line) {
    if (!asked_.has(line.url) || found.urls.has(line.url)) return;
    FeedCapture none;
    none.url = line.url;
    none.date = line.date;
    found.feeds.write(feed_line(none) + '\n');
  });
  merge_into(kFeeds,
             lines::sort_lines(lines_of_spool(found.feeds), unique_lines()));
}

bool FeedRound::is_young(std::string_view item, uint64_t times) const {
  const size_t tab = item.find('\t');
  if (tab == item.npos) return false;
  const std::string oldest = date_after(now_, -kTriedAgain);
  const std::string_view date = item.substr(tab + 1, oldest.size());
  return date > latest_date() ? times < kTriesOfAWeek : date > oldest;
}

// Dates after it come from clocks that have gone ahead.
std::string FeedRound::latest_date() const {
  return date_after(now_, kWaits[std::size(kWaits) - 1]);
}

std::string FeedRound::add_items() {
  auto again = io::open_output(path(kFailed), /*force=*/true);
  std::string key;
  auto add_seen = [&](const UrlLine& item) {
    key.clear();
    cdx::append_url_key(seen_->rules().url_key, item.url, key);
    (void)seen_->add(key, item.month.value_or(month_));
  };
  each_failure([&](const Failure& failure) {
    const std::string_view url =
        failure.line.substr(0, failure.line.find('\t'));
    if (!waiting_.has(url)) return;
    if (is_young(failure.line, failure.times)) {
      again->write(std::string(failure.whole) + '\n');
      return;
    }
    ++counts_.given_up;
    const auto item = parse_url_line(failure.line);
    if (item && !item->url.empty()) add_seen(*item);
  });
  auto items = lines_at(archives_ + std::string(kItems));
  for (std::string_view line; items->next(line);) {
    const auto parsed = parse_url_line(line);
    if (!parsed || parsed->url.empty()) continue;
    const auto url = fetch_url(parsed->url);
    if (url && failed_.has(*url)) {
      const auto known = failures_.find(line.substr(0, line.find('\t')));
      const uint64_t before = known == failures_.end() ? 0 : known->second;
      if (is_young(line, before + 1)) {
        const int64_t wait =
            kWaits[std::min<uint64_t>(before, std::size(kWaits) - 1)];
        again->write(std::string(line) + '\t' + date_after(now_, wait) + '\t' +
                     std::to_string(before + 1) + '\n');
        continue;
      }
      ++counts_.given_up;
    }
    add_seen(*parsed);
  }
  // An item is in one of the two when the process is killed between them.
  std::string fault = seen_->publish();
  again->finish();
  return fault;
}

std::string FeedRound::finish() {
  add_captures();
  add_feeds();
  std::string fault = add_items();
  fs::remove(archives_ + std::string(kUnderWay));
  io::sync_folder(archives_);
  return fault;
}

}  // namespace wax::crawl
