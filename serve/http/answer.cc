#include "serve/http/answer.h"

#include <zlib.h>

#include <ctime>
#include <new>
#include <utility>

#include "index/search/searcher.h"
#include "index/store/limits.h"
#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/lost_files.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::serve {
namespace {

// Smaller bodies do not gain.
constexpr size_t kLeastCompressed = 512;
constexpr int kAnswerLevel = 4;
constexpr size_t kMostReason = 1000;  // bytes of a sentence that refuses

constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
    "data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

constexpr std::string_view kPolicyHeader = "Content-Security-Policy";
constexpr std::pair<std::string_view, std::string_view> kSafetyHeaders[] = {
    {kPolicyHeader, kContentPolicy},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
};

bool is_compressible(std::string_view type) {
  if (type.starts_with("text/")) return true;
  for (std::string_view word : {"json", "xml", "javascript", "cdx"}) {
    if (type.find(word) != type.npos) return true;
  }
  return false;
}

bool may_have_body(int status) { return status != 204 && status != 304; }

// A line of the head; controls in the value would begin other lines.
void append_header(std::string_view name, std::string_view value,
                   std::string& out) {
  out.append(name).append(": ");
  for (char c : value) {
    bool control = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    out += control ? ' ' : c;
  }
  out += "\r\n";
}

// What libraries throw may quote a whole parameter, and has no full stop.
std::string as_sentence(std::string_view text) {
  std::string sentence(text.substr(0, kMostReason));
  if (text.size() > kMostReason) {
    sentence.resize(text::utf8_prefix(sentence));
    sentence += "...";
  }
  if (!sentence.ends_with('.')) sentence += '.';
  return sentence;
}

}  // namespace

std::optional<answers::Response> sentence_of(const std::exception& error) {
  if (dynamic_cast<const answers::NotFound*>(&error) != nullptr) {
    return answers::sentence(404, as_sentence(error.what()));
  }
  if (dynamic_cast<const UsageError*>(&error) != nullptr) {
    return answers::sentence(400, as_sentence(error.what()));
  }
  if (dynamic_cast<const answers::OutOfTime*>(&error) != nullptr) {
    return answers::sentence(503, error.what());
  }
  if (dynamic_cast<const answers::Unavailable*>(&error) != nullptr) {
    return answers::sentence(503, as_sentence(error.what()));
  }
  // The server was told why of each shard.
  if (dynamic_cast<const index::Searcher::Unreadable*>(&error) != nullptr) {
    return answers::sentence(
        503, "No part of the full text can be read now; try again later.");
  }
  if (dynamic_cast<const index::TooMuchMemory*>(&error) != nullptr) {
    return answers::sentence(413, error.what());
  }
  if (dynamic_cast<const answers::BadArchive*>(&error) != nullptr ||
      dynamic_cast<const answers::NoShards*>(&error) != nullptr) {
    return answers::sentence(502, as_sentence(error.what()));
  }
  return std::nullopt;
}

namespace {

answers::Response failure_response(const std::exception& error,
                                   std::string& failure) {
  if (auto sentence = sentence_of(error)) return std::move(*sentence);
  failure = error.what();
  return answers::sentence(
      500, "The server could not make this answer; its log says why.");
}

// Throws when an index file was lost while bytes were made: they may be made of
// zeros.
void check_lost_files(uint64_t before) {
  if (io::lost_files() == before) return;
  throw Error(
      "an index file was truncated while it was read, or its device failed");
}

}  // namespace

