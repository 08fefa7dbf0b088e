#include "graph/export/capture_lists.h"

#include <gtest/gtest.h>

#include "collection/segment/segment.h"
#include "io/output.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

document::Document capture(std::string url, std::string type, int status,
                           std::string date) {
  document::Document made;
  made.url = "http://a.example.org/" + url;
  made.urlkey = "org,example,a)/" + url;
  made.digest = "sha1:X";
  made.date = std::move(date);
  made.type = std::move(type);
  made.status = status;
  made.length = 7;
  made.words = 2;
  made.language = "en";
  made.title = "Castles, \"old\"";
  made.content = "One\n\ntwo\t ";
  return made;
}

std::string list(CaptureList what, const std::optional<DateRange>& range = {}) {
  tests::TempDir folder;
  const std::string path = folder / "segment";
  collection::SegmentWriter writer(path, cdx::UrlKeyKind::kSurt, false);
  document::Document page = capture("p", "text/html", 200, "20070102030405");
  page.links = {{"http://b.org/", "The \"b\""}, {"http://c.org/x,y", ""}};
  page.images = {{"http://a.example.org/i.png", "A castle", "Of stone"}};
  writer.add(page);
  page.url += "/gone";
  page.status = 404;
  writer.add(page);
  writer.add(capture("d/i.PNG?x=a.b", "image/png", 206, "20080102030405"));
  writer.add(capture("q.pdf", "application/pdf", 0, "20080102030405"));
  writer.add(capture("a.tar.gz", "application/gzip", 200, "20090102030405"));
  writer.add(capture("", "text/css", 200, "20090102030405"));
  document::Document listed = capture("p", "text/plain", 0, "20090102030405");
  listed.urlkey = listed.url = "urn:pages.jsonl:http://a.example.org/p";
  writer.add(listed);
  document::Document date = capture("r", "text/html", 200, "20070102030405");
  date.revisit = date.date_only = true;
  writer.add(date);
  writer.finish("{}");
  std::string text;
  auto output = io::open_memory(text);
  write_capture_list(what, {path}, range, *output);
  output->finish();
  return text;
}

TEST(CaptureLists, HaveEachCaptureInOneOfThem) {
  EXPECT_EQ(list(CaptureList::kPages),
            "crawl_date,domain,url,mime_type_web_server,language,words,title,"
            "digest\n"
            "20070102030405,example.org,http://a.example.org/p,text/html,en,2,"
            "\"Castles, \"\"old\"\"\",sha1:X\n");
  EXPECT_EQ(list(CaptureList::kTexts),
            "crawl_date,domain,url,mime_type_web_server,language,content\n"
            "20070102030405,example.org,http://a.example.org/p,text/html,en,"
            "One two\n");
  const std::string head =
      "crawl_date,url,filename,extension,mime_type_web_server,bytes,digest\n";
  EXPECT_EQ(list(CaptureList::kImages),
            head +
                "20080102030405,http://a.example.org/d/i.PNG?x=a.b,i.PNG,"
                "PNG,image/png,7,sha1:X\n");
  EXPECT_EQ(list(CaptureList::kPdfs),
            head +
                "20080102030405,http://a.example.org/q.pdf,q.pdf,pdf,"
                "application/pdf,7,sha1:X\n");
  EXPECT_EQ(list(CaptureList::kFiles),
            head +
                "20090102030405,http://a.example.org/a.tar.gz,a.tar.gz,gz,"
                "application/gzip,7,sha1:X\n"
                "20090102030405,http://a.example.org/,,,text/css,7,sha1:X\n");
}

TEST(CaptureLists, LinksAndImagesAreThoseOfPages) {
  EXPECT_EQ(list(CaptureList::kLinks),
            "crawl_date,src,dest,anchor\n"
            "20070102030405,http://a.example.org/p,http://b.org/,\"The "
            "\"\"b\"\"\"\n"
            "20070102030405,http://a.example.org/p,\"http://c.org/x,y\",\n");
  EXPECT_EQ(list(CaptureList::kShownImages),
            "crawl_date,src,image_url,alt_text\n"
            "20070102030405,http://a.example.org/p,"
            "http://a.example.org/i.png,A castle\n");
  const DateRange range{20080000000000, 20089999999999};
  EXPECT_EQ(list(CaptureList::kLinks, range), "crawl_date,src,dest,anchor\n");
}

TEST(CaptureLists, OfDatesHaveTheCapturesOfThese) {
  const DateRange range{20080000000000, 20089999999999};
  EXPECT_EQ(list(CaptureList::kPages, range),
            "crawl_date,domain,url,mime_type_web_server,language,words,title,"
            "digest\n");
  EXPECT_NE(list(CaptureList::kPdfs, range).find("q.pdf"), std::string::npos);
}

TEST(CaptureLists, NamesOfFilesAreThoseOfUrls) {
  EXPECT_EQ(file_name_of("http://a.org"), "");
  EXPECT_EQ(file_name_of("http://a.org/"), "");
  EXPECT_EQ(file_name_of("http://a.org/x/y.z#/w"), "y.z");
  EXPECT_EQ(file_name_of("dns:a.org"), "");
}

}  // namespace
}  // namespace wax::graph
