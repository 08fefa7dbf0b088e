// A served site of one archive whose records a test makes.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "io/problem.h"
#include "serve/api/api_routes.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/served_site.h"
#include "tests/support/archives.h"
#include "warc/record/date.h"

namespace wax::serve {

// A response with a body of a type.
inline std::string http(const std::string& type, const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + body;
}

inline const std::string kRecordId =
    "<urn:uuid:a4ea220a-71e9-452b-95f8-e33c82c9885e>";

inline std::string warc_record(const std::string& type, const std::string& url,
                               const std::string& http,
                               const std::string& date = "20070531203500",
                               const std::string& more = "",
                               const std::string& id = kRecordId) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: " + id +
         "\r\nWARC-Target-URI: " + url +
         "\r\nWARC-Date: " + warc::iso_date(date) + "\r\n" + more +
         "Content-Type: application/http; msgtype=response\r\n"
         "Content-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

// What a line and a record have beside their date and URL.
struct Captured {
  std::string type = "response";
  std::string status = "200";
  std::string digest = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  std::string more = {};                     // header lines of the record
  std::string site = "http://example.com/";  // before the rest of the URL
  std::string id = kRecordId;
};

// Records of one archive, and the lines of its captures.
class ArchivedSite {
 public:
  void add(const std::string& date, const std::string& rest,
           const std::string& http, const Captured& capture = {}) {
    std::string url = capture.site + rest;
    lines_.push_back(
        cdx::url_key(cdx::UrlKeyKind::kSurt, url) + ' ' + date + ' ' + url +
        (capture.type == "revisit" ? " warc/revisit -"
                                   : " text/html " + capture.status) +
        ' ' + capture.digest + " - - 1 " + std::to_string(archive_.size()) +
        " a.warc\n");
    archive_ +=
        warc_record(capture.type, url, http, date, capture.more, capture.id);
  }
  void add_line(const std::string& line) { lines_.push_back(line); }
  // A record alone.
  void add_record(const std::string& record) { archive_ += record; }
  // The last bytes of the archive are lost.
  void cut(size_t bytes) { archive_.resize(archive_.size() - bytes); }
  // The archive is one member of gzip.
  void compress() { archive_ = tests::gzip_member(archive_); }
  [[nodiscard]] size_t size() const { return archive_.size(); }
  // Another archive of this name, found before.
  void add_other(const std::string& records) {
    folder_.write("0/a.warc", records);
  }
  void add_rules(const std::string& rules) {
    rules_ = folder_.write("access", rules);
  }

  [[nodiscard]] const ServedSite& serve() {
    folder_.write("a.warc", archive_);
    static std::string archives;
    archives = folder_.path();
    std::sort(lines_.begin(), lines_.end());
    std::string lines;
    for (const std::string& line : lines_) lines += line;
    answers::CollectionFiles files{"", {folder_.write("a.cdx", lines)}};
    files.access = rules_;
    site_ = std::make_unique<ServedSite>(
        ServedSite::Named{{"c", files}},
        [](answers::Holdings& site, Router& router) {
          NoProblems none;
          site.archives = std::make_unique<const answers::Archives>(
              std::vector<std::string>{archives}, std::vector<std::string>(),
              nullptr, none);
          add_raw_routes(site, router);
          add_export(site, router);
          add_page_routes(site, router);
        });
    return *site_;
  }

 private:
  tests::TempDir folder_;
  std::string archive_;
  std::vector<std::string> lines_;
  std::string rules_;
  std::unique_ptr<ServedSite> site_;
};

}  // namespace wax::serve