class Answer::Gzip {
 public:
  Gzip() {
    // 15 bits of window, and a gzip head.
    if (deflateInit2(&stream_, kAnswerLevel, Z_DEFLATED, 15 + 16, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Gzip() { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  std::string compress(std::string_view bytes, bool last) {
    std::string out;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      size_t had = out.size();
      out.resize(had + answers::BodyStream::kPiece);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + had);
      stream_.avail_out = answers::BodyStream::kPiece;
      deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      out.resize(out.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
    return out;
  }

 private:
  z_stream stream_ = {};
};

Answer::Answer(const answers::Handler& handler, answers::Request request,
               AnswerSetting setting)
    : handler_(&handler), request_(std::move(request)), setting_(setting) {}

Answer::~Answer() = default;

std::string Answer::next() {
  if (!begun_) return begin();
  std::string piece;
  const uint64_t lost = io::lost_files();
  bool last = !response_.stream->next(piece);
  check_lost_files(lost);
  std::string out;
  append_piece(piece, last, out);
  more_ = !last;
  return out;
}

// `piece` is the front of the stream, which has `ended` behind it.
void Answer::run_handler(std::string& piece, bool& ended) {
  constexpr int kMostTrials = 5;
  const bool is_read = request_.method == "GET" || request_.method == "HEAD";
  for (int left = is_read ? kMostTrials : 1; left > 0; --left) {
    const uint64_t lost = io::lost_files();
    piece.clear();
    ended = false;
    failure_.clear();
    try {
      response_ = (*handler_)(request_);
      std::string next;
      while (response_.stream != nullptr && !ended &&
             piece.size() < answers::BodyStream::kPiece) {
        next.clear();
        ended = !response_.stream->next(next);
        piece += next;
      }
      check_lost_files(lost);
      return;
    } catch (const std::exception& error) {
      response_ = failure_response(error, failure_);
      piece.clear();
    }
    // The next trial knows which file is lost.
    if (io::lost_files() == lost) return;
  }
}

std::string Answer::begin() {
  begun_ = true;
  std::string piece;
  bool ended = false;
  run_handler(piece, ended);
  if (setting_.http_1_0) response_.trailers.clear();
  if (response_.stream != nullptr && ended && response_.trailers.empty()) {
    response_.body = std::exchange(piece, {});
    response_.stream = nullptr;
  }
  bool streams = response_.stream != nullptr;
  bool compressible = response_.compress && is_compressible(response_.type) &&
                      !(streams && response_.stream_size);
  if (compressible) response_.headers.push_back({"Vary", "Accept-Encoding"});
  bool gzip = compressible && setting_.accepts_gzip &&
              (streams || response_.body.size() >= kLeastCompressed);
  bool has_body = may_have_body(response_.status) && !response_.type.empty();
  if (!streams) {
    if (gzip) response_.body = io::gzip_member(response_.body, kAnswerLevel);
    more_ = false;
    std::string out = head(has_body, gzip, false, response_.body.size());
    if (has_body && !setting_.head_only) {
      body_bytes_ = response_.body.size();
      out += response_.body;
    }
    response_.body = {};
    return out;
  }
  chunked_ = !response_.stream_size && !setting_.http_1_0;
  if (!response_.stream_size && setting_.http_1_0) setting_.keep_alive = false;
  if (gzip) gzip_ = std::make_unique<Gzip>();
  std::string out = head(has_body, gzip, chunked_,
                         response_.stream_size.value_or(UINT64_MAX));
  more_ = has_body && !setting_.head_only;
  if (more_) append_piece(piece, ended, out);
  more_ = more_ && !ended;
  return out;
}

std::string Answer::head(bool has_body, bool gzip, bool chunked,
                         uint64_t size) const {
  std::string out = "HTTP/1.1 " + std::to_string(response_.status) + ' ';
  out.append(answers::reason_of(response_.status)).append("\r\n");
  append_header("Date", http_date(std::time(nullptr)), out);
  if (has_body) append_header("Content-Type", response_.type, out);
  if (gzip) append_header("Content-Encoding", "gzip", out);
  if (chunked) {
    append_header("Transfer-Encoding", "chunked", out);
    if (!response_.trailers.empty()) {
      append_header("Trailer", response_.trailers, out);
    }
  } else if (has_body && size != UINT64_MAX) {
    append_header("Content-Length", std::to_string(size), out);
  }
  for (const answers::Header& header : response_.headers) {
    append_header(header.name, header.value, out);
  }
  for (const auto& [name, value] : kSafetyHeaders) {
    // A policy of its own says who may frame the answer.
    bool by_policy = name == "X-Frame-Options" &&
                     !header_value(response_.headers, kPolicyHeader).empty();
    if (!by_policy && header_value(response_.headers, name).empty()) {
      append_header(name, value, out);
    }
  }
  if (!setting_.keep_alive) {
    append_header("Connection", "close", out);
  } else if (setting_.http_1_0) {
    append_header("Connection", "keep-alive", out);
  }
  return out + "\r\n";
}

void Answer::append_piece(std::string_view piece, bool last, std::string& out) {
  std::string compressed;
  if (gzip_ != nullptr) {
    compressed = gzip_->compress(piece, last);
    piece = compressed;
  }
  body_bytes_ += piece.size();
  if (!chunked_) {
    out += piece;
    return;
  }
  if (!piece.empty()) {
    std::string size;
    text::append_hex_number(piece.size(), 8, size);
    out.append(size).append("\r\n").append(piece).append("\r\n");
  }
  if (!last) return;
  out += "0\r\n";
  for (const answers::Header& field : response_.stream->trailers()) {
    append_header(field.name, field.value, out);
  }
  out += "\r\n";
}

bool accepts_gzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    size_t end = std::min(accept_encoding.find(','), accept_encoding.size());
    std::string_view coding = accept_encoding.substr(0, end);
    accept_encoding.remove_prefix(std::min(end + 1, accept_encoding.size()));
    size_t semicolon = std::min(coding.find(';'), coding.size());
    std::string_view name =
        text::trim(coding.substr(0, semicolon), text::kBlanks);
    if (!text::equal_ignoring_case(name, "gzip") && name != "*") continue;
    std::string_view weight = coding.substr(semicolon);
    size_t equal = weight.find("q=");
    if (equal == weight.npos) return true;
    return weight.find_first_of("123456789", equal) != weight.npos;
  }
  return false;
}

std::string http_date(int64_t unix_seconds) {
  constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed",
                                   "Thu", "Fri", "Sat"};
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::time_t time = unix_seconds;
  std::tm fields = {};
  gmtime_r(&time, &fields);
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02d %s %04d %02d:%02d:%02d GMT",
                kDays[fields.tm_wday], fields.tm_mday, kMonths[fields.tm_mon],
                fields.tm_year + 1900, fields.tm_hour, fields.tm_min,
                fields.tm_sec);
  return text;
}

}  // namespace wax::serve
