// Rules of access in all that a server answers.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "answers/requests/message.h"
#include "cdx/format/capture.h"
#include "index/writer/index_writer.h"
#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "serve/pages/page_routes.h"
#include "tests/support/temp_dir.h"
#include "text/json_tree.h"
#include "warc/record/digest.h"

namespace wax::serve {
namespace {

using nlohmann::json;

// Three pages: "a" and "c" with a capture each, "b" with two of one version.
class RuledSite {
 public:
  // What records have before and after their digests.
  explicit RuledSite(const std::string& before = "",
                     const std::string& after = "") {
    index::IndexWriter writer(folder_ / "site/pindexes/001/main", {});
    const std::vector<std::pair<std::string, std::vector<std::string>>> pages =
        {{"a", {"20050101000000"}},
         {"b", {"20050202000000", "20080202000000"}},
         {"c", {"20080303000000"}}};
    for (const auto& [name, dates] : pages) {
      std::string key = "org,example)/" + name;
      const std::string written = before + digest_of(name).substr(5) + after;
      std::string digest = warc::normal_digest(written);
      std::string url = "http://example.org/" + name;
      std::string title = "Heron " + name;
      std::string content = "a grey heron of " + name;
      std::vector<index::FieldValue> document = {
          {"urlkey", key},
          {"digest", digest},
          {"url", url},
          {"site", "example.org"},
          {"type", name == "c" ? "text/plain" : "text/html"},
          {"title", title},
          {"content", content}};
      for (const std::string& date : dates) document.push_back({"date", date});
      writer.add(document);
      for (const std::string& date : dates) {
        cdx_ += "org,example)/" + name + ' ' + date + " http://example.org/" +
                name + " text/html 200 ";
        cdx::append_column(written, ' ', cdx_);
        cdx_ += " - - 100 7 a.warc.gz\n";
      }
    }
    writer.about("urlkey", "surt");
    writer.finish();
    folder_.write("site/captures.cdx", " CDX N b a m s k r M S V g\n" + cdx_);
    set_rules("");
    site_.collections.add(std::make_unique<answers::Collection>(
        "site",
        answers::CollectionFiles{folder_ / "site", {}, false, false, ""},
        [this](std::string_view text) { reports_ += text; }));
    add_cdx_routes(site_, router_);
    add_memento_routes(site_, router_);
    add_search_api(site_, router_);
    add_export(site_, router_);
    add_opensearch(site_, router_);
    add_page_routes(site_, router_);
    add_raw_routes(site_, router_);
  }

  static std::string digest_of(const std::string& name) {
    return "sha1:" + std::string(32, static_cast<char>('A' + name[0] - 'a'));
  }

  void set_rules(const std::string& text) {
    folder_.write("site/access", text);
    for (const auto& one : site_.collections.all()) one->look_again();
  }

  // What a path answers: the status, if it is no success, else the body.
  [[nodiscard]] std::string get(const std::string& target) {
    answers::Request request;
    request.method = "GET";
    request.target = target;
    size_t question = std::min(target.find('?'), target.size());
    request.path = target.substr(0, question);
    request.parameters = answers::Parameters(
        target.substr(std::min(question + 1, target.size())));
    request.headers = {{"Host", "localhost"}};
    try {
      answers::Response response = router_.answer(request);
      if (response.status >= 400) return std::to_string(response.status);
      std::string body = response.body;
      for (const answers::Header& header : response.headers) {
        if (header.name == "Location") body += header.value;
      }
      std::string piece;
      while (response.stream != nullptr && response.stream->next(piece)) {
        body += piece;
        piece.clear();
      }
      return body;
    } catch (const answers::NotFound&) {
      return "404";
    }
  }
  void say_of_taken(const std::string& text) { site_.taken_away = text; }
  // The status of a path, and the sentence of another one than 404.
  [[nodiscard]] std::string status(const std::string& target) {
    answers::Request request;
    request.method = "GET";
    EXPECT_TRUE(read_target(target, request));
    request.headers = {{"Host", "localhost"}};
    try {
      const answers::Response response = router_.answer(request);
      if (response.status == 404) return "404";
      return std::to_string(response.status) + ' ' + response.body;
    } catch (const answers::NotFound&) {
      return "404";
    }
  }
  [[nodiscard]] json search(const std::string& parameters) {
    return text::parse_json(get("/api/search?" + parameters));
  }
  [[nodiscard]] const std::string& reports() const { return reports_; }

