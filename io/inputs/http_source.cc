#include "io/inputs/http_source.h"

#include <curl/curl.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "io/error.h"
#include "text/number.h"

namespace wax::io {
namespace {

constexpr uint64_t kProgress = 64 * 1024;

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

// libcurl and the two dozen libraries that it needs are loaded when a URL is
// opened: they would be most of what it takes to start any tool.
class Curl {
 public:
  Curl() {
    void* library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw Error(std::string("libcurl: ") + dlerror());
    auto find = [library](auto& function, const char* name) {
      void* found = dlsym(library, name);
      if (found == nullptr) throw Error(std::string("libcurl: ") + dlerror());
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
    };
#define WAX_FIND(name) find(name, "curl_" #name)
    WAX_FIND(global_init);
    WAX_FIND(easy_init);
    WAX_FIND(easy_cleanup);
    WAX_FIND(easy_setopt);
    WAX_FIND(easy_getinfo);
    WAX_FIND(easy_header);
    WAX_FIND(easy_pause);
    WAX_FIND(easy_perform);
    WAX_FIND(easy_strerror);
    WAX_FIND(multi_init);
    WAX_FIND(multi_cleanup);
    WAX_FIND(multi_add_handle);
    WAX_FIND(multi_remove_handle);
    WAX_FIND(multi_perform);
    WAX_FIND(multi_poll);
    WAX_FIND(multi_info_read);
    WAX_FIND(multi_strerror);
    WAX_FIND(slist_append);
    WAX_FIND(slist_free_all);
#undef WAX_FIND
    global_init(CURL_GLOBAL_DEFAULT);
  }

  decltype(&curl_global_init) global_init;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_setopt) easy_setopt;
  decltype(&curl_easy_getinfo) easy_getinfo;
  decltype(&curl_easy_header) easy_header;
  decltype(&curl_easy_pause) easy_pause;
  decltype(&curl_easy_perform) easy_perform;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_multi_init) multi_init;
  decltype(&curl_multi_cleanup) multi_cleanup;
  decltype(&curl_multi_add_handle) multi_add_handle;
  decltype(&curl_multi_remove_handle) multi_remove_handle;
  decltype(&curl_multi_perform) multi_perform;
  decltype(&curl_multi_poll) multi_poll;
  decltype(&curl_multi_info_read) multi_info_read;
  decltype(&curl_multi_strerror) multi_strerror;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
};

// Throws Error when there is no libcurl.
const Curl& curl() {
  static const Curl loaded;
  return loaded;
}

bool may_pass(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
      return true;
    default:
      return false;
  }
}

bool may_pass(long status) {
  return status == 408 || status == 429 || status == 500 || status == 502 ||
         status == 503 || status == 504;
}

class HttpSource final : public FileSource {
 public:
  HttpSource(std::string url, const HttpOptions& options)
      : url_(std::move(url)), options_(options), multi_(curl().multi_init()) {
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
    paused_ = false;
  }

  // Asks for the bytes from `from` on.
  void request(uint64_t from) {
    stop();
    easy_ = curl().easy_init();
    if (easy_ == nullptr) throw std::bad_alloc();
    from_ = from;
    to_skip_ = 0;
    answered_ = false;
    status_ = 0;
    reason_[0] = '\0';
    auto set = [&](CURLoption option, auto value) {
      curl().easy_setopt(easy_, option, value);
    };
    set(CURLOPT_URL, url_.c_str());
    std::string range = std::to_string(from) + "-";
    set(CURLOPT_RANGE, range.c_str());
    set(CURLOPT_USERAGENT, "waxwing");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, 10L);
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_CONNECTTIMEOUT, 30L);
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
    if (!source.good_status() || !source.fault_.empty()) return n;
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
    std::string tag(header("ETag"));
    if (known_ && (tag != tag_ || (whole && size_ && *whole != *size_))) {
      fault_ = "the file has changed while it was being read";
    }
    known_ = true;
    tag_ = std::move(tag);
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
    const long poll =
        options_.timeout.count() > 0
            ? std::min<long>(1000, options_.timeout.count() / 4 + 1)
            : 1000;
    Wait wait(options_, url_);
    while (buffer_.size() - begin_ < at_least && !done_) {
      wait.go_on(heard_);
      if (easy_ == nullptr) request(arrived());
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
    if (code == CURLE_OK) ++heard_;
    if (code == CURLE_OK && !answered_) read_answer();
    stop();
    if (!fault_.empty()) throw IoError(url_, fault_);
    if (code == CURLE_OK && good_status()) {
      done_ = !size_ || arrived() >= *size_;
      if (done_) return;
      reason = "the server sent fewer bytes than it announced";
    } else if (status_ == 416 && size_ && from_ >= *size_) {
      done_ = true;
      return;
    } else if (code == CURLE_OK) {
      reason = "HTTP status " + std::to_string(status_);
      if (!may_pass(status_)) throw IoError(url_, reason);
    } else if (!may_pass(code)) {
      throw IoError(url_, reason);
    }
    if (std::exchange(progress_, 0) < kProgress &&
        ++failures_ > options_.retries) {
      throw IoError(url_, reason + "; given up after " +
                              std::to_string(failures_) + " tries");
    }
    std::this_thread::sleep_for(options_.pause *
                                (1 << std::min(failures_, 8u)));
  }

  std::string url_;
  HttpOptions options_;
  CURLM* multi_;
  CURL* easy_ = nullptr;
  char reason_[CURL_ERROR_SIZE] = "";

  // The current request.
  uint64_t from_ = 0;
  uint64_t to_skip_ = 0;  // of the body, when the server knows no ranges
  uint64_t progress_ = 0;
  uint64_t heard_ = 0;  // bytes of all bodies, and answers
  long status_ = 0;
  bool answered_ = false;  // the head of the answer has been read
  std::string fault_;
  bool paused_ = false;

  // The file.
  std::optional<uint64_t> size_;
  std::string tag_;
  bool known_ = false;   // an answer with its size and tag has come
  bool ranges_ = false;  // the server knows them

  std::string buffer_;
  size_t begin_ = 0;  // in the buffer, of the next unread byte
  uint64_t offset_ = 0;
  bool done_ = false;  // all bytes have arrived
  unsigned failures_ = 0;
};

