// A collection whose archives two servers have, served whole by one more
// server, and by another one in front of the two.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/shards/shard_servers.h"
#include "answers/shown/holdings.h"
#include "cdx/url/url_key.h"
#include "index/writer/index_writer.h"
#include "io/problem.h"
#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "serve/http/router.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/test_server.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/date.h"

namespace wax::serve {

// Of a record, beside its URL and date.
struct StoredPage {
  std::string type = "response";
  std::string content_type = "text/html";
  std::string body = "heron";
  std::string digest = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  std::string more = {};     // header lines of the record
  std::string archive = {};  // another one than that of the shard
  bool has_request = false;  // before it
  bool names_info = false;   // the warcinfo record of its archive
  bool is_in_index = true;
};

class JoinedArchives {
 public:
  static constexpr size_t kShards = 2;

  JoinedArchives() {
    for (size_t n = 0; n < kShards; ++n) {
      archive(n, own(n)) =
          tests::gzip_member(warc("warcinfo", "", "20040101000000",
                                  "software: test\r\n", id("info" + own(n))));
    }
    first_offset_ = archive(0, own(0)).size();
  }

  void add(size_t shard, const std::string& url, const std::string& date,
           const StoredPage& page = {}) {
    const std::string name = page.archive.empty() ? own(shard) : page.archive;
    std::string& bytes = archive(shard, name);
    const std::string number = std::to_string(++records_);
    const std::string http = tests::http_response(page.body, page.content_type);
    if (page.has_request) {
      bytes += tests::gzip_member(
          warc("request", url, date, "GET / HTTP/1.0\r\n\r\n",
               id("request" + number) + "WARC-Concurrent-To: <urn:" + number +
                   ">\r\n"));
    }
    const uint64_t offset = bytes.size();
    bytes += tests::gzip_member(warc(
        page.type, url, date, http,
        id(number) + page.more +
            (page.names_info ? "WARC-Warcinfo-ID: <urn:info" + name + ">\r\n"
                             : "")));
    add_line(shard, url, date, page, offset, name);
  }
  void add_arc(size_t shard, const std::string& name, const std::string& url,
               const std::string& date, const StoredPage& page) {
    std::string& bytes = archive(shard, name);
    if (bytes.empty()) bytes = tests::gzip_member(tests::arc_filedesc(name));
    const uint64_t offset = bytes.size();
    bytes += tests::gzip_member(
        tests::arc_record(tests::http_response(page.body, page.content_type),
                          url, date, page.content_type));
    add_line(shard, url, date, page, offset, name);
  }
  // The last bytes are lost.
  void cut(size_t shard, const std::string& name, size_t bytes) {
    std::string& all = archive(shard, name);
    all.resize(all.size() - bytes);
  }
  void lose(size_t shard, const std::string& name) {
    std::erase_if(shards_[shard].archives,
                  [&](const auto& one) { return one.first == name; });
  }
  // Without CDX files, captures are those of the full text.
  void leave_out_lines() { has_lines_ = false; }
  void add_rules(const std::string& rules) {
    rules_ = folder_.write("access", rules);
  }

  // What the servers say of pages that rules hide, but for the one in front.
  void say_of_taken(const std::string& text) { taken_away_ = text; }

  // Of the first record of a page in the first shard's own archive.
  [[nodiscard]] uint64_t first_offset() const { return first_offset_; }

  void serve(const ServerOptions& server = {}) {
    server_options_ = server;
    std::vector<std::string> cdx;
    std::vector<std::string> archives;
    answers::ShardOptions options;
    options.timeout = std::chrono::seconds(5);
    for (size_t n = 0; n < kShards; ++n) {
      Shard& shard = shards_[n];
      const std::string name = "s" + std::to_string(n);
      for (const auto& [file, bytes] : shard.archives) {
        folder_.write(name + "-archives/" + file, bytes);
      }
      archives.push_back(folder_ / (name + "-archives"));
      std::sort(shard.lines.begin(), shard.lines.end());
      std::string lines = " CDX N b a m s k r M S V g\n";
      for (const std::string& line : shard.lines) lines += line;
      answers::CollectionFiles files{folder_ / name, {}};
      if (has_lines_) files.cdx = {folder_.write(name + ".cdx", lines)};
      cdx.insert(cdx.end(), files.cdx.begin(), files.cdx.end());
      write_index(name + "/pindexes/001/main", shard.documents);
      write_index("whole/pindexes/00" + std::to_string(n) + "/main",
                  shard.documents);
      start(std::move(files), {archives.back()}, served_[n]);
      options.urls.push_back("http://127.0.0.1:" +
                             std::to_string(served_[n].server->port()));
    }
    start({folder_ / "whole", cdx}, archives, whole_);
    front_.holdings = std::make_unique<answers::Holdings>();
    front_.holdings->has_other_archives = true;
    front_.holdings->collections.add(std::make_unique<answers::Collection>(
        "c", std::make_shared<const answers::ShardServers>(options)));
    start(front_);
  }

