#include "io/remote/wire_fetcher.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <new>
#include <optional>
#include <unordered_map>
#include <utility>

#include "io/error.h"
#include "io/remote/curl.h"
#include "io/remote/curl_request.h"
#include "io/remote/private_address.h"

namespace wax::io {
namespace {

constexpr std::string_view kTlsText = "SSL connection using ";
constexpr std::string_view kHttp2 = "HTTP/2";
constexpr std::string_view kConnect = "CONNECT ";
constexpr size_t kMostAgreements = 10'000;
// libcurl walks through all names that it knows for each one that it looks up,
// so there are none where many requests are made in a minute.
constexpr long kNamesKept = 60;  // seconds
constexpr uint64_t kMostWithNames = 3000;

struct Transfer {
  const WireLimits* limits = nullptr;
  CURL* easy = nullptr;
  std::unique_ptr<WireAnswer> answer;
  std::string server;  // scheme and authority
  CurlLines lines{nullptr, curl().slist_free_all};
  char reason[CURL_ERROR_SIZE] = "";
  bool has_head = false;
  bool is_too_long = false;
  bool is_head_too_long = false;
  bool names_private = false;  // and is not to be asked for by a proxy
  bool met_private = false;
  bool met_public = false;
  bool was_sent = false;  // and would have been sent again
  std::exception_ptr error = nullptr;
};

size_t take_head_line(char* bytes, size_t, size_t n, void* data) {
  auto& transfer = *static_cast<Transfer*>(data);
  const std::string_view line(bytes, n);
  std::string& head = transfer.answer->head;
  if (transfer.has_head) {
    // Another one follows an interim head.
    if (!line.starts_with("HTTP/")) return n;
    head.clear();
    transfer.has_head = false;
  }
  if (head.size() + n > transfer.limits->head) {
    transfer.is_head_too_long = true;
    return 0;
  }
  head.append(line);
  if (line == "\r\n" || line == "\n") transfer.has_head = true;
  return n;
}

size_t take_body(char* bytes, size_t, size_t n, void* data) {
  auto& transfer = *static_cast<Transfer*>(data);
  Spool& body = transfer.answer->body;
  const uint64_t room = transfer.limits->body - body.size();
  try {
    if (n <= room) {
      body.write({bytes, n});
      return n;
    }
    body.write({bytes, static_cast<size_t>(room)});
    transfer.is_too_long = true;
  } catch (...) {
    transfer.error = std::current_exception();
  }
  return 0;
}

// libcurl sends a request again, over another connection that was kept, when
// the first one ends or refuses it: an exchange of its own, which is kept
// alone.
void begin_again(Transfer& transfer) {
  transfer.answer->request.clear();
  transfer.answer->head.clear();
  transfer.answer->body.clear();
  transfer.has_head = false;
}

int take_trace(CURL*, curl_infotype type, char* bytes, size_t n, void* data) {
  auto& transfer = *static_cast<Transfer*>(data);
  auto& answer = *transfer.answer;
  const std::string_view text(bytes, n);
  if (type == CURLINFO_HEADER_OUT) {
    // The proxy's, which has its password.
    if (text.starts_with(kConnect)) return 0;
    if (answer.request.ends_with("\r\n\r\n")) begin_again(transfer);
    answer.request.append(text);
  } else if (type == CURLINFO_TEXT && text.starts_with(kTlsText)) {
    const std::string_view names = text.substr(kTlsText.size());
    const size_t slash = names.find(" / ");
    if (slash == names.npos) return 0;
    answer.tls = names.substr(0, slash);
    const std::string_view cipher = names.substr(slash + 3);
    answer.cipher = cipher.substr(0, cipher.find_first_of(" \r\n"));
  }
  return 0;
}

curl_socket_t open_socket(void* data, curlsocktype, curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(data);
  // libcurl sends a request again, at once, when a connection that was kept
  // ends. Its server may have seen it.
  if (!transfer.answer->request.empty()) {
    transfer.was_sent = true;
    return CURL_SOCKET_BAD;
  }
  const WireLimits& limits = *transfer.limits;
  const bool is_private =
      limits.proxy.any()
          ? transfer.names_private
          : !limits.allow_private && is_private_address(address->addr);
  if (is_private) {
    transfer.met_private = true;
    return CURL_SOCKET_BAD;
  }
  transfer.met_public = true;
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC,
                  address->protocol);
}

// Both heads in the form of HTTP/1.1.
void end_protocol(WireAnswer& answer) {
  answer.protocol = answer.head.starts_with("HTTP/1.0") ? "http/1.0"
                    : answer.head.starts_with(kHttp2)   ? "h2"
                                                        : "http/1.1";
  if (answer.protocol != "h2") return;
  answer.head.replace(0, kHttp2.size(), "HTTP/1.1");
  const size_t line = answer.request.find('\r');
  const size_t version = answer.request.rfind(kHttp2, line);
  if (version != answer.request.npos) {
    answer.request.replace(version, kHttp2.size(), "HTTP/1.1");
  }
}

// Where a request has not got through the proxy, why. The server is at fault
// when the proxy says so.
std::optional<WireEnd> end_at_proxy(CURLcode code, const Transfer& transfer) {
  const Proxy& proxy = transfer.limits->proxy;
  if (!proxy.any() || code == CURLE_OK || transfer.met_private ||
      !transfer.answer->request.empty()) {
    return std::nullopt;
  }
  if (code == CURLE_OPERATION_TIMEDOUT) {
    double connected = 0;  // after so many seconds
    curl().easy_getinfo(transfer.easy, CURLINFO_CONNECT_TIME, &connected);
    return connected > 0 ? WireEnd::kUnreachable : WireEnd::kProxy;
  }
  if (code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_COULDNT_CONNECT) {
    return WireEnd::kProxy;
  }
  if (proxy.speaks_http()) {
    long status = 0;
    curl().easy_getinfo(transfer.easy, CURLINFO_HTTP_CONNECTCODE, &status);
    if (status / 100 == 2) return std::nullopt;
    if (status == 407) return WireEnd::kLogin;
    return status >= 502 && status <= 504 ? WireEnd::kUnreachable
                                          : WireEnd::kProxy;
  }
  if (code != CURLE_PROXY) return std::nullopt;
  long error = 0;
  curl().easy_getinfo(transfer.easy, CURLINFO_PROXY_ERROR, &error);
  switch (error) {
    case CURLPX_REPLY_GENERAL_SERVER_FAILURE:
    case CURLPX_REPLY_NETWORK_UNREACHABLE:
    case CURLPX_REPLY_HOST_UNREACHABLE:
    case CURLPX_REPLY_CONNECTION_REFUSED:
    case CURLPX_REPLY_TTL_EXPIRED:
      return WireEnd::kUnreachable;
    case CURLPX_NO_AUTH:
    case CURLPX_USER_REJECTED:
      return WireEnd::kLogin;
    default:
      return WireEnd::kProxy;
  }
}

WireEnd end_of(CURLcode code, const Transfer& transfer) {
  if (const auto end = end_at_proxy(code, transfer)) return *end;
  if (transfer.is_too_long) return WireEnd::kTooLong;
  if (transfer.is_head_too_long) return WireEnd::kNotHttp;
  if (code == CURLE_OK) {
    return transfer.has_head ? WireEnd::kWhole : WireEnd::kNotHttp;
  }
  if (transfer.has_head && transfer.answer->status >= 200) {
    return code == CURLE_OPERATION_TIMEDOUT ? WireEnd::kTooSlow
                                            : WireEnd::kDropped;
  }
  if (transfer.was_sent) return WireEnd::kNoAnswer;
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return WireEnd::kUnresolved;
    case CURLE_COULDNT_CONNECT:
      return transfer.met_private && !transfer.met_public
                 ? WireEnd::kPrivate
                 : WireEnd::kUnreachable;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return WireEnd::kTls;
    case CURLE_URL_MALFORMAT:
      return WireEnd::kBadUrl;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_OUT_OF_MEMORY:  // a line of more than 100 KiB
    case CURLE_WRITE_ERROR:
      return WireEnd::kNotHttp;
    case CURLE_OPERATION_TIMEDOUT:
      return transfer.answer->request.empty() ? WireEnd::kUnreachable
                                              : WireEnd::kNoAnswer;
    default:
      return WireEnd::kNoAnswer;
  }
}

}  // namespace

