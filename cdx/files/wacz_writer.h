// Packages of web archives (WACZ 1.1.1) that are written from front to back.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/capture.h"
#include "io/inputs/wacz.h"
#include "io/output.h"
#include "io/spool.h"
#include "io/zip_output.h"
#include "lines/sort.h"
#include "warc/record/digest.h"

namespace wax::cdx {

struct WaczOptions {
  std::string title;
  std::string description;
  std::string software;
  std::string created;  // "2024-05-01T10:00:00Z"
  // What warc::signed_anonymously() takes; empty: the package is not signed.
  std::string signing_key;
  // For the lines of captures, which are sorted.
  lines::SortOptions sorting;
};

// A page that a reader of the package may begin with.
struct WaczPage {
  std::string_view url;
  std::string_view date;   // 14 digits
  std::string_view title;  // may be empty
};

// One WARC file, a compressed index of its captures, a list of pages, and what
// states the sizes and digests of these. Memory: that of the sorting, 8 MiB for
// the pages, and two blocks of the index.
class WaczWriter {
 public:
  // `output` must outlive it; finishing that is the caller's task.
  WaczWriter(io::Output& output, WaczOptions options);
  ~WaczWriter();
  WaczWriter(const WaczWriter&) = delete;
  WaczWriter& operator=(const WaczWriter&) = delete;

  // The WARC file, whose records are members of gzip. It is not to be finished.
  [[nodiscard]] io::Output& archive() { return entry_; }
  // A capture in it: the key is a SURT. Its file name is that of archive().
  void add(const Capture& capture);
  void add(const WaczPage& page);
  // Another file that has originals of revisits, by its name; each name counts
  // once. Source: relation.requires of Browsertrix Crawler.
  void require(const io::PackedFile& file);
  // Writes all the rest. Call it once, as the last.
  void finish();

 private:
  // The bytes of an entry, with their digest.
  class Entry final : public io::Output {
   public:
    explicit Entry(io::Output& zip) : zip_(&zip) {}
    void write(std::string_view bytes) override;
    void flush() override { zip_->flush(); }
    void finish() override {}
    // What was written since the last call, as resources state it.
    [[nodiscard]] uint64_t take(std::string& digest);

   private:
    io::Output* zip_;
    warc::Digester sha256_{warc::DigestAlgorithm::kSha256};
    uint64_t size_ = 0;
  };
  struct Resource {
    std::string path;
    std::string digest;
    uint64_t size = 0;
  };

  void begin(std::string path);
  void end();
  void copy(const std::string& file, const std::string& path);
  void write_index();
  void write_package();

  WaczOptions options_;
  io::ZipOutput zip_;
  Entry entry_;
  std::vector<Resource> resources_;
  std::vector<io::PackedFile> required_;
  std::unique_ptr<io::Spool> lines_;
  io::Spool pages_;
  std::string line_;
};

}  // namespace wax::cdx
