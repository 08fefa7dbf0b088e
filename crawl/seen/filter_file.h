// The file of one filter, read and written. Bits are counted as Redis does:
// bit 0 is the highest of the first byte.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/seen/filter_shape.h"
#include "io/mapped_file.h"
#include "io/temp_files.h"

namespace wax::crawl {

// A filter that stays as it is. Any number of threads may ask it.
class FilterFile {
 public:
  // `sums` is copied. Throws IoError, and FormatError when the file has another
  // size than the shape.
  FilterFile(std::string path, const FilterShape& shape, io::BlockSums sums);

  // Throws FormatError for damage where the bits of the key are; IoError.
  [[nodiscard]] bool holds(std::string_view key) const;
  // Reads all of it. Throws FormatError for damage anywhere.
  void check() const;

  [[nodiscard]] const FilterShape& shape() const { return shape_; }
  [[nodiscard]] const io::BlockSums& sums() const { return *sums_; }
  [[nodiscard]] const io::MappedFile& file() const { return file_; }

 private:
  FilterShape shape_;
  std::unique_ptr<const io::BlockSums> sums_;
  io::MappedFile file_;
};

// A new filter file that keys are added to, beside its name until finish().
// For one thread.
class FilterWriter {
 public:
  // Begins with no key, or with those of `before`, which has the same shape.
  // All of the file has its place on the disk from then on. Throws IoError;
  // FormatError for damage in `before`.
  FilterWriter(std::string path, const FilterShape& shape,
               const FilterFile* before);
  ~FilterWriter();
  FilterWriter(const FilterWriter&) = delete;
  FilterWriter& operator=(const FilterWriter&) = delete;

  [[nodiscard]] bool holds(std::string_view key) const;
  // Whether the filter did not hold the key.
  bool add(std::string_view key);
  // Syncs the file and gives it its name. Returns its sums. Throws IoError.
  [[nodiscard]] io::BlockSums finish();

  [[nodiscard]] const FilterShape& shape() const { return shape_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void open();
  void fill(const FilterFile& before);
  void close();

  std::string path_;
  FilterShape shape_;
  uint64_t size_;
  std::string part_;
  std::unique_ptr<io::TempFile> temp_;
  int fd_ = -1;
  uint8_t* bytes_ = nullptr;
  io::BlockSums sums_;
  std::vector<bool> changed_;  // blocks
};

}  // namespace wax::crawl
