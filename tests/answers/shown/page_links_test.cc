#include "answers/shown/page_links.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "graph/update/graph_update.h"
#include "index/writer/index_writer.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

// Page a was captured in 2005 with a link "old" to b, and in 2008 with the same
// link, "new", and one to c; b links to c, d is linked and not archived.
class LinkedSite {
 public:
  explicit LinkedSite(bool has_graph = true, const std::string& twin = "") {
    index::IndexWriter writer(folder_ / "site/pindexes/001/main", {});
    writer.add({{"urlkey", "org,example)/a"}, {"url", "http://example.org/a"}});
    writer.about("urlkey", "surt");
    writer.finish();
    auto line = [](const std::string& page, const std::string& date) {
      return "org,example)/" + page + ' ' + date + " http://example.org/" +
             page + " text/html 200 " + std::string(32, 'A') +
             " - - 100 7 a.warc.gz\n";
    };
    folder_.write("site/captures.cdx", " CDX N b a m s k r M S V g\n" +
                                           line("a", "20050101000000") +
                                           line("a", "20080101000000") + twin +
                                           line("b", "20060101000000") +
                                           line("c", "20070101000000"));
    set_rules("");
    if (has_graph) make_graph();
    site_.collections.add(std::make_unique<Collection>(
        "site", CollectionFiles{folder_ / "site", {}},
        [](std::string_view) {}));
    site_.report = [this](std::string_view text) { reports += text; };
  }

  void set_rules(const std::string& text) {
    folder_.write("site/access", text);
    for (const auto& one : site_.collections.all()) one->look_again();
  }

  void damage_graph() { folder_.write("site/links/graph/state", "x\n"); }

  // "URL anchor first-last" of each link to a page.
  [[nodiscard]] std::string to(const std::string& page) const {
    std::string text;
    for (const LinkedPage& linked : links(page).to) {
      text += linked.url.substr(19) + ' ' + linked.anchor + ' ' +
              linked.first.substr(0, 4) + '-' + linked.last.substr(0, 4) + ';';
    }
    return text;
  }
  [[nodiscard]] std::string from(const std::string& page) const {
    std::string text;
    for (const LinkedPage& linked : links(page).from) {
      text += linked.url.substr(19) + ';';
    }
    return text;
  }
  [[nodiscard]] PageLinks links(const std::string& page) const {
    return page_links(scope_of(site_, Request()), "org,example)/" + page);
  }

  std::string reports;

 private:
  void make_graph() {
    graph::UpdateOptions options;
    options.sources.url_key = "surt";
    options.sources.edges = {folder_.write(
        "edges",
        "http://example.org/a\thttp://example.org/b\told\t20050101000000\n"
        "http://example.org/a\thttp://example.org/b\tnew\t20080101000000\n"
        "http://example.org/a\thttp://example.org/c\t\t20080101000000\n"
        "http://example.org/b\thttp://example.org/c\tsee c\t20060101000000\n"
        "http://example.org/c\thttp://example.org/d\t\t20070101000000\n")};
    tests::Problems problems;
    folder_.write("site/links/made", "");
    (void)graph::update_graph(folder_ / "site/links/graph", options, problems);
  }

  tests::TempDir folder_;
  Holdings site_;
};

TEST(PageLinks, HaveTheirAnchorsAndDates) {
  const LinkedSite site;
  EXPECT_TRUE(site.links("a").has_graph);
  EXPECT_EQ(site.to("b"), "a new 2005-2008;");
  EXPECT_EQ(site.to("c"), "a  2008-2008;b see c 2006-2006;");
  EXPECT_EQ(site.from("a"), "b;c;");
  EXPECT_EQ(site.to("a"), "");
  EXPECT_EQ(site.to("none"), "");
}

TEST(PageLinks, OnlyToAndFromArchivedPages) {
  const LinkedSite site;
  EXPECT_EQ(site.from("c"), "");
  EXPECT_EQ(site.to("d"), "c  2007-2007;");
}

TEST(PageLinks, OfHiddenPagesAreNotThere) {
  LinkedSite site;
  site.set_rules("hide url http://example.org/a\n");
  EXPECT_EQ(site.to("b"), "");
  EXPECT_EQ(site.to("c"), "b see c 2006-2006;");
  EXPECT_EQ(site.from("a"), "");
  site.set_rules("exclude-from-search url http://example.org/c\n");
  EXPECT_EQ(site.from("a"), "b;");
  EXPECT_EQ(site.from("b"), "");
}

TEST(PageLinks, OfHiddenCapturesLeaveNoTextAndNoDate) {
  LinkedSite site;
  site.set_rules("block all captured 2008\n");
  EXPECT_EQ(site.to("b"), "a  2005-2005;");
  EXPECT_EQ(site.to("c"), "b see c 2006-2006;");
  EXPECT_EQ(site.from("a"), "");
  site.set_rules("block all captured 2005\n");
  EXPECT_EQ(site.to("b"), "a new 2008-2008;");
  EXPECT_EQ(site.from("a"), "b;c;");
}

// The graph knows the captures of a key and second by these alone.
TEST(PageLinks, OfADateWithAHiddenCaptureTellNothing) {
  LinkedSite site(true,
                  "org,example)/a 20080101000000 http://example.org/a "
                  "text/html 200 " +
                      std::string(32, 'B') + " - - 100 9 a.warc.gz\n");
  EXPECT_EQ(site.to("b"), "a new 2005-2008;");
  for (const char letter : {'A', 'B'}) {
    for (const char* action : {"block", "hide", "exclude-from-search"}) {
      site.set_rules(std::string(action) + " digest " +
                     std::string(32, letter) + " captured 2008\n");
      EXPECT_EQ(site.to("b"), "a  2005-2005;") << action << letter;
      EXPECT_EQ(site.to("c"), "b see c 2006-2006;") << action << letter;
      EXPECT_EQ(site.from("a"), "") << action << letter;
    }
  }
  site.set_rules("block digest " + std::string(32, 'C') + '\n');
  EXPECT_EQ(site.to("b"), "a new 2005-2008;");
}

TEST(PageLinks, WithoutAGraphOrWithADamagedOneThereAreNone) {
  EXPECT_FALSE(LinkedSite(false).links("a").has_graph);
  LinkedSite site;
  site.damage_graph();
  EXPECT_FALSE(site.links("a").has_graph);
  EXPECT_NE(site.reports.find("state"), std::string::npos) << site.reports;
}

}  // namespace
}  // namespace wax::answers
