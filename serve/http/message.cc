#include "serve/http/message.h"

#include <algorithm>

#include "io/error.h"
#include "serve/http/escape.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::serve {
namespace {

std::string form_decoded(std::string_view text) {
  std::string spaced(text);
  for (char& c : spaced) {
    if (c == '+') c = ' ';
  }
  return percent_decoded(spaced);
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

bool Parameters::has(std::string_view name) const {
  for (const auto& [key, value] : pairs_) {
    if (key == name) return true;
  }
  return false;
}

std::string_view Parameters::get(std::string_view name) const {
  for (const auto& [key, value] : pairs_) {
    if (key == name) return value;
  }
  return {};
}

std::vector<std::string> Parameters::all(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& [key, value] : pairs_) {
    if (key == name) values.push_back(value);
  }
  return values;
}

uint64_t Parameters::number(std::string_view name, uint64_t initial) const {
  std::string_view value = get(name);
  if (value.empty()) return initial;
  auto number = text::whole_number(value);
  if (!number) {
    throw UsageError("The parameter " + std::string(name) + "='" +
                     std::string(value) + "' is not a whole number.");
  }
  return *number;
}

bool Parameters::flag(std::string_view name) const {
  if (!has(name)) return false;
  std::string_view value = get(name);
  return value != "false" && value != "0" && value != "no";
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

}  // namespace wax::serve
