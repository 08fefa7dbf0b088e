// wax-serve as a process: what it prints, and how it stops.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/allocations.h"
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
  // Bytes of memory that it has had at most.
  [[nodiscard]] uint64_t peak() const {
    std::string status = read_file("/proc/" + std::to_string(pid_) + "/status");
    size_t at = status.find("VmHWM:");
    return at == std::string::npos
               ? 0
               : std::strtoull(status.c_str() + at + 6, nullptr, 10) * 1024;
  }
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

TEST(Serve, AFolderOfFilesNeedsNoCollection) {
  TempDir folder;
  folder.write("files/a b.csv", "0123");
  ServeProcess server(folder.path(), {"--files", "files"});
  EXPECT_EQ(http_get(server.port(), "/files/a%20b.csv").body, "0123");
  EXPECT_EQ(http_get(server.port(), "/healthz").body, "ok\n");
  EXPECT_EQ(http_get(server.port(), "/files/").body, "a b.csv\n");
  const std::string html = "Accept: text/html\r\n";
  EXPECT_NE(http_get(server.port(), "/files/", html)
                .body.find("<a href=\"/files/a%20b.csv\">a b.csv</a>"),
            std::string::npos);
  HttpAnswer front = http_get(server.port(), "/", html);
  EXPECT_EQ(front.status, 302);
  EXPECT_TRUE(front.header("location").ends_with("/files/"));
  for (const char* path : {"/search?query=a", "/cdx?url=a.org", "/a", "/url"}) {
    EXPECT_EQ(http_get(server.port(), path, html).status, 404) << path;
  }
  EXPECT_EQ(http_get(server.port(), "/metrics").status, 200);
}

TEST(Serve, HasCdxFilesThatAreSearchedFromAfar) {
  TempDir folder;
  folder.write("files/a.cdx", kTwoCaptures);
  ServeProcess server(folder.path(), {"--files", "files"});
  const auto found = run_command("wax-cdx-lookup http://example.com/ " +
                                 server.url() + "files/a.cdx");
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_EQ(found.out, std::string(kTwoCaptures)
                           .substr(std::string(kTwoCaptures).find('\n') + 1));
}

// A rank of 2.6 MB, whose ETag is weak at first, is searched by ranges of it.
TEST(Serve, HasRanksThatAreSearchedFromAfar) {
  TempDir folder;
  std::string views;
  for (int i = 0; i < 60'000; ++i) {
    views += "com,example)/" + std::to_string(i) + ' ' + std::to_string(i + 1) +
             '\n';
  }
  folder.write("views-2021-01", views);
  auto run = [&](const std::string& command) {
    return run_command(command,
                       {.directory = folder.path(), .environment = {}});
  };
  ASSERT_EQ(run("wax-rank -q ranks --views views-2021-01").code, 0);
  ServeProcess server(folder.path(), {"--files", "ranks"});
  const std::string keys =
      " 'com,example)/7' none 'com,example)/59999' 'com,example)/31234'";
  const auto near = run("wax-rank-lookup ranks" + keys);
  const auto far = run("wax-rank-lookup " + server.url() + "files" + keys);
  EXPECT_EQ(near.code, 1);
  EXPECT_EQ(far.code, 1);
  EXPECT_EQ(near.out, far.out);
  EXPECT_NE(near.out.find("\ncom,example)/59999\t1\t100.00\t60000\t"),
            std::string::npos)
      << near.out;
  const auto none = run("wax-rank-lookup " + server.url() + "nothing a");
  EXPECT_EQ(none.code, 2) << none.err;
}

