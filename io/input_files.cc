#include "io/input_files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "io/error.h"
#include "io/http_source.h"
#include "io/zip.h"

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
    std::string name = entry->path().filename().string();
    if (entry->is_regular_file(ignored) &&
        (is_archive_name(name) || name.ends_with(".wacz"))) {
      found.push_back(entry->path().string());
    }
  }
  if (error) throw IoError(directory, "list", error.value());
  std::sort(found.begin(), found.end());
  paths.insert(paths.end(), found.begin(), found.end());
}

// Between the path of a zip file and the name of an entry.
constexpr std::string_view kInside = "!/";

bool is_zip(const std::string& path) {
  if (is_url(path)) return path.substr(0, path.find('?')).ends_with(".wacz");
  std::error_code error;
  if (path == "-" || is_archive_name(path) ||
      !fs::is_regular_file(path, error)) {
    return false;
  }
  try {
    return open_file(path)->peek(4).starts_with("PK\3\4");
  } catch (const IoError&) {
    return false;  // who reads it will say so
  }
}

void append_archives_inside(const std::string& zip,
                            std::vector<std::string>& paths,
                            ProblemSink& problems) {
  size_t before = paths.size();
  try {
    for (const ZipEntry& entry : read_zip_directory(*open_input(zip))) {
      if (!is_archive_name(entry.name)) continue;
      paths.push_back(zip);
      paths.back().append(kInside).append(entry.name);
    }
  } catch (const FormatError& error) {
    problems.report(
        {Severity::kLost, "bad-zip", zip, error.offset(), error.text()});
    return;
  } catch (const IoError& error) {
    problems.report({Severity::kLost, "unreadable-archive", zip, std::nullopt,
                     error.what()});
    return;
  }
  if (paths.size() == before) {
    problems.report({Severity::kLost, "not-an-archive", zip, 0,
                     "the zip file holds no ARC or WARC files"});
  }
}

std::unique_ptr<FileSource> open_inside(const std::string& path, size_t inside,
                                        size_t block) {
  auto zip = open_input(path.substr(0, inside), block);
  std::string_view name = std::string_view(path).substr(inside + 2);
  try {
    for (const ZipEntry& entry : read_zip_directory(*zip)) {
      if (entry.name == name) {
        return open_zip_entry(std::move(zip), entry, path);
      }
    }
  } catch (const FormatError& error) {
    throw IoError(path, error.text());
  }
  throw IoError(path, "open", ENOENT);
}

}  // namespace

bool is_url(std::string_view name) {
  return name.starts_with("http://") || name.starts_with("https://");
}

std::string_view base_name(std::string_view input) {
  if (is_url(input)) input = input.substr(0, input.find_first_of("?#"));
  return input.substr(input.rfind('/') + 1);
}

bool is_archive_name(std::string_view name) {
  for (std::string_view ending : {".gz", ".zst", ".lz4", ".bz2"}) {
    if (name.ends_with(ending)) {
      name.remove_suffix(ending.size());
      break;
    }
  }
  return name.ends_with(".arc") || name.ends_with(".warc");
}

std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs,
                                       ProblemSink& problems) {
  std::vector<std::string> named;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input != "-" && !is_url(input) && fs::is_directory(input, error)) {
      append_archives_below(input, named);
    } else {
      named.push_back(input);
    }
  }
  std::vector<std::string> paths;
  for (std::string& path : named) {
    if (is_zip(path)) {
      append_archives_inside(path, paths, problems);
    } else {
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

std::unique_ptr<FileSource> open_input(const std::string& path, size_t block) {
  size_t inside = path.find(kInside);
  std::error_code error;
  if (inside != std::string::npos && !fs::exists(path, error)) {
    return open_inside(path, inside, block);
  }
  return is_url(path) ? open_http(path) : open_file(path, block);
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
