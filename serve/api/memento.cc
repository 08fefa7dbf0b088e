#include "serve/api/memento.h"

#include <algorithm>
#include <utility>

#include "answers/records/archived_body.h"
#include "answers/records/stored_record.h"
#include "answers/requests/escape.h"
#include "answers/shown/open_cdx.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/row.h"
#include "io/error.h"
#include "serve/api/incomplete_fields.h"
#include "serve/http/answer.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/number.h"
#include "text/percent.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

constexpr std::string_view kMonthNames = "JanFebMarAprMayJunJulAugSepOctNovDec";

std::string http_date_of(std::string_view date) {
  return http_date(warc::seconds_of_date(date).value_or(0));
}

// The paths of one URL.
struct MementoPaths {
  std::string timegate;
  std::string timemap_link;
  std::string timemap_json;
};
MementoPaths memento_paths(const MementoPlace& place, const std::string& url) {
  const std::string& base = place.base;
  return {base + "/timegate/" + url, base + "/timemap/link/" + url,
          base + "/timemap/json/" + url};
}

struct MementoLine {
  std::string date;
  std::string url;
};

std::vector<std::string> memento_fields() { return {"timestamp", "url"}; }

// Reads a row of the memento_fields().
class MementoReader {
 public:
  MementoLine read(std::string_view line) {
    row_.read(line);
    return {std::string(row_.date()), std::string(row_.url())};
  }

 private:
  cdx::Row row_{memento_fields()};
};

class MementoLinks final : public answers::BodyLineWriter {
 public:
  explicit MementoLinks(MementoPlace place) : place_(std::move(place)) {}

  void line(std::string_view line, std::string& out) override {
    MementoLine memento = reader_.read(line);
    out += link_target(place_.url(memento.date, memento.url));
    out += std::exchange(any_, true) ? "; rel=\"memento\"; datetime=\""
                                     : "; rel=\"first memento\"; datetime=\"";
    out += http_date_of(memento.date) + "\",\n";
  }

 private:
  MementoPlace place_;
  MementoReader reader_;
  bool any_ = false;
};

// With the links to the URL itself before them.
class TimeMapLinks final : public answers::BodyLineWriter {
 public:
  TimeMapLinks(MementoPlace place, std::string head)
      : place_(std::move(place)), head_(std::move(head)) {}

  void begin(std::string& out) override { out += head_; }
  void line(std::string_view line, std::string& out) override {
    if (!held_.empty()) append(out, ",\n");
    held_ = line;
  }
  // The last one is known here.
  void end(std::string& out) override {
    if (held_.empty()) return;
    is_last_ = true;
    append(out, "\n");
  }

 private:
  void append(std::string& out, std::string_view behind) {
    MementoLine memento = reader_.read(held_);
    out += link_target(place_.url(memento.date, memento.url));
    out += "; rel=\"";
    if (!std::exchange(any_, true)) out += "first ";
    if (is_last_) out += "last ";
    out += "memento\"; datetime=\"" + http_date_of(memento.date) + '"';
    out += behind;
  }

  MementoPlace place_;
  std::string head_;
  MementoReader reader_;
  std::string held_;
  bool any_ = false;
  bool is_last_ = false;
};

class TimeMapJson final : public answers::BodyLineWriter {
 public:
  TimeMapJson(MementoPlace place, std::string head)
      : place_(std::move(place)), head_(std::move(head)) {}

  void begin(std::string& out) override { out += head_; }
  void line(std::string_view line, std::string& out) override {
    MementoLine memento = reader_.read(line);
    out += std::exchange(any_, true) ? ",\n" : "\n";
    out +=
        "  {\"datetime\": \"" + warc::iso_date(memento.date) + "\", \"uri\": ";
    text::append_json_string(place_.url(memento.date, memento.url), out);
    out += '}';
  }
  void end(std::string& out) override { out += "]}}\n"; }

 private:
  MementoPlace place_;
  std::string head_;
  MementoReader reader_;
  bool any_ = false;
};

// Captures without a date are no mementos.
constexpr const char* kFirstYear = "0001";

// One line "DATE URL" of a look-up; nothing when there is none.
std::optional<MementoLine> one_memento(const answers::CdxFiles& cdx,
                                       const std::string& url,
                                       cdx::LookupOptions options) {
  options.url_key = cdx.url_key;
  options.match = cdx::MatchType::kExact;
  options.from = kFirstYear;
  options.fields = memento_fields();
  options.limit = 1;
  options.sort.jobs = 1;
  options.also = cdx::other_spelling(url, options);
  NoProblems none;
  auto lines = cdx::lookup_lines(cdx.files, cdx::lookup_range(url, options),
                                 options, none);
  std::string_view line;
  if (!lines->next(line)) return std::nullopt;
  return MementoReader().read(line);
}