TEST(Serve, ShowsTheManual) {
  const std::string manual = program_folder() + "/../man/html/index.html";
  if (::access(manual.c_str(), F_OK) != 0) GTEST_SKIP() << "no mandoc";
  TempDir folder;
  folder.write("a.cdx", kTwoCaptures);
  ServeProcess server(folder.path(), {"--cdx", "a.cdx"});
  EXPECT_TRUE(
      http_get(server.port(), "/help").header("location").ends_with("/help/"));
  EXPECT_NE(http_get(server.port(), "/help/").body.find("wax-serve.1.html"),
            std::string::npos);
  HttpAnswer page = http_get(server.port(), "/help/wax-serve.1.html");
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_NE(page.body.find("--files"), std::string::npos);
  EXPECT_EQ(http_get(server.port(), "/help/man.css").status, 200);
  for (const char* path : {"/help/../man.css", "/help/%2e%2e/CMakeCache.txt",
                           "/help/none.html", "/help/a/b.html"}) {
    EXPECT_EQ(http_get(server.port(), path).status, 404) << path;
  }
  EXPECT_NE(http_get(server.port(), "/guide").body.find("<a href=\"/help/\">"),
            std::string::npos);
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

// Three shards with 20 pages each, all with the word "heron".
void build_three_shards(const TempDir& folder) {
  for (const char* name : {"a", "b", "c"}) {
    std::string records;
    for (int i = 0; i < 20; ++i) {
      std::string page = name + std::to_string(i);
      records += warc_record(
          http_response("<title>" + page + "</title><p>A heron of " + page),
          {.uri = "http://example.org/" + page});
    }
    folder.write(std::string(name) + ".warc", records);
    CommandResult built = run_command(
        "wax-build -q out " + std::string(name) + ".warc", {folder.path(), {}});
    EXPECT_EQ(built.code, 0) << built.err;
  }
}

// What every way of asking says when a shard is lost.
void expect_incomplete(const TempDir& folder, const ServeProcess& server,
                       const std::string& shard) {
  const std::string reason = "1 shard could not be read";
  auto expect_in = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  };
  auto body_of = [&](const std::string& target) {
    HttpAnswer answer = http_get(server.port(), target);
    EXPECT_EQ(answer.status, 200) << target << answer.body;
    EXPECT_TRUE(answer.whole) << target;
    return answer.body;
  };
  std::string found = body_of("/api/search?query=heron");
  expect_in(found, "\"total\":40");
  expect_in(found, "\"incomplete\":[\"" + reason + "\"]");
  expect_in(body_of("/search?query=heron"),
            reason);
  expect_in(body_of("/trends?query=heron"),
            "heron: " + reason);
  expect_in(body_of("/opensearch?query=heron"),
            "<nutch:incomplete>" + reason + "</nutch:incomplete>");
  expect_in(body_of("/url?url=http://example.org/a0"),
            "the shard " + shard + " could not be read");
  for (const char* format : {"csv", "urls", "cdx", "jsonl"}) {
    HttpAnswer answer = http_get(
        server.port(), std::string("/api/export?query=heron&format=") + format);
    EXPECT_TRUE(answer.whole) << format;
    EXPECT_EQ(answer.header("trailer"), "Wax-Incomplete") << format;
    EXPECT_EQ(answer.trailers["wax-incomplete"], reason) << format;
    size_t last = answer.body.rfind('\n', answer.body.size() - 2) + 1;
    EXPECT_EQ(answer.body.substr(last),
              format == std::string("jsonl")
                  ? "{\"incomplete\":[\"" + reason + "\"]}\n"
                  : "# incomplete: " + reason + "\n");
  }
  EXPECT_EQ(body_of("/healthz"),
            "degraded\nout: the shard " + shard + " could not be read\n");
  std::string metrics = body_of("/metrics");
  expect_in(metrics, "\nwax_missing_shards{collection=\"out\"} 1\n");
  EXPECT_EQ(metrics.find("wax_incomplete_answers_total{collection=\"out\"} 0"),
            std::string::npos);
  CommandResult searched =
      run_command("wax-search --count out heron", {folder.path(), {}});
  EXPECT_EQ(searched.code, 1);
  EXPECT_EQ(searched.out, "40\n");
  expect_in(searched.err, "unreadable-shard");
  expect_in(searched.err, "pindexes/" + shard);
}

TEST(Serve, SaysEverywhereThatAShardIsDamaged) {
  TempDir folder;
  build_three_shards(folder);
  ServeProcess server(folder.path(), {"out"});
  EXPECT_EQ(http_get(server.port(), "/healthz").body, "ok\n");
  HttpAnswer whole = http_get(server.port(), "/api/export?query=heron");
  EXPECT_EQ(whole.header("trailer"), "Wax-Incomplete");
  EXPECT_TRUE(whole.trailers.empty());
  CommandResult damaged = run_command(
      "for f in out/pindexes/002/main/*.frq; do size=$(stat -c %s $f); "
      "head -c $size /dev/urandom | dd of=$f conv=notrunc status=none; done",
      {folder.path(), {}});
  EXPECT_EQ(damaged.code, 0) << damaged.err;
  EXPECT_EQ(http_get(server.port(), "/api/search?query=heron").status, 200);
  expect_incomplete(folder, server, "002");
}

// Answers that were being made of it are made again without it.
TEST(Serve, GoesOnWithoutAShardThatIsTruncated) {
  TempDir folder;
  build_three_shards(folder);
  ServeProcess server(folder.path(), {"out"});
  EXPECT_EQ(http_get(server.port(), "/api/search?query=heron").status, 200);
  const CommandResult cut = run_command(
      "truncate -s 0 out/pindexes/002/main/*.frq", {folder.path(), {}});
  EXPECT_EQ(cut.code, 0) << cut.err;
  EXPECT_EQ(http_get(server.port(), "/api/search?query=heron").status, 200);
  expect_incomplete(folder, server, "002");
}

