// Prints the date, URL and title of every page in the given archives.
//
//   list_titles examples/crawl/*.arc.gz examples/crawl/*.warc*
#include <exception>
#include <iostream>
#include <string>

#include "document/charset/charset.h"
#include "document/page/field_reader.h"
#include "warc/http/http.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"

namespace {

constexpr uint64_t kMostOfAPage = 4 << 20;

class Stderr final : public wax::ProblemSink {
 public:
  void report(wax::Problem problem) override {
    std::cerr << problem.file << ": " << problem.id << ": " << problem.text
              << "\n";
  }
};

std::string date14(const wax::warc::Record& record) {
  auto date = record.format == wax::warc::Format::kArc
                  ? wax::warc::date14_of_arc(record.date)
                  : wax::warc::date14_of_warc(record.date);
  return date.value_or("-");
}

void list_titles(const std::string& path, wax::ProblemSink& problems) {
  auto reader = wax::warc::open_archive(path, problems);
  wax::warc::Record record;
  wax::warc::HttpHead head;
  std::string buffer;
  std::string converted;
  wax::document::HtmlTree tree;
  wax::document::Document page;
  while (reader->next(record)) {
    if (record.type != wax::warc::RecordType::kResponse ||
        !wax::warc::read_http_head(*record.body, buffer, head) ||
        head.status != 200) {
      continue;
    }
    std::string_view type = head.headers.find("Content-Type").value_or("");
    if (!type.starts_with("text/html")) continue;

    wax::Problem where;
    where.file = path;
    where.offset = record.offset;
    auto body =
        wax::warc::decode_body(*record.body, head.headers, {}, problems, where);
    std::string bytes = wax::io::read_all(*body, kMostOfAPage);
    std::string_view charset = wax::document::sniff_charset(bytes, type, true);
    wax::document::read_fields(
        wax::document::decode_page(bytes, charset, type, converted),
        {record.target_uri, {}}, tree, page);
    std::cout << date14(record) << "\t" << record.target_uri << "\t"
              << page.title << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  Stderr problems;
  try {
    for (int i = 1; i < argc; ++i) list_titles(argv[i], problems);
  } catch (const std::exception& error) {
    std::cerr << "list_titles: " << error.what() << "\n";
    return 2;
  }
}
