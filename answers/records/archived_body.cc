#include "answers/records/archived_body.h"

#include <algorithm>
#include <utility>

#include "answers/records/forwarded.h"
#include "answers/records/named_original.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/percent.h"
#include "warc/http/http.h"
#include "warc/http/media_type.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"
#include "warc/record/fine_date.h"
#include "warc/record/record_part.h"

namespace wax::answers {
namespace {

// The status of a revisit that the server called unchanged: the capture that it
// is a copy of had another one.
constexpr int kNotModified = 304;

constexpr const char* kContentRange = "Content-Range";

// After decoded_body(): the size of the body, if no coding hides it.
std::optional<uint64_t> stated_size(const OpenRecord& open) {
  const uint64_t block = open.record.content_length;
  if (block == warc::Record::kNoLength) return std::nullopt;
  if (open.decoded == nullptr) return block;
  const warc::Headers& headers = open.head.headers;
  if (open.head.cut || headers.find("Transfer-Encoding") ||
      headers.find("Content-Encoding") || open.head.raw.size() > block) {
    return std::nullopt;
  }
  return block - open.head.raw.size();
}

// Whether a 206 has all bytes of the body, as when a player asked for
// "bytes=0-".
bool has_all_bytes(const OpenRecord& open, const Response& response) {
  const auto size = stated_size(open);
  return response.status == 206 && size && *size > 0 &&
         header_value(response.headers, kContentRange) ==
             ByteRange{0, *size}.text(*size);
}

}  // namespace

std::optional<ArchivedPath> read_archived_path(std::string_view path) {
  const size_t slash = path.find('/');
  if (slash == path.npos) return std::nullopt;
  const std::string_view stamp = path.substr(0, slash);
  const size_t digits =
      std::min(stamp.find_first_not_of("0123456789"), stamp.size());
  ArchivedPath read{
      std::string(warc::without_milliseconds(stamp.substr(0, digits))),
      std::string(stamp.substr(digits)), std::string(path.substr(slash + 1))};
  if (!warc::is_short_date(read.date) || read.url.empty()) return std::nullopt;
  for (std::string_view scheme : {"http:/", "https:/", "ftp:/"}) {
    if (read.url.starts_with(scheme) && read.url.size() > scheme.size() &&
        read.url[scheme.size()] != '/') {
      read.url.insert(scheme.size(), "/");
    }
  }
  return read;
}

std::string archived_path(std::string_view date, std::string_view modifier,
                          std::string_view url) {
  std::string escaped(url);
  text::escape_if(
      [](char c) {
        return text::is_control_or_space(c) ||
               static_cast<unsigned char>(c) >= 0x7f ||
               text::is_one_of(c, "\"#<>\\^`{|}");
      },
      escaped);
  return std::string(date).append(modifier) + '/' + escaped;
}

// The record that has the body; null when it cannot be had.
std::shared_ptr<OpenRecord> open_body(const Holdings& holdings,
                                      const CdxFiles& cdx,
                                      const UrlCapture& capture,
                                      RecordReport& problems,
                                      RecordFailure& why) {
  const RecordSource from(holdings, cdx);
  auto open_one = [&](const UrlCapture& one, RecordFailure& why_not) {
    return open_record_or_copy(from, cdx.files, cdx.url_key, one, why_not);
  };
  if (!capture.is_revisit) return open_one(capture, why);
  DigestSearch digests{cdx.generations};
  auto original =
      find_original(from, cdx.files, cdx.url_key, capture, digests, problems);
  if (original) {
    auto open = open_one(*original, why);
    if (open == nullptr) return nullptr;
    RecordFailure none;
    auto revisit = open_one(capture, none);
    if (revisit != nullptr && warc::has_http_message(revisit->record) &&
        warc::read_http_head(*revisit->record.body, revisit->head_bytes,
                             revisit->head) &&
        revisit->head.is_response && revisit->head.status != kNotModified) {
      open->revisit = std::move(revisit);
    }
    return open;
  }
  why.text =
      "This capture is a revisit, which has no body of its own; the capture "
      "that has it is not available on this server.";
  RecordFailure none;
  if (auto revisit = open_one(capture, none)) {
    const std::string file = shown_container(cdx.generations, revisit->record);
    if (!file.empty()) why.text += " It is in " + file + '.';
  }
  return nullptr;
}

const warc::HttpHead& answered_head(const OpenRecord& open) {
  return open.revisit != nullptr ? open.revisit->head : open.head;
}

std::string_view stated_type(const OpenRecord& open) {
  if (open.decoded == nullptr) return open.record.content_type;
  auto type = answered_head(open).headers.find("Content-Type");
  return type ? *type : open.head.headers.find("Content-Type").value_or("");
}

io::ByteSource* decoded_body(OpenRecord& open) {
  warc::Record& record = open.record;
  if (open.decoded != nullptr) return open.decoded.get();
  if (!warc::has_http_message(record) ||
      !warc::read_http_head(*record.body, open.head_bytes, open.head)) {
    return record.body;
  }
  Problem where;
  where.file = open.path;
  where.offset = record.offset;
  open.decoded = warc::decode_body(*record.body, open.head.headers, {},
                                   open.problems, where);
  return open.decoded.get();
}

namespace {

// Without what no header may have.
std::string clean_type(std::string_view type) {
  std::string clean;
  for (char c : type.substr(0, 200)) {
    if (c >= ' ' && c < '\x7f') clean += c;
  }
  return clean;
}

std::string essence_of(std::string_view type) {
  std::string essence(text::trim(type.substr(0, type.find(';'))));
  text::lower_case(essence);
  return essence;
}

}  // namespace

std::string harmless_type(std::string_view type) {
  // Browsers may take another one of several types than we do.
  std::string clean = clean_type(type.substr(0, type.find(',')));
  const std::string essence = essence_of(clean);
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

std::string replayed_type(std::string_view type) {
  std::string clean = clean_type(type);
  const std::string essence = essence_of(clean);
  if (essence == "text/css" || essence == "application/json" ||
      essence.ends_with("+json") || essence == "multipart/byteranges") {
    return clean;
  }
  return harmless_type(type);
}

void keep_as_file(Response& response) {
  const std::string bare = warc::bare_type(response.type);
  if (warc::text_kind(bare) != warc::TextKind::kHtml &&
      !bare.ends_with("xml")) {
    return;
  }
  response.headers.push_back({"Content-Disposition", "attachment"});
}

namespace {

[[noreturn]] void fail(OpenRecord& open, const IoError& error) {
  open.problems.report({Severity::kLost, "unreadable-archive", open.path,
                        open.record.offset, error.what()});
  throw BadArchive("The archive " + open.filename + " cannot be read");
}

// How many bytes `source`, which is read for that, has. Throws BadArchive when
// the archive has not all of them.
uint64_t size_of(OpenRecord& open, io::ByteSource& source) {
  try {
    const uint64_t size = io::skip(source, UINT64_MAX);
    open.check_whole();
    return size;
  } catch (const IoError& error) {
    fail(open, error);
  }
}

}  // namespace

bool RecordBody::next(std::string& piece) {
  piece = std::exchange(front_, {});
  try {
    io::skip(*source_, std::exchange(before_, 0));
    while (piece.size() < kPiece && left_ > 0 && !is_whole_) {
      std::string_view bytes = source_->peek();
      if (bytes.empty()) {
        record_->check_whole();
        is_whole_ = true;
        break;
      }
      bytes = bytes.substr(0, std::min<uint64_t>(kPiece, left_));
      piece += bytes;
      source_->consume(bytes.size());
      if (left_ != UINT64_MAX) left_ -= bytes.size();
    }
  } catch (const IoError& error) {
    fail(*record_, error);
  }
  return !piece.empty();
}

void set_body(std::shared_ptr<OpenRecord> open, io::ByteSource* source,
              std::string_view range,
              const std::function<std::shared_ptr<OpenRecord>()>& again,
              Response& response) {
  std::optional<uint64_t> size;
  if (response.status == 200 || has_all_bytes(*open, response)) {
    response.headers.push_back({"Accept-Ranges", "bytes"});
    if (range.starts_with("bytes=")) size = stated_size(*open);
    if (range.starts_with("bytes=") && !size) {
      size = size_of(*open, *source);
      open = again();
      source = decoded_body(*open);
    }
  }
  const auto part = size ? byte_range(range, *size) : std::nullopt;
  if (!part) {
    response.stream = std::make_unique<RecordBody>(std::move(open), source, "");
    return;
  }
  std::erase_if(response.headers, [](const Header& header) {
    return header.name == kContentRange;
  });
  response.headers.push_back({kContentRange, part->text(*size)});
  response.status = part->satisfiable ? 206 : 416;
  if (!part->satisfiable) {
    response.type = "text/plain; charset=utf-8";
    response.body = "The body has " + std::to_string(*size) + " bytes.\n";
    return;
  }
  response.stream_size = part->size();
  response.stream =
      std::make_unique<RecordBody>(std::move(open), source, *part);
}

std::string_view asked_range(const Request& request) {
  return request.header("If-Range").empty() ? request.header("Range")
                                            : std::string_view();
}

namespace {

std::optional<Response> taken_away_here(
    const Holdings& holdings,
    const std::vector<std::shared_ptr<const Generation>>& generations,
    std::string_view url) {
  if (holdings.taken_away.empty()) return std::nullopt;
  for (const auto& generation : generations) {
    if (generation->access == nullptr) continue;
    const std::string key = cdx::url_key(generation->url_key, url);
    if (key.empty()) continue;
    for (const auto& file : open_unruled_cdx(*generation)) {
      std::string_view line;
      if (file->lines({key + ' ', key + '!'})->next(line)) {
        return sentence(451, holdings.taken_away);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Response> taken_away(
    const Holdings& holdings,
    const std::vector<std::shared_ptr<const Generation>>& generations,
    std::string_view url) {
  auto taken = taken_away_here(holdings, generations, url);
  if (taken) return taken;
  // Which says so of what was taken away alone.
  return withheld_by_shard(generations,
                           "/timemap/link" + archived_path({}, {}, url));
}

Response no_capture(const Holdings& holdings, Collection* collection,
                    const std::string& url, std::string_view date) {
  const auto generations = open_cdx_files(holdings, collection)->generations;
  auto taken = taken_away_here(holdings, generations, url);
  if (!taken) {
    taken = withheld_by_shard(generations,
                              "/raw/" + archived_path(date, "id_", url));
  }
  if (taken) return std::move(*taken);
  RecordReport problems(holdings);
  auto whole = open_whole_cdx_files(holdings, collection);
  if (!whole->has_shards() &&
      find_capture(holdings, whole->files, whole->url_key, url, date,
                   Wanted::kRecord, problems)) {
    return sentence(
        451,
        "Rules of access of this server block the captures of " + url + '.');
  }
  throw NotFound("There is no capture of " + url + '.');
}

}  // namespace wax::answers
