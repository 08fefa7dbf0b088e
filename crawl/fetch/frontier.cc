#include "crawl/fetch/frontier.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "cdx/url/url.h"
#include "crawl/jobs/job_lists.h"

namespace wax::crawl {
namespace {

uint64_t hash_of_url(std::string_view url) {
  return std::hash<std::string_view>()(url);
}

}  // namespace

struct Frontier::Server {
  std::string name;
  bool is_known = false;
  RobotsRules rules;
  std::string refusal;  // why nothing may be fetched; empty: see the rules
};

struct Frontier::Host {
  enum class State { kIdle, kQueued, kUnderWay, kWaiting };

  State state = State::kIdle;
  unsigned failures = 0;
  FetchTime ready = 0;
  double delay = 0;
  std::string refusal;           // given up: why
  std::vector<FetchTask> first;  // the last one is the next one
  std::string urls;              // of the list, each with "\n"
  size_t at = 0;                 // the next one
  std::vector<Server> servers;

  [[nodiscard]] bool has_tasks() const {
    return !first.empty() || at < urls.size();
  }
  FetchTask take() {
    if (!first.empty()) {
      FetchTask task = std::move(first.back());
      first.pop_back();
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

Frontier::Frontier(const Politeness& politeness, Skipped skipped)
    : politeness_(politeness), skipped_(std::move(skipped)) {}
Frontier::~Frontier() = default;

Frontier::Host& Frontier::host_of(std::string_view url) {
  std::unique_ptr<Host>& host = hosts_[politeness_host(url)];
  if (host == nullptr) {
    host = std::make_unique<Host>();
    host->delay = politeness_.delay;
  }
  return *host;
}

void Frontier::queue(Host& host) {
  if (host.state != Host::State::kIdle || !host.has_tasks()) return;
  host.state = Host::State::kQueued;
  turns_.push({host.ready, turn_++, &host});
}

bool Frontier::note_known(std::string_view url) {
  return known_.insert(hash_of_url(url)).second;
}

bool Frontier::add(std::string_view url) {
  if (!note_known(url)) return false;
  Host& host = host_of(url);
  host.urls.append(url) += '\n';
  queue(host);
  return true;
}

bool Frontier::add(FetchTask task) {
  if (!note_known(task.url)) return false;
  add_again(std::move(task));
  return true;
}

void Frontier::add_again(FetchTask task) {
  Host& host = host_of(task.url);
  host.first.push_back(std::move(task));
  queue(host);
}

Frontier::Server* Frontier::rules_of(const std::string& server) {
  Host& host = host_of(server);
  auto found =
      std::find_if(host.servers.begin(), host.servers.end(),
                   [&](const Server& each) { return each.name == server; });
  return found == host.servers.end() ? nullptr : &*found;
}

bool Frontier::judge(Host& host, FetchTask& task, bool& waits) {
  waits = false;
  if (!host.refusal.empty()) {
    if (!task.robots_of.empty()) {
      end_robots(task.robots_of, host.refusal);
    } else {
      skipped_(task, host.refusal);
    }
    return false;
  }
  if (!task.robots_of.empty()) return true;
  const std::string name = server_of(task.url);
  const Server* server = rules_of(name);
  if (server == nullptr) {
    host.servers.push_back({name, false, {}, {}});
    host.first.push_back(std::move(task));
    task = {name + "/robots.txt", {}, {}, 0, name};
    return true;
  }
  if (!server->is_known) {
    host.first.push_back(std::move(task));
    waits = true;
    return true;
  }
  if (!server->refusal.empty()) {
    skipped_(task, server->refusal);
    return false;
  }
  if (host.delay > politeness_.longest_delay) {
    skipped_(task, "delay");
    return false;
  }
  if (!server->rules.allows(path_and_query(task.url))) {
    skipped_(task, "disallowed");
    return false;
  }
  return true;
}

std::optional<FetchTask> Frontier::next_of(Host& host) {
  host.state = Host::State::kIdle;
  while (host.has_tasks()) {
    FetchTask task = host.take();
    bool waits = false;
    if (!judge(host, task, waits)) continue;
    if (waits) {
      host.state = Host::State::kWaiting;
      return std::nullopt;
    }
    host.state = Host::State::kUnderWay;
    ++under_way_;
    return task;
  }
  queue(host);
  return std::nullopt;
}

std::optional<FetchTask> Frontier::next(FetchTime now) {
  while (!turns_.empty() && turns_.top().time <= now) {
    Host& host = *turns_.top().host;
    turns_.pop();
    if (auto task = next_of(host)) return task;
  }
  return std::nullopt;
}

FetchTime Frontier::next_time() const {
  return turns_.empty() ? kNever : turns_.top().time;
}

void Frontier::done(const FetchTask& task, FetchTime now, bool answered) {
  Host& host = host_of(task.url);
  --under_way_;
  host.ready = now + host.delay;
  host.failures = answered ? 0 : host.failures + 1;
  if (host.failures >= politeness_.failures && host.refusal.empty()) {
    host.refusal = "host";
  }
  host.state = Host::State::kIdle;
  queue(host);
}

void Frontier::retry(FetchTask task, FetchTime now, double wait) {
  Host& host = host_of(task.url);
  --under_way_;
  host.ready = now + std::max(wait, host.delay);
  host.first.push_back(std::move(task));
  host.state = Host::State::kIdle;
  queue(host);
}

void Frontier::give_up(std::string_view url, std::string_view reason) {
  host_of(url).refusal = reason;
}

void Frontier::wake(const std::string& server) {
  Host& host = host_of(server);
  if (host.state != Host::State::kWaiting) return;
  host.state = Host::State::kIdle;
  queue(host);
}

void Frontier::end_robots(const std::string& server, RobotsRules rules) {
  if (Server* known = rules_of(server)) {
    Host& host = host_of(server);
    host.delay = std::max(host.delay, rules.delay().value_or(0));
    known->is_known = true;
    known->rules = std::move(rules);
  }
  wake(server);
}

void Frontier::end_robots(const std::string& server, std::string_view reason) {
  if (Server* known = rules_of(server)) {
    known->is_known = true;
    known->refusal = reason;
  }
  wake(server);
}

}  // namespace wax::crawl