  [[nodiscard]] tests::HttpAnswer whole(std::string_view target) const {
    return whole_.server->get(target);
  }
  [[nodiscard]] tests::HttpAnswer front(std::string_view target) const {
    return front_.server->get(target);
  }
  [[nodiscard]] TestServer& shard(size_t n) { return *served_[n].server; }
  // As it is named in answers.
  std::string stop_shard(size_t n) {
    const uint16_t port = served_[n].server->port();
    served_[n].server.reset();
    return "the shard 127.0.0.1:" + std::to_string(port);
  }

 private:
  struct Shard {
    std::vector<std::pair<std::string, std::string>> archives;
    std::vector<std::string> lines;
    std::vector<index::StoredDocument> documents;
  };
  struct Served {
    std::unique_ptr<answers::Holdings> holdings;
    Router router;
    std::unique_ptr<TestServer> server;
  };

  static std::string own(size_t shard) {
    return "s" + std::to_string(shard) + ".warc.gz";
  }
  static std::string id(const std::string& name) {
    return "WARC-Record-ID: <urn:" + name + ">\r\n";
  }
  static std::string warc(const std::string& type, const std::string& url,
                          const std::string& date, const std::string& block,
                          const std::string& more) {
    return tests::warc_record(
        block,
        {.type = type, .uri = url, .date = warc::iso_date(date), .more = more});
  }
  std::string& archive(size_t shard, const std::string& name) {
    for (auto& [one, bytes] : shards_[shard].archives) {
      if (one == name) return bytes;
    }
    return shards_[shard].archives.emplace_back(name, "").second;
  }
  void add_line(size_t shard, const std::string& url, const std::string& date,
                const StoredPage& page, uint64_t offset,
                const std::string& name) {
    const std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
    shards_[shard].lines.push_back(key + ' ' + date + ' ' + url + ' ' +
                                   (page.type == "revisit"
                                        ? "warc/revisit -"
                                        : page.content_type + " 200") +
                                   ' ' + page.digest + " - - 1 " +
                                   std::to_string(offset) + ' ' + name + '\n');
    if (page.type == "revisit" || !page.is_in_index) return;
    shards_[shard].documents.push_back({{"urlkey", key},
                                        {"digest", "sha1:" + page.digest},
                                        {"url", url},
                                        {"title", "Title of " + url},
                                        {"type", page.content_type},
                                        {"status", "200"},
                                        {"date", date + "000"},
                                        {"filename", name},
                                        {"offset", std::to_string(offset)},
                                        {"content", page.body}});
  }
  void write_index(const std::string& path,
                   const std::vector<index::StoredDocument>& documents) {
    index::IndexWriter writer(folder_ / path, {});
    for (const index::StoredDocument& document : documents) {
      std::vector<index::FieldValue> views;
      for (const auto& [name, value] : document) views.push_back({name, value});
      writer.add(views);
    }
    writer.about("urlkey", "surt");
    writer.finish();
  }
  void start(Served& served) const {
    const answers::Holdings& holdings = *served.holdings;
    add_cdx_routes(holdings, served.router);
    add_memento_routes(holdings, served.router);
    add_shard_routes(holdings, served.router);
    add_search_api(holdings, served.router);
    add_export(holdings, served.router);
    add_page_routes(holdings, served.router);
    add_raw_routes(holdings, served.router);
    served.server =
        std::make_unique<TestServer>(served.router, server_options_);
  }
  void start(answers::CollectionFiles files, std::vector<std::string> archives,
             Served& served) const {
    files.access = rules_;
    served.holdings = std::make_unique<answers::Holdings>();
    served.holdings->taken_away = taken_away_;
    NoProblems none;
    served.holdings->archives = std::make_unique<const answers::Archives>(
        std::move(archives), std::vector<std::string>(), nullptr, none);
    served.holdings->collections.add(
        std::make_unique<answers::Collection>("c", std::move(files), nullptr));
    start(served);
  }

  tests::TempDir folder_;
  std::string taken_away_;
  std::array<Shard, kShards> shards_;
  ServerOptions server_options_;
  size_t records_ = 0;
  uint64_t first_offset_ = 0;
  bool has_lines_ = true;
  std::string rules_;
  std::array<Served, kShards> served_;
  Served whole_;
  Served front_;
};

}  // namespace wax::serve
