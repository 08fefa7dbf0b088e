#include "io/inputs/http_sender.h"

#include <algorithm>
#include <memory>
#include <new>
#include <thread>

#include "io/error.h"
#include "io/inputs/curl.h"

namespace wax::io {
namespace {

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

HttpAnswer HttpSender::send(const char* method, const std::string& url,
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
  set(CURLOPT_CUSTOMREQUEST, method);
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

}  // namespace wax::io
