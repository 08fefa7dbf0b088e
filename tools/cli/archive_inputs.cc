#include "tools/cli/archive_inputs.h"

#include <utility>

#include "io/error.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cli {

void declare_archives(OptionTable& table, std::vector<std::string>& inputs,
                      std::string& files_from, const std::string& what) {
  table.positionals(
      inputs, "ARCHIVE", 0, SIZE_MAX,
      what +
          "; a directory: all archives in it, by content; '-': standard input");
  declare_files_from(table, files_from);
}

void declare_files_from(OptionTable& table, std::string& files_from) {
  table.option("files-from", files_from, "LIST",
               "also read the archives in LIST, one path per line");
  declare_timeout(table);
  declare_remote(table);
}

OptionRow& declare_archives_of_lines(OptionTable& table,
                                     std::vector<std::string>& archives) {
  return table.option("archives", archives, "PATH",
                      "directory or archive with the files that the lines name "
                      "(may be repeated)");
}

OptionRow& declare_record_types(OptionTable& table,
                                std::vector<std::string>& types) {
  return table.list("record-types", types, "TYPE,...",
                    "only these types, such as response (default: all)");
}

std::vector<std::string> named_archives(const std::vector<std::string>& inputs,
                                        const std::string& files_from,
                                        Console& console) {
  std::vector<std::string> named = inputs;
  if (!files_from.empty()) {
    for (std::string& path : io::read_path_list(files_from)) {
      named.push_back(std::move(path));
    }
  }
  if (named.empty() && files_from.empty()) {
    throw UsageError("give at least one archive, or a list with --files-from");
  }
  if (named.empty()) console.note_no_input();
  return named;
}

std::vector<std::string> find_archives(const std::vector<std::string>& inputs,
                                       const std::string& files_from,
                                       Console& console) {
  const auto named = named_archives(inputs, files_from, console);
  if (named.empty()) return {};  // the list is empty
  std::vector<std::string> found = io::find_archives(named, console);
  if (found.empty()) console.note_no_input();
  return found;
}

OptionRow& declare_write_sums(OptionTable& table, std::string& file) {
  OptionRow& row =
      table.option("write-sums", file, "FILE",
                   "also write checksums of what was read to FILE");
  row.more =
      "wax-build knows a copy of an archive by them. It has one \"begin end "
      "sum path\" per line: the CRC-32 of the bytes from begin to end of a "
      "file, in decimal digits. What is in no line was not read.";
  return row;
}

InputSums::InputSums(std::string file) : file_(std::move(file)) {
  if (!file_.empty()) sums_.emplace();
}

void InputSums::write(const std::vector<std::string>& archives) {
  if (!sums_) return;
  std::vector<std::string> files;
  for (const std::string& archive : archives) {
    const auto inside = io::entry_path(archive);
    std::string file(inside ? inside->zip : std::string_view(archive));
    if (files.empty() || files.back() != file) files.push_back(std::move(file));
  }
  auto output = io::open_output(file_, /*force=*/true);
  output->write(sums_->lines_of(files));
  output->finish();
}

std::function<void(uint64_t)> ArchivesProgress::of(const io::Job& job) {
  return [this, &job, before = uint64_t{0}](uint64_t position) mutable {
    if (!job.wanted()) throw Error("stopped");
    console_->progress(done_ += position - before);
    before = position;
  };
}

}  // namespace wax::tools::cli