TEST(Serve, SaysEverywhereThatAShardIsGone) {
  TempDir folder;
  build_three_shards(folder);
  const std::string shard = folder / "out/pindexes/002";
  auto wait_for = [](const ServeProcess& server, const std::string& begin) {
    std::string health;
    for (int i = 0; i < 200; ++i) {
      (void)http_get(server.port(), "/api/search?query=heron");
      health = http_get(server.port(), "/healthz").body;
      if (health.starts_with(begin)) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_TRUE(health.starts_with(begin)) << health;
  };
  {
    ServeProcess server(folder.path(), {"out"});
    EXPECT_EQ(http_get(server.port(), "/healthz").body, "ok\n");
    ASSERT_EQ(::rename(shard.c_str(), (folder / "away").c_str()), 0);
    wait_for(server, "degraded\n");
    expect_incomplete(folder, server, "002");
  }
  ServeProcess restarted(folder.path(), {"out"});
  expect_incomplete(folder, restarted, "002");
  ASSERT_EQ(::rename((folder / "away").c_str(), shard.c_str()), 0);
  wait_for(restarted, "ok\n");
  // The dates of a shard are a part of it.
  ASSERT_EQ(::rename((shard + "/dates").c_str(), (folder / "away").c_str()), 0);
  wait_for(restarted, "degraded\n");
  expect_incomplete(folder, restarted, "002");
  // All of the full text: the state before stays.
  ASSERT_EQ(::rename((folder / "away").c_str(), (shard + "/dates").c_str()), 0);
  wait_for(restarted, "ok\n");
  ASSERT_EQ(
      ::rename((folder / "out/pindexes").c_str(), (folder / "away").c_str()),
      0);
  wait_for(restarted, "degraded\nout: a newer state could not be opened\n");
  EXPECT_NE(http_get(restarted.port(), "/api/search?query=heron")
                .body.find("\"total\":60"),
            std::string::npos);
}

// Lines that are sorted for a request need no more than is set for one.
// Three processes and one in front, of which one is killed while it is asked.
TEST(Serve, JoinsShardsAndNamesTheOneThatIsKilled) {
  TempDir folder;
  const std::string crawl = source_path("examples/crawl/valley-");
  constexpr const char* kParts[][2] = {{"2006-11.arc.gz", "2007-10.warc.gz"},
                                       {"2007-12.warc", "2008-05.warc.gz"},
                                       {"2008-11.warc.gz", "2009-06.warc.gz"}};
  std::vector<std::unique_ptr<ServeProcess>> shards;
  std::vector<std::string> arguments = {"--shards"};
  std::string whole;
  for (const auto& [first, second] : kParts) {
    const std::string name = "part" + std::to_string(shards.size());
    const CommandResult built = run_command(
        "wax-build -q " + name + ' ' + crawl + first + ' ' + crawl + second,
        {folder.path(), {}});
    ASSERT_EQ(built.code, 0) << built.err;
    // All parts as shards of one collection.
    std::filesystem::create_directories(folder / "whole/pindexes");
    std::filesystem::copy(folder / (name + "/pindexes/001").c_str(),
                          folder / ("whole/pindexes/" + name).c_str(),
                          std::filesystem::copy_options::recursive);
    shards.push_back(std::make_unique<ServeProcess>(
        folder.path(), std::vector<std::string>{name}));
    arguments.push_back(shards.back()->url());
  }
  const ServeProcess one(folder.path(),
                         {"whole", "--cdx", "part0/batches/001/captures.cdx",
                          "--cdx", "part1/batches/001/captures.cdx", "--cdx",
                          "part2/batches/001/captures.cdx"});
  const ServeProcess front(folder.path(), arguments);
  const std::string site = "www.waxwing-valley.example/";
  for (const std::string& target :
       {std::string("/api/search?query=heron+OR+castle&count=50"),
        std::string("/api/search?query=%22grey+heron%22&facet=type"),
        std::string("/api/search?query=bird*&sort=newest&collapse=url"),
        std::string("/api/search?query=the+valley&start=10&collapse=site"),
        std::string("/api/search?query=birds+-heron&from=2007&to=2008"),
        std::string("/api/export?query=heron&format=jsonl"),
        "/cdx?matchType=host&url=" + site, "/cdx?limit=-3&url=" + site,
        "/cdx?closest=2008&output=json&url=" + site,
        "/api/captures?url=http://" + site}) {
    const HttpAnswer wanted = http_get(one.port(), target);
    ASSERT_EQ(wanted.status, 200) << target;
    EXPECT_EQ(http_get(front.port(), target).body, wanted.body) << target;
  }
  std::thread killer([&shards] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    shards[1]->send(SIGKILL);
  });
  std::string url = arguments[2].substr(7);
  url.pop_back();
  const std::string reason = "the shard " + url;
  bool named = false;
  for (int i = 0; i < 200 && !named; ++i) {
    const HttpAnswer answer =
        http_get(front.port(), "/api/search?query=heron&count=50");
    EXPECT_EQ(answer.status, 200);
    named =
        answer.body.find("\"incomplete\":[\"" + reason) != std::string::npos;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  killer.join();
  EXPECT_TRUE(named);
  EXPECT_NE(http_get(front.port(), "/healthz").body.find(reason),
            std::string::npos);
}

TEST(Serve, ShardsThatCannotBeJoinedAreRefused) {
  for (const char* arguments :
       {"--shards ftp://a", "--shards http://127.0.0.1:1",
        "--shards http://127.0.0.1:1 --cdx a.cdx",
        "--shards http://127.0.0.1:1 --write-from-loopback"}) {
    const CommandResult bad =
        run_command(std::string("wax-serve ") + arguments);
    EXPECT_EQ(bad.code, 2) << arguments;
    EXPECT_TRUE(bad.err.starts_with("wax-serve: ")) << bad.err;
  }
}

TEST(Serve, SortsLinesInABoundedMemory) {
  TempDir folder;
  std::string lines = " CDX N b a m s k r M S V g\n";
  constexpr int kLines = 500'000;  // 80 MB
  lines.reserve(size_t{kLines} * 160);
  for (int i = 0; i < kLines; ++i) {
    std::string n = std::to_string(1'000'000 + i);
    lines += "com,example)/" + n + " 20060101000000 http://example.com/" + n +
             std::string(40, 'a') + " text/html 200 " + std::string(32, 'A') +
             " - - 10 " + n + " a.warc.gz\n";
  }
  folder.write("a.cdx", lines);
  ServeProcess server(folder.path(), {"--cdx", "a.cdx"});
  uint64_t before = server.peak();
  HttpAnswer answer = http_get(
      server.port(), "/cdx?url=example.com&matchType=domain&closest=2007");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.whole);
  EXPECT_EQ(std::count(answer.body.begin(), answer.body.end(), '\n'), kLines);
  if (under_own_memory()) {
    EXPECT_LT(server.peak() - before, uint64_t{60} << 20);
  }
}

