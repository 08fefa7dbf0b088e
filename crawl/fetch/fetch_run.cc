#include "crawl/fetch/fetch_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "crawl/fetch/answer_writer.h"
#include "crawl/fetch/archived_answers.h"
#include "crawl/fetch/fetch_journal.h"
#include "crawl/fetch/fetch_url.h"
#include "crawl/fetch/page_requisites.h"
#include "crawl/fetch/past_captures.h"
#include "crawl/fetch/url_hashes.h"
#include "crawl/jobs/job_lists.h"
#include "io/error.h"

namespace wax::crawl {
namespace {

// RFC 9309, 2.3.1.2.
constexpr size_t kRobotsRedirects = 5;
// Sheets that sheets of a page import are read, and no further ones.
constexpr int kDeepestSheet = 3;

FetchTime now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string_view word_of(io::WireEnd end) {
  switch (end) {
    case io::WireEnd::kUnresolved:
      return "unresolved";
    case io::WireEnd::kUnreachable:
      return "unreachable";
    case io::WireEnd::kProxy:
      return "proxy";
    case io::WireEnd::kLogin:
      return "proxy login";
    case io::WireEnd::kPrivate:
      return "private";
    case io::WireEnd::kTls:
      return "tls";
    case io::WireEnd::kNoAnswer:
      return "no answer";
    case io::WireEnd::kNotHttp:
      return "not http";
    default:
      return "bad url";
  }
}

bool is_busy(const io::WireAnswer& answer) {
  return io::has_answer(answer.end) &&
         (answer.status == 429 || answer.status == 503);
}

// Whether another try may help.
bool may_pass(io::WireEnd end) {
  return end == io::WireEnd::kUnresolved || end == io::WireEnd::kUnreachable ||
         end == io::WireEnd::kProxy || end == io::WireEnd::kNoAnswer ||
         end == io::WireEnd::kDropped;
}

class FetchRun {
 public:
  FetchRun(const FetchOptions& options, FetchCounts& counts)
      : options_(options),
        counts_(counts),
        frontier_(
            options.politeness,
            [this](const FetchTask& task, std::string_view reason) {
              skipped(task, reason);
            },
            options.limits.tmpdir),
        past_(options.against, options.any_url),
        journal_(
            options.archive.folder,
            [this](const FetchedLine& line) { take_up(line); },
            options.problems),
        archive_(archive_options(), journal_.open_archive(),
                 journal_.open_size()),
        fetcher_(options.limits, kept_connections()),
        writer_(archive_, journal_, past_) {
    if (options.archives != nullptr && options.problems != nullptr) {
      archived_.emplace(options.against, *options.archives,
                        *options.problems);
    }
  }

  void run(lines::LineStream& urls) {
    // When all that the folder has is known.
    journal_.again([this](const FetchedLine& line) { add_targets(line); });
    fetch_all(urls);
    if (options_.more) {
      writer_.drain();
      fetch_all(*options_.more());
    }
    writer_.finish();
    counts_.revisits = writer_.revisits();
    counts_.files = archive_.files();
    counts_.bytes = archive_.bytes();
  }

 private:
  struct Asked {
    FetchTask task;
    std::optional<PastCapture> past;  // whose validators the server has
  };

  // When more hosts wait than that, a connection would be closed before the
  // next turn of its host comes.
  size_t kept_connections() const { return 2 * options_.connections; }

  // A finished archive is not looked into: what it has is in the journal first.
  ArchiveOptions archive_options() {
    ArchiveOptions archive = options_.archive;
    archive.before_last_name = [this] { journal_.sync(); };
    return archive;
  }

  // A URL that the folder has.
  void take_up(const FetchedLine& line) {
    written_.add(line.url);
    (void)frontier_.note_known(line.url);
    if (line.digest != "-") {
      past_.add(line.url, line.digest, line.date, line.file);
    }
  }

  // What a run before was to fetch because of a URL.
  void add_targets(const FetchedLine& line) {
    if (line.to == "-") return;
    const std::string path =
        std::string(line.path == "-" ? std::string_view() : line.path) +
        (line.status.starts_with('3') ? 'R' : 'E');
    for (std::string_view to = line.to; !to.empty();) {
      const size_t end = std::min(to.find(' '), to.size());
      add_target({std::string(to.substr(0, end)), std::string(line.url), path},
                 /*is_new=*/false);
      to.remove_prefix(std::min(end + 1, to.size()));
    }
  }

  void add_all(lines::LineStream& urls) {
    for (std::string_view line; urls.next(line);) {
      const auto parsed = parse_url_line(line);
      if (!parsed) continue;
      ++counts_.read;
      const auto url = fetch_url(parsed->url);
      if (!url) {
        if (options_.bad_line) {
          options_.bad_line("has no URL of http or https", line);
        }
        continue;
      }
      if (frontier_.add(*url)) continue;
      ++(written_.has(*url) ? counts_.before : counts_.again);
    }
  }

