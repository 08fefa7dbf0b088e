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

bool is_wacz_url(std::string_view path) {
  return is_url(path) && path.substr(0, path.find('?')).ends_with(".wacz");
}

bool is_zip(const std::string& path) {
  if (is_url(path)) return is_wacz_url(path);
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
      if (entry.name.find('\0') != std::string::npos) {
        problems.report({Severity::kLost, "bad-zip", zip, entry.header_offset,
                         "the name of this entry holds a NUL byte"});
        continue;
      }
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

std::unique_ptr<FileSource> open_inside(const std::string& path,
                                        const EntryPath& inside, size_t block) {
  auto zip = open_input(std::string(inside.zip), block);
  try {
    for (const ZipEntry& entry : read_zip_directory(*zip)) {
      if (entry.name == inside.entry) {
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

std::optional<EntryPath> entry_path(std::string_view path) {
  for (size_t at = path.find(kInside); at != std::string_view::npos;
       at = path.find(kInside, at + 1)) {
    std::string_view zip = path.substr(0, at);
    std::error_code error;
    if (is_url(path) ? is_wacz_url(zip)
                     : fs::is_regular_file(fs::path(zip), error)) {
      return EntryPath{zip, path.substr(at + kInside.size())};
    }
  }
  return std::nullopt;
}

std::vector<std::string> expand_folders(
    const std::vector<std::string>& inputs) {
  std::vector<std::string> named;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input != "-" && !is_url(input) && fs::is_directory(input, error)) {
      append_archives_below(input, named);
    } else {
      named.push_back(input);
    }
  }
  return named;
}

std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs,
                                       ProblemSink& problems) {
  std::vector<std::string> paths;
  for (std::string& path : expand_folders(inputs)) {
    if (!entry_path(path) && is_zip(path)) {
      append_archives_inside(path, paths, problems);
    } else {
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

std::unique_ptr<FileSource> open_input(const std::string& path, size_t block) {
  if (auto inside = entry_path(path)) return open_inside(path, *inside, block);
  return is_url(path) ? open_http(path) : open_file(path, block);
}

std::vector<std::string> read_path_list(const std::string& list) {
  std::string text = read_all(*open_file(list), UINT64_MAX);
  bool has_nul = text.find('\0') != std::string::npos;
  std::vector<std::string> paths;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view path = rest.substr(0, rest.find(has_nul ? '\0' : '\n'));
    rest.remove_prefix(std::min(path.size() + 1, rest.size()));
    if (!has_nul && path.ends_with('\r')) path.remove_suffix(1);
    if (!path.empty() && path.front() != '#') paths.emplace_back(path);
  }
  return paths;
}

}  // namespace wax::io
