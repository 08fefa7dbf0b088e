#include <algorithm>
#include <fstream>

#include "answers/requests/parameter_table.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "serve/api/api_routes.h"
#include "serve/api/read_access.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

// In a time that does not tell how much of it is right.
bool is_same_secret(std::string_view a, std::string_view b) {
  unsigned differences = a.size() != b.size();
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    differences |=
        static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return differences == 0;
}

std::string_view bearer_token(const answers::Request& request) {
  std::string_view value = request.header("Authorization");
  constexpr std::string_view kScheme = "bearer ";
  if (!text::starts_with_ignoring_case(value, kScheme)) return {};
  return text::trim(value.substr(kScheme.size()));
}

answers::Response refused(const WriteAccess& access, std::string_view why) {
  answers::Response response =
      answers::sentence(access.token.empty() ? 403 : 401, why);
  if (!access.token.empty()) {
    response.headers.push_back({"WWW-Authenticate", "Bearer"});
  }
  return response;
}

answers::Response write_captures(const WriteAccess& access,
                                 answers::Collection& collection, bool deletes,
                                 const answers::Request& request) {
  std::string_view why = access.refusal(request);
  if (!why.empty()) return refused(access, why);
  answers::SubmittedCaptures* submitted = collection.submitted();
  if (submitted == nullptr) {
    return answers::sentence(
        403,
        "This collection takes no captures, because it is only a "
        "list of CDX files and has no folder.");
  }
  std::string_view coding = request.header("Content-Encoding");
  if (!coding.empty() && coding != "identity") {
    return answers::sentence(415, "Send the lines without a content coding.");
  }
  bool skip_bad = request.parameters.get(answers::kBadLines) == "skip";
  io::MemorySource memory(request.body);
  io::ByteSource& lines =
      request.spooled_body != nullptr
          ? static_cast<io::ByteSource&>(*request.spooled_body)
          : memory;
  uint64_t count = deletes ? submitted->remove(lines, skip_bad)
                           : submitted->add(lines, skip_bad);
  answers::Response response;
  response.type = "text/plain";
  response.body = std::string(deletes ? "Deleted " : "Added ") +
                  std::to_string(count) + " records\n";
  return response;
}

// Null unless the path is that of a write.
answers::Collection* submitted_collection(const answers::Holdings& holdings,
                                          const answers::Request& request) {
  if (request.method != "POST") return nullptr;
  std::string_view name = request.path;
  if (!name.starts_with('/')) return nullptr;
  name.remove_prefix(1);
  if (name.ends_with("/delete")) name.remove_suffix(7);
  return holdings.collections.find(name);
}

// X-Forwarded-For, X-Real-IP, CF-Connecting-IP, ...
bool is_of_proxy(std::string_view header) {
  constexpr std::string_view kAddress = "-IP";
  return text::starts_with_ignoring_case(header, "X-Forwarded") ||
         text::equal_ignoring_case(header, "Forwarded") ||
         text::equal_ignoring_case(header, "Via") ||
         (header.size() > kAddress.size() &&
          text::equal_ignoring_case(
              header.substr(header.size() - kAddress.size()), kAddress));
}

}  // namespace

std::string_view WriteAccess::refusal(const answers::Request& request) const {
  if (!any()) {
    return "This server takes no captures; wax serve has options that allow "
           "it.";
  }
  if (!token.empty() && is_same_secret(bearer_token(request), token)) return {};
  if (!from_loopback) {
    return "To write, send the header Authorization: Bearer and the token of "
           "this server.";
  }
  if (!is_loopback(request.client)) {
    return "Only clients on the machine of this server may write.";
  }
  // A proxy may pass requests of others on without saying so. Then it names the
  // host of the client's request, or, as nginx does, it speaks HTTP/1.0.
  if (!is_loopback_name(host_of(request))) {
    return "Without a token, write to this server as localhost, 127.0.0.1 or "
           "[::1].";
  }
  if (request.is_http_1_0 ||
      std::any_of(request.headers.begin(), request.headers.end(),
                  [](const answers::Header& header) {
                    return is_of_proxy(header.name);
                  })) {
    return "Requests that a proxy has passed on may not write.";
  }
  for (const char* name : {"Origin", "Sec-Fetch-Site"}) {
    if (!request.header(name).empty()) {
      return "Pages in browsers may not write.";
    }
  }
  return {};
}

std::string read_token(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw IoError(path, "open", errno);
  std::string token;
  std::getline(file, token);
  token = std::string(text::trim(token));
  if (token.empty() || token.find_first_of(" \t") != std::string::npos) {
    throw UsageError(path +
                     ": the first line is no token; it is empty or has "
                     "spaces");
  }
  return token;
}

bool is_write(const answers::Holdings& holdings, const WriteAccess& access,
              const answers::Request& request) {
  return submitted_collection(holdings, request) != nullptr &&
         access.refusal(request).empty();
}

void add_write_routes(const answers::Holdings& holdings,
                      const WriteAccess& access, Router& router) {
  for (const auto& one : holdings.collections.all()) {
    for (bool deletes : {false, true}) {
      router.add("POST", '/' + one->name() + (deletes ? "/delete" : ""),
                 [access, collection = one.get(),
                  deletes](const answers::Request& request) {
                   return write_captures(access, *collection, deletes, request);
                 });
    }
  }
}

}  // namespace wax::serve
