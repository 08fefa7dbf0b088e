#include "io/remote/http_sender.h"

#include <algorithm>
#include <exception>
#include <new>

#include "io/error.h"
#include "io/remote/curl.h"
#include "io/remote/curl_request.h"

namespace wax::io {
namespace {

struct SentAnswer {
  CURL* easy;
  std::string* body;
  size_t most;
  Output* to;
  std::exception_ptr error = nullptr;  // of `to`
};

size_t take_answer(char* bytes, size_t, size_t n, void* answer) {
  auto& sent = *static_cast<SentAnswer*>(answer);
  long status = 0;
  if (sent.to != nullptr) {
    curl().easy_getinfo(sent.easy, CURLINFO_RESPONSE_CODE, &status);
  }
  if (status != 200) {
    sent.body->append(bytes, std::min(n, sent.most - sent.body->size()));
    return n;
  }
  try {
    sent.to->write({bytes, n});
    return n;
  } catch (...) {
    sent.error = std::current_exception();
    return 0;
  }
}

// Calls the tick of options while libcurl waits, and keeps what it throws.
struct Ticking {
  const HttpOptions* options;
  std::exception_ptr error = nullptr;
};

int tick(void* ticking, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  auto& each = *static_cast<Ticking*>(ticking);
  try {
    each.options->tick();
    return 0;
  } catch (...) {
    each.error = std::current_exception();
    return 1;
  }
}

}  // namespace

HttpSender::HttpSender() : easy_(curl().easy_init()) {
  if (easy_ == nullptr) throw std::bad_alloc();
}

HttpSender::~HttpSender() { curl().easy_cleanup(static_cast<CURL*>(easy_)); }

HttpAnswer HttpSender::send(const HttpSending& sending, size_t most,
                            const HttpOptions& options) {
  auto* easy = static_cast<CURL*>(easy_);
  auto set = [&](CURLoption option, auto value) {
    curl().easy_setopt(easy, option, value);
  };
  curl().easy_reset(easy);
  const std::string_view method = sending.method;
  const bool has_body = method == "PUT" || method == "POST";
  const CurlLines lines = set_request(easy, sending.request, has_body);
  HttpAnswer answer;
  SentAnswer sent{easy, &answer.body, most, sending.to};
  if (method != "GET") set(CURLOPT_CUSTOMREQUEST, sending.method);
  if (has_body) {
    // With null, libcurl would read standard input.
    set(CURLOPT_POSTFIELDS, sending.body.empty() ? "" : sending.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE,
        static_cast<curl_off_t>(sending.body.size()));
  }
  // A second for each 64 KiB: a body may be long, and the way slow.
  const auto time_of_body = static_cast<long>(sending.body.size() / 64);
  const auto timeout = static_cast<long>(options.timeout.count());
  if (sending.to == nullptr) {
    set(CURLOPT_TIMEOUT_MS, timeout == 0 ? 0 : timeout + time_of_body);
  } else if (timeout != 0) {
    set(CURLOPT_CONNECTTIMEOUT_MS, timeout);
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME, std::max(1L, timeout / 1000));
  }
  set(CURLOPT_WRITEFUNCTION, &take_answer);
  set(CURLOPT_WRITEDATA, &sent);
  Ticking ticking{&options};
  if (options.tick) {
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &tick);
    set(CURLOPT_XFERINFODATA, &ticking);
  }
  for (unsigned failures = 0;; ++failures) {
    answer = {};
    times_sent_ = failures + 1;
    CURLcode code = curl().easy_perform(easy);
    if (sent.error != nullptr) std::rethrow_exception(sent.error);
    if (ticking.error != nullptr) std::rethrow_exception(ticking.error);
    curl().easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer.status);
    const bool is_busy = sending.is_repeatable
                             ? may_pass(answer.status)
                             : answer.status == 429 || answer.status == 503;
    if (code == CURLE_OK && !is_busy) return answer;
    const bool was_sent = code != CURLE_COULDNT_CONNECT &&
                          code != CURLE_COULDNT_RESOLVE_HOST &&
                          code != CURLE_OK;
    if (was_sent && may_pass(code) && !sending.is_repeatable) {
      answer.status = 0;
      return answer;
    }
    const bool may_help = code == CURLE_OK || may_pass(code);
    if (failures >= options.retries || !may_help) {
      std::string reason = code == CURLE_OK
                               ? "HTTP status " + std::to_string(answer.status)
                               : curl().easy_strerror(code);
      if (sending.is_repeatable && may_help) {
        reason += "; given up after " + std::to_string(times_sent_) + " tries";
      }
      throw IoError(name_of(sending.request), reason);
    }
    wait_before_retry(options, failures);
  }
}

HttpAnswer HttpSender::send(const char* method, const std::string& url,
                            const std::vector<std::string>& head,
                            std::string_view body, size_t most,
                            const HttpOptions& options) {
  HttpSending sending{{url, head}, method, body};
  return send(sending, most, options);
}

std::string HttpSender::header(const char* name) const {
  curl_header* found = nullptr;
  CURLHcode code = curl().easy_header(static_cast<CURL*>(easy_), name, 0,
                                      CURLH_HEADER, -1, &found);
  return code == CURLHE_OK ? found->value : std::string();
}

std::vector<std::pair<std::string, std::string>> HttpSender::headers() const {
  std::vector<std::pair<std::string, std::string>> all;
  curl_header* header = nullptr;
  while ((header = curl().easy_nextheader(static_cast<CURL*>(easy_),
                                          CURLH_HEADER, -1, header)) !=
         nullptr) {
    all.emplace_back(header->name, header->value);
  }
  return all;
}

}  // namespace wax::io
