// wax-serve as a process: what it prints, and how it stops.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/command.h"
#include "tests/support/http_client.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

// `wax-serve --listen 127.0.0.1:0 ARGUMENTS...` in a folder.
class ServeProcess {
 public:
  ServeProcess(const std::string& folder, std::vector<std::string> arguments) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    std::string program = program_folder() + "/wax-serve";
    arguments.insert(arguments.begin(),
                     {program, "--listen", "127.0.0.1:0", "-q"});
    std::vector<char*> words;
    for (std::string& word : arguments) words.push_back(word.data());
    words.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      if (::chdir(folder.c_str()) == 0) ::execv(program.c_str(), words.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    char c;
    while (::read(ends[0], &c, 1) == 1 && c != '\n') url_ += c;
    ::close(ends[0]);
  }
  ~ServeProcess() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }

  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] uint16_t port() const {
    size_t colon = url_.rfind(':');
    return colon == std::string::npos
               ? uint16_t{0}
               : static_cast<uint16_t>(std::atoi(url_.c_str() + colon + 1));
  }
  void send(int signal) const { ::kill(pid_, signal); }
  // The exit code, or 128 + the signal's number.
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t pid_ = 0;
  std::string url_;
};

constexpr const char* kTwoCaptures =
    " CDX N b a m s k r M S V g\n"
    "com,example)/ 20060101000000 http://example.com/ text/html 200 "
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - - 10 0 a.warc.gz\n"
    "com,example)/ 20070101000000 http://example.com/ text/html 200 "
    "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB - - 10 20 a.warc.gz\n";

TEST(Serve, AnswersAtTheAddressThatItPrintsUntilItIsStopped) {
  TempDir folder;
  folder.write("a.cdx", kTwoCaptures);
  for (int signal : {SIGTERM, SIGINT}) {
    ServeProcess server(folder.path(),
                        {"--cdx", "a.cdx", "--access-log", "log"});
    EXPECT_TRUE(server.url().starts_with("http://127.0.0.1:")) << server.url();
    EXPECT_EQ(http_get(server.port(), "/healthz").body, "ok\n");
    HttpAnswer metrics = http_get(server.port(), "/metrics");
    EXPECT_NE(metrics.body.find(
                  "wax_collection_generation{collection=\"captures\"} 1\n"),
              std::string::npos)
        << metrics.body;
    server.send(signal);
    EXPECT_EQ(server.wait(), 0);
    EXPECT_NE(read_file(folder / "log").find("\"GET /healthz HTTP/1.1\" 200 3"),
              std::string::npos);
    EXPECT_EQ(::unlink((folder / "log").c_str()), 0);
  }
}

TEST(Serve, OpensItsLogAgainOnSighup) {
  TempDir folder;
  folder.write("a.cdx", kTwoCaptures);
  ServeProcess server(folder.path(), {"--cdx", "a.cdx", "--access-log", "log"});
  EXPECT_EQ(http_get(server.port(), "/healthz").status, 200);
  ASSERT_EQ(::rename((folder / "log").c_str(), (folder / "old").c_str()), 0);
  server.send(SIGHUP);
  while (::access((folder / "log").c_str(), F_OK) != 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(http_get(server.port(), "/robots.txt").status, 200);
  server.send(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_NE(read_file(folder / "log").find("robots.txt"), std::string::npos);
}

// Two archives of one name, the second added while the server runs.
TEST(Serve, ShowsTheRecordsOfABuildFromWhereItReadThem) {
  TempDir folder;
  auto add = [&](const std::string& name, const std::string& url) {
    folder.write(name, warc_record(http_response("<p>" + url + "</p>"),
                                   {.uri = "http://example.org/" + url}));
    EXPECT_EQ(run_command("wax-build -q out " + name, {folder.path(), {}}).code,
              0);
  };
  add("a/x.warc", "first");
  auto raw = [](const ServeProcess& server, const std::string& url) {
    return http_get(server.port(),
                    "/raw/20140103030321id_/http://example.org/" + url);
  };
  ServeProcess server(folder.path(), {"out"});
  EXPECT_EQ(raw(server, "first").body, "<p>first</p>");
  add("b/x.warc", "second");
  HttpAnswer second = raw(server, "second");
  for (int i = 0; i < 100 && second.status == 404; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    second = raw(server, "second");
  }
  EXPECT_EQ(second.body, "<p>second</p>");
  EXPECT_EQ(raw(server, "first").body, "<p>first</p>");
  ServeProcess without(folder.path(), {"--no-archives", "out"});
  EXPECT_EQ(raw(without, "first").status, 404);
}

TEST(Serve, SaysWhyItCannotBegin) {
  TempDir folder;
  folder.write("a.cdx", kTwoCaptures);
  auto message = [&](const std::string& arguments) {
    CommandResult result =
        run_command("wax-serve " + arguments, {folder.path(), {}});
    EXPECT_EQ(result.code, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err;
  };
  EXPECT_EQ(message(""),
            "wax-serve: give a folder that wax-build has made, or --cdx "
            "FILE\n");
  EXPECT_EQ(message("no-such"),
            "wax-serve: no-such is not a folder that wax-build has made\n");
  EXPECT_EQ(message("--cdx a.cdx --listen nowhere"),
            "wax-serve: 'nowhere' is no address to listen to, such as "
            "127.0.0.1:8080\n");
  EXPECT_EQ(message("--cdx a.cdx . /"),
            "wax-serve: --cdx goes with at most one DIR\n");
}

}  // namespace
}  // namespace wax::tests
