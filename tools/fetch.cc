// wax-fetch: URLs of lists into archives, politely.
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "collection/record/build_record.h"
#include "crawl/fetch/failed_urls.h"
#include "crawl/fetch/feed_round.h"
#include "crawl/fetch/fetch_metrics.h"
#include "crawl/fetch/fetch_run.h"
#include "crawl/jobs/job_lists.h"
#include "crawl/seen/url_line.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/folder_lock.h"
#include "io/remote/proxy.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/record/date.h"

namespace wax::tools::fetch {
namespace {

namespace fs = std::filesystem;

constexpr cli::ToolInfo kInfo = {
    "wax-fetch",
    "fetch the URLs of lists into archives, politely",
    "[OPTION]... --agent NAME --contact URL -o FOLDER LIST...",
    "wax-fetch --agent mybot --contact https://example.org/bot -o crawl jobs",
    "wax-jobs wax-feeds wax-seen wax-work wax-warc-check",
    "Crawling"};

struct Options {
  std::vector<std::string> arguments;
  std::string output;
  std::string agent;
  std::string contact;
  std::string delay = "5";
  std::string longest_delay = "300";
  uint64_t connections = 64;
  uint64_t redirects = 5;
  uint64_t tries = 3;
  bool requisites = false;
  bool feeds = false;
  std::string due = "now";
  bool http2 = false;
  std::string proxy;
  std::string login;  // the file
  std::string authorities;
  std::string metrics;
  uint64_t time = 300;
  uint64_t body = uint64_t{1} << 30;
  bool allow_private = false;
  std::vector<std::string> against;
  std::vector<std::string> archives;
  bool any_url = false;
  uint64_t size = uint64_t{1} << 30;
  std::string compression = "gzip";
  std::string prefix = "fetch";
  std::string tmpdir;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("output,o", options.output, "FOLDER",
              "folder of archives; it may have some of the URLs already")
      .more =
      "A run that was ended goes on when the same command is given again. "
      "URLs that the folder has are not fetched again.";
  table.option("agent", options.agent, "NAME",
               "name of the crawler in robots.txt files");
  table.option("contact", options.contact, "URL",
               "page about the crawler, or an address of mail, for those who "
               "run the servers");
  table.flag("page-requisites", options.requisites,
             "also fetch images, styles, fonts and frames of pages");
  table
      .flag("feeds", options.feeds,
            "fetch the feeds of LIST that are due, and their new items, into a "
            "folder of this round in FOLDER")
      .more =
      "When a feed is due, and what a feed is, is told in wax-feeds(1); an "
      "item is new if it was not seen in three months (wax-seen(1)). Nothing "
      "is written when nothing is due.";
  table.option(
      "due", options.due, "DATE",
      "with --feeds: take feeds, and items that failed, that are due on "
      "DATE; now: the present");
  table.group("Politeness");
  table
      .option("delay", options.delay, "SECONDS",
              "time between two requests to a host")
      .more =
      "It counts from the end of a request. A host is a registered domain or "
      "an address, and has one request at a time. A Crawl-delay of its "
      "robots.txt counts if it is longer.";
  table.option("max-delay", options.longest_delay, "SECONDS",
               "leave out servers that ask for more");
  table.option("connections,c", options.connections, "N",
               "hosts that are asked at once");
  table.group("Limits");
  table.option("max-redirects", options.redirects, "N",
               "follow so many redirects in a row");
  table.option("tries", options.tries, "N",
               "ask so often when there is no answer, or status 429 or 503");
  table.option("max-time", options.time, "SECONDS",
               "longest answer; what came is kept");
  table.size("max-size", options.body,
             "bytes that a body may have; it is kept so far");
  table.flag("http2", options.http2,
             "speak HTTP/2 with servers of https that offer it");
  table
      .option("proxy", options.proxy, "URL",
              "ask servers through this HTTP or SOCKS proxy")
      .more =
      "http://HOST:PORT, https://HOST:PORT or socks5h://HOST:PORT. It resolves "
      "the names of servers, and has to allow CONNECT to their ports. Proxies "
      "that the environment names are not used.";
  table.option("proxy-login", options.login, "FILE",
               "file with USER:PASSWORD for the proxy");
  table.option("ca-certificates", options.authorities, "FILE",
               "trust these certificates (PEM; default: the system's)");
  table.flag("allow-private", options.allow_private,
             "also connect to addresses of private networks, and this machine");
  table.group("Archives");
  table
      .option("against", options.against, "CDX",
              "write payloads that a CDX file or a collection has as revisits "
              "(may be repeated)")
      .more =
      "The CDX file is sorted, flat or a ZipNum. A collection is a folder of "
      "wax-build: its archives are known, and captures that are not shown do "
      "not count. Payloads that the folder has are written once without it.";
  cli::declare_archives_of_lines(table, options.archives);
  table.flag("any-url", options.any_url,
             "also refer to captures of other URLs in the folder");
  table.size("archive-size", options.size,
             "finish an archive that has so many bytes");
  table.choice("compression", options.compression, {"gzip", "zstd", "none"},
               "compression of archives: gzip, zstd, none");
  table.option("prefix", options.prefix, "NAME",
               "what names of archives begin with");
  table.group("Resources");
  cli::declare_tmpdir(table, options.tmpdir);
  table
      .option("metrics", options.metrics, "FILE",
              "write how far the run is to FILE, every ten seconds and last")
      .more =
      "In the text format of Prometheus, as its node_exporter reads files.";
  table.positionals(options.arguments, "LIST", 0, SIZE_MAX,
                    "URLs, one per line, or a folder that wax-jobs wrote "
                    "(default: standard input). Exit code 1: a line has no "
                    "URL, or a URL failed");
}

double seconds_of(const std::string& text, const char* option) {
  double seconds = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, seconds);
  if (error != std::errc() || stop != end ||
      !(seconds >= 0 && seconds <= 1e9)) {
    throw UsageError(std::string("--") + option +
                     " takes seconds, from 0 to 1000000000");
  }
  return seconds;
}

void check(const Options& options) {
  if (options.agent.empty() || options.contact.empty()) {
    throw UsageError(
        "to fetch " +
        (options.arguments.empty() ? "URLs" : options.arguments.front()) +
        ", give --agent NAME and --contact URL, so that those who run the "
        "servers know who asks: --agent mybot --contact "
        "https://example.org/bot");
  }
  for (char c : options.agent) {
    if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_') {
      throw UsageError(
          "--agent takes the name of a crawler as robots.txt files have it: "
          "letters, - and _");
    }
  }
  if (options.contact.find_first_of("() \t\r\n") != std::string::npos) {
    throw UsageError("--contact takes a URL or an address of mail");
  }
  if (options.output.empty()) {
    throw UsageError("give -o FOLDER for the archives");
  }
  if (!options.archives.empty() && options.against.empty()) {
    throw UsageError("--archives needs --against");
  }
  if (options.due != "now") {
    if (!options.feeds) throw UsageError("--due needs --feeds");
    warc::check_given_date(options.due);
  }
  if (options.proxy.empty()) {
    if (!options.login.empty()) throw UsageError("--proxy-login needs --proxy");
  } else {
    io::check_proxy_url(options.proxy);
  }
  if (options.connections == 0 || options.tries == 0 || options.time == 0) {
    throw UsageError("--connections, --tries and --max-time take 1 or more");
  }
}

