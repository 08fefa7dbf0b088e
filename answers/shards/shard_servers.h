// The servers that have the shards of a collection, as the one in front asks
// them. Any number of threads may call what is declared here.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "answers/requests/message.h"
#include "answers/shards/shard_facts.h"
#include "io/error.h"
#include "io/output.h"
#include "io/remote/http_sender.h"

namespace wax::answers {

struct ShardOptions {
  // "http://HOST:PORT", or with "/NAME" for another collection than the first
  // one. Only these servers are asked, and no redirect is followed.
  std::vector<std::string> urls;
  // How long is waited for an answer. Later, an answer is made without this
  // shard and names it; when no shard answers, it fails (NoShards, 502).
  std::chrono::milliseconds timeout{10'000};
  uint64_t most_answer = uint64_t{256} << 20;  // bytes
  // How long what a server said of its collection counts as what it would say
  // now, where an answer asks it nothing else.
  std::chrono::milliseconds recent{1000};
};

// A shard does not answer, or says what is no answer. what() names it: a reason
// why an answer may lack something.
class ShardGone : public Error {
 public:
  using Error::Error;
};

struct ShardQuestion {
  std::string path;       // "/api/shard/facts", with parameters
  std::string body = {};  // empty: GET, else POST
  std::vector<Header> headers = {};
  // The path is one of a collection ("/raw/..."): its name then goes before it,
  // instead of into a parameter.
  bool is_of_collection = false;
  // Takes the body of an answer with status 200, however long it is, while it
  // comes; the timeout is then for each part of it. Null: ShardAnswer::body.
  io::Output* to = nullptr;
};

// With any status.
struct ShardAnswer {
  int status = 0;
  std::string body;
  std::vector<Header> headers;
  [[nodiscard]] bool more() const {
    return !header_value(headers, "Wax-More").empty();
  }
};

// For the whole time that a server runs.
class ShardServers {
 public:
  // Throws UsageError for what is no such URL, and for none.
  explicit ShardServers(ShardOptions options);

  [[nodiscard]] size_t size() const { return servers_.size(); }
  // "HOST:PORT", with "/NAME" if its URL has one.
  [[nodiscard]] const std::string& name(size_t n) const {
    return servers_[n]->name;
  }

  using Clock = std::chrono::steady_clock;
  // Throws ShardGone when there is no whole answer until then or within the
  // timeout. A server that has just let the time run out is not asked for some
  // seconds. The first `most` bytes of the body count; 0: all, and more than
  // ShardOptions::most_answer are no answer.
  [[nodiscard]] ShardAnswer ask(size_t n, const ShardQuestion& question,
                                Clock::time_point deadline) const;

  // The last ones known; null: none yet. The others ask for them.
  [[nodiscard]] std::shared_ptr<const ShardFacts> known_facts(size_t n) const;
  // The same, when they are recent; null: they are to be asked for. One caller
  // alone is told so, the others have those of before until it has asked.
  [[nodiscard]] std::shared_ptr<const ShardFacts> recent_facts(size_t n) const;
  // The kind of the URL keys, as these facts say it; kSurt when no facts are
  // known.
  [[nodiscard]] cdx::UrlKeyKind known_kind() const;
  // Throws ShardGone, also for a server of another kShardFormat.
  std::shared_ptr<const ShardFacts> ask_for_facts(
      size_t n, Clock::time_point deadline) const;

  // Why a server did not answer when it was asked last; empty: it did.
  [[nodiscard]] std::vector<std::string> reasons() const;

 private:
  struct Server {
    std::string url;           // "http://HOST:PORT"
    std::string name;          // for messages
    std::string in;            // the collection; empty: the first one
    mutable std::mutex mutex;  // guards all below
    std::vector<std::unique_ptr<io::HttpSender>> idle;
    std::shared_ptr<const ShardFacts> facts;
    Clock::time_point asked;  // for the facts
    std::string gone;         // why
    Clock::time_point not_before;
  };
  [[nodiscard]] static std::unique_ptr<Server> server_of(
      const std::string& url);
  [[noreturn]] static void fail(Server& server, const std::string& why,
                                bool out_of_time);

  ShardOptions options_;
  std::vector<std::unique_ptr<Server>> servers_;
};

// What one request knows of the servers: one that is gone once is not asked
// again, so that all of an answer lacks the same.
class ShardSession {
 public:
  explicit ShardSession(std::shared_ptr<const ShardServers> servers)
      : servers_(std::move(servers)),
        facts_(servers_->size()),
        gone_(servers_->size()) {}

  using Clock = ShardServers::Clock;
  [[nodiscard]] size_t size() const { return servers_->size(); }
  [[nodiscard]] const ShardServers& servers() const { return *servers_; }

  // The facts of all servers that are there, by number; null: the server is
  // gone. A server counts as gone, too, when its keys or stems are of another
  // kind than those of the first that is there: their URLs and words do not
  // compare.
  using AllFacts = std::vector<std::shared_ptr<const ShardFacts>>;
  [[nodiscard]] AllFacts facts(Clock::time_point deadline);
  // The same. Throws NoShards when none is there.
  [[nodiscard]] AllFacts facts_of_some(Clock::time_point deadline);
  // Throws NoShards when all are gone.
  void check_some_there() const;
  // Asks again for those of all.
  void renew(Clock::time_point deadline);
  // Likewise, unless all are recent.
  void renew_old(Clock::time_point deadline);

  // Calls work(n) for each server that is not gone, at the same time. Servers
  // for which it throws ShardGone are gone; what else it throws is thrown after
  // all have ended.
  void each(const std::function<void(size_t n)>& work);
  void set_gone(size_t n, const std::string& why);
  [[nodiscard]] bool is_gone(size_t n) const;
  // The server to ask first for something that one of them has.
  void set_likely(size_t n) { likely_ = n; }
  [[nodiscard]] size_t likely() const { return likely_; }
  // Why an answer may lack something: those that are gone, and what the others
  // have lost.
  [[nodiscard]] std::vector<std::string> gone() const;
  [[nodiscard]] std::vector<std::string> reasons() const;

 private:
  std::shared_ptr<const ShardServers> servers_;
  mutable std::mutex mutex_;  // guards all below
  AllFacts facts_;
  std::vector<std::string> gone_;  // why; empty: it is not
  std::atomic<size_t> likely_{0};
};

}  // namespace wax::answers
