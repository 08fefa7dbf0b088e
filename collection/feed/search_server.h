// Search servers that take documents over HTTP: Solr, OpenSearch.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/remote/http_sender.h"

namespace wax::collection {

enum class ServerKind { kSolr, kOpenSearch };

// What becomes of one document of the server.
struct FedDocument {
  enum class Kind { kReplace, kSetDates, kRemove };
  Kind kind = Kind::kReplace;
  std::string id;
  // kReplace: the document, a JSON object. kSetDates: the members that change.
  // kRemove: empty.
  std::string json;
};

struct RefusedItem {
  size_t item = 0;  // of those that were sent
  std::string reason;
};

// Sends items. What is sent twice is there once. For one thread.
class SearchServer {
 public:
  // `url` is that of a collection of Solr (http://host:8983/solr/NAME) or an
  // index of OpenSearch (http://host:9200/NAME). It may have a user's name and
  // password.
  SearchServer(ServerKind kind, std::string url, io::HttpOptions options);

  // Returns the items that the server refuses, with its reason, when it takes
  // others. Waits for a server that is busy or being started as options.retries
  // and options.pause say. Throws IoError when that does not help; for a server
  // that refuses all items for the same reason, knows no such collection or
  // user, or is not a server of this kind.
  [[nodiscard]] std::vector<RefusedItem> send(
      std::span<const FedDocument> items);

  // Makes what was sent visible to searches. Throws IoError.
  void commit();

 private:
  io::HttpAnswer post(std::string_view path, std::string_view type,
                      const std::string& body);
  [[noreturn]] void fail(const io::HttpAnswer& answer) const;
  void send_to_solr(std::span<const FedDocument> items, size_t first,
                    std::vector<RefusedItem>& refused);
  void send_in_bulk(std::span<const FedDocument> items,
                    std::vector<RefusedItem>& refused);

  ServerKind kind_;
  std::string url_;
  io::HttpOptions options_;
  io::HttpSender sender_;
  bool took_any_ = false;
};

}  // namespace wax::collection