// The lists of folders of jobs in their order.
std::vector<std::string> lists_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> lists;
  for (const std::string& argument : arguments) {
    if (!fs::is_directory(argument)) {
      // Told before anything is made.
      if (argument != "-" && argument.find("://") == std::string::npos &&
          !fs::exists(argument)) {
        throw IoError(argument, "open", ENOENT);
      }
      lists.push_back(argument);
      continue;
    }
    for (std::string& list : crawl::lists_of_jobs(argument)) {
      lists.push_back(std::move(list));
    }
  }
  if (lists.empty()) lists = {"-"};
  return lists;
}

// Each connection is an open file.
void allow_files(uint64_t connections) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::max(
      limit.rlim_cur, std::min<rlim_t>(limit.rlim_max, 4 * connections + 512));
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

std::string login_of(const std::string& file) {
  constexpr uint64_t kMostLoginBytes = 4096;
  std::string text =
      io::read_all(*io::open_file(file), kMostLoginBytes);
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  if (text.find(':') == std::string::npos) {
    throw UsageError(file + ": has no USER:PASSWORD on its first line");
  }
  return text;
}

crawl::FetchOptions fetch_options(const Options& options) {
  crawl::FetchOptions fetch;
  fetch.agent = options.agent;
  fetch.contact = options.contact;
  fetch.connections = options.connections;
  fetch.politeness.delay = seconds_of(options.delay, "delay");
  fetch.politeness.longest_delay =
      seconds_of(options.longest_delay, "max-delay");
  fetch.politeness.hosts =
      std::max<size_t>(fetch.politeness.hosts, 2 * options.connections);
  fetch.requisites = options.requisites;
  fetch.redirects = static_cast<unsigned>(options.redirects);
  fetch.tries = static_cast<unsigned>(options.tries);
  fetch.limits.time = std::chrono::seconds(options.time);
  fetch.limits.body = options.body;
  fetch.limits.allow_private = options.allow_private;
  fetch.limits.tmpdir = options.tmpdir;
  fetch.limits.http2 = options.http2;
  fetch.limits.authorities = options.authorities;
  fetch.limits.proxy.url = options.proxy;
  if (!options.login.empty()) {
    fetch.limits.proxy.login = login_of(options.login);
  }
  fetch.limits.agent = options.agent + "/" + std::string(cli::version()) +
                       " (+" + options.contact + ")";
  fetch.against = options.against;
  fetch.any_url = options.any_url;
  fetch.archive.folder = options.output;
  fetch.archive.prefix = options.prefix;
  fetch.archive.size = options.size;
  fetch.archive.compression =
      options.compression == "gzip"   ? io::Compression::kGzip
      : options.compression == "zstd" ? io::Compression::kZstd
                                      : io::Compression::kNone;
  fetch.archive.info = {
      {"software", "Waxwing " + std::string(cli::version()) + " wax-fetch"},
      {"format", "WARC File Format 1.1"},
      {"conformsTo",
       "http://iipc.github.io/warc-specifications/specifications/"
       "warc-format/warc-1.1/"},
      {"http-header-user-agent", fetch.limits.agent},
      {"operator", options.contact},
      {"robots", "obey"},
      {"delay", options.delay},
      {"proxy", options.proxy.empty() ? "none" : options.proxy},
      {"connections", std::to_string(options.connections)},
      {"max-redirects", std::to_string(options.redirects)},
      {"max-time", std::to_string(options.time)},
      {"max-size", std::to_string(options.body)}};
  return fetch;
}

