// Asks web servers for many URLs at once, and gives what came over the wire.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/remote/proxy.h"
#include "io/spool.h"

namespace wax::io {

struct WireLimits {
  uint64_t body = uint64_t{1} << 30;  // bytes
  size_t head = size_t{256} * 1024;   // bytes
  std::chrono::milliseconds connect{20000};
  std::chrono::milliseconds time{300000};  // of the whole request
  std::chrono::seconds silence{30};        // without a byte
  // Addresses of private networks are connected to (is_private_address()).
  bool allow_private = false;
  // Where bodies go that are longer than kHeldBody; as temp_folder() takes it.
  std::string tmpdir = {};
  std::string agent = "waxwing";
  bool http2 = false;  // where a server of https offers it
  // A file of certificates (PEM) that are trusted in place of the system's.
  std::string authorities = {};
  // It resolves names, so that only addresses in URLs are known not to be
  // private. Its own address may be.
  Proxy proxy = {};
};

enum class WireEnd {
  kWhole,
  // The answer is there as far as it came.
  kTooLong,
  kTooSlow,
  kDropped,
  // There is no answer.
  kUnresolved,   // the host has no address
  kUnreachable,  // no connection
  kProxy,        // the proxy has no connection, or refuses
  kLogin,        // the proxy wants another login
  kPrivate,      // all addresses are private
  kTls,
  kNoAnswer,  // the connection ended or was silent before the head had come
  kNotHttp,   // the answer is not HTTP, or its head too long
  kBadUrl,    // libcurl does not take the URL
};

[[nodiscard]] constexpr bool has_answer(WireEnd end) {
  return end <= WireEnd::kDropped;
}

struct WireAnswer {
  uint64_t id = 0;
  WireEnd end = WireEnd::kWhole;
  std::string reason;   // libcurl's, unless the answer is whole
  std::string request;  // the head as it was sent, the last time
  // The head and the body as they were received: with chunks, compressed.
  // Interim heads (100 to 199) are left out. Of HTTP/2, both heads are in the
  // form of HTTP/1.1, as other crawlers write them.
  std::string head;
  Spool body;
  long status = 0;
  std::string address;   // of the server; empty when a proxy has asked it
  std::string protocol;  // "http/1.1", "http/1.0", "h2"
  // What was agreed on for a TLS connection, by OpenSSL's names: "TLSv1.3",
  // "TLS_AES_256_GCM_SHA384". Else empty.
  std::string tls;
  std::string cipher;
  int64_t begin = 0;  // seconds from 1970
  std::chrono::milliseconds time{0};
};

// Redirects are not followed, there are no cookies, and no proxies that the
// environment names. For one thread. Memory: kHeldBody and some 50 KiB for each
// request under way; what TLS connections to some 10,000 servers agreed on.
class WireFetcher {
 public:
  static constexpr size_t kHeldBody = size_t{128} * 1024;

  // Keeps at most so many connections open, those of requests among them. With
  // more, libcurl looks through all of them for each one that it closes.
  WireFetcher(const WireLimits& limits, size_t connections);
  ~WireFetcher();
  WireFetcher(const WireFetcher&) = delete;
  WireFetcher& operator=(const WireFetcher&) = delete;

  // Begins to ask for a URL. `fields` are header lines, such as "Accept: */*".
  // `keeps`: the server may be asked again soon, over the same connection.
  void start(uint64_t id, const std::string& url,
             const std::vector<std::string>& fields, bool keeps = true);
  [[nodiscard]] size_t running() const;
  // Works up to that long, or until an answer is there. Throws IoError when a
  // body cannot be kept.
  [[nodiscard]] std::vector<std::unique_ptr<WireAnswer>> wait(
      std::chrono::milliseconds time);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::io
