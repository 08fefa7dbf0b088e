#include "tests/support/http_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string_view>
#include <utility>

namespace wax::tests {

HttpServer::HttpServer(Answer answer)
    : answer_(std::move(answer)),
      socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  open();
}

HttpServer::HttpServer(AnswerTo answer)
    : answer_to_(std::move(answer)),
      socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  open();
}

void HttpServer::open() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(socket_, any, size) != 0 || ::listen(socket_, 8) != 0 ||
      ::getsockname(socket_, any, &size) != 0) {
    ADD_FAILURE() << "no socket";
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
  ::shutdown(socket_, SHUT_RDWR);
  thread_.join();
  ::close(socket_);
}

std::string HttpServer::url() const {
  return "http://" + host() + "/a.warc.gz";
}

std::string HttpServer::host() const {
  return "127.0.0.1:" + std::to_string(port_);
}

std::vector<uint64_t> HttpServer::requests() {
  std::lock_guard lock(mutex_);
  return requests_;
}

std::vector<std::string> HttpServer::bodies() {
  std::lock_guard lock(mutex_);
  return bodies_;
}

void HttpServer::serve() {
  for (;;) {
    int peer = ::accept(socket_, nullptr, nullptr);
    if (peer < 0) return;
    std::string request;
    char bytes[4096];
    ssize_t n;
    while (request.find("\r\n\r\n") == std::string::npos &&
           (n = ::read(peer, bytes, sizeof bytes)) > 0) {
      request.append(bytes, static_cast<size_t>(n));
    }
    size_t head = request.find("\r\n\r\n");
    std::string body =
        head == std::string::npos ? "" : request.substr(head + 4);
    size_t length = request.find("Content-Length: ");
    if (length != std::string::npos) {
      size_t size = std::stoull(request.substr(length + 16));
      while (body.size() < size &&
             (n = ::read(peer, bytes, sizeof bytes)) > 0) {
        body.append(bytes, static_cast<size_t>(n));
      }
    }
    size_t range = request.find("Range: bytes=");
    uint64_t from = 0;
    if (range != std::string::npos)
      from = std::stoull(request.substr(range + 13));
    size_t number;
    {
      std::lock_guard lock(mutex_);
      requests_.push_back(from);
      bodies_.push_back(body);
      number = requests_.size();
    }
    std::string answer = answer_to_ ? answer_to_(request.substr(0, head), body)
                                    : answer_(from, number);
    for (std::string_view rest = answer; !rest.empty();) {
      n = ::send(peer, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (n <= 0) break;
      rest.remove_prefix(static_cast<size_t>(n));
    }
    ::close(peer);
  }
}

std::string http_answer(const std::string& status, const std::string& body,
                        const std::string& fields) {
  return "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n" + fields + "\r\n" + body;
}

}  // namespace wax::tests
