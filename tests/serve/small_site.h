// A small collection for tests of pages and APIs, with hostile texts.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/holdings.h"
#include "index/writer/index_writer.h"
#include "serve/api/api_routes.h"
#include "serve/http/router.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/test_server.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {

// What must never be markup, a name of an attribute, or a script.
inline constexpr std::string_view kHostile =
    "</title><script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;";

class SmallSite {
 public:
  // `pages` further documents about herons, beside the hostile ones. Each of
  // the shards after the first has one more.
  explicit SmallSite(size_t pages = 3, size_t shards = 1) {
    index::IndexWriter writer(folder_ / "site/pindexes/001/main", {});
    std::string hostile(kHostile);
    std::string url = "http://evil.example/\"><script>alert(3)</script>";
    writer.add(
        {{"urlkey", "example,evil)/\"><script>"},
         {"digest", "sha1:" + hostile},
         {"url", url},
         {"site", hostile},
         {"title", "heron " + hostile},
         {"date", "20070101000000"},
         {"date", "2007010100000<"},
         {"type", hostile},
         {"length", hostile},
         {"status", hostile},
         {"filename", hostile},
         {"offset", hostile},
         {"content", "A heron " + hostile + " stands. \x01\xff\xEF\xBF\xBE"}});
    writer.add({{"urlkey", "javascript:alert(1)"},
                {"digest", "sha1:B"},
                {"url", "javascript:alert(1)"},
                {"title", "\xD7\x90\xD7\x91 heron"},
                {"date", "20080101000000"},
                {"filename", "=HYPERLINK(1)"},
                {"offset", "-"},
                {"content", "heron"}});
    for (size_t i = 0; i < pages; ++i) {
      std::string n = std::to_string(i);
      std::string key = "org,example)/" + n;
      std::string page_url = "http://www.example.org/" + n;
      std::string title = "Heron " + n;
      std::string digest = "sha1:" + std::string(31, 'A') + char('A' + i % 26);
      writer.add({{"urlkey", key},
                  {"digest", digest},
                  {"url", page_url},
                  {"site", "example.org"},
                  {"title", title},
                  {"date", "20060101000000"},
                  {"date", "20070301000000"},
                  {"type", "text/html"},
                  {"length", "1234"},
                  {"status", "200"},
                  {"filename", "a.warc.gz"},
                  {"offset", "17"},
                  {"content", "A grey heron stands in the river."}});
    }
    writer.add({{"urlkey", "org,example)/0"},
                {"digest", "sha1:" + std::string(32, 'C')},
                {"url", "http://www.example.org/0"},
                {"site", "example.org"},
                {"title", "Heron 0"},
                {"date", "20080302000000"},
                {"type", "text/html"},
                {"content", "A <b>brown</b> bird stands in the river."}});
    writer.about("urlkey", "surt");
    writer.finish();
    for (size_t shard = 2; shard <= shards; ++shard) {
      std::string name = "00" + std::to_string(shard);
      index::IndexWriter other(
          folder_ / ("site/pindexes/" + name + "/main").c_str(), {});
      other.add({{"urlkey", "org,example)/shard" + name},
                 {"digest", "sha1:" + std::string(32, 'D')},
                 {"url", "http://www.example.org/shard" + name},
                 {"site", "example.org"},
                 {"title", "Heron of shard " + name},
                 {"date", "20050302000000"},
                 {"content", "Another heron in another shard."}});
      other.about("urlkey", "surt");
      other.finish();
    }
    std::string digest(32, 'A');
    std::string line = " http://www.example.org/0 text/html 200 ";
    cdx_ = folder_.write(
        "all.cdx",
        " CDX N b a m s k r M S V g\n"
        "example,evil)/<b> 20070101000000 http://evil.example/<b> "
        "<script>alert(1)</script> <i> \"'><script> - - <b> <b> <b>\n"
        "org,example)/0 20060101000000" +
            line + digest +
            " - - 500 17 a.warc.gz\n"
            "org,example)/0 20070301000000" +
            line + digest +
            " - - 500 99 b.warc.gz\n"
            "org,example)/0 20070302000000 http://www.example.org/0 "
            "warc/revisit - " +
            digest +
            " - - 200 700 b.warc.gz\n"
            "org,example)/0 20080302000000" +
            line + std::string(32, 'C') + " - - 510 900 b.warc.gz\n");
    holdings_.collections.add(std::make_unique<answers::Collection>(
        "small", answers::CollectionFiles{folder_ / "site", {cdx_}},
        [](std::string_view) {}));
    add_cdx_routes(holdings_, router_);
    add_search_api(holdings_, router_);
    add_shares_api(holdings_, router_);
    add_export(holdings_, router_);
    add_opensearch(holdings_, router_);
    add_page_routes(holdings_, router_);
  }

  // Its dictionary becomes empty, under the reader.
  void cut_index(const std::string& shard) const {
    for (const auto& file : std::filesystem::directory_iterator(
             folder_ / ("site/pindexes/" + shard + "/main"))) {
      if (file.path().extension() != ".tis") continue;
      std::filesystem::resize_file(file, 0);
    }
  }

  [[nodiscard]] const Router& router() const { return router_; }
  [[nodiscard]] answers::Holdings& holdings() { return holdings_; }
  [[nodiscard]] answers::Scope scope() const {
    return scope_of(holdings_, answers::Request());
  }

 private:
  tests::TempDir folder_;
  std::string cdx_;
  answers::Holdings holdings_;
  Router router_;
};

}  // namespace wax::serve