// Replaces FILE by the counts, now and then.
class Metrics {
 public:
  explicit Metrics(std::string file) : file_(std::move(file)) {}
  void write(const crawl::FetchCounts& counts, bool now = true) {
    if (file_.empty() || (!now && ticks_++ % 10 != 0)) return;
    crawl::write_metrics_file(file_, counts);
  }

 private:
  std::string file_;
  uint64_t ticks_ = 0;
};

cli::Outcome tell(const crawl::FetchCounts& counts,
                  const std::optional<crawl::FeedRound>& round,
                  uint64_t failed_hosts, cli::Console& console) {
  if (counts.failed.count("private") > 0) {
    console.message("private addresses are fetched with --allow-private");
  }
  cli::Count fetched = cli::sum_of("fetched", counts.statuses);
  fetched.reasons.emplace_back("robots.txt", counts.robots);
  fetched.reasons.emplace_back("after a redirect", counts.redirected);
  fetched.reasons.emplace_back("page requisites", counts.requisites);
  fetched.reasons.emplace_back("revisits", counts.revisits);
  fetched.reasons.emplace_back("not modified", counts.unmodified);
  fetched.reasons.emplace_back("truncated", counts.truncated);
  std::vector<cli::Count> words;
  if (round) {
    words = {{"feeds", round->counts().feeds},
             {"items", round->counts().items},
             {"new", round->counts().unseen},
             {"tried again", round->counts().again}};
    const uint64_t later = round->counts().waiting;
    if (later > 0) words.push_back({"tried later", later});
    const uint64_t given_up = round->counts().given_up;
    if (given_up > 0) words.push_back({"given up", given_up});
  }
  for (const cli::Count& count :
       std::initializer_list<cli::Count>{{"read", counts.read},
                                         fetched,
                                         {"again", counts.again},
                                         {"in the folder", counts.before},
                                         cli::sum_of("skipped", counts.skipped),
                                         cli::sum_of("failed", counts.failed),
                                         {"hosts of these", failed_hosts},
                                         {"archives", counts.files},
                                         {"bytes", counts.bytes}}) {
    words.push_back(count);
  }
  console.summary(words);
  return counts.failed.empty() ? console.outcome() : cli::Outcome::kIncomplete;
}

