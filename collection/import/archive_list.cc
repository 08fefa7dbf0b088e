#include "collection/import/archive_list.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "lines/line_stream.h"
#include "text/ascii.h"

namespace wax::collection {
namespace {

std::string_view next_word(std::string_view& line) {
  line = text::trim_front(line, text::kAllSpace);
  std::string_view word = line.substr(0, line.find_first_of(text::kAllSpace));
  line.remove_prefix(word.size());
  return word;
}

// Whether a line of a manifest may mean this: a file that is there, or the name
// of one that should be.
bool may_be_archive(const std::string& path) {
  std::error_code none;
  return io::is_archive_name(path) || io::is_wacz_name(path) ||
         io::is_url(path) || io::entry_path(path) ||
         std::filesystem::exists(path, none);
}

// "URL IP-address date type length", the header of an ARC record.
bool is_arc_header(std::string_view line) {
  std::string_view url = next_word(line);
  if (url.find(':') == std::string_view::npos) return false;
  size_t columns = 1;
  std::string_view last;
  for (std::string_view word; !(word = next_word(line)).empty(); ++columns) {
    last = word;
  }
  return columns >= 5 &&
         last.find_first_not_of("-0123456789") == std::string_view::npos;
}

}  // namespace

bool is_archive(const std::string& path) {
  if (path == "-" || io::is_archive_name(path) || io::is_url(path)) return true;
  if (io::is_package_of_packages(path)) return true;
  auto lines = cdx::open_lines(path);
  std::string_view line;
  try {
    if (!lines->next(line)) return false;
  } catch (const FormatError&) {
    return true;  // the archive reader says what is wrong
  }
  return line.starts_with("PK\3\4") || line.starts_with("WARC/") ||
         line.starts_with("filedesc:") || is_arc_header(line);
}

void read_archive_list(const std::string& path, const std::string& collection,
                       std::vector<ListedArchive>& archives) {
  auto lines = cdx::open_lines(path);
  std::string_view line;
  std::vector<ListedArchive> listed;
  uint64_t number = 0;
  uint64_t others = 0;
  std::string first_other;
  while (lines->next(line)) {
    ++number;
    std::string_view archive = next_word(line);
    if (archive.empty() || archive[0] == '#') continue;
    std::string_view named = next_word(line);
    listed.push_back({std::string(archive),
                      named.empty() ? collection : std::string(named)});
    if (!may_be_archive(listed.back().path) && ++others == 1) {
      first_other = "line " + std::to_string(number) + " begins with '" +
                    listed.back().path.substr(0, 80) + "'";
    }
  }
  if (others > listed.size() / 2) {
    throw UsageError(path + ": is neither an archive nor a list of archives; " +
                     first_other + ", which is no file");
  }
  archives.insert(archives.end(), std::make_move_iterator(listed.begin()),
                  std::make_move_iterator(listed.end()));
}

std::vector<ListedArchive> list_archives(const std::vector<std::string>& inputs,
                                         const std::string& files_from,
                                         const std::string& collection,
                                         ProblemSink& problems) {
  std::vector<ListedArchive> archives;
  auto add = [&](const std::vector<std::string>& paths) {
    for (std::string& path : io::expand_inputs(paths, problems)) {
      archives.push_back({std::move(path), collection});
    }
  };
  for (const std::string& input : inputs) {
    try {
      std::error_code none;
      if (std::filesystem::is_directory(input, none) || is_archive(input)) {
        add({input});
      } else {
        read_archive_list(input, collection, archives);
      }
    } catch (const IoError&) {
      if (io::is_object_folder(input)) throw;  // there is no such archive
      archives.push_back({input, collection});
    }
  }
  if (!files_from.empty()) add(io::read_path_list(files_from));
  return archives;
}

}  // namespace wax::collection