struct WireFetcher::State {
  WireLimits limits;
  CURLM* multi = nullptr;
  std::unordered_map<CURL*, std::unique_ptr<Transfer>> running;
  std::vector<CURL*> free;
  int64_t minute = 0;  // its first second
  uint64_t in_minute = 0;
  uint64_t in_last = 0;
  struct Agreement {
    std::string tls;
    std::string cipher;
  };
  // By server: a connection that is kept says nothing more of it.
  std::unordered_map<std::string, Agreement> agreements;

  CURL* handle() {
    if (!free.empty()) {
      CURL* easy = free.back();
      free.pop_back();
      curl().easy_reset(easy);
      return easy;
    }
    CURL* easy = curl().easy_init();
    if (easy == nullptr) throw std::bad_alloc();
    return easy;
  }

  long names_kept(int64_t now) {
    if (now >= minute + kNamesKept) {
      in_last = now >= minute + 2 * kNamesKept ? 0 : in_minute;
      in_minute = 0;
      minute = now;
    }
    ++in_minute;
    return std::max(in_minute, in_last) > kMostWithNames ? 0 : kNamesKept;
  }

  void set_up(Transfer& transfer, const std::string& url) {
    auto set = [&](CURLoption option, auto value) {
      curl().easy_setopt(transfer.easy, option, value);
    };
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_PRIVATE, &transfer);
    set(CURLOPT_HTTPHEADER, transfer.lines.get());
    set(CURLOPT_USERAGENT, limits.agent.c_str());
    set(CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
    // Else the end of a run waits for names that are being resolved.
    set(CURLOPT_QUICK_EXIT, 1L);
#endif
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_HTTP_VERSION, limits.http2 ? long{CURL_HTTP_VERSION_2TLS}
                                           : long{CURL_HTTP_VERSION_1_1});
    if (!limits.authorities.empty()) {
      set(CURLOPT_CAINFO, limits.authorities.c_str());
    }
    set(CURLOPT_PATH_AS_IS, 1L);
    set(CURLOPT_DNS_CACHE_TIMEOUT, names_kept(transfer.answer->begin));
    set_up_proxy(transfer);
    // What is sent is kept as it is sent.
    set(CURLOPT_HTTP_TRANSFER_DECODING, 0L);
    set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.connect.count()));
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(limits.time.count()));
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(limits.silence.count()));
    set(CURLOPT_ERRORBUFFER, transfer.reason);
    set(CURLOPT_HEADERFUNCTION, &take_head_line);
    set(CURLOPT_HEADERDATA, &transfer);
    set(CURLOPT_WRITEFUNCTION, &take_body);
    set(CURLOPT_WRITEDATA, &transfer);
    set(CURLOPT_VERBOSE, 1L);
    set(CURLOPT_DEBUGFUNCTION, &take_trace);
    set(CURLOPT_DEBUGDATA, &transfer);
    set(CURLOPT_OPENSOCKETFUNCTION, &open_socket);
    set(CURLOPT_OPENSOCKETDATA, &transfer);
  }

  // No proxy is taken from the environment.
  void set_up_proxy(Transfer& transfer) {
    auto set = [&](CURLoption option, auto value) {
      curl().easy_setopt(transfer.easy, option, value);
    };
    const Proxy& proxy = limits.proxy;
    set(CURLOPT_PROXY, proxy.url.c_str());
    set(CURLOPT_NOPROXY, "");
    if (!proxy.any()) return;
    set(CURLOPT_HTTPPROXYTUNNEL, 1L);
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    if (!proxy.login.empty()) {
      // libcurl decodes "%41" in it, and keeps a copy.
      std::string login;
      for (char c : proxy.login) {
        login += c;
        if (c == '%') login += "25";
      }
      set(CURLOPT_PROXYUSERPWD, login.c_str());
    }
    if (!limits.authorities.empty()) {
      set(CURLOPT_PROXY_CAINFO, limits.authorities.c_str());
    }
  }

  void end_tls(Transfer& transfer) {
    WireAnswer& answer = *transfer.answer;
    if (transfer.server.empty()) {
      // The proxy, not the server, speaks TLS here.
      answer.tls.clear();
      answer.cipher.clear();
      return;
    }
    if (!answer.tls.empty()) {
      if (agreements.size() >= kMostAgreements) agreements.clear();
      agreements[transfer.server] = {answer.tls, answer.cipher};
    } else if (const auto found = agreements.find(transfer.server);
               found != agreements.end()) {
      answer.tls = found->second.tls;
      answer.cipher = found->second.cipher;
    }
  }

  std::unique_ptr<WireAnswer> end(CURL* easy, CURLcode code) {
    auto found = running.find(easy);
    const std::unique_ptr<Transfer> transfer = std::move(found->second);
    running.erase(found);
    WireAnswer& answer = *transfer->answer;
    curl().easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer.status);
    const char* address = nullptr;
    curl().easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
    if (address != nullptr && !limits.proxy.any()) answer.address = address;
    double seconds = 0;
    curl().easy_getinfo(easy, CURLINFO_TOTAL_TIME, &seconds);
    answer.time =
        std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
    answer.end = end_of(code, *transfer);
    end_protocol(answer);
    end_tls(*transfer);
    if (answer.end != WireEnd::kWhole) {
      answer.reason = transfer->reason[0] != '\0' ? transfer->reason
                                                  : curl().easy_strerror(code);
    }
    curl().multi_remove_handle(multi, easy);
    free.push_back(easy);
    if (transfer->error != nullptr) std::rethrow_exception(transfer->error);
    return std::move(transfer->answer);
  }
};

