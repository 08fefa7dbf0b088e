// Which URL of a list may be fetched when: one at a time of each host, never
// sooner after another than its delay, and as its robots.txt says.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/fetch/url_hashes.h"
#include "crawl/jobs/robots_rules.h"
#include "lines/sort.h"

namespace wax::crawl {

struct FetchTask {
  std::string url;
  std::string via = {};  // the URL that led to it
  // How it was found from a URL of the list: "R" for each redirect, "E" for
  // what a page shows.
  std::string path = {};
  unsigned failures = 0;       // tries that came to nothing
  std::string robots_of = {};  // the server whose rules it gives; empty: none's
};

struct Politeness {
  // Seconds from the end of a request to the beginning of the next one.
  double delay = 5;
  // A server that asks for a longer delay, and for more than `delay`, is left
  // out.
  double longest_delay = 300;
  // A server that came to nothing so often, one after the other, is left out.
  unsigned failures = 5;
  // Hosts that are known at once; those of the list come in the order of their
  // names when others have had all their turns.
  size_t hosts = 10'000;
};

// Seconds, from any beginning on.
using FetchTime = double;
inline constexpr FetchTime kNever = std::numeric_limits<FetchTime>::infinity();

// "http://example.com:8080" of a URL: what has a robots.txt.
[[nodiscard]] std::string server_of(std::string_view url);

// Hosts are politeness_host()s. For one thread. Memory: some 600 bytes for each
// of `Politeness::hosts`, their URLs and rules; UrlHashes; and 16 MiB for the
// rest of the list, which is in a temporary file when it is longer. Of rules, a
// host keeps 4 MiB and those that came last, and one without URLs none, once
// all have 64 MiB; others are asked for anew, as those of a host are that was
// forgotten to make room.
class Frontier {
 public:
  // Called with each task that will not be fetched, and why, in a word:
  // "disallowed", "delay", "host", or what end_robots() was given.
  using Skipped =
      std::function<void(const FetchTask& task, std::string_view reason)>;

  // `tmpdir` as io::temp_folder() takes it.
  Frontier(const Politeness& politeness, Skipped skipped,
           const std::string& tmpdir = {});
  ~Frontier();
  Frontier(const Frontier&) = delete;
  Frontier& operator=(const Frontier&) = delete;

  // A URL of the list. False when it was added before, or noted as known.
  bool add(std::string_view url);
  // The same for one that comes before others of its host.
  bool add(FetchTask task);
  // Adds it whether it is known or not.
  void add_again(FetchTask task);
  // Whether it was not known.
  bool note_known(std::string_view url);

  // A task that may begin. Its host has no other before done() or retry().
  [[nodiscard]] std::optional<FetchTask> next(FetchTime now);
  // When next() may have a task, if nothing ends before; kNever: then not.
  [[nodiscard]] FetchTime next_time() const;
  // Hosts whose next URL waits for its turn.
  [[nodiscard]] size_t waiting_hosts() const { return turns_.size(); }
  // Tasks that were given out and have not ended.
  [[nodiscard]] uint64_t under_way() const { return under_way_; }

  // The task has ended. Its host waits from now on: its delay, or so many
  // seconds if they are more. `answered` is false when its server was not
  // there.
  void done(const FetchTask& task, FetchTime now, bool answered,
            double wait = 0);
  // The task has ended, and is the next one of its host, after so many seconds
  // or the delay, whichever is longer.
  void retry(FetchTask task, FetchTime now, double wait);
  // All that is left of the server of a URL is skipped for that reason.
  void give_up(std::string_view url, std::string_view reason);
  // All that is left is skipped, as "robots": for the end of a run, when only
  // what waits for rules that nobody asks for can be left.
  void skip_rest();

  // The rules of a server, when its robots.txt was asked for; or why nothing
  // of it may be fetched.
  void end_robots(const std::string& server, RobotsRules rules);
  void end_robots(const std::string& server, std::string_view reason);

 private:
  struct Host;
  struct Server;
  struct Turn {
    FetchTime time;
    uint64_t number;  // in the order in which hosts came to wait
    Host* host;
    bool operator<(const Turn& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  Host& host_of(std::string_view url);
  Host& host_named(const std::string& name);
  void queue(Host& host);
  // Takes hosts from the list while there is room.
  void admit(FetchTime now);
  // Takes one with all its URLs. False when no host is left.
  bool admit_one();
  // Forgets a host that has had all its turns. False when no host has.
  bool forget_one(FetchTime now);
  [[nodiscard]] bool has_room() const {
    return hosts_.size() - left_alone_ < politeness_.hosts;
  }
  [[nodiscard]] bool has_list() const { return list_ || later_; }
  void put(Host& host, FetchTask task);
  void leave_alone(Host& host, Server& server, std::string_view reason);
  void wake(Host& host);
  // Forgets the known rules of all its servers but `kept`, if it is one.
  void drop_rules(Host& host, const Server* kept);
  std::optional<FetchTask> next_of(Host& host);
  // The task to begin with: the given one, or that of its robots.txt, or none.
  // False when the task was skipped.
  bool judge(Host& host, FetchTask& task, bool& waits);

  Politeness politeness_;
  Skipped skipped_;
  std::string tmpdir_;
  UrlHashes known_;
  std::unordered_map<std::string, std::unique_ptr<Host>> hosts_;
  std::priority_queue<Turn> turns_;
  std::priority_queue<Turn> rested_;  // hosts without URLs, each once
  // Hosts that are never forgotten, since a server of theirs was given up.
  size_t left_alone_ = 0;
  // The rest of the list, "host number url" between tabs, sorted and before
  // that; null when there is nothing.
  std::unique_ptr<lines::LineStream> list_;
  std::string list_line_;  // of list_, the next one
  std::unique_ptr<lines::LineSorter> later_;
  uint64_t turn_ = 0;
  size_t rule_bytes_ = 0;  // of all rules
  uint64_t under_way_ = 0;
};

}  // namespace wax::crawl
