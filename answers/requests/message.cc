#include "answers/requests/message.h"

#include <algorithm>

#include "answers/requests/escape.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/percent.h"

namespace wax::answers {
namespace {

std::string form_decoded(std::string_view text) {
  std::string spaced(text);
  for (char& c : spaced) {
    if (c == '+') c = ' ';
  }
  return text::percent_decoded(spaced);
}

bool is_named(const Parameter& parameter, std::string_view name) {
  return name == parameter.name ||
         (!parameter.synonym.empty() && name == parameter.synonym);
}

}  // namespace

std::string_view header_value(const std::vector<Header>& headers,
                              std::string_view name) {
  for (const Header& header : headers) {
    if (text::equal_ignoring_case(header.name, name)) return header.value;
  }
  return {};
}

Parameters::Parameters(std::string_view query) {
  while (!query.empty()) {
    size_t end = std::min(query.find('&'), query.size());
    std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (pair.empty()) continue;
    size_t equal = std::min(pair.find('='), pair.size());
    pairs_.emplace_back(
        form_decoded(pair.substr(0, equal)),
        form_decoded(pair.substr(std::min(equal + 1, pair.size()))));
  }
}

bool Parameters::has(const Parameter& parameter) const {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
    return is_named(parameter, pair.first);
  });
}

std::string_view Parameters::get(const Parameter& parameter) const {
  for (std::string_view name : {parameter.name, parameter.synonym}) {
    if (name.empty()) continue;
    for (const auto& [key, value] : pairs_) {
      if (key == name && !value.empty()) return value;
    }
  }
  return {};
}

std::vector<std::string> Parameters::all(const Parameter& parameter) const {
  std::vector<std::string> values;
  for (const auto& [name, value] : pairs_) {
    if (is_named(parameter, name)) values.push_back(value);
  }
  return values;
}

uint64_t Parameters::number(const Parameter& parameter,
                            uint64_t initial) const {
  std::string_view value = get(parameter);
  if (value.empty()) return initial;
  auto number = text::whole_number(value);
  if (!number) {
    throw UsageError("The parameter " + std::string(parameter.name) + "='" +
                     std::string(value) + "' is not a whole number.");
  }
  return *number;
}

bool Parameters::flag(const Parameter& parameter) const {
  if (!has(parameter)) return false;
  std::string value(get(parameter));
  text::lower_case(value);
  for (std::string_view yes : {"", "true", "1", "yes", "on"}) {
    if (value == yes) return true;
  }
  for (std::string_view no : {"false", "0", "no", "off"}) {
    if (value == no) return false;
  }
  throw UsageError("The parameter " + std::string(parameter.name) + "='" +
                   std::string(get(parameter)) +
                   "' is neither true nor false.");
}

bool read_target(std::string_view target, Request& request) {
  for (std::string_view scheme : {"http://", "https://"}) {
    if (!text::starts_with_ignoring_case(target, scheme)) continue;
    size_t end =
        std::min(target.find_first_of("/?", scheme.size()), target.size());
    std::string host(target.substr(scheme.size(), end - scheme.size()));
    if (!is_authority(host)) return false;
    std::erase_if(request.headers, [](const Header& header) {
      return text::equal_ignoring_case(header.name, "Host");
    });
    request.headers.push_back({"Host", std::move(host)});
    target.remove_prefix(end);
    request.target = target.starts_with('/') ? "" : "/";
    request.target += target;
    target = request.target;
    break;
  }
  bool any = target == "*" && request.method == "OPTIONS";
  if (!target.starts_with('/') && !any) return false;
  if (request.target.data() != target.data()) request.target = target;
  size_t question = std::min(target.find('?'), target.size());
  request.path = text::percent_decoded(target.substr(0, question));
  request.parameters =
      Parameters(target.substr(std::min(question + 1, target.size())));
  return true;
}

bool is_authority(std::string_view text) {
  size_t end = text.find(':');
  if (text.starts_with('[')) {
    end = text.find(']');
    if (end == text.npos || end < 3) return false;
    for (char c : text.substr(1, end - 1)) {
      if (!text::is_one_of(text::to_lower(c), "0123456789abcdef:."))
        return false;
    }
    ++end;
  } else {
    end = std::min(end, text.size());
    for (char c : text.substr(0, end)) {
      if (!text::is_alphanumeric(c) && !text::is_one_of(c, "-._")) return false;
    }
  }
  if (end == 0 || end == text.size()) return end > 0;
  if (text[end] != ':') return false;
  std::string_view port = text.substr(end + 1);
  return port.empty() || text::whole_number<uint16_t>(port);
}

std::string origin_of(const Request& request) {
  if (!request.public_url.empty()) return request.public_url;
  std::string_view host = request.header("Host");
  bool https =
      text::equal_ignoring_case(request.header("X-Forwarded-Proto"), "https");
  return std::string(https ? "https://" : "http://")
      .append(is_authority(host) ? host : "127.0.0.1");
}

Response sentence(int status, std::string_view text) {
  Response response;
  response.status = status;
  response.body = text;
  response.body += '\n';
  return response;
}

Response redirect(std::string location, int status) {
  Response response = sentence(status, "See " + location);
  response.headers.push_back({"Location", std::move(location)});
  return response;
}

std::string_view reason_of(int status) {
  constexpr std::pair<int, std::string_view> kReasons[] = {
      {200, "OK"},
      {202, "Accepted"},
      {204, "No Content"},
      {206, "Partial Content"},
      {301, "Moved Permanently"},
      {302, "Found"},
      {303, "See Other"},
      {304, "Not Modified"},
      {307, "Temporary Redirect"},
      {308, "Permanent Redirect"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {406, "Not Acceptable"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {410, "Gone"},
      {411, "Length Required"},
      {412, "Precondition Failed"},
      {413, "Content Too Large"},
      {414, "URI Too Long"},
      {415, "Unsupported Media Type"},
      {416, "Range Not Satisfiable"},
      {429, "Too Many Requests"},
      {431, "Request Header Fields Too Large"},
      {451, "Unavailable For Legal Reasons"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {503, "Service Unavailable"},
      {507, "Insufficient Storage"},
      {505, "HTTP Version Not Supported"},
  };
  for (const auto& [code, reason] : kReasons) {
    if (code == status) return reason;
  }
  return {};
}

}  // namespace wax::answers
