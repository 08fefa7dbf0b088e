#include "serve/replay/replay_server.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/problem.h"
#include "tests/support/http_client.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

class ReplayServers : public testing::Test {
 protected:
  ReplayServers() {
    folder_.write("ui.js", "1");
    folder_.write("sw.js", "2");
    folder_.write("a.warc", "");
    options_.folder = folder_.path();
    NoProblems none;
    holdings_.archives = std::make_unique<const answers::Archives>(
        std::vector<std::string>{folder_.path()}, std::vector<std::string>(),
        nullptr, none);
  }
  [[nodiscard]] std::unique_ptr<ReplayServer> start() {
    return start_replay_server(options_, main_options_, main_, holdings_);
  }

  tests::TempDir folder_;
  answers::Holdings holdings_;
  Metrics metrics_;
  ServerOptions main_options_;
  Server main_{{},
               [](const answers::Request&) { return answers::Response(); },
               metrics_};
  ReplayOptions options_;
};

TEST_F(ReplayServers, ListenAtAPortOfTheirOwn) {
  const auto server = start();
  EXPECT_NE(server->port(), main_.port());
  EXPECT_EQ(holdings_.scripted.port, server->port());
  EXPECT_EQ(holdings_.scripted.main_port, main_.port());
  EXPECT_EQ(tests::http_get(server->port(), "/ui.js").body, "1");
  for (const char* path : {"/", "/search", "/view/2007/http://a/", "/files/"}) {
    EXPECT_EQ(tests::http_get(server->port(), path).status, 404) << path;
  }
}

TEST_F(ReplayServers, AnswerToNamesOfThisMachineAlone) {
  const auto server = start();
  const auto status = [&](const std::string& host) {
    tests::HttpClient client(server->port());
    client.send("GET /ui.js HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    return client.read().status;
  };
  EXPECT_EQ(status("localhost:" + std::to_string(server->port())), 200);
  EXPECT_EQ(status("evil.example.org"), 403);
}

TEST_F(ReplayServers, SentencesAreShownInTheFrame) {
  const auto server = start();
  const auto answer = tests::http_get(server->port(), "/page?url=a");
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.header("content-security-policy")
                .find("frame-ancestors http://"),
            std::string::npos);
}

TEST_F(ReplayServers, NeedAPortOfTheirOwn) {
  main_options_.port = main_.port();
  options_.listen = "127.0.0.2:" + std::to_string(main_.port());
  EXPECT_THROW((void)start(), UsageError);
}

TEST_F(ReplayServers, SayWhichPortIsTaken) {
  const auto server = start();
  options_.listen = std::to_string(server->port());
  try {
    (void)start();
    ADD_FAILURE();
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("give --replay-web-page-listen"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(ReplayServers, RefuseOptionsThatTellReadersNothing) {
  main_options_.public_url = "https://example.org";
  EXPECT_THROW((void)start(), UsageError);
  options_.url = "https://scripts.example.org/";
  EXPECT_NE(start(), nullptr);
  EXPECT_EQ(holdings_.scripted.url, "https://scripts.example.org");
  options_.url = "https://EXAMPLE.org:443/scripts";
  EXPECT_THROW((void)start(), UsageError);
  options_.url = "https://scripts.example.org/";
  main_options_.public_url.clear();
  EXPECT_THROW((void)start(), UsageError);
  options_.folder.clear();
  EXPECT_THROW((void)start(), UsageError);
  options_.url.clear();
  EXPECT_EQ(start(), nullptr);
}

}  // namespace
}  // namespace wax::serve
