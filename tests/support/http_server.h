// A web server for tests.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace wax::tests {

// On the loopback interface; gives each connection one answer.
class HttpServer {
 public:
  // From the first byte asked for (nothing: no Range) and the number of the
  // request to the whole answer. Called by the server's thread.
  using Answer = std::function<std::string(uint64_t from, size_t number)>;

  // From the head and the body of a request to the whole answer.
  using AnswerTo = std::function<std::string(const std::string& head,
                                             const std::string& body)>;

  explicit HttpServer(Answer answer);
  explicit HttpServer(AnswerTo answer);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Of "/a.warc.gz"; any other path has the same answers.
  [[nodiscard]] std::string url() const;
  // "127.0.0.1:8080"
  [[nodiscard]] std::string host() const;
  // The first byte that each request asked for.
  [[nodiscard]] std::vector<uint64_t> requests();
  // The body of each request.
  [[nodiscard]] std::vector<std::string> bodies();

 private:
  void open();
  void serve();

  Answer answer_;
  AnswerTo answer_to_;
  int socket_;
  uint16_t port_ = 0;
  std::mutex mutex_;  // guards requests_ and bodies_
  std::vector<uint64_t> requests_;
  std::vector<std::string> bodies_;
  std::thread thread_;
};

// A whole answer, after which the connection ends: "HTTP/1.1 STATUS", its
// length, `fields`, which are lines with their ends, and `body`.
[[nodiscard]] std::string http_answer(const std::string& status,
                                      const std::string& body = {},
                                      const std::string& fields = {});

}  // namespace wax::tests
