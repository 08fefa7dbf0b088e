// Reads documents that are not HTML in a child process, so that one which
// crashes its reader, or never ends, costs only its own text.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "document/formats/document_text.h"
#include "document/formats/format.h"
#include "io/spool.h"

namespace wax::document {

struct TextWorkerOptions {
  // wax-text-worker; found beside this program when empty.
  std::string program;
  // For one document: processor time of the child, and time on the clock, which
  // only a child that hangs reaches.
  std::chrono::milliseconds cpu{20'000};
  std::chrono::milliseconds clock{300'000};
  // Address space of the child, its libraries included. 0: no limit.
  uint64_t memory = uint64_t{1} << 30;
};

// One child, started when it is first needed and kept for many documents; it
// lives in a sandbox (docs/decisions/document/document-formats.md). For one
// thread.
//
// What a document gives does not depend on those before it: a document at which
// a used child fails is given to a new one, and only that one's failure counts.
class TextWorker {
 public:
  explicit TextWorker(TextWorkerOptions options = {});
  ~TextWorker();
  TextWorker(const TextWorker&) = delete;
  TextWorker& operator=(const TextWorker&) = delete;

  // Returns the document's text, or the reason why it has no text: one of the
  // document itself, or kTimeout, kMemory or kCrashed. Throws
  // Error when the child cannot be started, which is not a fault of the
  // archive.
  // `rest`, if there is one, has the bytes of the document after `bytes`.
  [[nodiscard]] DocumentText read(Format format, std::string_view bytes,
                                  std::string_view url,
                                  io::Spool* rest = nullptr);

 private:
  void start();
  // Ends the child. The reason why it had ended before, if it had.
  NoText stop();
  // Kills the child, which there is, and says how it ended: a wait status.
  int end_child() noexcept;
  bool exchange(std::string_view head, std::string_view bytes, io::Spool* rest,
                DocumentText& document, NoText& failure);

  TextWorkerOptions options_;
  int pid_ = -1;
  int socket_ = -1;
  uint64_t served_ = 0;  // documents, by this child
  std::string reply_;
};

// What goes through the socket, in both directions: the size of what follows in
// 8 bytes, then the request or the reply.
// A request is the format and the URL (varint.h), and the bytes of the
// document; a reply is a document_text.h.
inline constexpr size_t kWorkerHead = 8;
// The child ends with this when its memory does not suffice.
inline constexpr int kWorkerOutOfMemory = 3;
// ... and with this when it cannot enter its sandbox.
inline constexpr int kWorkerNotSafe = 4;

[[nodiscard]] std::string worker_head(uint64_t size);
[[nodiscard]] uint64_t worker_size(std::string_view head);

}  // namespace wax::document
