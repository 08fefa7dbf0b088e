// The WARC files of a crawl: what was sent and received, as it was on the wire.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/fetch/frontier.h"
#include "crawl/fetch/url_hashes.h"
#include "io/compress/compressor.h"
#include "io/output.h"
#include "io/remote/wire_fetcher.h"
#include "warc/record/named_original.h"
#include "warc/writer/writer.h"

namespace wax::crawl {

struct ArchiveOptions {
  std::string folder;
  std::string prefix = "fetch";
  uint64_t size = uint64_t{1} << 30;  // a file that has it is finished
  io::Compression compression = io::Compression::kGzip;
  // Name and value of what the warcinfo records say.
  std::vector<std::pair<std::string, std::string>> info;
  // Called before a file gets its last name; may be empty.
  std::function<void()> before_last_name = {};
};

// A capture whose payload a new one has, too.
struct PastCapture {
  warc::NamedOriginal original;
  std::string container;  // its file, without folders; empty: not known
};

// The answer of a request, looked at.
struct ReadAnswer {
  // "sha1:...", of the body without chunks.
  std::string block_digest;
  std::string payload_digest;
  uint64_t payload = 0;  // bytes
};

// Reads the body, and goes back to its beginning.
[[nodiscard]] ReadAnswer read_answer(io::WireAnswer& answer);

// Where the records of an answer are.
struct WrittenAnswer {
  std::string file;
  uint64_t end = 0;
};

// Records of one answer come one after the other: the address of a new host,
// response or revisit, request, metadata. Files are
// FOLDER/PREFIX-DATE-NUMBER-RUN.warc.gz, with ".open" at the end until they are
// whole. For one thread.
class FetchArchive {
 public:
  // Goes on with a file of that name and size, unless `name` is empty. One of
  // another compression is finished as it is.
  FetchArchive(ArchiveOptions options, const std::string& name, uint64_t size);
  ~FetchArchive();
  FetchArchive(const FetchArchive&) = delete;
  FetchArchive& operator=(const FetchArchive&) = delete;

  // The file that write() writes to next.
  [[nodiscard]] const std::string& file();
  // With `past`, a revisit; one of an answer 304 has no block, and its head is
  // in the record of metadata. Throws IoError.
  [[nodiscard]] WrittenAnswer write(const FetchTask& task,
                                    io::WireAnswer& answer,
                                    const ReadAnswer& read,
                                    const std::optional<PastCapture>& past);
  // Finishes the last file. Call it last.
  void finish();
  [[nodiscard]] uint64_t files() const { return files_; }
  // Compressed, of all files.
  [[nodiscard]] uint64_t bytes() const { return bytes_; }

 private:
  void open(const std::string& name, uint64_t size);
  void open_next();
  // Gives a whole file the name that it is to have.
  void drop_open(const std::string& name);
  [[nodiscard]] std::string suffix() const;
  void close();
  void write_info();
  // The address that a name had (RFC 4027), once for each host: without the
  // time for which it holds, which the system does not tell.
  void write_name(std::string_view url, const io::WireAnswer& answer);
  [[nodiscard]] std::string new_id();

  ArchiveOptions options_;
  std::string name_;  // of the file that is open; empty: none is
  std::unique_ptr<io::Output> output_;
  std::unique_ptr<warc::Writer> writer_;
  uint64_t begin_ = 0;  // bytes that the file had
  uint32_t run_ = 0;    // in names, so that no two runs have the same
  uint64_t number_ = 0;
  uint64_t files_ = 0;
  uint64_t bytes_ = 0;
  std::string info_id_;
  std::mt19937_64 random_;
  UrlHashes names_;  // of hosts with an address in a record
};

}  // namespace wax::crawl
