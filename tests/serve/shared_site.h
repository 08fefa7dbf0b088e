// A small collection whose pages posts share.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "answers/shown/holdings.h"
#include "index/writer/index_writer.h"
#include "io/output.h"
#include "posts/shares/share_lists.h"
#include "serve/api/api_routes.h"
#include "serve/http/router.h"
#include "serve/pages/page_routes.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {

// Pages a, b and c are archived, a and b with titles; d is not. Shares: in the
// week of 12 July 2010 b three, a two, d two and c one; a once more in August.
class SharedSite {
 public:
  explicit SharedSite(bool has_shares = true) {
    index::IndexWriter writer(folder_ / "site/pindexes/001/main", {});
    for (const std::string page : {"a", "b"}) {
      writer.add({{"urlkey", "org,example)/" + page},
                  {"url", "http://example.org/" + page},
                  {"date", "20100101000000"},
                  {"digest", "sha1:" + std::string(32, 'A')},
                  {"title", "Page <" + page + ">"}});
    }
    writer.about("urlkey", "surt");
    writer.finish();
    std::string lines = " CDX N b a m s k r M S V g\n";
    for (const std::string page : {"a", "b", "c"}) {
      lines += "org,example)/" + page + " 20100101000000 http://example.org/" +
               page + " text/html 200 " + std::string(32, 'A') +
               " - - 100 7 a.warc.gz\n";
    }
    folder_.write("site/captures.cdx", lines);
    set_rules("");
    if (has_shares) publish();
    site_.collections.add(std::make_unique<answers::Collection>(
        "site", answers::CollectionFiles{folder_ / "site", {}},
        [](std::string_view) {}));
    site_.report = [this](std::string_view text) { reports += text; };
  }

  void set_rules(const std::string& text) {
    folder_.write("site/access", text);
    for (const auto& one : site_.collections.all()) one->look_again();
  }
  void damage_shares() { folder_.write("site/shares", "no list\n"); }

  [[nodiscard]] const answers::Holdings& holdings() const { return site_; }
  [[nodiscard]] Router router() const {
    Router router;
    add_shares_api(site_, router);
    add_page_routes(site_, router);
    return router;
  }
  // A request with these parameters.
  static answers::Request request(const std::string& query) {
    answers::Request request;
    request.parameters = answers::Parameters(query);
    return request;
  }

  std::string reports;

 private:
  void publish() {
    std::string posts;
    int id = 0;
    auto add = [&](const std::string& page, const std::string& day,
                   const std::string& kind = "post") {
      ++id;
      posts += std::to_string(id) + '\t' + day + "100000\tauthor" +
               std::to_string(id % 2) + "\t-\t" + kind +
               "\t-\thttp://example.org/" + page + "\t0\tf\n";
    };
    for (const char* page : {"b", "b", "a", "a", "d", "d", "c"}) {
      add(page, "20100714");
    }
    add("b", "20100715", "repost");
    add("a", "20100802");
    posts::ShareOptions options;
    options.sort.memory = 1 << 20;
    posts::ShareCounts counts;
    tests::Problems problems;
    auto output = io::open_output(folder_ / "site/shares", /*force=*/true);
    posts::write_share_lists({folder_.write("posts", posts)}, options, counts,
                             problems, *output);
  }

  tests::TempDir folder_;
  answers::Holdings site_;
};

}  // namespace wax::serve
