#include "tests/support/http_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace wax::tests {

HttpClient::HttpClient(uint16_t port)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  timeval limit{20, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address),
                sizeof address) != 0) {
    ::close(socket_);
    throw std::runtime_error("connect to port " + std::to_string(port));
  }
}

HttpClient::~HttpClient() { ::close(socket_); }

bool HttpClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

void HttpClient::end() { ::shutdown(socket_, SHUT_WR); }

bool HttpClient::more() {
  char bytes[65536];
  ssize_t size = ::recv(socket_, bytes, sizeof bytes, 0);
  if (size <= 0) return false;
  buffer_.append(bytes, static_cast<size_t>(size));
  return true;
}

bool HttpClient::fill(size_t size) {
  while (buffer_.size() < size) {
    if (!more()) return false;
  }
  return true;
}

bool HttpClient::closed() { return buffer_.empty() && !more(); }

std::string HttpClient::rest() {
  while (more()) {
  }
  return std::exchange(buffer_, {});
}

std::optional<std::string> HttpClient::line() {
  size_t end;
  while ((end = buffer_.find("\r\n")) == std::string::npos) {
    if (!more()) return std::nullopt;
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 2);
  return line;
}

bool HttpClient::read_fields(std::map<std::string, std::string>& fields) {
  for (;;) {
    auto field = line();
    if (!field) return false;
    if (field->empty()) return true;
    size_t colon = std::min(field->find(": "), field->size());
    std::string name = field->substr(0, colon);
    for (char& c : name) {
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    fields[name] = field->substr(std::min(colon + 2, field->size()));
  }
}

HttpAnswer HttpClient::read(bool head) {
  HttpAnswer answer;
  auto first = line();
  if (!first || !read_fields(answer.headers)) return answer;
  answer.status = std::atoi(first->substr(first->find(' ') + 1).c_str());
  answer.whole = true;
  if (head || answer.status == 304 || answer.status / 100 == 1) return answer;
  if (answer.header("transfer-encoding") == "chunked") {
    for (;;) {
      auto chunk = line();
      answer.whole = chunk.has_value();
      if (!chunk) return answer;
      size_t size = std::strtoul(chunk->c_str(), nullptr, 16);
      if (size == 0) {
        answer.whole = read_fields(answer.trailers);
        return answer;
      }
      answer.whole = fill(size + 2);
      answer.body += buffer_.substr(0, size);
      buffer_.erase(0, size + 2);
      if (!answer.whole) return answer;
    }
  }
  std::string length = answer.header("content-length");
  if (!length.empty()) {
    size_t size = std::strtoul(length.c_str(), nullptr, 10);
    answer.whole = fill(size);
    answer.body = buffer_.substr(0, size);
    buffer_.erase(0, size);
  } else if (answer.status != 204) {
    while (more()) {
    }
    answer.body = std::move(buffer_);
    buffer_.clear();
  }
  return answer;
}

HttpAnswer http_request(uint16_t port, std::string_view method,
                        std::string_view target, std::string_view headers,
                        std::string_view body) {
  HttpClient client(port);
  std::string request(method);
  request.append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
  request.append(headers);
  if (!body.empty()) {
    request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  }
  request.append("\r\n").append(body);
  client.send(request);
  return client.read(method == "HEAD");
}

HttpAnswer http_get(uint16_t port, std::string_view target,
                    std::string_view headers) {
  return http_request(port, "GET", target, headers);
}

}  // namespace wax::tests
