#include "tests/support/rooms.h"

namespace wax::tests {

const std::map<std::string, Room>& rooms() {
  static const std::map<std::string, Room> kRooms = {
      {"text", {{}, {""}}},
      {"io", {{"text"}, {"", "compress", "remote", "inputs"}}},
      {"lines", {{"io", "text"}, {""}}},
      {"warc",
       {{"io", "text"},
        {"http", "record", "reader", "writer", "check", "extract"}}},
      {"cdx",
       {{"warc", "lines", "io", "text"},
        {"url", "request", "format", "files", "profile", "indexer", "dedup",
         "filter", "lookup", "check", "stats"}}},
      {"document",
       {{"cdx", "warc", "io", "text"},
        {"text", "charset", "html", "view", "page", "content", "formats",
         "worker", "maker"}}},
      {"index",
       {{"cdx", "warc", "lines", "io", "text"},
        {"schema", "store", "writer", "upkeep", "query", "match", "search",
         "lucenepp"}}},
      {"collection",
       {{"index", "document", "cdx", "warc", "lines", "io", "text"},
        {"", "segment", "import", "versions", "access", "pipeline", "feed"}}},
      {"graph",
       {{"collection", "document", "cdx", "warc", "lines", "io", "text"},
        {"store", "update", "score", "export"}}},
      {"rank",
       {{"collection", "document", "cdx", "warc", "lines", "io", "text"},
        {""}}},
      {"crawl",
       {{"collection", "document", "cdx", "warc", "lines", "io", "text"},
        {"seen", "jobs", "feeds", "queue"}}},
      {"posts",
       {{"collection", "document", "cdx", "warc", "lines", "io", "text"},
        {"stream", "list", "resolve", "shares"}}},
      {"serve",
       {{"graph", "rank", "posts", "collection", "index", "document", "cdx",
         "warc", "lines", "io", "text"},
        {"assets", "templates", "http", "requests", "shards", "collections",
         "answers", "api", "pages"}}},
      {"python",
       {{"serve", "graph", "rank", "crawl", "posts", "collection", "index",
         "document", "cdx", "warc", "lines", "io", "text"},
        {""}}},
      {"tools",
       {{"serve", "graph", "rank", "crawl", "posts", "collection", "index",
         "document", "cdx", "warc", "lines", "io", "text"},
        {"worker", "cli", "collection_cli", ""}}},
  };
  return kRooms;
}

}  // namespace wax::tests
