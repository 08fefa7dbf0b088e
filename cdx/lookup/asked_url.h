// Which of the captures of one URL key and second is the one that was asked
// for. Any number of threads may call these functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wax::cdx {

// Many URLs have one key, and often they redirect to one another within a
// second: http to https, "www." to none, "/a" to "/a/".
class AskedUrl {
 public:
  explicit AskedUrl(std::string_view url);
  AskedUrl(const AskedUrl&) = delete;
  AskedUrl& operator=(const AskedUrl&) = delete;

  // The least number is that of the capture that was asked for: of this URL;
  // else of one that differs in its scheme, then in "www.", then in both, then
  // in a last "/", then in anything. Of equally like ones: a status of 2xx,
  // then none ("-"), then 3xx, then others. A fragment does not count, nor does
  // the scheme when the URL that was asked for has none.
  [[nodiscard]] uint32_t rank(std::string_view url,
                              std::string_view status) const;

 private:
  struct Parts {
    explicit Parts(std::string_view url);
    std::string scheme;     // "http"; empty: none
    std::string host;       // and port, without "www."
    bool has_www = false;   // in front of it
    std::string_view rest;  // of the URL that was given: path and query
  };
  // 0: the same.
  [[nodiscard]] uint32_t difference(std::string_view url) const;

  std::string url_;
  Parts parts_;
};

}  // namespace wax::cdx
