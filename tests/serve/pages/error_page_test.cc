#include <gtest/gtest.h>

#include <string>

#include "answers/requests/message.h"
#include "index/search/searcher.h"
#include "index/store/limits.h"
#include "io/error.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

answers::Request request_for(const std::string& path,
                             const std::string& accept) {
  answers::Request request;
  request.method = "GET";
  request.path = request.target = path;
  request.headers = {{"Host", "localhost"}, {"Accept", accept}};
  return request;
}

TEST(ErrorPage, IsForClientsThatTakeHtml) {
  SmallSite site(1);
  Router router;
  router.add("GET", "/gone", [](const answers::Request&) -> answers::Response {
    throw answers::NotFound("There is no <b>capture</b> of this.");
  });
  router.add("GET", "/raw", [](const answers::Request&) {
    answers::Response response =
        answers::sentence(404, "The archive is not available.");
    response.headers = {{"Memento-Datetime", "x"},
                        {"Content-Security-Policy", "sandbox"}};
    return response;
  });
  const std::string browser = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (auto [path, text] :
       {std::pair("/gone", "There is no &lt;b&gt;capture&lt;/b&gt; of this."),
        std::pair("/raw", "The archive is not available."),
        std::pair("/none", "This server has nothing at this path.")}) {
    answers::Response page =
        answer_with_pages(site.holdings(), router, request_for(path, browser));
    EXPECT_EQ(page.status, 404) << path;
    EXPECT_EQ(page.type, "text/html; charset=utf-8") << path;
    EXPECT_NE(page.body.find(text), std::string::npos) << path << page.body;
  }
  answers::Response raw =
      answer_with_pages(site.holdings(), router, request_for("/raw", browser));
  EXPECT_EQ(header_value(raw.headers, "Memento-Datetime"), "x");
  EXPECT_EQ(header_value(raw.headers, "Content-Security-Policy"), "");
}

TEST(ErrorPage, SaysWhatWasTakenAwayInTheLanguageOfTheReader) {
  SmallSite site(1);
  site.holdings().site.texts["taken-away"] = {{"", "This page was removed."},
                                              {"de", "Seite entfernt."}};
  Router router;
  for (const char* text : {"This page was removed.", "Blocked."}) {
    router.add("GET", std::string("/") + text[0],
               [text](const answers::Request&) {
                 return answers::sentence(451, text);
               });
  }
  auto shown = [&](const std::string& path, const std::string& language) {
    answers::Request request = request_for(path, "text/html");
    request.headers.push_back({"Accept-Language", language});
    const answers::Response page =
        answer_with_pages(site.holdings(), router, request);
    EXPECT_EQ(page.status, 451);
    return page.body;
  };
  EXPECT_NE(shown("/T", "de").find("Seite entfernt."), std::string::npos);
  EXPECT_NE(shown("/T", "fr").find("This page was removed."),
            std::string::npos);
  // It came from elsewhere.
  EXPECT_NE(shown("/B", "de").find("Blocked."), std::string::npos);
}

TEST(ErrorPage, IsForAllFailuresWithASentence) {
  SmallSite site(1);
  Router router;
  router.add(
      "GET", "/archive", [](const answers::Request&) -> answers::Response {
        throw answers::BadArchive("The archive has no whole record there.");
      });
  router.add("GET", "/shards",
             [](const answers::Request&) -> answers::Response {
               throw answers::NoShards("No shard answers.");
             });
  router.add("GET", "/memory",
             [](const answers::Request&) -> answers::Response {
               throw index::TooMuchMemory("Ask for less.");
             });
  router.add("GET", "/later", [](const answers::Request&) -> answers::Response {
    throw answers::Unavailable("The index cannot be read now.");
  });
  router.add("GET", "/index", [](const answers::Request&) -> answers::Response {
    throw index::Searcher::Unreadable("no shard of this index can be read");
  });
  for (auto [path, status] :
       {std::pair("/archive", 502), std::pair("/shards", 502),
        std::pair("/later", 503), std::pair("/index", 503),
        std::pair("/memory", 413)}) {
    answers::Response page = answer_with_pages(site.holdings(), router,
                                               request_for(path, "text/html"));
    EXPECT_EQ(page.status, status) << path;
    EXPECT_EQ(page.type, "text/html; charset=utf-8") << path;
  }
}

TEST(ErrorPage, IsNotForOthers) {
  SmallSite site(1);
  Router router;
  router.add("GET", "/gone", [](const answers::Request&) -> answers::Response {
    throw answers::NotFound("There is no capture.");
  });
  EXPECT_THROW((void)answer_with_pages(site.holdings(), router,
                                       request_for("/gone", "*/*")),
               answers::NotFound);
  answers::Response plain =
      answer_with_pages(site.holdings(), router, request_for("/none", "*/*"));
  EXPECT_EQ(plain.type, "text/plain; charset=utf-8");
}

TEST(ErrorPage, LeavesFaultsOfTheServerToItsLog) {
  SmallSite site(1);
  Router router;
  router.add("GET", "/bad", [](const answers::Request&) -> answers::Response {
    throw IoError("file", "read", 5);
  });
  EXPECT_THROW((void)answer_with_pages(site.holdings(), router,
                                       request_for("/bad", "text/html")),
               IoError);
}

}  // namespace
}  // namespace wax::serve
