#include "crawl/queue/redis.h"

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <thread>
#include <utility>

namespace wax::crawl {
namespace {

constexpr timeval kConnectTime = {5, 0};
// Longer than commands may wait in the server.
constexpr timeval kAnswerTime = {30, 0};
constexpr auto kFirstPause = std::chrono::milliseconds(100);
constexpr auto kLongestPause = std::chrono::seconds(5);

struct FreeReply {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};
struct FreeContext {
  void operator()(redisContext* context) const { redisFree(context); }
};

RedisValue value_of(const redisReply& reply) {
  RedisValue value;
  switch (reply.type) {
    case REDIS_REPLY_INTEGER:
      value.kind = RedisValue::Kind::kNumber;
      value.number = reply.integer;
      break;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      value.kind = RedisValue::Kind::kText;
      value.text.assign(reply.str, reply.len);
      break;
    case REDIS_REPLY_ARRAY:
      value.kind = RedisValue::Kind::kList;
      for (size_t i = 0; i < reply.elements; ++i) {
        value.list.push_back(value_of(*reply.element[i]));
      }
      break;
    default:
      break;
  }
  return value;
}

template <typename Number>
Number number_of(std::string_view text, std::string_view url) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) {
    throw UsageError("\"" + std::string(url) +
                     "\" is not redis://HOST:PORT/DATABASE");
  }
  return number;
}

bool passes_by(std::string_view refusal) {
  return refusal.starts_with("LOADING") || refusal.starts_with("OOM") ||
         refusal.starts_with("BUSY ") || refusal.starts_with("MISCONF");
}

}  // namespace

RedisAddress RedisAddress::parse(std::string_view url) {
  constexpr std::string_view kScheme = "redis://";
  if (!url.starts_with(kScheme)) {
    throw UsageError("\"" + std::string(url) +
                     "\" is not the URL of a Redis server, such as "
                     "redis://HOST:PORT");
  }
  RedisAddress address;
  std::string_view rest = url.substr(kScheme.size());
  if (const size_t at = rest.rfind('@'); at != rest.npos) {
    const std::string_view login = rest.substr(0, at);
    const size_t colon = std::min(login.find(':'), login.size());
    address.user = login.substr(0, colon);
    address.password = login.substr(std::min(colon + 1, login.size()));
    rest.remove_prefix(at + 1);
  }
  if (const size_t slash = rest.find('/'); slash != rest.npos) {
    const std::string_view database = rest.substr(slash + 1);
    if (!database.empty()) {
      address.database = number_of<unsigned>(database, url);
    }
    rest = rest.substr(0, slash);
  }
  const size_t colon = rest.rfind(':');
  if (colon != rest.npos && rest.find(']', colon) == rest.npos) {
    address.port = number_of<uint16_t>(rest.substr(colon + 1), url);
    rest = rest.substr(0, colon);
  }
  if (rest.starts_with('[') && rest.ends_with(']')) {
    rest = rest.substr(1, rest.size() - 2);
  }
  if (!rest.empty()) address.host = rest;
  return address;
}

std::string RedisAddress::text() const {
  const bool is_v6 = host.find(':') != host.npos;
  std::string url = "redis://" + (is_v6 ? '[' + host + ']' : host) + ':' +
                    std::to_string(port);
  if (database != 0) url += '/' + std::to_string(database);
  return url;
}

struct Redis::Connection {
  std::unique_ptr<redisContext, FreeContext> context;
};

Redis::Redis(RedisAddress address) : address_(std::move(address)) {}
Redis::~Redis() = default;

void Redis::connect() {
  auto connection = std::make_unique<Connection>();
  connection->context.reset(redisConnectWithTimeout(
      address_.host.c_str(), address_.port, kConnectTime));
  redisContext* context = connection->context.get();
  if (context == nullptr || context->err != 0) {
    throw RedisGone(address_.text(),
                    context == nullptr ? "no memory" : context->errstr);
  }
  redisSetTimeout(context, kAnswerTime);
  connection_ = std::move(connection);
  try {
    if (!address_.password.empty()) {
      std::vector<std::string> login = {"AUTH"};
      if (!address_.user.empty()) login.push_back(address_.user);
      login.push_back(address_.password);
      command(login);
    }
    if (address_.database != 0) {
      command({"SELECT", std::to_string(address_.database)});
    }
  } catch (const Error&) {
    connection_.reset();
    throw;
  }
}

RedisValue Redis::command(const std::vector<std::string>& words) {
  if (!connection_) connect();
  std::vector<const char*> texts;
  std::vector<size_t> sizes;
  for (const std::string& word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  redisContext* context = connection_->context.get();
  const std::unique_ptr<redisReply, FreeReply> reply(static_cast<redisReply*>(
      redisCommandArgv(context, static_cast<int>(words.size()), texts.data(),
                       sizes.data())));
  if (!reply) {
    const std::string reason = context->errstr;
    connection_.reset();
    throw RedisGone(address_.text(), reason);
  }
  if (reply->type == REDIS_REPLY_ERROR) {
    throw RedisRefusal(std::string(reply->str, reply->len));
  }
  return value_of(*reply);
}

RedisValue Redis::persistent_command(
    const std::vector<std::string>& words,
    const std::function<bool(const Error& reason)>& waits) {
  std::chrono::milliseconds pause = kFirstPause;
  for (;;) {
    try {
      return command(words);
    } catch (const RedisGone& gone) {
      if (!waits(gone)) throw;
    } catch (const RedisRefusal& refusal) {
      if (!passes_by(refusal.what()) || !waits(refusal)) throw;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::milliseconds>(2 * pause, kLongestPause);
  }
}

}  // namespace wax::crawl
