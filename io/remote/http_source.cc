#include "io/remote/http_source.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "io/error.h"
#include "io/remote/curl.h"
#include "io/remote/curl_request.h"
#include "io/remote/remote_file.h"
#include "text/number.h"

namespace wax::io {
namespace {

constexpr uint64_t kProgress = 64 * 1024;
// Bytes of the body of a refusal that are kept.
constexpr size_t kLongestRefusal = 16 * 1024;

using Milliseconds = std::chrono::milliseconds;

std::string in_seconds(Milliseconds time) {
  return std::to_string((time.count() + 999) / 1000) + " s";
}

// The time since the server was heard last.
class Wait {
 public:
  Wait(const HttpOptions& options, const std::string& url)
      : options_(&options), url_(&url) {}

  // `heard`: what came from the server so far, in bytes and answers. Throws
  // IoError when the wait has lasted too long.
  void go_on(uint64_t heard) {
    auto now = std::chrono::steady_clock::now();
    if (heard != heard_) {
      heard_ = heard;
      since_ = now;
      told_ = false;
    }
    auto time = std::chrono::duration_cast<Milliseconds>(now - since_);
    bool ends = options_->timeout.count() > 0;
    if (ends && time >= options_->timeout) {
      throw IoError(*url_, "the server has sent nothing for " +
                               in_seconds(options_->timeout) +
                               "; given up (see --timeout)");
    }
    if (time < options_->patience || std::exchange(told_, true)) return;
    if (!options_->stalled) return;
    options_->stalled(*url_ + ": the server has sent nothing for " +
                      in_seconds(options_->patience) +
                      (ends ? "; given up after " +
                                  in_seconds(options_->timeout) +
                                  " (see --timeout)"
                            : ""));
  }

 private:
  const HttpOptions* options_;
  const std::string* url_;
  uint64_t heard_ = 0;
  std::chrono::steady_clock::time_point since_ =
      std::chrono::steady_clock::now();
  bool told_ = false;
};

// What an answer says of the state of a file.
struct Version {
  std::string tag;
  std::string modified;

  [[nodiscard]] bool differs_from(const Version& other) const {
    auto is_weak = [](const std::string& text) {
      return text.starts_with("W/");
    };
    // A server may need a while to know the strong one.
    if (!tag.empty() && !other.tag.empty() &&
        is_weak(tag) != is_weak(other.tag)) {
      return modified != other.modified;
    }
    return tag != other.tag;
  }
};

class HttpSource final : public FileSource {
 public:
  HttpSource(std::string url, const HttpOptions& options)
      : url_(std::move(url)),
        remote_(remote_file(url_)),
        options_(options),
        multi_(curl().multi_init()) {
    if (multi_ == nullptr) throw std::bad_alloc();
  }
  ~HttpSource() override {
    stop();
    curl().multi_cleanup(multi_);
  }
  HttpSource(const HttpSource&) = delete;
  HttpSource& operator=(const HttpSource&) = delete;

  std::string_view peek(size_t at_least) override {
    if (buffer_.size() - begin_ < at_least) fill(at_least);
    return {buffer_.data() + begin_, buffer_.size() - begin_};
  }
  void consume(size_t n) override {
    begin_ += n;
    offset_ += n;
  }
  const std::string& path() const override { return url_; }
  uint64_t offset() const override { return offset_; }
  bool size(uint64_t& bytes) const override {
    bytes = size_.value_or(0);
    return size_.has_value();
  }

  // After the first byte was asked for.
  [[nodiscard]] std::optional<ObjectState> state() const {
    if (!ranges_ || !size_) return std::nullopt;
    return ObjectState{*size_,
                       version_.tag.empty() ? version_.modified : version_.tag};
  }