std::optional<MementoLine> first_memento(const answers::CdxFiles& cdx,
                                         const std::string& url) {
  return one_memento(cdx, url, {});
}
std::optional<MementoLine> last_memento(const answers::CdxFiles& cdx,
                                        const std::string& url) {
  cdx::LookupOptions options;
  options.reverse = true;
  return one_memento(cdx, url, options);
}

std::string json_head(const MementoPlace& place, const std::string& url,
                      const MementoPaths& paths, const MementoLine& first,
                      const MementoLine& last) {
  std::string out = "{\"original_uri\": ";
  text::append_json_string(url, out);
  out += ",\n\"self\": ";
  text::append_json_string(paths.timemap_json, out);
  out += ",\n\"timegate_uri\": ";
  text::append_json_string(paths.timegate, out);
  out += ",\n\"timemap_uri\": {\"link_format\": ";
  text::append_json_string(paths.timemap_link, out);
  out += ", \"json_format\": ";
  text::append_json_string(paths.timemap_json, out);
  out += "},\n\"mementos\": {";
  for (const auto& [name, memento] :
       {std::pair("first", &first), std::pair("last", &last)}) {
    out += std::string("\"") + name + "\": {\"datetime\": \"" +
           warc::iso_date(memento->date) + "\", \"uri\": ";
    text::append_json_string(place.url(memento->date, memento->url), out);
    out += "},\n";
  }
  return out + "\"list\": [";
}

answers::Response time_map(const answers::Holdings& holdings,
                           answers::Collection* collection, bool json,
                           const answers::Request& request) {
  std::string url =
      url_behind(request, path_before(collection) +
                              (json ? "/timemap/json/" : "/timemap/link/"));
  auto cdx = open_cdx_files(holdings, collection);
  auto first = first_memento(*cdx, url);
  if (!first) {
    return without_capture(*cdx, [&]() -> answers::Response {
      auto taken = answers::taken_away(holdings, cdx->generations, url);
      if (taken) return std::move(*taken);
      throw answers::NotFound("There is no capture of " + url + '.');
    });
  }
  MementoLine last = last_memento(*cdx, url).value_or(*first);
  const MementoPlace place(holdings, collection, request);
  MementoPaths paths = memento_paths(place, url);

  cdx::LookupOptions options;
  options.url_key = cdx->url_key;
  options.match = cdx::MatchType::kExact;
  options.from = kFirstYear;
  options.fields = memento_fields();
  options.also = cdx::other_spelling(url, options);
  auto time = std::make_shared<answers::PieceTime>(request);
  options.tick = [time] { time->check(); };
  static NoProblems no_problems;
  auto lines = cdx::lookup_lines(cdx->files, cdx::lookup_range(url, options),
                                 options, no_problems);
  answers::Response response;
  std::unique_ptr<answers::BodyLineWriter> writer;
  if (json) {
    response.type = "application/json";
    writer = std::make_unique<TimeMapJson>(
        place, json_head(place, url, paths, *first, last));
  } else {
    response.type = "application/link-format";
    std::string head =
        link_target(url) + "; rel=\"original\",\n" +
        link_target(paths.timemap_link) +
        "; rel=\"self\"; type=\"application/link-format\"; from=\"" +
        http_date_of(first->date) + "\"; until=\"" + http_date_of(last.date) +
        "\",\n" + link_target(paths.timegate) + "; rel=\"timegate\",\n";
    writer = std::make_unique<TimeMapLinks>(place, std::move(head));
  }
  response.headers.push_back({"Access-Control-Allow-Origin", "*"});
  auto body = std::make_unique<answers::LineBody>(
      cdx, std::move(time), std::move(lines), std::move(writer));
  say_gone(cdx, *body, response);
  response.stream = std::move(body);
  return response;
}

