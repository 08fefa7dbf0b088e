// A collection of random pages, served whole by one server, and by three that
// have a part each with another one in front.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/requests/escape.h"
#include "answers/shards/shard_servers.h"
#include "answers/shown/holdings.h"
#include "index/writer/index_writer.h"
#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "serve/http/router.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/test_server.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {

class JoinedSite {
 public:
  static constexpr size_t kShards = 3;

  explicit JoinedSite(
      unsigned seed = 20061105,
      std::chrono::milliseconds timeout = std::chrono::milliseconds(5000))
      : random_(seed) {
    std::cout << "seed " << seed << '\n';
    std::vector<std::string> all_cdx;
    answers::ShardOptions options;
    options.timeout = timeout;
    for (size_t n = 0; n < kShards; ++n) {
      Served& shard = shards_[n];
      const std::string cdx = write_shard(n);
      all_cdx.push_back(cdx);
      serve({folder_ / ("s" + std::to_string(n)), {cdx}}, shard);
      options.urls.push_back("http://127.0.0.1:" +
                             std::to_string(shard.server->port()));
    }
    serve({folder_ / "whole", all_cdx}, whole_);
    auto servers = std::make_shared<const answers::ShardServers>(options);
    front_.holdings = std::make_unique<answers::Holdings>();
    front_.holdings->collections.add(
        std::make_unique<answers::Collection>("c", servers));
    start(front_);
  }

  // The answers of the one server, and of the one in front.
  [[nodiscard]] tests::HttpAnswer whole(std::string_view target) const {
    return whole_.server->get(target);
  }
  [[nodiscard]] tests::HttpAnswer front(std::string_view target) const {
    tests::HttpAnswer answer = front_.server->get(target);
    // The one thing in which they differ by right.
    const std::string mine = std::to_string(front_.server->port());
    const std::string other = std::to_string(whole_.server->port());
    for (size_t at = 0; (at = answer.body.find("127.0.0.1:" + mine, at)) !=
                        std::string::npos;) {
      answer.body.replace(at + 10, mine.size(), other);
    }
    return answer;
  }
  [[nodiscard]] answers::Scope front_scope() const {
    return scope_of(*front_.holdings, answers::Request());
  }
  [[nodiscard]] answers::Scope whole_scope() const {
    return scope_of(*whole_.holdings, answers::Request());
  }
  [[nodiscard]] TestServer& shard(size_t n) { return *shards_[n].server; }
  [[nodiscard]] std::string shard_name(size_t n) const {
    return "127.0.0.1:" + std::to_string(ports_[n]);
  }
  void stop_shard(size_t n) {
    ports_[n] = shards_[n].server->port();
    shards_[n].server.reset();
  }

  size_t pick(size_t n) { return random_() % n; }
  std::string word() {
    constexpr const char* kWords[] = {"heron", "grey",  "river", "castle",
                                      "birds", "bird",  "nest",  "nests",
                                      "stone", "pines", "valley"};
    return kWords[pick(1 + pick(std::size(kWords)))];
  }
  // Parameters of a search.
  std::string search() {
    std::string text;
    switch (pick(8)) {
      case 0:
        text = '"' + word() + ' ' + word() + '"';
        break;
      case 1:
        text = word() + " OR " + word();
        break;
      case 2:
        text = word() + " -" + word();
        break;
      case 3:
        text = word().substr(0, 3) + '*';
        break;
      case 4:
        text = url(pick(kUrls));
        break;
      case 5:
        text = word() + ' ' + word() + " date:200" + std::to_string(pick(9));
        break;
      default:
        text = word() + ' ' + word();
    }
    std::string parameters = "query=" + answers::url_part(text);
    auto one_of = [&](std::vector<std::string> values) {
      parameters += values[pick(values.size())];
    };
    one_of({"", "", "&start=10", "&start=20&count=10", "&count=3"});
    one_of({"", "", "", "&sort=newest", "&sort=oldest", "&sort=length",
            "&sort=site:asc", "&sort=title"});
    one_of({"", "", "&collapse=url", "&collapse=site", "&collapse=similar"});
    one_of({"", "", "&from=2004", "&to=2006", "&from=2003&to=2005"});
    one_of({"", "", "&site=a.org", "&type=image/gif"});
    one_of({"", "&facet=site&facet=type", "&facet=length&facetValues=3"});
    return parameters;
  }