struct SentAnswer {
  std::string* body;
  size_t most;
};

size_t take_answer(char* bytes, size_t, size_t n, void* answer) {
  auto& [body, most] = *static_cast<SentAnswer*>(answer);
  body->append(bytes, std::min(n, most - body->size()));
  return n;
}

}  // namespace

HttpSender::HttpSender() : easy_(curl().easy_init()) {
  if (easy_ == nullptr) throw std::bad_alloc();
}

HttpSender::~HttpSender() { curl().easy_cleanup(static_cast<CURL*>(easy_)); }

HttpAnswer HttpSender::put(const std::string& url,
                           const std::vector<std::string>& head,
                           std::string_view body, size_t most,
                           const HttpOptions& options) {
  auto set = [&](CURLoption option, auto value) {
    curl().easy_setopt(static_cast<CURL*>(easy_), option, value);
  };
  std::unique_ptr<curl_slist, decltype(curl().slist_free_all)> lines(
      nullptr, curl().slist_free_all);
  // Else libcurl states a form, and waits for "100 Continue".
  for (const char* none : {"Content-Type:", "Expect:"}) {
    lines.reset(curl().slist_append(lines.release(), none));
  }
  for (const std::string& line : head) {
    lines.reset(curl().slist_append(lines.release(), line.c_str()));
  }
  HttpAnswer answer;
  SentAnswer sent{&answer.body, most};
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_CUSTOMREQUEST, "PUT");
  set(CURLOPT_POSTFIELDS, body.data());
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  set(CURLOPT_HTTPHEADER, lines.get());
  set(CURLOPT_USERAGENT, "waxwing");
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_CONNECTTIMEOUT, 30L);
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(options.timeout.count()));
  set(CURLOPT_WRITEFUNCTION, &take_answer);
  set(CURLOPT_WRITEDATA, &sent);
  for (unsigned failures = 0;; ++failures) {
    answer = {};
    CURLcode code = curl().easy_perform(static_cast<CURL*>(easy_));
    curl().easy_getinfo(static_cast<CURL*>(easy_), CURLINFO_RESPONSE_CODE,
                        &answer.status);
    bool busy = answer.status == 429 || answer.status == 503;
    if (code == CURLE_OK && !busy) return answer;
    bool sent_it = code != CURLE_COULDNT_CONNECT &&
                   code != CURLE_COULDNT_RESOLVE_HOST && code != CURLE_OK;
    if (sent_it && may_pass(code)) {
      answer.status = 0;
      return answer;
    }
    if (failures >= options.retries || !(busy || may_pass(code))) {
      throw IoError(url, busy ? "HTTP status " + std::to_string(answer.status)
                              : curl().easy_strerror(code));
    }
    std::this_thread::sleep_for(options.pause * (1 << std::min(failures, 8u)));
  }
}

HttpOptions& usual_http() {
  static HttpOptions options;
  return options;
}

std::unique_ptr<FileSource> open_http(const std::string& url,
                                      const HttpOptions& options) {
  return std::make_unique<HttpSource>(url, options);
}

}  // namespace wax::io
