// Zip files: a directory or a format error, and entries of the sizes stated.
#include "io/inputs/zip.h"

#include <string>

#include "fuzz/support/entry.h"
#include "io/error.h"
#include "tests/support/archives.h"

namespace wax::fuzz {
namespace {

constexpr size_t kMostEntries = 16;
constexpr uint64_t kMostBytes = 1'000'000;

void read_entry(std::string_view bytes, const io::ZipEntry& entry) {
  try {
    auto file = io::open_zip_entry(tests::memory_file(std::string(bytes)),
                                   entry, "entry");
    uint64_t passed = io::skip(*file, kMostBytes);
    require(file->offset() == passed);
    require(entry.method != 0 || passed <= bytes.size());
    uint64_t size;
    require(!file->size(size) || passed <= size);
    if (file->seek(0)) require(io::skip(*file, kMostBytes) == passed);
  } catch (const Error&) {
  }
}

}  // namespace

void run(std::string_view bytes) {
  std::vector<io::ZipEntry> entries;
  try {
    auto zip = tests::memory_file(std::string(bytes));
    entries = io::read_zip_directory(*zip);
  } catch (const Error&) {
    return;
  }
  require(entries.size() <= bytes.size());
  if (entries.size() > kMostEntries) entries.resize(kMostEntries);
  for (const io::ZipEntry& entry : entries) read_entry(bytes, entry);
}

}  // namespace wax::fuzz