answers::Response time_gate(const answers::Holdings& holdings,
                            answers::Collection* collection,
                            const answers::Request& request) {
  std::string url = url_behind(request, path_before(collection) + "/timegate/");
  std::string_view wanted = request.header("Accept-Datetime");
  std::optional<int64_t> seconds;
  if (!wanted.empty()) {
    seconds = seconds_of_http_date(wanted);
    if (!seconds) {
      throw UsageError(
          "The header Accept-Datetime is no date such as 'Thu, 31 May 2007 "
          "20:35:00 GMT'.");
    }
  }
  auto cdx = open_cdx_files(holdings, collection);
  auto first = first_memento(*cdx, url);
  const MementoPlace place(holdings, collection, request);
  MementoPaths paths = memento_paths(place, url);
  std::string links = link_target(url) + "; rel=\"original\", " +
                      link_target(paths.timemap_link) +
                      "; rel=\"timemap\"; type=\"application/link-format\"";
  if (!first) {
    auto taken = answers::taken_away(holdings, cdx->generations, url);
    answers::Response response =
        taken ? std::move(*taken)
              : answers::sentence(404, "There is no capture of " + url + '.');
    response.headers = {{"Vary", "accept-datetime"}, {"Link", links}};
    add_gone(*cdx, response);
    return response;
  }
  MementoLine last = last_memento(*cdx, url).value_or(*first);
  answers::RecordReport problems(holdings);
  MementoLine best = last;
  auto page = find_capture(
      answers::RecordSource(holdings, *cdx), cdx->files, cdx->url_key, url,
      seconds ? warc::date14_of_seconds(*seconds) : last.date,
      answers::Wanted::kWhole, problems);
  if (page && page->date >= kFirstYear) best = {page->date, page->url};
  for (const auto& [name, memento] : {std::pair("first memento", &*first),
                                      std::pair("last memento", &last)}) {
    links += ", " + link_target(place.url(memento->date, memento->url)) +
             "; rel=\"" + name + "\"; datetime=\"" +
             http_date_of(memento->date) + '"';
  }
  answers::Response response =
      answers::redirect(place.url(best.date, best.url));
  response.compress = false;
  response.headers.push_back({"Vary", "accept-datetime"});
  response.headers.push_back({"Link", links});
  response.headers.push_back({"Access-Control-Allow-Origin", "*"});
  add_gone(*cdx, response);
  return response;
}

}  // namespace

std::string link_target(std::string_view url) {
  std::string out = "<";
  for (char c : url) {
    if (c == '<' || c == '>' || c == '"' || c == '\\' ||
        text::is_control_or_space(c)) {
      answers::append_url_part(std::string_view(&c, 1), out);
    } else {
      out += c;
    }
  }
  return out + '>';
}

MementoPlace::MementoPlace(const answers::Holdings& all,
                           const answers::Collection* collection,
                           const answers::Request& request)
    : holdings(&all), base(origin_of(request) + path_before(collection)) {}

std::string MementoPlace::url(std::string_view date,
                              std::string_view url) const {
  std::string link = replay_url(*holdings, date, url);
  if (!link.empty()) return link;
  return (base + "/raw/").append(date).append("id_/").append(url);
}

std::unique_ptr<answers::BodyLineWriter> memento_links(MementoPlace place) {
  return std::make_unique<MementoLinks>(std::move(place));
}

std::optional<int64_t> seconds_of_http_date(std::string_view text) {
  // "Thu, 31 May 2007 20:35:00 GMT"
  text = text::trim(text);
  if (text.size() != 29 || text.substr(3, 2) != ", " ||
      text.substr(25) != " GMT") {
    return std::nullopt;
  }
  size_t month = kMonthNames.find(text.substr(8, 3));
  if (month == kMonthNames.npos || month % 3 != 0) return std::nullopt;
  std::string month_number = std::to_string(month / 3 + 1);
  std::string date(text.substr(12, 4));
  date += month_number.size() == 1 ? '0' + month_number : month_number;
  date.append(text.substr(5, 2))
      .append(text.substr(17, 2))
      .append(text.substr(20, 2))
      .append(text.substr(23, 2));
  return date.size() == 14 ? warc::seconds_of_date(date) : std::nullopt;
}

std::string url_behind(const answers::Request& request,
                       std::string_view prefix) {
  std::string_view target = request.target;
  if (!target.starts_with(prefix)) {  // the prefix itself has escapes
    return request.path.substr(std::min(prefix.size(), request.path.size()));
  }
  std::string url(target.substr(prefix.size()));
  // Some clients and proxies make one slash of two, or escape the URL whole.
  if (url.find(":/") == std::string::npos) url = text::percent_decoded(url);
  for (std::string_view scheme : {"http:/", "https:/", "ftp:/"}) {
    if (url.starts_with(scheme) && url.size() > scheme.size() &&
        url[scheme.size()] != '/') {
      url.insert(scheme.size(), "/");
    }
  }
  if (url.empty()) throw UsageError("The path has no URL at its end.");
  return url;
}

void add_memento_routes(const answers::Holdings& holdings, Router& router) {
  auto add = [&](answers::Collection* collection) {
    const std::string before = path_before(collection);
    for (bool json : {false, true}) {
      router.add(
          "GET", before + (json ? "/timemap/json/" : "/timemap/link/"),
          [&holdings, collection, json](const answers::Request& request) {
            return time_map(holdings, collection, json, request);
          });
    }
    router.add("GET", before + "/timegate/",
               [&holdings, collection](const answers::Request& request) {
                 return time_gate(holdings, collection, request);
               });
  };
  add(nullptr);
  for (const auto& one : holdings.collections.all()) add(one.get());
  add_available_routes(holdings, router);
}

}  // namespace wax::serve