// Begins a round of feeds, and gives the feeds that are due.
std::unique_ptr<lines::LineStream> begin_round(
    const Options& options, crawl::UrlLists& lists, cli::Console& console,
    crawl::FetchOptions& fetch, std::optional<crawl::FeedRound>& round,
    std::vector<std::string>& archives) {
  lines::SortOptions sort;
  sort.tmpdir = options.tmpdir;
  const std::string now = warc::date14_of_seconds(::time(nullptr));
  round.emplace(options.output, now, sort, console);
  auto due = round->due_feeds(
      lists, options.due == "now" ? now : warc::Period::of(options.due).last,
      fetch.bad_line);
  fetch.archive.folder = round->archives();
  fetch.more = [&round] { return round->new_items(); };
  if (!round->captures().empty()) fetch.against.push_back(round->captures());
  for (std::string& archive : round->past_archives()) {
    archives.push_back(std::move(archive));
  }
  return due;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  crawl::UrlLists lists(lists_of(options.arguments));
  check(options);
  crawl::FetchOptions fetch = fetch_options(options);
  fetch.problems = &console;
  fetch.bad_line = crawl::bad_line_reporter(lists, console);
  io::make_folders(options.output);
  crawl::check_metrics_file(options.metrics);
  const io::FolderLock lock(options.output);
  allow_files(options.connections);
  std::optional<crawl::FeedRound> round;
  std::unique_ptr<lines::LineStream> due;
  std::vector<std::string> archives = options.archives;
  for (const std::string& against : options.against) {
    if (!fs::is_directory(against)) continue;
    for (std::string& archive : collection::recorded_archives(against)) {
      archives.push_back(std::move(archive));
    }
  }
  crawl::FetchCounts counts;
  if (options.feeds) {
    due = begin_round(options, lists, console, fetch, round, archives);
    if (round->is_idle()) return tell(counts, round, 0, console);
  }
  const cdx::ArchivePaths paths(archives, {}, console);
  if (!fetch.against.empty()) fetch.archives = &paths;
  crawl::FailedUrls failures(fetch.archive.folder, options.tmpdir);
  fetch.failed = [&](std::string_view url, std::string_view reason,
                     std::string_view text) {
    failures.add(url, reason, text);
    if (round && !crawl::is_choice(reason)) round->note_failed(url);
  };
  Metrics metrics(options.metrics);
  console.start_progress(0);
  fetch.tick = [&] {
    console.progress(counts.received, crawl::progress_words(counts));
    metrics.write(counts, /*now=*/false);
  };
  crawl::fetch_urls(due ? *due : lists, fetch, counts);
  metrics.write(counts);
  const uint64_t failed_hosts = failures.finish();
  if (round) {
    const std::string fault = round->finish();
    if (!fault.empty()) {
      console.message("the round is finished; afterwards this failed: " +
                      fault);
    }
  }
  return tell(counts, round, failed_hosts, console);
}

}  // namespace
}  // namespace wax::tools::fetch

int main(int argc, char** argv) {
  using namespace wax::tools::fetch;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
