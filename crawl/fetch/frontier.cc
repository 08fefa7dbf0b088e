#include "crawl/fetch/frontier.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cdx/url/url.h"
#include "crawl/jobs/job_lists.h"
#include "text/number.h"

namespace wax::crawl {
namespace {

constexpr size_t kMostRules = size_t{64} << 20;       // bytes of all
constexpr size_t kMostRulesOfHost = size_t{4} << 20;  // bytes

constexpr size_t kListMemory = size_t{16} << 20;

std::string_view host_of_line(std::string_view line) {
  return line.substr(0, line.find('\t'));
}

}  // namespace

struct Frontier::Server {
  bool is_asked = false;  // for its robots.txt
  bool is_known = false;
  unsigned failures = 0;
  RobotsRules rules;
  std::string refusal;   // why nothing may be fetched; empty: see the rules
  std::string given_up;  // why nothing is asked for, its robots.txt neither
};

struct Frontier::Host {
  enum class State { kIdle, kQueued, kUnderWay, kWaiting };

  std::string name;
  State state = State::kIdle;
  bool is_resting = false;
  bool is_left_alone = false;
  FetchTime ready = 0;
  double delay = 0;
  // Rules that others wait for go before all pages; of both, the last one is
  // the next one.
  std::vector<FetchTask> robots;
  std::vector<FetchTask> first;
  std::string urls;  // of the list, each with "\n"
  size_t at = 0;     // the next one
  size_t rule_bytes = 0;
  std::map<std::string, Server, std::less<>> servers;

