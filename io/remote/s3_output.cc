#include "io/remote/s3_output.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "io/error.h"
#include "io/remote/http_sender.h"
#include "io/remote/http_source.h"
#include "io/remote/plain_xml.h"
#include "io/remote/s3.h"

namespace wax::io {
namespace {

// A store takes 10,000 pieces, and the same size for all may be what it wants.
constexpr size_t kS3Piece = size_t{16} << 20;
constexpr size_t kS3PiecesOfASize = 2000;
constexpr size_t kLongestS3Answer = 64 * 1024;

class S3Output final : public Output {
 public:
  S3Output(const std::string& path, bool force)
      : path_(path), name_(s3_name(path)) {
    if (!force && s3_file(path)->state()) {
      throw UsageError(path + ": already exists; --force replaces it");
    }
  }
  ~S3Output() override {
    if (upload_.empty()) return;
    try {
      (void)send("DELETE", {{"uploadId", upload_}}, {});
    } catch (const std::exception&) {  // the store drops it in its own time
    }
  }
  S3Output(const S3Output&) = delete;
  S3Output& operator=(const S3Output&) = delete;

  void write(std::string_view bytes) override {
    size_ += bytes.size();
    while (!bytes.empty()) {
      const size_t piece = kS3Piece << (tags_.size() / kS3PiecesOfASize);
      const std::string_view some = bytes.substr(0, piece - buffer_.size());
      buffer_ += some;
      bytes.remove_prefix(some.size());
      if (buffer_.size() == piece) send_piece();
    }
  }

  // A store has no use for less than a piece.
  void flush() override {}

  void finish() override {
    if (upload_.empty()) {
      const HttpAnswer answer = send("PUT", {}, buffer_);
      if (answer.status != 200) refuse("write", answer);
      return;
    }
    if (!buffer_.empty()) send_piece();
    complete();
    upload_.clear();
  }

 private:
  HttpAnswer send(const char* method, const std::vector<S3Parameter>& query,
                  std::string_view body) {
    HttpSending sending;
    sending.request = s3_request(name_, query, aws_settings());
    sending.method = method;
    sending.body = body;
    sending.is_repeatable = true;
    return sender_.send(sending, kLongestS3Answer, usual_http());
  }

  [[noreturn]] void refuse(const char* what, const HttpAnswer& answer) {
    throw IoError(
        path_, std::string(what) + ": " +
                   s3_refusal(
                       answer.status, answer.body,
                       [&](const char* name) { return sender_.header(name); },
                       aws_settings()));
  }

  void send_piece() {
    if (upload_.empty()) begin();
    const std::string number = std::to_string(tags_.size() + 1);
    const HttpAnswer answer =
        send("PUT", {{"partNumber", number}, {"uploadId", upload_}}, buffer_);
    std::string tag = sender_.header("ETag");
    if (answer.status != 200 || tag.empty()) refuse("write", answer);
    tags_.push_back(std::move(tag));
    buffer_.clear();
  }

  // Repeated, it leaves an upload without pieces behind.
  void begin() {
    const HttpAnswer answer = send("POST", {{"uploads", ""}}, {});
    const bool is_whole = read_plain_xml(
        answer.body, [&](std::string_view path, std::string& text) {
          if (path == "InitiateMultipartUploadResult/UploadId") upload_ = text;
        });
    if (answer.status == 200 && is_whole && !upload_.empty()) return;
    upload_.clear();
    refuse("begin an upload", answer);
  }

  void complete() {
    std::string list = "<CompleteMultipartUpload>";
    for (size_t i = 0; i < tags_.size(); ++i) {
      list +=
          "<Part><PartNumber>" + std::to_string(i + 1) + "</PartNumber><ETag>";
      for (char c : tags_[i]) {
        if (c == '"') {
          list += "&quot;";
        } else if (c == '&') {
          list += "&amp;";
        } else if (c == '<') {
          list += "&lt;";
        } else {
          list += c;
        }
      }
      list += "</ETag></Part>";
    }
    list += "</CompleteMultipartUpload>";
    const HttpAnswer answer = send("POST", {{"uploadId", upload_}}, list);
    // The status is sent before the work is done: the text has the last word.
    bool is_done = false;
    std::string code;
    const bool is_whole = read_plain_xml(
        answer.body, [&](std::string_view path, std::string& text) {
          if (path == "CompleteMultipartUploadResult") is_done = true;
          if (path == "Error/Code") code = text;
        });
    if (answer.status == 200 && is_whole && is_done) return;
    // A request whose answer was lost had done it.
    const bool may_be_done = code == "NoSuchUpload" && sender_.times_sent() > 1;
    if (may_be_done && is_there()) return;
    refuse("complete the upload", answer);
  }

  // Whether the object is the one of the pieces.
  bool is_there() {
    const std::optional<ObjectState> state = s3_file(path_)->state();
    return state && state->size == size_ &&
           state->version.find('-' + std::to_string(tags_.size())) !=
               std::string::npos;
  }

  std::string path_;
  S3Name name_;
  HttpSender sender_;
  std::string buffer_;
  uint64_t size_ = 0;
  std::string upload_;  // empty: none is under way
  std::vector<std::string> tags_;
};

}  // namespace

std::unique_ptr<Output> open_s3_output(const std::string& name, bool force) {
  return std::make_unique<S3Output>(name, force);
}

}  // namespace wax::io
