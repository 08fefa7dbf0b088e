#include "warc/io/input_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "warc/io/byte_source.h"
#include "warc/io/error.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

void append_archives_below(const std::string& directory,
                           std::vector<std::string>& paths) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(directory, error), end;
  for (; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;  // a broken link is no archive
    if (entry->is_regular_file(ignored) &&
        is_archive_name(entry->path().filename().string())) {
      found.push_back(entry->path().string());
    }
  }
  if (error) throw IoError(directory, "list", error.value());
  std::sort(found.begin(), found.end());
  paths.insert(paths.end(), found.begin(), found.end());
}

}  // namespace

bool is_archive_name(std::string_view name) {
  for (std::string_view ending : {".gz", ".zst", ".lz4", ".bz2"}) {
    if (name.ends_with(ending)) {
      name.remove_suffix(ending.size());
      break;
    }
  }
  return name.ends_with(".arc") || name.ends_with(".warc");
}

std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs) {
  std::vector<std::string> paths;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input != "-" && fs::is_directory(input, error)) {
      append_archives_below(input, paths);
    } else {
      paths.push_back(input);
    }
  }
  return paths;
}

std::vector<std::string> read_path_list(const std::string& list) {
  std::vector<std::string> paths;
  auto source = open_file(list);
  for (;;) {
    std::string_view bytes = source->peek();
    size_t newline;
    while ((newline = bytes.find('\n')) == std::string_view::npos) {
      size_t before = bytes.size();
      bytes = source->peek(before + 1);
      if (bytes.size() == before) break;
    }
    if (bytes.empty()) return paths;
    std::string_view line = bytes.substr(0, newline);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty() && line.front() != '#') paths.emplace_back(line);
    source->consume(std::min(newline, bytes.size() - 1) + 1);
  }
}

}  // namespace wax::io
