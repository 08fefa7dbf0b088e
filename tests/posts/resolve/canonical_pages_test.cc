#include "posts/resolve/canonical_pages.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "io/error.h"
#include "posts/resolve/link_resolver.h"
#include "posts/resolve/post_resolver.h"
#include "tests/support/archives.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"
#include "warc/record/date.h"

namespace wax::posts {
namespace {

class Pages {
 public:
  // URL, date and canonical URL of each.
  explicit Pages(
      const std::vector<std::tuple<std::string, std::string, std::string>>&
          pages) {
    std::vector<document::Document> documents;
    for (const auto& [url, date, canonical] : pages) {
      document::Document& page = documents.emplace_back();
      page.url = url;
      page.urlkey = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
      page.digest = "sha1:" + date;
      page.date = date;
      page.canonical = canonical;
    }
    tests::write_segment(path(), documents);
  }

  [[nodiscard]] std::string path() const { return folder_ / "segment"; }
  [[nodiscard]] std::string write(const std::string& name,
                                  const std::string& text) const {
    return folder_.write(name, text);
  }
  [[nodiscard]] std::string of(const std::string& url,
                               const std::string& date) const {
    lines::SortOptions sort;
    sort.memory = 1 << 20;
    CanonicalPages pages({path()}, sort);
    return std::string(pages.of(cdx::url_key(cdx::UrlKeyKind::kSurt, url), url,
                                warc::seconds_of_date(date).value()));
  }

 private:
  tests::TempDir folder_;
};

TEST(CanonicalPages, OfTheSameRegisteredDomainCount) {
  const Pages pages(
      {{"http://www.e.co.uk/a?x=1", "20100101000000",
        "http://E.co.uk:80/a#top"},
       {"http://www.e.co.uk/b", "20100101000000", "http://other.co.uk/b"},
       {"http://www.e.co.uk/c", "20100101000000", ""},
       {"http://www.e.co.uk/d", "20100101000000", "http://www.e.co.uk/d"},
       {"http://www.e.co.uk/e", "20100101000000", "nonsense"}});
  EXPECT_EQ(pages.of("http://www.e.co.uk/a?x=1", "20100714000000"),
            "http://e.co.uk/a");
  for (const char* page : {"b", "c", "d", "e", "none"}) {
    EXPECT_EQ(
        pages.of(std::string("http://www.e.co.uk/") + page, "20100714000000"),
        "")
        << page;
  }
  EXPECT_EQ(pages.of("http://e.co.uk/a?x=1", "20100714000000"), "");
}

TEST(CanonicalPages, AreThoseOfTheCaptureNextInTime) {
  const Pages pages({{"http://e.org/a", "20100101000000", "http://e.org/1"},
                     {"http://e.org/a", "20110101000000", "http://e.org/2"},
                     {"http://e.org/a", "20120101000000", ""},
                     {"http://e.org/A", "20110601000000", "http://e.org/3"}});
  EXPECT_EQ(pages.of("http://e.org/a", "20100301000000"), "http://e.org/1");
  EXPECT_EQ(pages.of("http://e.org/a", "20110501000000"), "http://e.org/2");
  EXPECT_EQ(pages.of("http://e.org/a", "20150501000000"), "");
  EXPECT_EQ(pages.of("http://e.org/A", "20100501000000"), "http://e.org/3");
}

TEST(CanonicalPages, AreAColumnOfResolvedLinks) {
  const Pages pages({{"http://e.org/a", "20100101000000", "http://e.org/1"},
                     {"http://e.org/b", "20100101000000", "http://e.org/2"},
                     {"http://e.org/c", "20100101000000", "http://e.org/3"},
                     {"http://e.org/d", "20100101000000", ""}});
  auto line = [](const std::string& url, const std::string& status,
                 const std::string& target = "-") {
    return cdx::url_key(cdx::UrlKeyKind::kSurt, url) + " 20100101000000 " +
           url + " text/html " + status + " D " + target + " - 1 0 f\n";
  };
  ResolveOptions options;
  options.segments = {pages.path()};
  options.sort.memory = 1 << 20;
  options.captures = {pages.write(
      "a.cdx",
      " CDX N b a m s k r M S V g\n" +
          line("http://bit.ly/1", "301", "http://e.org/a") +
          line("http://e.org/1", "200") + line("http://e.org/2", "404") +
          line("http://e.org/a", "200") + line("http://e.org/b", "200") +
          line("http://e.org/c", "200") + line("http://e.org/d", "200"))};
  tests::Problems problems;
  ResolveCounts counts;
  std::string missing;
  options.missing = [&](std::string_view url) { missing += url; };
  const std::string text =
      "http://bit.ly/1\t2010\tx\nhttp://e.org/b\t2010\n"
      "http://e.org/c\t2010\nhttp://e.org/d\t2010\nhttp://e.org/gone\t2010\n";
  auto links = lines::lines_of(text);
  auto resolved = resolved_links(*links, "links", options, counts, problems);
  std::string found;
  for (std::string_view one; resolved->next(one);) (found += one) += '\n';
  EXPECT_EQ(found,
            "http://bit.ly/1\t2010\tresolved\t1\thttp://e.org/a\t"
            "http://e.org/1\tx\n"
            "http://e.org/b\t2010\tresolved\t0\thttp://e.org/b\t-\n"
            "http://e.org/c\t2010\tresolved\t0\thttp://e.org/c\t-\n"
            "http://e.org/d\t2010\tresolved\t0\thttp://e.org/d\t-\n"
            "http://e.org/gone\t2010\tmissing\t0\thttp://e.org/gone\t-\n");
  EXPECT_EQ(counts.canonical, 1U);
  EXPECT_EQ(counts.ends[LinkEnd::kResolved], 4U);
  EXPECT_EQ(missing, "http://e.org/gone");

  const std::string post =
      "1\t20100101000000\ta\t-\tpost\t-\thttp://bit.ly/1 "
      "http://e.org/b\t0\tf\n";
  auto posts = lines::lines_of(post);
  ResolveCounts of_posts;
  auto stream = resolved_posts(*posts, "posts", options, of_posts, problems);
  std::string_view one;
  ASSERT_TRUE(stream->next(one));
  EXPECT_EQ(one,
            "1\t20100101000000\ta\t-\tpost\t-\thttp://e.org/1 "
            "http://e.org/b\t0\tf");
  EXPECT_TRUE(problems.all.empty());
}

TEST(CanonicalPages, OfNoSegmentAreAnError) {
  lines::SortOptions sort;
  sort.memory = 1 << 20;
  EXPECT_THROW((void)CanonicalPages({"/nowhere"}, sort), IoError);
}

}  // namespace
}  // namespace wax::posts