  void fetch_all(lines::LineStream& urls) {
    add_all(urls);
    while (!is_done()) step();
    frontier_.skip_rest();
  }

  bool is_done() const {
    return frontier_.under_way() == 0 && frontier_.next_time() == kNever;
  }

  void step() {
    const FetchTime at = now();
    while (fetcher_.running() < options_.connections) {
      auto task = frontier_.next(at);
      if (!task) break;
      start(std::move(*task));
    }
    if (is_done()) return;
    const double wait = std::clamp(frontier_.next_time() - at, 0.0, 1.0);
    const bool is_full = fetcher_.running() >= options_.connections;
    for (auto& answer : fetcher_.wait(std::chrono::milliseconds(
             is_full ? 1000 : static_cast<int>(std::ceil(wait * 1000))))) {
      const auto found = asked_.find(answer->id);
      Asked asked = std::move(found->second);
      asked_.erase(found);
      end(std::move(asked), std::move(answer));
    }
    if (options_.tick && at - ticked_ >= 1) {
      ticked_ = at;
      counts_.under_way = fetcher_.running();
      counts_.waiting = frontier_.waiting_hosts();
      options_.tick();
    }
  }

  void start(FetchTask task) {
    const uint64_t id = ++ids_;
    const std::string url = task.url;
    std::vector<std::string> fields = {"Accept: */*", "Accept-Encoding: gzip"};
    Asked asked{std::move(task), std::nullopt};
    if (archived_ && asked.task.robots_of.empty()) {
      if (auto known = archived_->validators_of(url)) {
        for (std::string& field : known->fields) {
          fields.push_back(std::move(field));
        }
        asked.past = std::move(known->capture);
      }
    }
    asked_.emplace(id, std::move(asked));
    fetcher_.start(id, url, fields,
                   frontier_.waiting_hosts() < kept_connections());
  }

  // The seconds that a busy server asks to wait for.
  static double asked_wait(const io::WireAnswer& answer) {
    if (!is_busy(answer)) return 0;
    return retry_after(answer.head, answer.begin).value_or(0);
  }

  // What ended without an answer, or with one that may pass.
  bool try_again(FetchTask& task, const io::WireAnswer& answer) {
    if (!is_busy(answer) && !may_pass(answer.end)) return false;
    const double asked = asked_wait(answer);
    if (asked > options_.longest_wait) {
      frontier_.give_up(task.url, "busy");
      return false;
    }
    if (++task.failures >= options_.tries) return false;
    const double wait =
        std::max(asked, std::max(1.0, options_.politeness.delay) *
                            std::exp2(task.failures - 1));
    frontier_.retry(std::move(task), now(), wait);
    return true;
  }

  void end(Asked asked, std::unique_ptr<io::WireAnswer> answer) {
    FetchTask& task = asked.task;
    if (try_again(task, *answer)) return;
    if (!io::has_answer(answer->end) ||
        (is_busy(*answer) && task.robots_of.empty())) {
      return fail(task, *answer);
    }
    const double wait = held(*answer);
    const FetchTask ended{task.url, {}, {}, 0, task.robots_of};
    std::string to = redirect_target(task.url, answer->status, answer->head);
    if (!task.robots_of.empty()) {
      end_robots(task, *answer, std::exchange(to, {}));
    } else if (!to.empty()) {
      add_target({to, task.url, task.path + 'R'}, /*is_new=*/true);
    } else if (options_.requisites && asked.past && answer->status == 304) {
      // The server has not sent what names them.
      const auto archived = archived_->answer_of(task.url, kMostRead);
      if (archived) to = add_requisites(task, *archived);
    } else if (options_.requisites) {
      to = add_requisites(task, *answer);
    }
    // Rules that are a page are archived when the page is asked for.
    const bool is_archived =
        task.robots_of.empty() || path_and_query(task.url) == "/robots.txt";
    if (is_archived && written_.add(task.url)) {
      count(task, *answer);
      if (answer->status != 304) asked.past.reset();
      if (asked.past) ++counts_.unmodified;
      writer_.write({std::move(task), std::move(answer), std::move(to),
                     std::move(asked.past)});
    }
    frontier_.done(ended, now(), /*answered=*/true, wait);
  }

  void count(const FetchTask& task, const io::WireAnswer& answer) {
    ++counts_.fetched;
    counts_.received += answer.head.size() + answer.body.size();
    if (!task.robots_of.empty()) ++counts_.robots;
    if (task.path.ends_with('R')) ++counts_.redirected;
    if (task.path.ends_with('E')) ++counts_.requisites;
    if (answer.end != io::WireEnd::kWhole) ++counts_.truncated;
    ++counts_.statuses[std::to_string(answer.status / 100) + "xx"];
  }