TEST(Serve, LinksBeginWithThePublicUrl) {
  TempDir folder;
  folder.write("a.cdx", kTwoCaptures);
  ServeProcess server(folder.path(), {"--cdx", "a.cdx", "--public-url",
                                      "https://archive.example/wax/",
                                      "--replay", "https://replay.example/"});
  const std::string base = "https://archive.example/wax/";
  auto has = [&](const std::string& target, const std::string& part) {
    HttpAnswer answer =
        http_get(server.port(), target, "X-Forwarded-Host: other.example\r\n");
    std::string text = answer.body;
    for (const auto& [name, value] : answer.headers) {
      text += name + ": " + value + '\n';
    }
    EXPECT_NE(text.find(part), std::string::npos) << target << '\n' << text;
    EXPECT_EQ(text.find("localhost"), std::string::npos) << target << text;
  };
  has("/timemap/link/http://example.com/",
      '<' + base + "timegate/http://example.com/>; rel=\"timegate\"");
  has("/timegate/http://example.com/", '<' + base + "timemap/link/");
  has("/api/openapi.json", "\"url\": \"https://archive.example/wax\"");
  has("/opensearch/description.xml", "template=\"" + base + "search?query=");
  CommandResult bad = run_command(
      "wax-serve --cdx a.cdx --public-url example.org", {folder.path(), {}});
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(bad.err,
            "wax-serve: 'example.org' is not the URL of a server, such as "
            "https://example.org/\n");
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
            "wax-serve: give a folder that wax-build has made, --cdx "
            "FILE or --files FOLDER\n");
  EXPECT_EQ(message("no-such"),
            "wax-serve: no-such: there is no such folder; give the collection "
            "that wax build has made, or an index\n");
  EXPECT_EQ(message("--cdx a.cdx --listen nowhere"),
            "wax-serve: 'nowhere' is not an address to listen on, such as "
            "127.0.0.1:8080\n");
  EXPECT_EQ(message("--cdx a.cdx . /"),
            "wax-serve: --cdx goes with at most one DIR\n");
  folder.write("a.dup",
               "# identity profile=pywb urlkey=surt digest=missing\n"
               "example,a)/ sha1:A 20060101000000\n");
  EXPECT_NE(message("--cdx a.dup").find("a.dup: at byte 0: this is a list"),
            std::string::npos);
  const ServeProcess other(folder.path(), {"--cdx", "a.cdx"});
  const std::string address = "127.0.0.1:" + std::to_string(other.port());
  EXPECT_EQ(message("--cdx a.cdx --listen " + address),
            "wax-serve: " + address +
                ": another program listens at this address; give --listen "
                "another port\n");
}

}  // namespace
}  // namespace wax::tests
