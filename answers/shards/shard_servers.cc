#include "answers/shards/shard_servers.h"

#include <algorithm>
#include <exception>
#include <future>
#include <utility>

#include "answers/requests/escape.h"
#include "answers/requests/message.h"

namespace wax::answers {
namespace {

// Connections that are kept open to one server.
constexpr size_t kMostIdle = 16;
// After the time ran out.
constexpr std::chrono::seconds kPause{3};

std::chrono::milliseconds time_until(ShardServers::Clock::time_point deadline,
                                     std::chrono::milliseconds most) {
  const auto left = deadline - ShardServers::Clock::now();
  if (left > most) return most;
  // No time would be no limit.
  return std::max(std::chrono::duration_cast<std::chrono::milliseconds>(left),
                  std::chrono::milliseconds(1));
}

// What of a shard does not compare with that of the first; empty: nothing.
std::string other_kind(const ShardFacts& first, const ShardFacts& facts) {
  if (facts.url_key != first.url_key) return "URL keys";
  if (facts.has_text && first.has_text && facts.stems != first.stems) {
    return "stems";
  }
  return {};
}

}  // namespace

ShardServers::ShardServers(ShardOptions options)
    : options_(std::move(options)) {
  if (options_.urls.empty()) throw UsageError("there is no shard");
  for (const std::string& url : options_.urls) {
    servers_.push_back(server_of(url));
  }
}

std::unique_ptr<ShardServers::Server> ShardServers::server_of(
    const std::string& url) {
  auto server = std::make_unique<Server>();
  const std::string_view scheme = url.starts_with("https://")  ? "https://"
                                  : url.starts_with("http://") ? "http://"
                                                               : "";
  std::string_view rest = std::string_view(url).substr(scheme.size());
  while (rest.ends_with('/')) rest.remove_suffix(1);
  const std::string_view host = rest.substr(0, rest.find('/'));
  const std::string_view in =
      host.size() == rest.size() ? "" : rest.substr(host.size() + 1);
  if (scheme.empty() || !is_authority(host) ||
      in.find_first_of("/?#") != in.npos) {
    throw UsageError("the shard \"" + url +
                     "\" is no server: write http://HOST:PORT, or "
                     "http://HOST:PORT/COLLECTION");
  }
  server->url = std::string(scheme).append(host);
  server->name = rest;
  server->in = in;
  return server;
}

void ShardServers::fail(Server& server, const std::string& why,
                        bool out_of_time) {
  std::string reason = "the shard " + server.name + ' ' + why;
  {
    std::lock_guard lock(server.mutex);
    server.gone = reason;
    server.asked = {};
    if (out_of_time) server.not_before = Clock::now() + kPause;
  }
  throw ShardGone(reason);
}

ShardAnswer ShardServers::ask(size_t n, const ShardQuestion& question,
                              Clock::time_point deadline) const {
  Server& server = *servers_[n];
  std::unique_ptr<io::HttpSender> sender;
  {
    std::lock_guard lock(server.mutex);
    if (Clock::now() < server.not_before) throw ShardGone(server.gone);
    if (!server.idle.empty()) {
      sender = std::move(server.idle.back());
      server.idle.pop_back();
    }
  }
  if (sender == nullptr) sender = std::make_unique<io::HttpSender>();
  io::HttpSending sending;
  sending.request.url = server.url;
  if (question.is_of_collection && !server.in.empty()) {
    sending.request.url += '/' + server.in;
  }
  sending.request.url += question.path;
  if (!question.is_of_collection && !server.in.empty()) {
    sending.request.url +=
        question.path.find('?') == std::string::npos ? '?' : '&';
    sending.request.url += "in=" + url_part(server.in);
  }
  for (const Header& header : question.headers) {
    sending.request.head.push_back(header.name + ": " + header.value);
  }
  sending.method = question.body.empty() ? "GET" : "POST";
  sending.body = question.body;
  sending.to = question.to;
  io::HttpOptions options;
  options.retries = 0;
  options.timeout = time_until(deadline, options_.timeout);
  const auto begin = Clock::now();
  auto is_out_of_time = [&] { return Clock::now() - begin >= options.timeout; };
  io::HttpAnswer answer;
  try {
    answer = sender->send(sending, options_.most_answer + 1, options);
  } catch (const IoError& error) {
    if (is_out_of_time()) fail(server, "did not answer in time", true);
    fail(server, "did not answer", false);
  }
  if (answer.status == 0 && is_out_of_time()) {
    fail(server, "did not answer in time", true);
  }
  if (answer.status == 0) fail(server, "broke off its answer", false);
  if (answer.body.size() > options_.most_answer) {
    fail(server, "has a longer answer than can be joined", false);
  }
  ShardAnswer given;
  given.status = static_cast<int>(answer.status);
  given.body = std::move(answer.body);
  for (auto& [name, value] : sender->headers()) {
    given.headers.push_back({std::move(name), std::move(value)});
  }
  std::lock_guard lock(server.mutex);
  server.gone.clear();
  if (server.idle.size() < kMostIdle) server.idle.push_back(std::move(sender));
  return given;
}

std::shared_ptr<const ShardFacts> ShardServers::known_facts(size_t n) const {
  std::lock_guard lock(servers_[n]->mutex);
  return servers_[n]->facts;
}

std::shared_ptr<const ShardFacts> ShardServers::recent_facts(size_t n) const {
  const auto now = Clock::now();
  Server& server = *servers_[n];
  std::lock_guard lock(server.mutex);
  if (server.facts != nullptr && server.asked != Clock::time_point() &&
      now - server.asked < options_.recent) {
    return server.facts;
  }
  server.asked = now;
  return nullptr;
}

cdx::UrlKeyKind ShardServers::known_kind() const {
  for (size_t n = 0; n < size(); ++n) {
    if (auto facts = known_facts(n)) return facts->url_key;
  }
  return cdx::UrlKeyKind::kSurt;
}

std::shared_ptr<const ShardFacts> ShardServers::ask_for_facts(
    size_t n, Clock::time_point deadline) const {
  Server& server = *servers_[n];
  const auto asked = Clock::now();
  const ShardAnswer answer = ask(n, {"/api/shard/facts"}, deadline);
  std::shared_ptr<const ShardFacts> facts;
  try {
    if (answer.status == 200) {
      facts = std::make_shared<ShardFacts>(decoded_facts(answer.body));
    }
  } catch (const FormatError&) {
    // It fails below, like an answer with another status.
  }
  if (facts == nullptr || facts->format != kShardFormat) {
    fail(server, "is no server of this version", false);
  }
  std::lock_guard lock(server.mutex);
  server.facts = facts;
  server.asked = asked;
  return facts;
}

std::vector<std::string> ShardServers::reasons() const {
  std::vector<std::string> reasons;
  for (const auto& server : servers_) {
    std::lock_guard lock(server->mutex);
    if (!server->gone.empty()) reasons.push_back(server->gone);
  }
  return reasons;
}

ShardSession::AllFacts ShardSession::facts(Clock::time_point deadline) {
  bool are_known = true;
  {
    std::lock_guard lock(mutex_);
    for (size_t n = 0; n < size(); ++n) {
      if (facts_[n] == nullptr) facts_[n] = servers_->known_facts(n);
      are_known = are_known && (facts_[n] != nullptr || !gone_[n].empty());
    }
  }
  // Threads cost more than what is known already.
  if (!are_known) {
    each([&](size_t n) {
      {
        std::lock_guard lock(mutex_);
        if (facts_[n] != nullptr) return;
      }
      auto facts = servers_->ask_for_facts(n, deadline);
      std::lock_guard lock(mutex_);
      facts_[n] = std::move(facts);
    });
  }
  std::lock_guard lock(mutex_);
  AllFacts all = facts_;
  const ShardFacts* first = nullptr;
  for (size_t n = 0; n < all.size(); ++n) {
    if (gone_[n].empty()) {
      if (first == nullptr) first = all[n].get();
      const std::string other = other_kind(*first, *all[n]);
      if (!other.empty()) {
        gone_[n] = "the shard " + servers_->name(n) + " is left out: it has " +
                   other + " of another kind than the first one";
      }
    }
    if (!gone_[n].empty()) all[n] = nullptr;
  }
  return all;
}

ShardSession::AllFacts ShardSession::facts_of_some(Clock::time_point deadline) {
  AllFacts all = facts(deadline);
  check_some_there();
  return all;
}

void ShardSession::check_some_there() const {
  const std::vector<std::string> reasons = gone();
  if (reasons.size() < size()) return;
  std::string text = "No shard of this collection is there:";
  for (const std::string& reason : reasons) {
    text += (text.back() == ':' ? " " : "; ") + reason;
  }
  throw NoShards(text);
}

void ShardSession::renew(Clock::time_point deadline) {
  each([&](size_t n) {
    auto facts = servers_->ask_for_facts(n, deadline);
    std::lock_guard lock(mutex_);
    facts_[n] = std::move(facts);
  });
}

void ShardSession::renew_old(Clock::time_point deadline) {
  bool are_recent = true;
  for (size_t n = 0; n < size(); ++n) {
    if (is_gone(n)) continue;
    auto facts = servers_->recent_facts(n);
    are_recent = are_recent && facts != nullptr;
    std::lock_guard lock(mutex_);
    if (facts != nullptr) facts_[n] = std::move(facts);
  }
  if (!are_recent) renew(deadline);
}

void ShardSession::each(const std::function<void(size_t n)>& work) {
  std::vector<size_t> there;
  for (size_t n = 0; n < size(); ++n) {
    if (!is_gone(n)) there.push_back(n);
  }
  std::vector<std::exception_ptr> errors(there.size());
  auto one = [&](size_t i) {
    try {
      work(there[i]);
    } catch (const ShardGone& gone) {
      set_gone(there[i], gone.what());
    } catch (...) {
      errors[i] = std::current_exception();
    }
  };
  std::vector<std::future<void>> others;
  for (size_t i = 1; i < there.size(); ++i) {
    try {
      others.push_back(std::async(std::launch::async, one, i));
    } catch (const std::system_error&) {  // there is no thread
      one(i);
    }
  }
  if (!there.empty()) one(0);
  for (std::future<void>& other : others) other.get();
  for (const std::exception_ptr& error : errors) {
    if (error != nullptr) std::rethrow_exception(error);
  }
}

void ShardSession::set_gone(size_t n, const std::string& why) {
  std::lock_guard lock(mutex_);
  if (gone_[n].empty()) gone_[n] = why;
}

bool ShardSession::is_gone(size_t n) const {
  std::lock_guard lock(mutex_);
  return !gone_[n].empty();
}

std::vector<std::string> ShardSession::gone() const {
  std::lock_guard lock(mutex_);
  std::vector<std::string> reasons;
  for (const std::string& why : gone_) {
    if (!why.empty()) reasons.push_back(why);
  }
  return reasons;
}

std::vector<std::string> ShardSession::reasons() const {
  std::vector<std::string> reasons = gone();
  std::lock_guard lock(mutex_);
  for (size_t n = 0; n < facts_.size(); ++n) {
    if (facts_[n] == nullptr || !gone_[n].empty()) continue;
    for (const std::string& lost : facts_[n]->lost) {
      reasons.push_back("in the shard " + servers_->name(n) + ", " + lost);
    }
  }
  return reasons;
}

}  // namespace wax::answers