  bool seeks_back() const override { return ranges_ || !known_; }
  bool seek(uint64_t offset) override {
    uint64_t first = offset_ - begin_;
    if (offset >= first && offset - first <= buffer_.size()) {
      begin_ = static_cast<size_t>(offset - first);
      offset_ = offset;
      return true;
    }
    if (size_ && offset > *size_) return false;
    if (!known_ && begin_ == buffer_.size()) {
      offset_ = offset;  // nothing has been asked for yet
      return true;
    }
    bool near = offset > offset_ && offset - offset_ < options_.ahead;
    if (offset > offset_ && (near || !ranges_)) {
      skip(*this, offset - offset_);
      return offset_ == offset;
    }
    if (!ranges_) return false;
    buffer_.clear();
    begin_ = 0;
    offset_ = offset;
    done_ = size_ && offset == *size_;
    failures_ = 0;
    stop();
    return true;
  }

 private:
  // Bytes of the file that have arrived: the next one to ask for.
  [[nodiscard]] uint64_t arrived() const {
    return offset_ + (buffer_.size() - begin_);
  }

  void stop() {
    if (easy_ == nullptr) return;
    curl().multi_remove_handle(multi_, easy_);
    curl().easy_cleanup(easy_);
    easy_ = nullptr;
    lines_.reset();
    paused_ = false;
  }

  // Where answers do not say which file they are of, it is asked for before the
  // first of them, and after one that failed.
  void ask_for_state() {
    if (remote_->ranges_by_header() || (known_ && failures_ == 0)) return;
    std::optional<ObjectState> state = remote_->state();
    if (!state) throw IoError(url_, "there is no such file");
    if (known_ && (state->version != version_.tag || state->size != size_)) {
      throw IoError(url_, kChanged);
    }
    known_ = ranges_ = true;
    size_ = state->size;
    version_.tag = std::move(state->version);
    if (offset_ > *size_) {
      throw IoError(url_, "the file has no byte " + std::to_string(offset_));
    }
    done_ = arrived() >= *size_;
  }

  // Asks for the bytes from `from` on, at least `at_least` of them.
  void request(uint64_t from, size_t at_least) {
    stop();
    easy_ = curl().easy_init();
    if (easy_ == nullptr) throw std::bad_alloc();
    from_ = from;
    to_skip_ = 0;
    answered_ = false;
    status_ = 0;
    refusal_.clear();
    reason_[0] = '\0';
    auto set = [&](CURLoption option, auto value) {
      curl().easy_setopt(easy_, option, value);
    };
    asked_until_.reset();
    if (options_.piece > 0) {
      asked_until_ = from + std::max(options_.piece, at_least);
    }
    request_ = remote_->request(from, asked_until_);
    lines_ = set_request(easy_, request_, /*has_body=*/false);
    if (remote_->ranges_by_header()) {
      std::string range = std::to_string(from) + "-";
      if (asked_until_) range += std::to_string(*asked_until_ - 1);
      set(CURLOPT_RANGE, range.c_str());
    }
    set(CURLOPT_FOLLOWLOCATION, remote_->follows_redirects() ? 1L : 0L);
    set(CURLOPT_MAXREDIRS, 10L);
    if (long half = static_cast<long>(options_.timeout.count() / 2000)) {
      set(CURLOPT_LOW_SPEED_LIMIT, 1L);
      set(CURLOPT_LOW_SPEED_TIME, half);
    }
    set(CURLOPT_ERRORBUFFER, reason_);
    set(CURLOPT_WRITEFUNCTION, &HttpSource::take_body);
    set(CURLOPT_WRITEDATA, this);
    curl().multi_add_handle(multi_, easy_);
  }

