// Archives as a person names them.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/inputs/input_files.h"
#include "io/ordered_pool.h"
#include "io/read_sums.h"
#include "tools/cli/console.h"
#include "tools/cli/option_table.h"

namespace wax::tools::cli {

// The archives themselves, --files-from, --timeout and --remote. `what` they
// may be.
void declare_archives(
    OptionTable& table, std::vector<std::string>& inputs,
    std::string& files_from,
    const std::string& what = "ARC or WARC files, compressed or not");
// --files-from LIST, --timeout and --remote.
void declare_files_from(OptionTable& table, std::string& files_from);
// --archives, where the files are that CDX lines name.
OptionRow& declare_archives_of_lines(OptionTable& table,
                                     std::vector<std::string>& archives);
// --record-types, as warc::RecordTypes takes them.
OptionRow& declare_record_types(OptionTable& table,
                                std::vector<std::string>& types);

// The inputs, and then what is in the list, if there is one. Throws UsageError
// when there is neither an input nor a list, IoError. For none,
// Console::note_no_input() is called.
[[nodiscard]] std::vector<std::string> named_archives(
    const std::vector<std::string>& inputs, const std::string& files_from,
    Console& console);

// The archives that the inputs and the list stand for (io::find_archives());
// none for an empty list. For none, Console::note_no_input() is called.
[[nodiscard]] std::vector<std::string> find_archives(
    const std::vector<std::string>& inputs, const std::string& files_from,
    Console& console);

// --write-sums FILE: what was read of archives (io/read_sums.h), for steps of a
// build.
OptionRow& declare_write_sums(OptionTable& table, std::string& file);

// Sums what is read from its beginning on, when there is a file to write.
class InputSums {
 public:
  explicit InputSums(std::string file);
  // Writes what was read of the archives on disk, or of the zip files that they
  // are in; replaces the file. Throws IoError.
  void write(const std::vector<std::string>& archives);

 private:
  const std::string file_;
  std::optional<io::ReadSums> sums_;
};

// Bytes of all files together, for progress; 0 when one of them is not known,
// as for an entry of a zip file.
// `path` gives the path of an element.
template <typename Files, typename Path = std::identity>
[[nodiscard]] uint64_t size_of_all(const Files& files, Path path = {}) {
  uint64_t total = 0;
  for (const auto& file : files) {
    const std::string& name = std::invoke(path, file);
    std::error_code unknown;
    if (io::entry_path(name)) return 0;
    uint64_t size = std::filesystem::file_size(name, unknown);
    if (unknown) return 0;
    total += size;
  }
  return total;
}

// Progress of a tool whose jobs read an archive each.
class ArchivesProgress {
 public:
  // Calls Console::start_progress(). The console must outlive it.
  ArchivesProgress(Console& console, uint64_t total_bytes)
      : console_(&console) {
    console.start_progress(total_bytes);
  }
  // What the reader of a job's archive calls with its position, for as long as
  // both last. Throws Error when the job is no more wanted. In any thread.
  [[nodiscard]] std::function<void(uint64_t)> of(const io::Job& job);

 private:
  Console* console_;
  std::atomic<uint64_t> done_ = 0;
};

}  // namespace wax::tools::cli