  void fail(const FetchTask& task, const io::WireAnswer& answer) {
    const bool busy = is_busy(answer);
    const std::string_view word = busy ? "busy" : word_of(answer.end);
    if (task.robots_of.empty()) {
      report_failed(
          task.url, word,
          busy ? "status " + std::to_string(answer.status) : answer.reason);
    } else {
      frontier_.end_robots(task.robots_of, word);
    }
    const bool is_there = busy || answer.end == io::WireEnd::kBadUrl ||
                          answer.end == io::WireEnd::kProxy ||
                          answer.end == io::WireEnd::kLogin;
    frontier_.done(task, now(), is_there, held(answer));
  }

  void report_failed(std::string_view url, std::string_view word,
                     std::string_view text) {
    ++counts_.failed[std::string(word)];
    if (options_.failed) options_.failed(url, word, text);
  }

  // The seconds for which a host is held back after the last try. One whose
  // server was given up is not.
  double held(const io::WireAnswer& answer) const {
    const double asked = asked_wait(answer);
    return asked > options_.longest_wait ? 0 : asked;
  }

  void skipped(const FetchTask& task, std::string_view reason) {
    ++(is_choice(reason) ? counts_.skipped
                         : counts_.failed)[std::string(reason)];
    if (options_.failed) options_.failed(task.url, reason, {});
  }

  // A target of a redirect, or of a run before.
  void add_target(FetchTask task, bool is_new) {
    if (!fetch_url(task.url)) {
      if (is_of_web(task.url)) {
        report_failed(task.url, word_of(io::WireEnd::kBadUrl), task.via);
        return;
      }
      ++counts_.skipped["other scheme"];
      if (options_.failed) options_.failed(task.url, "other scheme", task.via);
    } else if (redirects_to(task) > options_.redirects) {
      ++counts_.skipped["redirects"];
      if (options_.failed) options_.failed(task.url, "redirects", task.via);
    } else if (!frontier_.add(std::move(task)) && is_new) {
      ++counts_.again;
    }
  }

  // The last ones, one after the other.
  static size_t redirects_to(const FetchTask& task) {
    return task.path.size() - (task.path.find_last_not_of('R') + 1);
  }

  // Adds what a page shows, and what its style sheets name; gives the new URLs.
  std::string add_requisites(const FetchTask& task, io::WireAnswer& answer) {
    const auto parts = std::count(task.path.begin(), task.path.end(), 'E');
    const ReadAs kind = read_as(answer);
    if (kind == ReadAs::kNothing ||
        parts >= (kind == ReadAs::kPage ? 1 : kDeepestSheet)) {
      return {};
    }
    std::string added;
    for (std::string& url : requisites_of(task.url, answer)) {
      if (!frontier_.add(FetchTask{url, task.url, task.path + 'E'})) continue;
      if (!added.empty()) added += ' ';
      added += url;
    }
    return added;
  }

  void end_robots(const FetchTask& task, io::WireAnswer& answer,
                  const std::string& to) {
    if (!to.empty() && redirects_to(task) < kRobotsRedirects && fetch_url(to)) {
      frontier_.add_again({to, task.url, task.path + 'R', 0, task.robots_of});
    } else if (answer.status >= 500 || answer.status == 429 ||
               (answer.end != io::WireEnd::kWhole &&
                answer.end != io::WireEnd::kTooLong)) {
      frontier_.end_robots(task.robots_of, "robots");
    } else if (answer.status >= 200 && answer.status < 300) {
      frontier_.end_robots(
          task.robots_of,
          RobotsRules(decoded_body(answer, kMostRobotsBytes), options_.agent));
    } else {
      frontier_.end_robots(task.robots_of, RobotsRules());
    }
  }

  const FetchOptions& options_;
  FetchCounts& counts_;
  Frontier frontier_;
  UrlHashes written_;
  PastCaptures past_;
  FetchJournal journal_;
  FetchArchive archive_;
  io::WireFetcher fetcher_;
  std::optional<ArchivedAnswers> archived_;
  std::unordered_map<uint64_t, Asked> asked_;
  uint64_t ids_ = 0;
  FetchTime ticked_ = now();
  AnswerWriter writer_;
};

}  // namespace

bool is_choice(std::string_view reason) {
  return reason == "disallowed" || reason == "delay" || reason == "redirects" ||
         reason == "other scheme";
}

void fetch_urls(lines::LineStream& urls, const FetchOptions& options,
                FetchCounts& counts) {
  FetchRun(options, counts).run(urls);
}

}  // namespace wax::crawl