  [[nodiscard]] bool has_tasks() const {
    return !robots.empty() || !first.empty() || at < urls.size();
  }
  FetchTask take() {
    for (std::vector<FetchTask>* tasks : {&robots, &first}) {
      if (tasks->empty()) continue;
      FetchTask task = std::move(tasks->back());
      tasks->pop_back();
      return task;
    }
    const size_t end = urls.find('\n', at);
    FetchTask task{urls.substr(at, end - at)};
    at = end + 1;
    if (at == urls.size()) {
      urls = {};
      at = 0;
    }
    return task;
  }
};

std::string server_of(std::string_view url) {
  const cdx::UrlParts parts = cdx::split_url(url);
  return std::string(parts.scheme) + "://" + std::string(parts.authority);
}

Frontier::Frontier(const Politeness& politeness, Skipped skipped,
                   const std::string& tmpdir)
    : politeness_(politeness), skipped_(std::move(skipped)), tmpdir_(tmpdir) {
  politeness_.longest_delay =
      std::max(politeness_.longest_delay, politeness_.delay);
}
Frontier::~Frontier() = default;

Frontier::Host& Frontier::host_of(std::string_view url) {
  return host_named(politeness_host(url));
}

Frontier::Host& Frontier::host_named(const std::string& name) {
  std::unique_ptr<Host>& host = hosts_[name];
  if (host == nullptr) {
    host = std::make_unique<Host>();
    host->name = name;
    host->delay = politeness_.delay;
  }
  return *host;
}

void Frontier::queue(Host& host) {
  if (host.state != Host::State::kIdle) return;
  if (host.has_tasks()) {
    host.state = Host::State::kQueued;
    turns_.push({host.ready, turn_++, &host});
  } else if (!host.is_resting) {
    host.is_resting = true;
    rested_.push({host.ready, turn_++, &host});
  }
}

void Frontier::admit(FetchTime now) {
  while (has_list() && (has_room() || forget_one(now))) (void)admit_one();
}

bool Frontier::admit_one() {
  std::string_view line;
  if (list_ == nullptr) {
    if (later_ == nullptr) return false;
    list_ = later_->sorted();
    later_.reset();
    (void)list_->next(line);
    list_line_ = line;
  }
  Host& host = host_named(std::string(host_of_line(list_line_)));
  while (host_of_line(list_line_) == host.name) {
    host.urls.append(list_line_, list_line_.rfind('\t') + 1) += '\n';
    if (!list_->next(line)) {
      list_.reset();
      break;
    }
    list_line_ = line;
  }
  queue(host);
  return true;
}

bool Frontier::forget_one(FetchTime now) {
  while (!rested_.empty() && rested_.top().time <= now) {
    Host& host = *rested_.top().host;
    rested_.pop();
    host.is_resting = false;
    if (host.state != Host::State::kIdle || host.has_tasks()) continue;
    if (host.ready > now) {
      queue(host);
      continue;
    }
    if (host.is_left_alone) continue;
    rule_bytes_ -= host.rule_bytes;
    hosts_.erase(std::string(host.name));
    return true;
  }
  return false;
}

bool Frontier::note_known(std::string_view url) { return known_.add(url); }

bool Frontier::add(std::string_view url) {
  if (!note_known(url)) return false;
  if (later_ == nullptr) {
    lines::SortOptions sort;
    sort.memory = kListMemory;
    sort.tmpdir = tmpdir_;
    sort.jobs = 1;
    later_ = std::make_unique<lines::LineSorter>(sort);
  }
  std::string line = politeness_host(url) + '\t';
  text::append_hex_number(turn_++, 16, line);
  later_->add((line += '\t').append(url));
  return true;
}

bool Frontier::add(FetchTask task) {
  if (!note_known(task.url)) return false;
  add_again(std::move(task));
  return true;
}

void Frontier::add_again(FetchTask task) {
  Host& host = host_of(task.url);
  put(host, std::move(task));
}

void Frontier::put(Host& host, FetchTask task) {
  const bool is_robots = !task.robots_of.empty();
  (is_robots ? host.robots : host.first).push_back(std::move(task));
  if (is_robots && host.state == Host::State::kWaiting) {
    host.state = Host::State::kIdle;
  }
  queue(host);
}

bool Frontier::judge(Host& host, FetchTask& task, bool& waits) {
  waits = false;
  const std::string name = server_of(task.url);
  Server& server = host.servers[name];
  if (!server.given_up.empty()) {
    if (!task.robots_of.empty()) {
      end_robots(task.robots_of, server.given_up);
    } else {
      skipped_(task, server.given_up);
    }
    return false;
  }
  if (!task.robots_of.empty()) return true;
  if (!server.is_asked) {
    server.is_asked = true;
    host.first.push_back(std::move(task));
    task = {name + "/robots.txt", {}, {}, 0, name};
    return true;
  }
  if (!server.is_known) {
    host.first.push_back(std::move(task));
    waits = true;
    return true;
  }
  if (!server.refusal.empty()) {
    skipped_(task, server.refusal);
    return false;
  }
  if (!server.rules.allows(path_and_query(task.url))) {
    skipped_(task, "disallowed");
    return false;
  }
  return true;
}

std::optional<FetchTask> Frontier::next_of(Host& host) {
  // What judge() ends here gives it no other turn.
  host.state = Host::State::kUnderWay;
  while (host.has_tasks()) {
    FetchTask task = host.take();
    bool waits = false;
    if (!judge(host, task, waits)) continue;
    if (waits) {
      host.state = Host::State::kWaiting;
      return std::nullopt;
    }
    ++under_way_;
    return task;
  }
  host.state = Host::State::kIdle;
  queue(host);
  return std::nullopt;
}

std::optional<FetchTask> Frontier::next(FetchTime now) {
  admit(now);
  while (!turns_.empty() && turns_.top().time <= now) {
    Host& host = *turns_.top().host;
    turns_.pop();
    if (auto task = next_of(host)) return task;
  }
  return std::nullopt;
}

FetchTime Frontier::next_time() const {
  if (has_list() && has_room()) return 0;
  FetchTime time = kNever;
  if (!turns_.empty()) time = turns_.top().time;
  if (has_list() && !rested_.empty()) {
    time = std::min(time, rested_.top().time);
  }
  return time;
}

void Frontier::done(const FetchTask& task, FetchTime now, bool answered,
                    double wait) {
  Host& host = host_of(task.url);
  --under_way_;
  host.ready = now + std::max(wait, host.delay);
  Server& server = host.servers[server_of(task.url)];
  server.failures = answered ? 0 : server.failures + 1;
  if (server.failures >= politeness_.failures && server.given_up.empty()) {
    leave_alone(host, server, "host");
  }
  host.state = Host::State::kIdle;
  if (!host.has_tasks() && rule_bytes_ > kMostRules) drop_rules(host, nullptr);
  queue(host);
}

void Frontier::retry(FetchTask task, FetchTime now, double wait) {
  Host& host = host_of(task.url);
  --under_way_;
  host.ready = now + std::max(wait, host.delay);
  host.state = Host::State::kIdle;
  put(host, std::move(task));
}

void Frontier::give_up(std::string_view url, std::string_view reason) {
  Host& host = host_of(url);
  leave_alone(host, host.servers[server_of(url)], reason);
}

void Frontier::leave_alone(Host& host, Server& server,
                           std::string_view reason) {
  server.given_up = reason;
  if (!host.is_left_alone) ++left_alone_;
  host.is_left_alone = true;
}

void Frontier::skip_rest() {
  while (admit_one()) {
  }
  for (auto& [name, host] : hosts_) {
    while (host->has_tasks()) {
      const FetchTask task = host->take();
      if (task.robots_of.empty()) skipped_(task, "robots");
    }
    // A later list may have more of this host.
    if (host->state == Host::State::kWaiting) host->state = Host::State::kIdle;
    for (auto& [server, facts] : host->servers) {
      if (!facts.is_known) facts.is_asked = false;
    }
  }
}

void Frontier::drop_rules(Host& host, const Server* kept) {
  for (auto& [name, server] : host.servers) {
    const size_t bytes = server.rules.memory();
    if (bytes == 0 || &server == kept) continue;
    host.rule_bytes -= bytes;
    rule_bytes_ -= bytes;
    server.rules = {};
    server.is_asked = false;
    server.is_known = false;
  }
}

void Frontier::wake(Host& host) {
  if (host.state == Host::State::kWaiting) host.state = Host::State::kIdle;
  queue(host);
}

void Frontier::end_robots(const std::string& server, RobotsRules rules) {
  const double delay = rules.delay().value_or(0);
  if (delay > politeness_.longest_delay) return end_robots(server, "delay");
  Host& host = host_of(server);
  host.delay = std::max(host.delay, delay);
  Server& known = host.servers[server];
  known.is_asked = true;
  known.is_known = true;
  const size_t before = known.rules.memory();
  known.rules = std::move(rules);
  const size_t bytes = known.rules.memory();
  host.rule_bytes += bytes - before;
  rule_bytes_ += bytes - before;
  if (host.rule_bytes > kMostRulesOfHost) drop_rules(host, &known);
  wake(host);
}

void Frontier::end_robots(const std::string& server, std::string_view reason) {
  Host& host = host_of(server);
  Server& known = host.servers[server];
  known.is_asked = true;
  known.is_known = true;
  known.refusal = reason;
  wake(host);
}

}  // namespace wax::crawl
