// libcurl, for the .cc files beside this header.
#pragma once

#include <curl/curl.h>
#include <dlfcn.h>

#include <string>
#include <type_traits>

#include "io/error.h"

namespace wax::io {

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
    WAX_FIND(easy_nextheader);
    WAX_FIND(easy_pause);
    WAX_FIND(easy_perform);
    WAX_FIND(easy_reset);
    WAX_FIND(easy_strerror);
    WAX_FIND(multi_init);
    WAX_FIND(multi_setopt);
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
  decltype(&curl_easy_nextheader) easy_nextheader;
  decltype(&curl_easy_pause) easy_pause;
  decltype(&curl_easy_perform) easy_perform;
  decltype(&curl_easy_reset) easy_reset;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_multi_init) multi_init;
  decltype(&curl_multi_setopt) multi_setopt;
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
[[nodiscard]] inline const Curl& curl() {
  static const Curl loaded;
  return loaded;
}

// Whether the same request may succeed later.
[[nodiscard]] inline bool may_pass(CURLcode code) {
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

[[nodiscard]] inline bool may_pass(long status) {
  return status == 408 || status == 429 || status == 500 || status == 502 ||
         status == 503 || status == 504;
}

}  // namespace wax::io