WireFetcher::WireFetcher(const WireLimits& limits, size_t connections)
    : state_(std::make_unique<State>()) {
  state_->limits = limits;
  state_->multi = curl().multi_init();
  if (state_->multi == nullptr) throw std::bad_alloc();
  curl().multi_setopt(state_->multi, CURLMOPT_MAXCONNECTS,
                      static_cast<long>(connections));
}

WireFetcher::~WireFetcher() {
  for (auto& [easy, transfer] : state_->running) {
    curl().multi_remove_handle(state_->multi, easy);
    curl().easy_cleanup(easy);
  }
  for (CURL* easy : state_->free) curl().easy_cleanup(easy);
  curl().multi_cleanup(state_->multi);
}

void WireFetcher::start(uint64_t id, const std::string& url,
                        const std::vector<std::string>& fields, bool keeps) {
  auto transfer = std::make_unique<Transfer>();
  transfer->limits = &state_->limits;
  transfer->answer = std::make_unique<WireAnswer>();
  transfer->answer->id = id;
  // "https://example.com" of "https://example.com/a".
  if (url.starts_with("https://")) {
    transfer->server = url.substr(0, url.find('/', 8));
  }
  transfer->names_private = state_->limits.proxy.any() &&
                            !state_->limits.allow_private &&
                            has_private_host(url);
  transfer->answer->begin = ::time(nullptr);
  transfer->answer->body = Spool(state_->limits.tmpdir, kHeldBody);
  for (const std::string& line : fields) {
    add_line(transfer->lines, line.c_str());
  }
  transfer->easy = state_->handle();
  state_->set_up(*transfer, url);
  CURL* easy = transfer->easy;
  curl().easy_setopt(easy, CURLOPT_FORBID_REUSE, keeps ? 0L : 1L);
  state_->running.emplace(easy, std::move(transfer));
  curl().multi_add_handle(state_->multi, easy);
}

size_t WireFetcher::running() const { return state_->running.size(); }

std::vector<std::unique_ptr<WireAnswer>> WireFetcher::wait(
    std::chrono::milliseconds time) {
  std::vector<std::unique_ptr<WireAnswer>> answers;
  for (bool waited = false;; waited = true) {
    int running = 0;
    const CURLMcode code = curl().multi_perform(state_->multi, &running);
    if (code != CURLM_OK) throw Error(curl().multi_strerror(code));
    int left = 0;
    while (CURLMsg* message = curl().multi_info_read(state_->multi, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      answers.push_back(
          state_->end(message->easy_handle, message->data.result));
    }
    if (!answers.empty() || waited) return answers;
    curl().multi_poll(state_->multi, nullptr, 0, static_cast<int>(time.count()),
                      nullptr);
  }
}

}  // namespace wax::io
