#include "document/worker/child.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

#include "document/formats/read_document.h"
#include "document/worker/text_worker.h"
#include "tests/document/formats/documents.h"
#include "text/varint.h"

namespace wax::document {
namespace {

using std::chrono::milliseconds;

// A process that serves documents through a socket.
class ServingProcess {
 public:
  explicit ServingProcess(milliseconds cpu = milliseconds(10'000),
                          uint64_t memory = 0) {
    std::array<int, 2> pair{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()), 0);
    pid_ = fork();
    if (pid_ == 0) {
      close(pair[0]);
      _exit(serve_documents(pair[1], cpu, memory));
    }
    close(pair[1]);
    socket_ = pair[0];
  }
  ~ServingProcess() {
    if (pid_ > 0) (void)status();
  }

  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent =
          ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
  }
  // Empty when the process has ended.
  [[nodiscard]] std::string receive(size_t size) const {
    std::string bytes(size, '\0');
    const ssize_t got = recv(socket_, bytes.data(), size, MSG_WAITALL);
    bytes.resize(got > 0 ? static_cast<size_t>(got) : 0);
    return bytes;
  }
  [[nodiscard]] std::string answer() const {
    const std::string head = receive(kWorkerHead);
    if (head.size() < kWorkerHead) return {};
    return receive(static_cast<size_t>(worker_size(head)));
  }
  // What waitpid says of it after the socket is closed.
  int status() {
    close(socket_);
    int status = -1;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return status;
  }

 private:
  int pid_ = -1;
  int socket_ = -1;
};

std::string request_of(uint64_t format, std::string_view bytes) {
  std::string request;
  text::append_number(format, request);
  text::append_text(kCapturedAt, request);
  request += bytes;
  return worker_head(request.size()) + request;
}

std::string request_of(Format format, std::string_view bytes) {
  return request_of(static_cast<uint64_t>(format), bytes);
}

TEST(ServeDocuments, OneProcessReadsManyUntilTheSocketIsClosed) {
  ServingProcess process;
  for (const char* name : {"paper.pdf", "word.docx", "text.rtf", "paper.pdf"}) {
    const std::string bytes = document_bytes(name);
    const Format format = format_of(bytes, "", std::string("http://h/") + name);
    process.send(request_of(format, bytes));
    DocumentText document;
    ASSERT_TRUE(parse_document_text(process.answer(), document)) << name;
    EXPECT_EQ(document, read_document(format, bytes, kCapturedAt)) << name;
    EXPECT_FALSE(document.content.empty()) << name;
  }
  const int status = process.status();
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(ServeDocuments, ARequestThatIsNoneEndsTheProcessWithoutAnAnswer) {
  const auto unknown = static_cast<uint64_t>(warc::kLastFormat) + 1;
  for (const std::string& request :
       {request_of(unknown, "x"), worker_head(1) + '\xFF', worker_head(0)}) {
    ServingProcess process;
    process.send(request);
    EXPECT_EQ(process.answer(), "");
    const int status = process.status();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
}

TEST(ServeDocuments, ADocumentThatTakesTooLongEndsTheProcessWithSigprof) {
  ServingProcess process(milliseconds(20));
  std::string rtf = "{\\rtf1 ";
  while (rtf.size() < 20'000'000) rtf += "{\\b the herons \\'e9 stand}\\par ";
  process.send(request_of(Format::kRtf, rtf));
  EXPECT_EQ(process.answer(), "");
  const int status = process.status();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) << status;
}

#ifndef WAX_WITH_SANITIZERS
TEST(ServeDocuments, ADocumentThatTakesTooMuchMemoryEndsTheProcess) {
  constexpr uint64_t kMemory = uint64_t{1} << 30;
  ServingProcess process(milliseconds(10'000), kMemory);
  process.send(worker_head(kMemory));
  EXPECT_EQ(process.answer(), "");
  const int status = process.status();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == kWorkerOutOfMemory)
      << status;
}
#endif

}  // namespace
}  // namespace wax::document
