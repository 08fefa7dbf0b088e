// A page that a script makes, its data, and the server that shows it so.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "serve/replay/replay_routes.h"
#include "tests/serve/archived_site.h"

namespace wax::serve {

class ReplaySite {
 public:
  ReplaySite() {
    add("", "text/html",
        "<title>App</title><div id=app></div><script src=app.js></script>");
    add("app.js", "text/javascript", "fetch('data.json')");
    add("data.json", "application/json", "{\"words\": \"six castles\"}");
    add("other", "text/html", "another page");
  }
  void add(const std::string& rest, const std::string& type,
           const std::string& body, const std::string& date = kDate) {
    const std::string url = "http://example.com/" + rest;
    lines_ += cdx::url_key(cdx::UrlKeyKind::kSurt, url) + ' ' + date + ' ' +
              url + ' ' + type + " 200 " +
              std::string(32, static_cast<char>('A' + number_++)) + " - - 1 " +
              std::to_string(archive_.size()) + " a.warc\n";
    archive_ +=
        warc_record("response", url, http(type, body), date,
                    "WARC-Identified-Payload-Type: application/xhtml+xml\r\n");
  }
  // The first page again, unchanged; which record is its original is not said.
  void add_revisit(const std::string& date) {
    const std::string url = "http://example.com/";
    lines_ += "com,example)/ " + date + ' ' + url + " warc/revisit - " +
              std::string(32, 'A') + " - - 1 " +
              std::to_string(archive_.size()) + " a.warc\n";
    archive_ += warc_record(
        "revisit", url, "HTTP/1.1 200 OK\r\n\r\n", date,
        "WARC-Profile: "
        "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n",
        "<urn:uuid:b4ea220a-71e9-452b-95f8-e33c82c9885e>");
  }
  // The last bytes of the archive are lost.
  void cut(size_t bytes) { archive_.resize(archive_.size() - bytes); }
  // Rules of the collection, which it reads within a second.
  void set_rules(const std::string& rules) { folder_.write("access", rules); }

  [[nodiscard]] const ServedSite& serve() {
    folder_.write("a.warc", archive_);
    std::string lines;
    for (auto& line : sorted_lines()) lines += line;
    static std::string archives;
    archives = folder_.path();
    answers::CollectionFiles files{"", {folder_.write("a.cdx", lines)}};
    if (std::filesystem::exists(folder_ / "access")) {
      files.access = folder_ / "access";
    }
    site_ = std::make_unique<ServedSite>(
        ServedSite::Named{{"c", files}},
        [](answers::Holdings& site, Router& router) {
          NoProblems none;
          site.archives = std::make_unique<const answers::Archives>(
              std::vector<std::string>{archives}, std::vector<std::string>(),
              nullptr, none);
          site.scripted = {8081, "", 8080, ""};
          add_page_routes(site, router);
          add_replay_routes(site, {"the ui", "the worker"}, router);
        });
    return *site_;
  }

  // The path of the package that the page at kAsked shows.
  static std::string package_path(const ServedSite& served,
                                  const std::string& asked = kAsked) {
    const std::string page = served.get("/page" + asked).body;
    const size_t at = page.find("state=") + 6;
    return "/page.wacz" + asked + "&state=" +
           page.substr(at, page.find('"', at) - at);
  }

  inline static const std::string kDate = "20070531203500";
  inline static const std::string kAsked =
      "?url=http%3A%2F%2Fexample.com%2F&date=" + kDate;

 private:
  [[nodiscard]] std::vector<std::string> sorted_lines() const {
    std::vector<std::string> lines;
    for (size_t at = 0; at < lines_.size();) {
      const size_t end = lines_.find('\n', at) + 1;
      lines.push_back(lines_.substr(at, end - at));
      at = end;
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  tests::TempDir folder_;
  std::string archive_;
  std::string lines_;
  int number_ = 0;
  std::unique_ptr<ServedSite> site_;
};

}  // namespace wax::serve