  static constexpr size_t kUrls = 60;
  static std::string url(size_t n) {
    return "http://" + std::string(1, static_cast<char>('a' + n % 5)) +
           ".org/page" + std::to_string(n);
  }
  static std::string key(size_t n) {
    return "org," + std::string(1, static_cast<char>('a' + n % 5)) + ")/page" +
           std::to_string(n);
  }

 private:
  struct Served {
    std::unique_ptr<answers::Holdings> holdings;
    Router router;
    std::unique_ptr<TestServer> server;
  };

  static void start(Served& served) {
    const answers::Holdings& holdings = *served.holdings;
    add_cdx_routes(holdings, served.router);
    add_memento_routes(holdings, served.router);
    add_shard_routes(holdings, served.router);
    add_search_api(holdings, served.router);
    add_export(holdings, served.router);
    add_opensearch(holdings, served.router);
    add_page_routes(holdings, served.router);
    add_raw_routes(holdings, served.router);
    served.server = std::make_unique<TestServer>(served.router);
  }
  static void serve(answers::CollectionFiles files, Served& served) {
    served.holdings = std::make_unique<answers::Holdings>();
    served.holdings->collections.add(std::make_unique<answers::Collection>(
        "c", std::move(files), [](std::string_view) {}));
    start(served);
  }

  // Its index, there and in the whole collection. Returns its CDX file.
  std::string write_shard(size_t n) {
    const std::string number = "00" + std::to_string(n);
    index::IndexWriter here(
        folder_ / ("s" + std::to_string(n) + "/pindexes/001/main"), {});
    index::IndexWriter whole(folder_ / ("whole/pindexes/" + number + "/main"),
                             {});
    std::vector<std::string> lines;
    for (size_t pages = 60 + pick(90); pages > 0; --pages) {
      const size_t at = pick(kUrls);
      std::string digest;
      for (int i = 0; i < 32; ++i) digest += "ABCDEFGH234567"[pick(14)];
      std::string content;
      for (size_t words = 1 + pick(30); words > 0; --words) {
        content += word() + ' ';
      }
      index::StoredDocument values = {
          {"urlkey", key(at)},
          {"digest", "sha1:" + digest},
          {"url", url(at)},
          {"site", url(at).substr(7, 5)},
          {"title", word() + ' ' + word()},
          {"type", pick(4) == 0 ? "image/gif" : "text/html"},
          {"length", std::to_string(pick(5000))},
          {"content", content}};
      if (pick(3) > 0) {
        values.push_back(
            {"simhash", "f0f0f0f0f0f0f00" + std::string(1, "0137"[pick(4)])});
      }
      for (size_t dates = 1 + pick(3); dates > 0; --dates) {
        const std::string date = "200" + std::to_string(1 + pick(8)) + "0" +
                                 std::to_string(1 + pick(9)) + "15120000";
        values.push_back({"date", date});
        lines.push_back(key(at) + ' ' + date + ' ' + url(at) +
                        " text/html 200 " + digest + " - - 500 " +
                        std::to_string(pick(9999)) + " s" + std::to_string(n) +
                        ".warc.gz");
      }
      std::vector<index::FieldValue> views;
      for (const auto& [name, value] : values) views.push_back({name, value});
      here.add(views);
      whole.add(views);
    }
    for (index::IndexWriter* writer : {&here, &whole}) {
      writer->about("urlkey", "surt");
      writer->finish();
    }
    std::sort(lines.begin(), lines.end());
    std::string text = " CDX N b a m s k r M S V g\n";
    for (const std::string& line : lines) text += line + '\n';
    return folder_.write("s" + std::to_string(n) + ".cdx", text);
  }

  std::mt19937 random_;
  tests::TempDir folder_;
  std::array<Served, kShards> shards_;
  std::array<uint16_t, kShards> ports_{};
  Served whole_;
  Served front_;
};

}  // namespace wax::serve
