#include <algorithm>
#include <memory>
#include <utility>

#include "cdx/url/url.h"
#include "io/error.h"
#include "serve/answers/open_cdx.h"
#include "serve/answers/stored_record.h"
#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "serve/http/answer.h"
#include "serve/http/message.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/http/http.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"
#include "warc/record/record_part.h"

namespace wax::serve {
namespace {

constexpr std::string_view kRawPolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'";
// Of the headers of an archived message.
constexpr size_t kMostOriginalHeaders = 100;
constexpr size_t kMostOriginalValue = 4096;

enum class RawPart { kBody, kHead, kRecord };

struct RawQuery {
  std::string date;
  RawPart part = RawPart::kBody;
  std::string modifier;
  std::string url;
};

class RawBody final : public BodyStream {
 public:
  // What `source` gives, behind `front`.
  RawBody(std::shared_ptr<OpenRecord> record, io::ByteSource* source,
          std::string front)
      : record_(std::move(record)), source_(source), front_(std::move(front)) {}

  bool next(std::string& piece) override {
    piece = std::exchange(front_, {});
    try {
      while (piece.size() < kPiece && !is_whole_) read_some(piece);
    } catch (const IoError& error) {
      record_->problems.report({Severity::kLost, "unreadable-archive",
                                record_->path, record_->record.offset,
                                error.what()});
      throw BadArchive("The archive " + record_->filename + " cannot be read");
    }
    return !piece.empty();
  }

 private:
  void read_some(std::string& piece) {
    std::string_view bytes = source_->peek();
    if (bytes.empty()) {
      record_->check_whole();
      is_whole_ = true;
      return;
    }
    bytes = bytes.substr(0, kPiece);
    piece += bytes;
    source_->consume(bytes.size());
  }

