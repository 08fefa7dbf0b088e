#include "io/remote/hdfs_output.h"

#include <unistd.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "io/error.h"
#include "io/remote/http_sender.h"
#include "io/remote/http_source.h"
#include "io/remote/webhdfs.h"

namespace wax::io {
namespace {

constexpr size_t kHdfsPiece = size_t{16} << 20;
constexpr size_t kLongestAnswerToWrite = 64 * 1024;

class HdfsOutput final : public Output {
 public:
  HdfsOutput(const std::string& path, bool force)
      : path_(path), name_(hdfs_name(path)), part_(name_), force_(force) {
    part_.path += ".part-" + std::to_string(::getpid());
    const std::optional<HdfsStatus> there = hdfs_status(name_);
    if (there && there->is_folder) throw IoError(path, "is a folder");
    if (there && !force) {
      throw UsageError(path + ": already exists; --force replaces it");
    }
  }
  ~HdfsOutput() override {
    if (!begun_) return;
    try {
      (void)ask("DELETE", hdfs_request(part_, "DELETE"), /*repeatable=*/true);
    } catch (const std::exception&) {  // it stays, as when a process is killed
    }
  }
  HdfsOutput(const HdfsOutput&) = delete;
  HdfsOutput& operator=(const HdfsOutput&) = delete;

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::string_view some =
          bytes.substr(0, kHdfsPiece - buffer_.size());
      buffer_ += some;
      bytes.remove_prefix(some.size());
      if (buffer_.size() == kHdfsPiece) send_piece();
    }
  }

  void flush() override {}

  void finish() override {
    if (!begun_ || !buffer_.empty()) send_piece();
    HdfsParameters parameters = {{"destination", name_.path}};
    // In one step, an old file is replaced.
    if (force_) parameters.emplace_back("renameoptions", "OVERWRITE");
    const HttpAnswer answer = ask(
        "PUT", hdfs_request(part_, "RENAME", parameters), /*repeatable=*/false);
    const bool is_done =
        answer.status == 200 && answer.body.find("false") == std::string::npos;
    // When the answer is lost, the file tells.
    if (!is_done && (answer.status != 0 || !is_renamed())) {
      refuse("rename", answer);
    }
    begun_ = false;
  }

 private:
  HttpAnswer ask(const char* method, HttpRequest request, bool repeatable,
                 std::string_view body = {}) {
    HttpSending sending;
    sending.request = std::move(request);
    sending.method = method;
    sending.body = body;
    sending.is_repeatable = repeatable;
    return sender_.send(sending, kLongestAnswerToWrite, usual_http());
  }

  [[noreturn]] void refuse(const char* what, const HttpAnswer& answer) {
    std::string reason = hdfs_refusal(answer.status, answer.body);
    if (answer.status == 0) reason = "the server gave no answer";
    if (answer.status == 200) reason = "the server did not do it";
    throw IoError(path_, std::string(what) + ": " + reason);
  }

  bool is_renamed() {
    const std::optional<HdfsStatus> there = hdfs_status(name_);
    return there && there->state.size == size_ && !hdfs_status(part_);
  }

  // Sends bytes where the answer to the first request points. A server that
  // does the work itself (HttpFS) points to itself.
  HttpAnswer send_to_node(const char* method, const HttpRequest& request,
                          bool repeatable, std::string_view bytes) {
    HttpAnswer answer = ask(method, request, /*repeatable=*/true);
    if (answer.status != 307) return answer;
    HttpRequest node;
    node.url = sender_.header("Location");
    node.name = request.name;
    node.head = {"Content-Type: application/octet-stream"};
    if (node.url.empty()) return answer;
    return ask(method, std::move(node), repeatable, bytes);
  }

  void send_piece() {
    if (!std::exchange(begun_, true)) {
      const HttpAnswer answer = send_to_node(
          "PUT", hdfs_request(part_, "CREATE", {{"overwrite", "true"}}),
          /*repeatable=*/true, buffer_);
      if (answer.status != 201 && answer.status != 200) {
        refuse("create", answer);
      }
    } else {
      append(buffer_);
    }
    size_ += buffer_.size();
    buffer_.clear();
  }

  void append(std::string_view bytes) {
    const uint64_t before = size_;
    for (unsigned tries = 0; !bytes.empty(); ++tries) {
      const HttpAnswer answer =
          send_to_node("POST", hdfs_request(part_, "APPEND"),
                       /*repeatable=*/false, bytes);
      if (answer.status == 200) return;
      if (answer.status != 0 || tries >= usual_http().retries) {
        refuse("append", answer);
      }
      // A connection that ended: the file says how much has come.
      const std::optional<HdfsStatus> there = hdfs_status(part_);
      const uint64_t end = before + buffer_.size();
      if (!there || there->state.size < before || there->state.size > end) {
        refuse("append", answer);
      }
      bytes = std::string_view(buffer_).substr(
          static_cast<size_t>(there->state.size - before));
    }
  }

  std::string path_;
  HdfsName name_;
  HdfsName part_;
  bool force_;
  HttpSender sender_;
  std::string buffer_;
  uint64_t size_ = 0;   // of what was sent
  bool begun_ = false;  // the part is there
};

}  // namespace

std::unique_ptr<Output> open_hdfs_output(const std::string& name, bool force) {
  return std::make_unique<HdfsOutput>(name, force);
}

}  // namespace wax::io
