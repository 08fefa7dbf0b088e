// A Redis server for tests.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "crawl/queue/redis.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {

// Of a port that is free. start() is false where redis-server is missing.
class RedisServer {
 public:
  RedisServer() = default;
  ~RedisServer() { stop(); }
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  [[nodiscard]] bool start() {
    if (port_ == 0) port_ = free_port();
    const std::string port = std::to_string(port_);
    child_ = ::fork();
    if (child_ == 0) {
      const int nothing = ::open("/dev/null", O_RDWR);
      ::dup2(nothing, 1);
      ::execlp("redis-server", "redis-server", "--port", port.c_str(), "--bind",
               "127.0.0.1", "--dir", folder_.path().c_str(), "--appendonly",
               "yes", "--appendfsync", "always", nullptr);
      ::_exit(127);
    }
    for (int i = 0; i < 500; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      int status = 0;
      if (::waitpid(child_, &status, WNOHANG) == child_) {
        child_ = -1;
        return false;
      }
      try {
        crawl::Redis(address()).command({"PING"});
        return true;
      } catch (const Error&) {
      }
    }
    return false;
  }

  // As a power cut does.
  void stop() {
    if (child_ < 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = -1;
  }

  [[nodiscard]] crawl::RedisAddress address() const {
    crawl::RedisAddress address;
    address.port = port_;
    return address;
  }

 private:
  static uint16_t free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    (void)::bind(socket, any, size);
    (void)::getsockname(socket, any, &size);
    ::close(socket);
    return ntohs(address.sin_port);
  }

  TempDir folder_;
  uint16_t port_ = 0;
  pid_t child_ = -1;
};

}  // namespace wax::tests