  std::shared_ptr<OpenRecord> record_;
  io::ByteSource* source_;
  std::string front_;
  bool is_whole_ = false;  // all has been read
};

// "20070531203500id_/http://example.com/"
RawQuery read_raw_query(const Request& request, const std::string& before) {
  std::string rest = url_behind(request, before + "/raw/");
  size_t slash = rest.find('/');
  std::string_view stamp = std::string_view(rest).substr(0, slash);
  RawQuery query;
  for (auto [name, part] :
       {std::pair("id_", RawPart::kBody), std::pair("hd_", RawPart::kHead),
        std::pair("rec_", RawPart::kRecord)}) {
    if (!stamp.ends_with(name)) continue;
    query.part = part;
    query.modifier = name;
    query.date = stamp.substr(0, stamp.size() - query.modifier.size());
  }
  if (query.modifier.empty() || slash == std::string::npos ||
      !warc::is_short_date(query.date)) {
    throw UsageError(
        "The path is not of the form /raw/DATEid_/URL, such as "
        "/raw/20070531203500id_/http://example.com/.");
  }
  query.url = rest.substr(slash + 1);
  for (std::string_view scheme : {"http:/", "https:/", "ftp:/"}) {
    if (query.url.starts_with(scheme) && query.url.size() > scheme.size() &&
        query.url[scheme.size()] != '/') {
      query.url.insert(scheme.size(), "/");
    }
  }
  return query;
}

// A type by which no browser runs or applies the body as a part of a page.
std::string harmless_type(std::string_view type) {
  std::string clean;
  for (char c : type.substr(0, 200)) {
    if (c >= ' ' && c < '\x7f') clean += c;
  }
  std::string essence = clean.substr(0, clean.find(';'));
  essence = std::string(text::trim(essence));
  text::lower_case(essence);
  if (essence.find('/') == std::string::npos ||
      essence.starts_with("multipart/")) {
    return "application/octet-stream";
  }
  for (std::string_view word : {"javascript", "ecmascript", "jscript",
                                "livescript", "wasm", "css", "json"}) {
    if (essence.find(word) == std::string::npos) continue;
    size_t semicolon = clean.find(';');
    return "text/plain" + (semicolon == std::string::npos
                               ? std::string("; charset=utf-8")
                               : clean.substr(semicolon));
  }
  return clean;
}

// `base` is that of a MementoPlace.
void add_memento_headers(const std::string& base, const UrlCapture& capture,
                         Response& response) {
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
      {"Content-Security-Policy", std::string(kRawPolicy)});
  response.headers.push_back({"X-Frame-Options", "SAMEORIGIN"});
}

void add_original_headers(const warc::HttpHead& head, Response& response) {
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

// That of the archived message, unless no answer of a server can have it.
int status_of(const warc::HttpHead& head) {
  constexpr int kLeast = 200;
  constexpr int kMost = 599;
  return head.status >= kLeast && head.status <= kMost ? head.status : 200;
}

// Where an archived redirect leads: to the capture of that time.
void add_location(const std::string& base, const UrlCapture& capture,
                  const warc::HttpHead& head, Response& response) {
  if (response.status / 100 != 3) return;
  auto location = head.headers.find("Location");
  if (!location) return;
  std::string target;
  cdx::append_resolved(capture.url, *location, target);
  if (!target.starts_with("http://") && !target.starts_with("https://")) {
    return;
  }
  response.headers.push_back(
      {"Location", base + "/raw/" + capture.date + "id_/" + target});
}

Response raw_body(std::shared_ptr<OpenRecord> open, const std::string& base,
                  const UrlCapture& capture, Response response) {
  warc::Record& record = open->record;
  if (!warc::has_http_message(record) ||
      !warc::read_http_head(*record.body, open->head_bytes, open->head)) {
    response.type = harmless_type(record.content_type);
    io::ByteSource* source = record.body;
    response.stream = std::make_unique<RawBody>(std::move(open), source, "");
    return response;
  }
  const warc::Headers& headers = open->head.headers;
  response.status = status_of(open->head);
  response.type = harmless_type(headers.find("Content-Type").value_or(""));
  add_location(base, capture, open->head, response);
  add_original_headers(open->head, response);
  Problem where;
  where.file = open->path;
  where.offset = record.offset;
  open->decoded =
      warc::decode_body(*record.body, headers, {}, open->problems, where);
  io::ByteSource* source = open->decoded.get();
  response.stream = std::make_unique<RawBody>(std::move(open), source, "");
  return response;
}

Response raw_head(OpenRecord& open, std::string header, Response response) {
  warc::Record& record = open.record;
  response.type = "text/plain; charset=utf-8";
  response.body = std::move(header);
  if (warc::has_http_message(record) &&
      warc::read_http_head(*record.body, open.head_bytes, open.head)) {
    response.body += open.head.raw;
  }
  return response;
}

Response whole_record(std::shared_ptr<OpenRecord> open, std::string header,
                      Response response) {
  warc::Record& record = open->record;
  response.type = "application/octet-stream";
  std::string name = warc::record_file_name(open->filename, record);
  name += record.format == warc::Format::kArc ? ".arc" : ".warc";
  response.headers.push_back(
      {"Content-Disposition", "attachment; filename=\"" + name + '"'});
  io::ByteSource* source = record.body;
  response.stream =
      std::make_unique<RawBody>(std::move(open), source, std::move(header));
  return response;
}

// The record that has the body; null with a sentence in `why`.
std::shared_ptr<OpenRecord> open_body(const Holdings& holdings,
                                      const CdxFiles& cdx,
                                      const UrlCapture& capture,
                                      RecordProblems& problems,
                                      std::string& why) {
  if (!capture.is_revisit) return open_record(holdings, capture, why);
  auto original =
      find_original(holdings, cdx.files, cdx.url_key, capture, problems);
  if (original) return open_record(holdings, *original, why);
  why =
      "This capture is a revisit, which has no body of its own; the capture "
      "that has it is not at hand on this server.";
  return nullptr;
}

Response answer_raw(const Holdings& holdings, Collection* collection,
                    const Request& request) {
  const std::string base = MementoPlace(holdings, collection, request).base;
  RawQuery query = read_raw_query(request, path_before(collection));
  auto cdx = open_cdx_files(holdings, collection);
  RecordProblems problems(holdings);
  auto capture =
      find_capture(cdx->files, cdx->url_key, query.url, query.date, problems);
  if (!capture) {
    auto whole = open_whole_cdx_files(holdings, collection);
    if (find_capture(whole->files, whole->url_key, query.url, query.date,
                     problems)) {
      return sentence(451,
                      "Rules of access of this server block the captures "
                      "of " +
                          query.url + '.');
    }
    throw NotFound("There is no capture of " + query.url + '.');
  }
  if (capture->date != query.date) {
    return redirect(base + "/raw/" + capture->date + query.modifier + '/' +
                    capture->url);
  }
  std::string why;
  auto open = query.part == RawPart::kBody
                  ? open_body(holdings, *cdx, *capture, problems, why)
                  : open_record(holdings, *capture, why);
  if (open == nullptr) return sentence(404, why);
  Response response;
  add_memento_headers(base, *capture, response);
  if (query.part == RawPart::kBody) {
    return raw_body(std::move(open), base, *capture, std::move(response));
  }
  std::string header = shown_header(cdx->generations, open->record);
  return query.part == RawPart::kHead
             ? raw_head(*open, std::move(header), std::move(response))
             : whole_record(std::move(open), std::move(header),
                            std::move(response));
}

}  // namespace

void add_raw_routes(const Holdings& holdings, Router& router) {
  auto add = [&](Collection* collection) {
    router.add("GET", path_before(collection) + "/raw/",
               [&holdings, collection](const Request& request) {
                 return answer_raw(holdings, collection, request);
               });
  };
  add(nullptr);
  for (const auto& one : holdings.collections.all()) add(one.get());
}

}  // namespace wax::serve