  // libcurl is C: what is wrong is kept in fault_, and thrown by fill().
  static size_t take_body(char* bytes, size_t, size_t n, void* self) {
    auto& source = *static_cast<HttpSource*>(self);
    std::string_view body(bytes, n);
    source.heard_ += n;
    if (!std::exchange(source.answered_, true)) source.read_answer();
    if (!source.good_status()) {
      const size_t room = kLongestRefusal - source.refusal_.size();
      source.refusal_.append(body.substr(0, room));
      return n;
    }
    if (!source.fault_.empty()) return n;
    if (source.buffer_.size() - source.begin_ > source.options_.ahead) {
      source.paused_ = true;
      return CURL_WRITEFUNC_PAUSE;
    }
    auto skipped = static_cast<size_t>(std::min<uint64_t>(n, source.to_skip_));
    source.to_skip_ -= skipped;
    body.remove_prefix(skipped);
    source.progress_ += body.size();
    if (source.progress_ >= kProgress) source.failures_ = 0;
    source.buffer_.append(body);
    return n;
  }

  [[nodiscard]] bool good_status() const {
    return status_ == 200 || status_ == 206;
  }

  [[nodiscard]] std::string_view header(const char* name) const {
    curl_header* found = nullptr;
    CURLHcode code =
        curl().easy_header(easy_, name, 0, CURLH_HEADER, -1, &found);
    return code == CURLHE_OK ? found->value : std::string_view();
  }

  void read_answer() {
    curl().easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status_);
    if (!remote_->ranges_by_header()) return;
    std::optional<uint64_t> whole;
    if (status_ == 206 || status_ == 416) {
      // "bytes 5-9/10", "bytes */10"
      std::string_view range = header("Content-Range");
      size_t slash = range.rfind('/');
      if (slash != std::string_view::npos) {
        whole = text::whole_number(range.substr(slash + 1));
      }
      if (status_ == 206 &&
          !range.starts_with("bytes " + std::to_string(from_) + "-")) {
        fault_ = "the server sent a different range than requested";
      }
      ranges_ |= status_ == 206;
    } else if (status_ == 200) {
      ranges_ = false;
      to_skip_ = from_;
      whole = text::whole_number(header("Content-Length"));
    }
    if (!good_status()) {
      if (status_ == 416 && !size_) size_ = whole.value_or(from_);
      return;
    }
    Version version{std::string(header("ETag")),
                    std::string(header("Last-Modified"))};
    if (known_ && (version.differs_from(version_) ||
                   (whole && size_ && *whole != *size_))) {
      fault_ = kChanged;
    }
    known_ = true;
    version_ = std::move(version);
    if (whole) size_ = whole;
  }

  void fill(size_t at_least) {
    if (begin_ > 0 && !done_) {
      // What lies before is kept as far as going back is likely.
      constexpr size_t kBehind = 64 * 1024;
      if (begin_ > options_.ahead + kBehind) {
        buffer_.erase(0, begin_ - kBehind);
        begin_ = kBehind;
      }
    }
    const long longest = options_.tick ? kBetweenTicks.count() : 1000;
    const long poll =
        options_.timeout.count() > 0
            ? std::min<long>(longest, options_.timeout.count() / 4 + 1)
            : longest;
    Wait wait(options_, url_);
    while (buffer_.size() - begin_ < at_least && !done_) {
      wait.go_on(heard_);
      if (options_.tick) options_.tick();
      if (easy_ == nullptr) {
        ask_for_state();
        if (done_) break;
        request(arrived(), at_least - (buffer_.size() - begin_));
      }
      if (std::exchange(paused_, false)) {
        curl().easy_pause(easy_, CURLPAUSE_CONT);
      }
      int running = 0;
      CURLMcode code = curl().multi_perform(multi_, &running);
      if (code != CURLM_OK) throw IoError(url_, curl().multi_strerror(code));
      if (!fault_.empty()) throw IoError(url_, fault_);
      if (running == 0) {
        end_request();
      } else if (buffer_.size() - begin_ < at_least && !paused_) {
        curl().multi_poll(multi_, nullptr, 0, static_cast<int>(poll), nullptr);
      } else if (paused_ && buffer_.size() - begin_ < at_least) {
        options_.ahead = std::max(options_.ahead, at_least);
      }
    }
  }

