#include "collection/feed/search_server.h"

#include <algorithm>
#include <set>
#include <thread>

#include "io/error.h"
#include "io/remote/server_text.h"
#include "text/json.h"
#include "text/json_tree.h"

namespace wax::collection {
namespace {

using Json = nlohmann::json;

// Longer answers are no answers of such a server.
constexpr size_t kMostAnswer = size_t{64} << 20;

void append_id(std::string_view id, std::string& out) {
  text::append_json_string(id, out);
}

// Commands of Solr's update handler, in their order.
std::string solr_body(std::span<const FedDocument> items) {
  std::string body = "{";
  for (const FedDocument& item : items) {
    if (body.size() > 1) body += ',';
    if (item.kind == FedDocument::Kind::kRemove) {
      body += "\n\"delete\":{\"id\":";
      append_id(item.id, body);
      body += '}';
      continue;
    }
    body += "\n\"add\":{\"doc\":";
    if (item.kind == FedDocument::Kind::kReplace) {
      body += item.json + '}';
    } else {
      body += "{\"id\":";
      append_id(item.id, body);
      body += ',' + item.json + "}}";
    }
  }
  return body + "\n}\n";
}

// Lines of the bulk interface.
std::string bulk_body(std::span<const FedDocument> items) {
  std::string body;
  for (const FedDocument& item : items) {
    const bool remove = item.kind == FedDocument::Kind::kRemove;
    const bool set = item.kind == FedDocument::Kind::kSetDates;
    body += remove ? "{\"delete\"" : set ? "{\"update\"" : "{\"index\"";
    body += ":{\"_id\":";
    append_id(item.id, body);
    body += "}}\n";
    if (set) {
      body += "{\"doc\":{" + item.json + "}}\n";
    } else if (!remove) {
      body += item.json + '\n';
    }
  }
  return body;
}

// A node of Solr that has asked another one writes that one's words last, in a
// line of their own.
std::string words_of(std::string_view said) {
  constexpr std::string_view kRemote = "Remote error message: ";
  const size_t at = said.rfind(kRemote);
  if (at != std::string_view::npos) said.remove_prefix(at + kRemote.size());
  return io::one_line(said);
}

// What a server says of a failure; else the beginning of its answer.
std::string reason_of(const io::HttpAnswer& answer) {
  const Json json = text::try_parse_json(answer.body);
  if (json.is_object() && json.contains("error")) {
    const Json& error = json["error"];
    for (const char* name : {"msg", "reason"}) {
      if (error.is_object() && error.contains(name) &&
          error[name].is_string()) {
        return words_of(error[name].get<std::string>());
      }
    }
    if (error.is_string()) return words_of(error.get<std::string>());
  }
  return io::one_line(answer.body);
}

bool may_pass(long status) {
  return status == 0 || status == 408 || status == 429 || status >= 500;
}

}  // namespace

SearchServer::SearchServer(ServerKind kind, std::string url,
                           io::HttpOptions options)
    : kind_(kind), url_(std::move(url)), options_(std::move(options)) {
  while (url_.ends_with('/')) url_.pop_back();
}

io::HttpAnswer SearchServer::post(std::string_view path, std::string_view type,
                                  const std::string& body) {
  for (unsigned failures = 0;; ++failures) {
    io::HttpAnswer answer = sender_.send(
        "POST", url_ + std::string(path),
        {"Content-Type: " + std::string(type), "Accept: application/json"},
        body, kMostAnswer, options_);
    if (!may_pass(answer.status)) return answer;
    if (failures >= options_.retries) fail(answer);
    std::this_thread::sleep_for(options_.pause * (1 << std::min(failures, 8u)));
  }
}

void SearchServer::fail(const io::HttpAnswer& answer) const {
  std::string text = answer.status == 0
                         ? "the server ended the connection without an answer"
                         : "HTTP status " + std::to_string(answer.status);
  if (answer.status == 404) {
    text += kind_ == ServerKind::kSolr
                ? " (is there a collection of this name?)"
                : " (is there an index of this name?)";
  } else if (answer.status == 401 || answer.status == 403) {
    text += " (user and password go into the URL: http://USER:PASSWORD@...)";
  }
  const std::string reason = reason_of(answer);
  if (!reason.empty() && answer.status != 404) text += ": " + reason;
  throw IoError(url_, text);
}

std::vector<RefusedItem> SearchServer::send(
    std::span<const FedDocument> items) {
  std::vector<RefusedItem> refused;
  if (items.empty()) return refused;
  if (kind_ == ServerKind::kSolr) {
    send_to_solr(items, 0, refused);
  } else {
    send_in_bulk(items, refused);
  }
  if (refused.size() < items.size()) took_any_ = true;
  if (!took_any_ && items.size() > 1) {
    throw IoError(url_, "refuses all documents: " + refused.front().reason);
  }
  return refused;
}

// The handler refuses a whole body for one of its documents: that is looked
// for in halves.
void SearchServer::send_to_solr(std::span<const FedDocument> items,
                                size_t first,
                                std::vector<RefusedItem>& refused) {
  const io::HttpAnswer answer =
      post("/update", "application/json", solr_body(items));
  if (answer.status == 200) return;
  if (answer.status != 400) fail(answer);
  if (items.size() == 1) {
    refused.push_back({first, reason_of(answer)});
    return;
  }
  const size_t half = items.size() / 2;
  send_to_solr(items.first(half), first, refused);
  send_to_solr(items.subspan(half), first + half, refused);
}

void SearchServer::send_in_bulk(std::span<const FedDocument> items,
                                std::vector<RefusedItem>& refused) {
  std::vector<size_t> left(items.size());
  for (size_t i = 0; i < left.size(); ++i) left[i] = i;
  std::vector<FedDocument> some(items.begin(), items.end());
  for (unsigned failures = 0;; ++failures) {
    const io::HttpAnswer answer =
        post("/_bulk", "application/x-ndjson", bulk_body(some));
    const Json json = text::try_parse_json(answer.body);
    if (answer.status != 200 || !json.is_object() || !json.contains("items") ||
        json["items"].size() != some.size()) {
      fail(answer);
    }
    std::vector<size_t> busy;
    std::string reason;
    for (size_t i = 0; i < left.size(); ++i) {
      const Json& result = json["items"][i].front();
      const long status = result.value("status", 0L);
      const bool is_gone =
          some[i].kind == FedDocument::Kind::kRemove && status == 404;
      if ((status >= 200 && status < 300) || is_gone) continue;
      reason = result.contains("error") && result["error"].is_object()
                   ? words_of(result["error"].value("reason", std::string()))
                   : "HTTP status " + std::to_string(status);
      if (may_pass(status) && failures < options_.retries) {
        busy.push_back(left[i]);
      } else {
        refused.push_back({left[i], reason});
      }
    }
    if (busy.empty()) return;
    left = std::move(busy);
    some.clear();
    for (size_t i : left) some.push_back(items[i]);
    std::this_thread::sleep_for(options_.pause * (1 << std::min(failures, 8u)));
  }
}

void SearchServer::commit() {
  const io::HttpAnswer answer =
      kind_ == ServerKind::kSolr
          ? post("/update", "application/json", "{\"commit\":{}}")
          : post("/_refresh", "application/json", "");
  if (answer.status != 200) fail(answer);
}

}  // namespace wax::collection
