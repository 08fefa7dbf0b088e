// The versions of an index, sorted by URL key and digest, with the numbers of
// their documents: a file beside those of Lucene (wax-index(5) has its format).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/mapped_file.h"
#include "io/spool.h"
#include "lines/sort.h"

namespace wax::index {

inline constexpr std::string_view kKeyFileName = "wax-keys";

// Appends the identity of a version in its normal form. Exactly the lines of
// this version begin with it.
void append_version(std::string& line, std::string_view urlkey,
                    std::string_view digest);

// Searched where it is. Immutable: any number of threads may read. Methods
// throw FormatError and IoError.
class KeyFile {
 public:
  explicit KeyFile(std::shared_ptr<const io::MappedFile> file);

  // How many documents it has.
  [[nodiscard]] uint64_t size() const { return size_; }

  // Walks through the versions; several documents may have the same. The file
  // must outlive it.
  class Cursor {
   public:
    explicit Cursor(const KeyFile& file) : file_(&file) {}

    // Moves to the next document; false past the last.
    bool next();
    // From a version that next() gave on: to the first document whose version
    // is not before this one. Blocks between are not read.
    bool seek(std::string_view version);
    // Returns the version as append_version() writes it. A document without
    // digest has "-".
    [[nodiscard]] const std::string& version() const { return version_; }
    [[nodiscard]] uint64_t document() const { return document_; }

   private:
    friend class KeyFile;
    void begin_block(uint64_t block);

    const KeyFile* file_;
    io::ByteCursor in_;
    uint64_t block_ = 0;      // the next one
    uint32_t left_ = 0;       // documents in the current one
    std::string limit_;       // the first version of the next block
    bool has_limit_ = false;  // whether limit_ is that
    std::string urlkey_;
    std::string version_;
    uint64_t document_ = 0;
  };

 private:
  [[nodiscard]] std::string first_of(uint64_t block) const;

  std::shared_ptr<const io::MappedFile> file_;
  io::FileSlice entries_;
  io::FileSlice places_;  // of the blocks
  uint64_t size_ = 0;
  uint64_t blocks_ = 0;
};

// Collects versions in any order, and writes them sorted. Needs memory and
// temporary files as io::Spool does; write() as lines::sort_lines() does.
class KeyFileWriter {
 public:
  explicit KeyFileWriter(const lines::SortOptions& sorting);

  void add(std::string_view urlkey, std::string_view digest, uint64_t document);
  [[nodiscard]] bool empty() const { return spool_->size() == 0; }
  // Calls put(bytes) with the bytes of the file, piece by piece. Once.
  void write(const std::function<void(std::string_view)>& put);

 private:
  lines::SortOptions sorting_;
  std::unique_ptr<io::Spool> spool_;
  std::string line_;
};

}  // namespace wax::index