 private:
  tests::TempDir folder_;
  std::string cdx_;
  std::string reports_;
  answers::Holdings site_;
  Router router_;
};

// The names of the pages that an answer shows, by their URLs or dates.
std::string pages_in(const std::string& body) {
  std::string names;
  for (const char* name : {"a", "b", "c"}) {
    if (body.find(std::string("example.org/") + name) != std::string::npos) {
      names += name;
    }
  }
  return names;
}

std::set<std::string> dates_in(const std::string& body) {
  std::set<std::string> dates;
  for (const char* date : {"20050101000000", "20050202000000", "20080202000000",
                           "20080303000000"}) {
    if (body.find(date) != std::string::npos) dates.insert(date);
  }
  return dates;
}

const std::string kEverything[] = {
    "/cdx?url=example.org&matchType=host",
    "/cdx/search/cdx?url=example.org&matchType=host&output=json",
    "/site?url=example.org&matchType=host",
    "/site/cdx?url=example.org&matchType=host&sort=reverse",
    "/site/cdx?url=example.org&matchType=host&page=0",
    "/site/cdx?url=example.org/*&closest=2006&output=json",
    "/site?q=type:prefixquery%20url:http%253A%252F%252Fexample.org%252F",
    "/cdx?url=example.org&matchType=host&output=link",
    "/api/search?query=heron",
    "/api/export?query=heron&format=csv",
    "/api/export?query=heron&format=urls",
    "/api/export?query=heron&format=jsonl",
    "/api/export?query=heron&format=cdx",
    "/opensearch?query=heron&hitsPerSite=0",
    "/search?query=heron&collapse=none"};

TEST(Access, IsTheSameInAllThatListsCaptures) {
  RuledSite site;
  for (const std::string& path : kEverything) {
    site.set_rules("allow all\n");
    EXPECT_EQ(pages_in(site.get(path)), "abc") << path;
    site.set_rules("block surt org,example)/a\n");
    EXPECT_EQ(pages_in(site.get(path)), "bc") << path;
    site.set_rules("block host example.org\nallow surt org,example)/c\n");
    EXPECT_EQ(pages_in(site.get(path)), "c") << path;
    site.set_rules("block digest " + RuledSite::digest_of("b") + '\n');
    EXPECT_EQ(pages_in(site.get(path)), "ac") << path;
    site.set_rules("block all captured 2005\n");
    EXPECT_EQ(pages_in(site.get(path)), "bc") << path;
    site.set_rules("block all until 10000 years\n");
    EXPECT_EQ(pages_in(site.get(path)), "") << path;
  }
}

// Archives have digests with padding, and with a blank after "sha1:".
TEST(Access, KnowsADigestInAllItsSpellings) {
  using Around = std::pair<const char*, const char*>;
  for (const auto& [before, after] :
       {Around("", ""), Around("", "="), Around(" ", ""), Around(" ", "=")}) {
    RuledSite site(before, after);
    const std::string b = RuledSite::digest_of("b").substr(5);
    for (const std::string& written :
         {b, "sha1:" + b, "sha1:" + b + '=', "sha1: " + b}) {
      for (const char* action : {"block", "hide"}) {
        site.set_rules(std::string(action) + " digest " + written + '\n');
        for (const std::string& path : kEverything) {
          EXPECT_EQ(pages_in(site.get(path)), "ac")
              << path << " '" << before << b << after << "' " << written;
        }
        for (const char* path : {"/raw/2008id_/http://example.org/b",
                                 "/view/2008/http://example.org/b"}) {
          const std::string status = site.get(path);
          EXPECT_TRUE(status == "404" || status == "451") << path << status;
        }
        EXPECT_EQ(site.reports(), "");
      }
    }
  }
}

TEST(Access, HidesSingleCapturesOfAVersion) {
  RuledSite site;
  site.set_rules("block all captured 2005\n");
  const std::set<std::string> seen = {"20080202000000"};
  for (const char* path :
       {"/cdx?url=example.org/b", "/timemap/link/http://example.org/b",
        "/timemap/json/http://example.org/b", "/api/captures?url=example.org/b",
        "/site?q=type:urlquery%20url:http%253A%252F%252Fexample.org%252Fb",
        "/api/search?query=heron&urlkey=org,example)/b",
        "/api/export?query=heron&urlkey=org,example)/b&format=jsonl",
        "/api/export?query=heron&urlkey=org,example)/b&format=cdx"}) {
    std::string body = site.get(path);
    if (std::string(path).find("timemap") == std::string::npos) {
      EXPECT_EQ(dates_in(body), seen) << path << body;
    } else {
      EXPECT_EQ(body.find("2005"), std::string::npos) << path << body;
      EXPECT_NE(body.find("2008"), std::string::npos) << path << body;
    }
  }
  std::string page = site.get("/url?url=example.org/b");
  EXPECT_EQ(page.find("2005"), std::string::npos);
  EXPECT_NE(page.find("2008"), std::string::npos);
}

std::string counts_of(const json& facet) {
  std::string text;
  for (const json& value : facet["values"]) {
    text += value["value"].get<std::string>() + ' ' +
            std::to_string(value["count"].get<int>()) + ", ";
  }
  return text;
}

// The library's words, where all captures of a URL are blocked or hidden.
// Short links and citations know a capture by its title and URL.
TEST(Access, IsTheSameForShortLinksAndCitations) {
  RuledSite site;
  const std::string of_a = "?url=http%3A%2F%2Fexample.org%2Fa&date=2005";
  const std::string page = site.get("/url/capture" + of_a);
  const size_t at = page.find("/c/20050101000000-AAAAAAAA-");
  ASSERT_NE(at, std::string::npos) << page;
  const std::string doors[] = {page.substr(at, 31), "/url/capture" + of_a,
                               "/url/cite" + of_a + "&format=bibtex",
                               "/url/cite" + of_a + "&format=ris"};
  for (const std::string& door : doors) {
    site.set_rules("allow all\n");
    EXPECT_TRUE(site.status(door).starts_with("200") ||
                site.status(door).starts_with("302"))
        << door << site.status(door);
    for (const char* rule :
         {"block page http://example.org/a\n",
          "hide page http://example.org/a\n", "block all captured 2005\n"}) {
      site.set_rules(rule);
      const std::string answer = site.get(door);
      EXPECT_EQ(answer, "404") << door << ' ' << rule;
      EXPECT_EQ(answer, site.get(door.starts_with("/c/")
                                     ? "/c/20050101000000-AAAAAAAA-XXXX"
                                     : "/url/capture?url=http://example.org/z"))
          << door;
    }
  }
  // It is found by its URL only.
  site.set_rules("exclude-from-search page http://example.org/a\n");
  EXPECT_EQ(site.get(doors[0]), "404");
  EXPECT_NE(site.get(doors[2]).find("example.org/a"), std::string::npos);
  EXPECT_EQ(site.get(doors[1]).find("/c/"), std::string::npos);
}

TEST(Access, TellsWhatWasTakenAwayInTheWordsOfTheLibrary) {
  const std::vector<std::string> doors = {
      "/raw/2005id_/http://example.org/a",
      "/raw/2005hd_/http://example.org/a",
      "/view/2005/http://example.org/a",
      "/view/2005fr_/http://example.org/a",
      "/url?url=example.org/a",
      "/url/capture?url=example.org/a&date=2005",
      "/timegate/http://example.org/a",
      "/timemap/link/http://example.org/a",
      "/timemap/json/http://example.org/a",
      "/site/timegate/http://example.org/a",
      "/site/view/2005/http://example.org/a"};
  RuledSite site;
  for (const char* rule :
       {"hide page http://example.org/a\n", "block host example.org\n",
        "date 2005\nblock digest sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"}) {
    site.set_rules(rule);
    site.say_of_taken("");
    for (const std::string& door : doors) {
      const std::string status = site.status(door).substr(0, 3);
      EXPECT_TRUE(status == "404" || status == "451") << door << status;
    }
    site.say_of_taken("Removed at the request of the owner.");
    for (const std::string& door : doors) {
      EXPECT_EQ(site.status(door), "451 Removed at the request of the owner.\n")
          << door << ' ' << rule;
    }
    EXPECT_EQ(site.status("/raw/2005id_/http://example.org/none"), "404");
    EXPECT_EQ(site.status("/timegate/http://example.org/none").substr(0, 3),
              "404");
  }
  // A page of which a capture is left is not taken away.
  site.set_rules("block all captured 2005\n");
  EXPECT_EQ(site.status("/url?url=example.org/b").substr(0, 3), "200");
}

TEST(Access, KeepsTotalsAndFacetsExact) {
  RuledSite site;
  const std::string query = "query=heron&facet=type&facet=year&count=0";
  EXPECT_EQ(site.search(query)["total"].get<int>(), 3);
  site.set_rules("block all captured 2005\n");
  json answer = site.search(query);
  EXPECT_EQ(answer["total"].get<int>(), 2);
  EXPECT_EQ(counts_of(answer["facets"][0]), "text/html 1, text/plain 1, ");
  EXPECT_EQ(counts_of(answer["facets"][1]), "2008 2, ");
  EXPECT_EQ(site.search("query=heron&from=2005&to=2005")["total"].get<int>(),
            0);
  EXPECT_EQ(site.search("query=heron&from=2008&to=2008")["total"].get<int>(),
            2);
  EXPECT_EQ(
      site.search("query=heron%20AND%20NOT%20date:2005")["total"].get<int>(),
      2);
}

TEST(Access, SortsByTheDatesThatAreSeen) {
  RuledSite site;
  site.set_rules(
      "block all captured 2005-20080202\n"
      "allow surt org,example)/b captured 2005\n");
  json answer = site.search("query=heron&sort=newest");
  EXPECT_EQ(answer["hits"][0]["url"].get<std::string>(),
            "http://example.org/c");
  EXPECT_EQ(answer["hits"][1]["url"].get<std::string>(),
            "http://example.org/b");
  answer = site.search("query=heron&sort=oldest");
  EXPECT_EQ(answer["hits"][0]["url"].get<std::string>(),
            "http://example.org/b");
}

TEST(Access, ExcludesFromSearchWhatItsUrlStillFinds) {
  RuledSite site;
  site.set_rules("exclude-from-search surt org,example)/a\n");
  EXPECT_EQ(site.search("query=heron")["total"].get<int>(), 2);
  EXPECT_EQ(pages_in(site.get("/opensearch?query=heron&hitsPerSite=0")), "bc");
  EXPECT_EQ(pages_in(site.get("/api/export?query=heron&format=cdx")), "bc");
  EXPECT_EQ(pages_in(site.get("/cdx?url=example.org&matchType=host")), "abc");
  EXPECT_EQ(pages_in(site.get("/timegate/http://example.org/a")), "a");
  EXPECT_NE(site.get("/url?url=example.org/a"), "404");
}

TEST(Access, IsRefusedWith451ForBlockedRecords) {
  RuledSite site;
  site.set_rules("block surt org,example)/a\n");
  EXPECT_EQ(site.get("/raw/20050101000000id_/http://example.org/a"), "451");
  EXPECT_EQ(site.get("/raw/20050101000000id_/http://example.org/none"), "404");
  EXPECT_EQ(site.get("/timegate/http://example.org/a"), "404");
  EXPECT_EQ(site.get("/timemap/link/http://example.org/a"), "404");
  EXPECT_EQ(site.get("/url?url=example.org/a"), "404");
}

TEST(Access, CountsOnlyWhatIsSeen) {
  RuledSite site;
  EXPECT_NE(site.get("/collection").find("<dt>captures</dt><dd>4</dd>"),
            std::string::npos);
  site.set_rules("block all captured 2005\n");
  std::string page = site.get("/collection");
  EXPECT_NE(page.find("<dt>captures</dt><dd>2</dd>"), std::string::npos);
  EXPECT_NE(page.find("<dt>pages</dt><dd>2</dd>"), std::string::npos);
  EXPECT_NE(page.find("<dt>records with text</dt><dd>2</dd>"),
            std::string::npos);
}

TEST(Access, KeepsFormerRulesWhenTheNewOnesAreBad) {
  RuledSite site;
  site.set_rules("block surt org,example)/a\n");
  EXPECT_EQ(site.search("query=heron")["total"].get<int>(), 2);
  site.set_rules("block surt org,example)/a\nallow everybody\n");
  EXPECT_EQ(site.search("query=heron")["total"].get<int>(), 2);
  EXPECT_NE(site.reports().find("line 2"), std::string::npos) << site.reports();
  // A file that is being replaced must not open what was closed.
  for (const char* none : {"", "# nothing\n"}) {
    site.set_rules(none);
    EXPECT_EQ(site.search("query=heron")["total"].get<int>(), 2);
    EXPECT_NE(site.reports().find("allow all"), std::string::npos);
  }
  site.set_rules("allow all\n");
  EXPECT_EQ(site.search("query=heron")["total"].get<int>(), 3);
}

}  // namespace
}  // namespace wax::serve
