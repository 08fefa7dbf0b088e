#include "answers/records/forwarded.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "answers/records/stored_record.h"
#include "answers/shards/remote_cdx.h"
#include "cdx/lookup/lookup_options.h"
#include "io/problem.h"
#include "text/ascii.h"

namespace wax::answers {
namespace {

// Nothing when none has it, as when it is gone now.
std::optional<size_t> shard_with(const CdxFiles& cdx,
                                 const std::shared_ptr<ShardSession>& session,
                                 const UrlCapture& capture) {
  NoProblems problems;
  for (size_t n = 0; n < session->size(); ++n) {
    if (session->is_gone(n)) continue;
    const Searchables files = open_remote_cdx(session, false, n);
    FoundCaptures found(
        files, capture.url,
        {.url_key = cdx.url_key, .from = capture.date, .to = capture.date},
        problems);
    UrlCapture one;
    while (found.next(one)) {
      if (is_same_record(one, capture)) return n;
    }
  }
  return std::nullopt;
}

// What one server says to another, and what is made anew.
bool is_kept(std::string name) {
  text::lower_case(name);
  constexpr std::string_view kOthers[] = {"connection",
                                          "keep-alive",
                                          "transfer-encoding",
                                          "trailer",
                                          "upgrade",
                                          "date",
                                          "server",
                                          "content-length",
                                          "content-type",
                                          "vary",
                                          "te",
                                          "proxy-authenticate",
                                          "content-encoding"};
  return std::find(std::begin(kOthers), std::end(kOthers), name) ==
         std::end(kOthers);
}

Response response_of(ShardAnswer answer) {
  Response response;
  response.status = answer.status;
  response.type = header_value(answer.headers, "Content-Type");
  for (Header& header : answer.headers) {
    if (is_kept(header.name)) response.headers.push_back(std::move(header));
  }
  response.body = std::move(answer.body);
  return response;
}

}  // namespace

Response forwarded(const CdxFiles& cdx, const UrlCapture& capture,
                   std::string_view path, const Request& request) {
  for (const auto& generation : cdx.generations) {
    const auto& session = generation->shards;
    if (session == nullptr) continue;
    const std::optional<size_t> shard = shard_with(cdx, session, capture);
    if (!shard) continue;
    // So that links lead here.
    const std::string origin = origin_of(request);
    const size_t host = origin.find("://") + 3;
    ShardQuestion question;
    question.path = request.target.substr(request.target.find(path));
    question.is_of_collection = true;
    question.headers = {{"Host", origin.substr(host)},
                        {"X-Forwarded-Proto", origin.substr(0, host - 3)}};
    for (const char* name : {"Range", "If-Range"}) {
      const std::string_view value = request.header(name);
      if (!value.empty())
        question.headers.push_back({name, std::string(value)});
    }
    ShardAnswer answer;
    try {
      answer = session->servers().ask(*shard, question, request.deadline);
    } catch (const ShardGone& gone) {
      throw NoShards("The capture cannot be shown: " +
                     std::string(gone.what()));
    }
    return response_of(std::move(answer));
  }
  throw NoShards("The shard that has this capture is gone");
}

std::optional<Response> withheld_by_shard(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const std::string& path) {
  ShardQuestion question;
  question.path = path;
  question.is_of_collection = true;
  std::mutex mutex;  // guards withheld
  std::optional<Response> withheld;
  for (const auto& generation : generations) {
    if (generation->shards == nullptr) continue;
    ShardSession& session = *generation->shards;
    session.each([&](size_t n) {
      ShardAnswer answer = session.servers().ask(
          n, question, ShardServers::Clock::time_point::max());
      std::lock_guard guard(mutex);
      if (answer.status == 451 && !withheld) {
        withheld = response_of(std::move(answer));
      }
    });
    if (withheld) break;
  }
  return withheld;
}

}  // namespace wax::answers