  void end_request() {
    CURLcode code = CURLE_OK;
    int left = 0;
    while (CURLMsg* message = curl().multi_info_read(multi_, &left)) {
      if (message->msg == CURLMSG_DONE) code = message->data.result;
    }
    std::string reason =
        reason_[0] != '\0' ? reason_ : curl().easy_strerror(code);
    // A server that refuses a connection is not a silent one.
    if (code != CURLE_OPERATION_TIMEDOUT) ++heard_;
    if (code == CURLE_OK && !answered_) read_answer();
    std::string refusal;
    if (code == CURLE_OK && !good_status()) {
      refusal = remote_->refusal(status_, refusal_, [this](const char* name) {
        return std::string(header(name));
      });
    }
    stop();
    if (!fault_.empty()) throw IoError(url_, fault_);
    if (code == CURLE_OK && good_status()) {
      done_ = !size_ || arrived() >= *size_;
      if (done_ || (asked_until_ && arrived() >= *asked_until_)) {
        failures_ = 0;
        return;
      }
      reason = "the server sent fewer bytes than it announced";
    } else if (status_ == 416 && size_ && from_ >= *size_) {
      done_ = true;
      return;
    } else if (code == CURLE_OK) {
      reason = std::move(refusal);
      if (!may_pass(status_)) throw IoError(url_, reason);
    } else if (!may_pass(code)) {
      throw IoError(url_, reason);
    }
    if (std::exchange(progress_, 0) < kProgress &&
        ++failures_ > options_.retries) {
      throw IoError(url_, reason + "; given up after " +
                              std::to_string(failures_) + " tries");
    }
    wait_before_retry(options_, failures_);
  }

  static constexpr const char* kChanged =
      "the file has changed while it was being read";

  std::string url_;
  std::unique_ptr<RemoteFile> remote_;
  HttpOptions options_;
  CURLM* multi_;
  CURL* easy_ = nullptr;
  char reason_[CURL_ERROR_SIZE] = "";

  // The current request.
  HttpRequest request_;
  CurlLines lines_{nullptr, [](curl_slist*) {}};
  std::string refusal_;  // the beginning of the body, for other statuses
  uint64_t from_ = 0;
  std::optional<uint64_t> asked_until_;
  uint64_t to_skip_ = 0;  // of the body, when the server knows no ranges
  uint64_t progress_ = 0;
  uint64_t heard_ = 0;  // bytes of all bodies, and answers
  long status_ = 0;
  bool answered_ = false;  // the head of the answer has been read
  std::string fault_;
  bool paused_ = false;

  // The file.
  std::optional<uint64_t> size_;
  Version version_;
  bool known_ = false;   // an answer with its size and tag has come
  bool ranges_ = false;  // the server knows them

  std::string buffer_;
  size_t begin_ = 0;  // in the buffer, of the next unread byte
  uint64_t offset_ = 0;
  bool done_ = false;  // all bytes have arrived
  unsigned failures_ = 0;
};

}  // namespace

void wait_before_retry(const HttpOptions& options, unsigned failures) {
  Milliseconds left = options.pause * (1 << std::min(failures, 8u));
  while (options.tick && left > kBetweenTicks) {
    options.tick();
    std::this_thread::sleep_for(kBetweenTicks);
    left -= kBetweenTicks;
  }
  std::this_thread::sleep_for(left);
  if (options.tick) options.tick();
}

HttpOptions& usual_http() {
  static HttpOptions options;
  return options;
}

std::unique_ptr<FileSource> open_http(const std::string& url,
                                      const HttpOptions& options) {
  return std::make_unique<HttpSource>(url, options);
}

std::optional<ObjectState> web_file_state(const std::string& url,
                                          const HttpOptions& options) {
  HttpOptions first_byte = options;
  first_byte.piece = 1;
  HttpSource source(url, first_byte);
  (void)source.peek(1);
  return source.state();
}

}  // namespace wax::io
