#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "answers/records/archived_body.h"
#include "answers/records/forwarded.h"
#include "answers/records/named_original.h"
#include "answers/records/stored_record.h"
#include "answers/requests/message.h"
#include "answers/shown/open_cdx.h"
#include "cdx/url/url.h"
#include "serve/api/api_routes.h"
#include "serve/api/incomplete_fields.h"
#include "serve/api/memento.h"
#include "serve/http/answer.h"
#include "text/ascii.h"
#include "warc/http/http.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"
#include "warc/record/record_part.h"

namespace wax::serve {
namespace {

// The most headers of an archived message that are sent, and bytes of each.
constexpr size_t kMostOriginalHeaders = 100;
constexpr size_t kMostOriginalValue = 4096;

enum class RawPart { kBody, kHead, kRecord };

struct RawQuery {
  answers::ArchivedPath path;
  RawPart part = RawPart::kBody;
};

// "20070531203500id_/http://example.com/"
RawQuery read_raw_query(const answers::Request& request,
                        const std::string& before) {
  auto path =
      answers::read_archived_path(url_behind(request, before + "/raw/"));
  for (auto [name, part] :
       {std::pair("id_", RawPart::kBody), std::pair("hd_", RawPart::kHead),
        std::pair("rec_", RawPart::kRecord)}) {
    if (path && path->modifier == name) return {std::move(*path), part};
  }
  throw UsageError(
      "The path is not of the form /raw/DATEid_/URL, such as "
      "/raw/20070531203500id_/http://example.com/.");
}

// `base` is that of a MementoPlace.
void add_memento_headers(const std::string& base,
                         const answers::UrlCapture& capture,
                         answers::Response& response) {
  if (auto seconds = warc::seconds_of_date(capture.date)) {
    response.headers.push_back({"Memento-Datetime", http_date(*seconds)});
  }
  std::string links = link_target(capture.url) + "; rel=\"original\", " +
                      link_target(base + "/timegate/" + capture.url) +
                      "; rel=\"timegate\", " +
                      link_target(base + "/timemap/link/" + capture.url) +
                      "; rel=\"timemap\"; type=\"application/link-format\"";
  response.headers.push_back({"Link", std::move(links)});
  response.headers.push_back(
      {"Content-Security-Policy", std::string(answers::kArchivedPolicy)});
  response.headers.push_back({"X-Frame-Options", "SAMEORIGIN"});
}

void add_original_headers(const warc::HttpHead& head,
                          answers::Response& response) {
  size_t count = 0;
  for (const warc::Field& field : head.headers.all()) {
    bool token = !field.name.empty() &&
                 std::all_of(field.name.begin(), field.name.end(), [](char c) {
                   return text::is_alphanumeric(c) || c == '-' || c == '_';
                 });
    if (!token || ++count > kMostOriginalHeaders) continue;
    response.headers.push_back(
        {"X-Archive-Orig-" + std::string(field.name),
         std::string(field.value.substr(0, kMostOriginalValue))});
  }
}

// The status of the archived message, or 200 when no server could answer with
// it.
int status_of(const warc::HttpHead& head) {
  constexpr int kLeast = 200;
  constexpr int kMost = 599;
  return head.status >= kLeast && head.status <= kMost ? head.status : 200;
}

// Where an archived redirect leads: to the capture of that time.
void add_location(const std::string& base, const answers::UrlCapture& capture,
                  const warc::HttpHead& head, answers::Response& response) {
  if (response.status / 100 != 3) return;
  auto location = head.headers.find("Location");
  if (!location) return;
  std::string target;
  cdx::append_resolved(capture.url, *location, target);
  if (!target.starts_with("http://") && !target.starts_with("https://")) {
    return;
  }
  response.headers.push_back(
      {"Location",
       base + "/raw/" + warc::as_given_date(capture.date) + "id_/" + target});
}

// What a 206 has of the body, or a 416 refused.
void add_content_range(const warc::HttpHead& head,
                       answers::Response& response) {
  if (response.status != 206 && response.status != 416) return;
  auto range = head.headers.find("Content-Range");
  if (range) response.headers.push_back({"Content-Range", std::string(*range)});
}

// `again` opens the record anew.
answers::Response raw_body(
    std::shared_ptr<answers::OpenRecord> open, const std::string& base,
    const answers::UrlCapture& capture, const answers::Request& request,
    const std::function<std::shared_ptr<answers::OpenRecord>()>& again,
    answers::Response response) {
  io::ByteSource* source = decoded_body(*open);
  response.type = answers::replayed_type(stated_type(*open));
  // Frames of other sites are refused; replay systems send what their own
  // frames ask for.
  if (request.header("Sec-Fetch-Dest") == "document") {
    answers::keep_as_file(response);
  }
  if (open->decoded != nullptr) {
    const warc::HttpHead& head = answered_head(*open);
    response.status = status_of(head);
    add_location(base, capture, head, response);
    add_content_range(head, response);
    add_original_headers(head, response);
  }
  answers::set_body(std::move(open), source, answers::asked_range(request),
                    again, response);
  return response;
}

answers::Response raw_head(answers::OpenRecord& open, std::string header,
                           answers::Response response) {
  warc::Record& record = open.record;
  response.type = "text/plain; charset=utf-8";
  response.body = std::move(header);
  if (warc::has_http_message(record) &&
      warc::read_http_head(*record.body, open.head_bytes, open.head)) {
    response.body += open.head.raw;
  }
  return response;
}

answers::Response whole_record(std::shared_ptr<answers::OpenRecord> open,
                               std::string header, answers::Response response) {
  warc::Record& record = open->record;
  response.type = "application/octet-stream";
  std::string name = warc::record_file_name(open->filename, record);
  name += record.format == warc::Format::kArc ? ".arc" : ".warc";
  response.headers.push_back(
      {"Content-Disposition", "attachment; filename=\"" + name + '"'});
  io::ByteSource* source = record.body;
  response.stream = std::make_unique<answers::RecordBody>(
      std::move(open), source, std::move(header));
  return response;
}

answers::Response answer_raw(const answers::Holdings& holdings,
                             answers::Collection* collection,
                             const answers::Request& request) {
  const std::string base = MementoPlace(holdings, collection, request).base;
  RawQuery query = read_raw_query(request, path_before(collection));
  auto cdx = open_cdx_files(holdings, collection);
  answers::RecordReport problems(holdings);
  auto capture =
      find_capture(answers::RecordSource(holdings, *cdx), cdx->files,
                   cdx->url_key, query.path.url, query.path.date,
                   query.part == RawPart::kBody ? answers::Wanted::kBody
                                                : answers::Wanted::kRecord,
                   problems);
  check_asked_date(query.path.date, capture);
  if (!capture) {
    return without_capture(*cdx, [&] {
      return no_capture(holdings, collection, query.path.url, query.path.date);
    });
  }
  if (capture->date != query.path.date) {
    answers::Response other =
        answers::redirect(base + "/raw/" + capture->date + query.path.modifier +
                          '/' + capture->url);
    add_gone(*cdx, other);
    return other;
  }
  // The head and the record as they are stored.
  if (cdx->has_shards() && query.part != RawPart::kBody) {
    answers::Response stored = forwarded(*cdx, *capture, "/raw/", request);
    add_gone(*cdx, stored);
    return stored;
  }
  auto opened = [&] {
    answers::RecordFailure why;
    auto open = query.part == RawPart::kBody
                    ? open_body(holdings, *cdx, *capture, problems, why)
                    : open_record_or_copy(holdings, cdx->files, cdx->url_key,
                                          *capture, why);
    if (open == nullptr) throw_failure(why);
    return open;
  };
  auto open = opened();
  answers::Response response;
  add_memento_headers(base, *capture, response);
  add_gone(*cdx, response);
  if (query.part == RawPart::kBody) {
    return raw_body(std::move(open), base, *capture, request, opened,
                    std::move(response));
  }
  std::string header = shown_header(cdx->generations, open->record);
  return query.part == RawPart::kHead
             ? raw_head(*open, std::move(header), std::move(response))
             : whole_record(std::move(open), std::move(header),
                            std::move(response));
}

}  // namespace

void add_raw_routes(const answers::Holdings& holdings, Router& router) {
  auto add = [&](answers::Collection* collection) {
    router.add("GET", path_before(collection) + "/raw/",
               [&holdings, collection](const answers::Request& request) {
                 return answer_raw(holdings, collection, request);
               });
  };
  add(nullptr);
  for (const auto& one : holdings.collections.all()) add(one.get());
}

}  // namespace wax::serve
