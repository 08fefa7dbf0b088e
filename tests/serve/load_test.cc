// Many requests at once: memory stays as it is, and new files lose no request.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "answers/requests/escape.h"
#include "tests/serve/served_site.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using tests::HttpAnswer;
using tests::HttpClient;

constexpr int kClients = 4;

// A client sends `count` requests on one connection, each a next one of the
// targets.
void ask_often(uint16_t port, const std::vector<std::string>& targets,
               size_t count, std::atomic<size_t>& lost) {
  HttpClient client(port);
  for (size_t i = 0; i < count; ++i) {
    client.send("GET " + targets[i % targets.size()] +
                " HTTP/1.1\r\nHost: a\r\n\r\n");
    HttpAnswer answer = client.read();
    if (!answer.whole || answer.status >= 500) ++lost;
  }
}

void ask_at_once(uint16_t port, const std::vector<std::string>& targets,
                 size_t count, std::atomic<size_t>& lost) {
  std::vector<std::thread> clients;
  for (int i = 0; i < kClients; ++i) {
    clients.emplace_back(
        [&] { ask_often(port, targets, count / kClients, lost); });
  }
  for (std::thread& client : clients) client.join();
}

size_t bytes_in_use() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(Load, MemoryStaysFlatOverManyRequests) {
  SmallSite small;
  Router router = small.router();
  add_cdx_routes(small.holdings(), router);
  add_memento_routes(small.holdings(), router);
  TestServer server(router);
  const std::vector<std::string> targets = {
      "/cdx?url=http%3A%2F%2Fwww.example.org%2F0",
      "/search?query=heron",
      "/api/search?query=grey&facet=site",
      "/cdx?url=example.org&matchType=domain&output=json",
      "/url?url=http%3A%2F%2Fwww.example.org%2F0",
      "/timegate/http://www.example.org/0",
      "/small?url=http%3A%2F%2Fwww.example.org%2F0&output=json",
      "/cdx?url=" + answers::url_part(kHostile),
      "/none",
  };
  std::atomic<size_t> lost = 0;
  ask_at_once(server.port(), targets, 5'000, lost);
  size_t before = bytes_in_use();
  ask_at_once(server.port(), targets, 15'000, lost);
  size_t after = bytes_in_use();
  EXPECT_EQ(lost, 0U);
  // 30 bytes for each request that leaks.
  EXPECT_LT(after, before + 450'000) << before;
}

// Two captures of one URL in that year.
std::string captures_of_year(int year) {
  std::string lines;
  for (const char* day : {"0101", "0202"}) {
    lines += "com,example)/ " + std::to_string(year) + day +
             "000000 http://example.com/ text/html 200 A - 1 a.warc\n";
  }
  return lines;
}

TEST(Load, NewCdxFilesLoseNoRequestAndMixInNoAnswer) {
  constexpr int kYears = 5;
  tests::TempDir folder;
  std::string path = folder.write("all.cdx", captures_of_year(2001));
  ServedSite site(ServedSite::Named{{"c", {"", {path}}}});
  std::atomic<bool> ended = false;
  std::atomic<size_t> bad = 0;
  std::atomic<size_t> asked = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < kClients; ++i) {
    clients.emplace_back([&] {
      HttpClient client(site.port());
      while (!ended) {
        client.send(
            "GET /cdx?url=example.com&fl=timestamp HTTP/1.1\r\nHost: "
            "a\r\n\r\n");
        HttpAnswer answer = client.read();
        ++asked;
        if (answer.status != 200 || answer.body.size() != 30 ||
            answer.body.substr(0, 4) != answer.body.substr(15, 4)) {
          ++bad;
        }
      }
    });
  }
  for (int year = 2002; year < 2001 + kYears; ++year) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    std::filesystem::rename(folder.write("new", captures_of_year(year)), path);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  std::string last = site.get("/cdx?url=example.com&fl=timestamp").body;
  ended = true;
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(bad, 0U);
  EXPECT_GT(asked, 100U);
  EXPECT_EQ(last.substr(0, 4), std::to_string(2000 + kYears));
}

}  // namespace
}  // namespace wax::serve
