// A collection of three websites that link to each other.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "answers/shown/holdings.h"
#include "graph/update/graph_update.h"
#include "index/writer/index_writer.h"
#include "serve/http/router.h"
#include "serve/pages/page_routes.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {

// a.com was captured in 2005 with a link to b.org, and in 2008 with that and
// one to c.net; b.org links to c.net, and both c.net and b.org to d.edu, which
// is not archived.
class LinkedSites {
 public:
  explicit LinkedSites(bool has_graph = true) {
    index::IndexWriter writer(folder_ / "site/pindexes/001/main", {});
    writer.add({{"urlkey", "com,a)/"}, {"url", "http://a.com/"}});
    writer.about("urlkey", "surt");
    writer.finish();
    auto line = [](const std::string& key, const std::string& url,
                   const std::string& date) {
      return key + ' ' + date + ' ' + url + " text/html 200 " +
             std::string(32, 'A') + " - - 100 7 a.warc.gz\n";
    };
    folder_.write("site/captures.cdx",
                  " CDX N b a m s k r M S V g\n" +
                      line("com,a)/", "http://a.com/", "20050101000000") +
                      line("com,a)/", "http://a.com/", "20080101000000") +
                      line("net,c)/", "http://c.net/", "20070101000000") +
                      line("org,b)/", "http://b.org/", "20060101000000"));
    set_rules("");
    if (has_graph) make_graph();
    site_.collections.add(std::make_unique<answers::Collection>(
        "site", answers::CollectionFiles{folder_ / "site", {}},
        [](std::string_view) {}));
    add_page_routes(site_, router_);
  }

  void set_rules(const std::string& text) {
    folder_.write("site/access", text);
    for (const auto& one : site_.collections.all()) one->look_again();
  }
  void damage_graph() { folder_.write("site/links/graph/state", "x\n"); }

  [[nodiscard]] const Router& router() const { return router_; }
  [[nodiscard]] answers::Scope scope() const {
    return scope_of(site_, answers::Request());
  }

 private:
  void make_graph() {
    graph::UpdateOptions options;
    options.sources.url_key = "surt";
    options.sources.edges = {
        folder_.write("edges",
                      "http://a.com/\thttp://b.org/\t\t20050101000000\n"
                      "http://a.com/\thttp://b.org/\t\t20080101000000\n"
                      "http://a.com/\thttp://c.net/\t\t20080101000000\n"
                      "http://b.org/\thttp://c.net/\t\t20060101000000\n"
                      "http://b.org/\thttp://d.edu/\t\t20060101000000\n"
                      "http://c.net/\thttp://d.edu/\t\t20070101000000\n")};
    tests::Problems problems;
    folder_.write("site/links/made", "");
    (void)graph::update_graph(folder_ / "site/links/graph", options, problems);
  }

  tests::TempDir folder_;
  answers::Holdings site_;
  Router router_;
};

}  // namespace wax::serve
