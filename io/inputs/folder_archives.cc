#include "io/inputs/folder_archives.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "io/byte_source.h"
#include "io/compress/decompressed.h"
#include "io/error.h"
#include "io/inputs/zip.h"
#include "io/remote/remote_file.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

// Lowers ASCII letters only.
std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool is_being_written(std::string_view lower_name) {
  constexpr std::array<std::string_view, 7> kEndings = {
      ".open", ".part",     ".partial",   ".tmp",
      ".temp", ".filepart", ".crdownload"};
  return lower_name.starts_with('.') ||
         lower_name.find(".part-") != std::string_view::npos ||
         std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) {
                       return lower_name.ends_with(ending);
                     });
}

bool begins_as_archive(std::string_view bytes) {
  // The frame of a dictionary begins what zstd compressed as WARC.
  return bytes.starts_with("WARC/") || bytes.starts_with("filedesc:") ||
         bytes.starts_with("\x5D\x2A\x4D\x18");
}

bool has_archives(FileSource& zip) {
  const std::vector<ZipEntry> entries = read_zip_directory(zip);
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return is_archive_name(entry.name) || is_wacz_name(entry.name);
  });
}

// Why a file without the name of an archive is none; nothing: it is one.
std::optional<std::string> reason_against(const std::string& path) {
  constexpr size_t kBegin = 16;
  try {
    auto file = open_file(path);
    const std::string_view bytes = file->peek(kBegin);
    if (bytes.empty()) return kEmpty;
    bool is_archive = begins_as_archive(bytes);
    if (bytes.starts_with("PK\3\4")) {
      is_archive = has_archives(*file);
    } else if (!is_archive) {
      is_archive = begins_as_archive(
          decompressed(std::move(file), /*jobs=*/1)->peek(kBegin));
    }
    if (is_archive) return std::nullopt;
  } catch (const FormatError&) {  // compressed, and damaged from the beginning
  } catch (const IoError&) {
    return "unreadable";
  }
  return kNotAnArchive;
}

// A look into each other object would be a request.
std::vector<std::string> archives_of_store(const std::string& folder,
                                           SkippedFiles& skipped) {
  std::vector<std::string> found;
  for (StoredObject& object : objects_below(folder)) {
    const std::string_view name =
        std::string_view(object.name).substr(object.name.rfind('/') + 1);
    if (is_archive_name(name) || is_wacz_name(name)) {
      found.push_back(std::move(object.name));
    } else {
      ++skipped[object.state.size == 0 ? kEmpty : kNotAnArchive];
    }
  }
  return found;
}

void add_file(const fs::path& path, std::vector<std::string>& found,
              SkippedFiles& skipped) {
  const std::string name = path.filename().string();
  if (is_archive_name(name) || is_wacz_name(name)) {
    found.push_back(path.string());
  } else if (auto reason = reason_against(path.string())) {
    ++skipped[*reason];
  } else if (is_being_written(lower_case(name))) {
    ++skipped["being written"];
  } else {
    found.push_back(path.string());
  }
}

// Links to folders are not followed: they may lead in circles.
void list_folder(const std::string& directory, std::vector<std::string>& found,
                 SkippedFiles& skipped, ProblemSink& problems) {
  std::error_code error;
  fs::directory_iterator entry(directory, error);
  for (const fs::directory_iterator end; !error && entry != end;
       entry.increment(error)) {
    std::error_code none;
    const bool is_link = entry->is_symlink(none);
    if (entry->is_directory(none)) {
      if (is_link) {
        ++skipped["link to a folder"];
      } else {
        list_folder(entry->path().string(), found, skipped, problems);
      }
    } else if (entry->is_regular_file(none)) {
      add_file(entry->path(), found, skipped);
    } else {
      ++skipped[is_link && !entry->exists(none) ? "broken link"
                                                : "not a regular file"];
    }
  }
  if (!error) return;
  const IoError failure(directory, "list", error.value());
  problems.report({Severity::kLost, "unreadable-folder", directory,
                   std::nullopt, failure.what()});
}

}  // namespace

bool is_archive_name(std::string_view name) {
  const std::string lower = lower_case(name);
  std::string_view stem = lower;
  for (std::string_view ending :
       {".gz", ".zst", ".lz4", ".bz2", ".xz", ".lzma"}) {
    if (stem.ends_with(ending)) {
      stem.remove_suffix(ending.size());
      break;
    }
  }
  return stem.ends_with(".arc") || stem.ends_with(".warc");
}

Compression compression_of_name(std::string_view name) {
  const std::string lower = lower_case(name);
  if (lower.ends_with(".zst")) return Compression::kZstd;
  if (lower.ends_with(".warc") || lower.ends_with(".arc")) {
    return Compression::kNone;
  }
  return Compression::kGzip;
}

bool is_arc_name(std::string_view name) {
  return lower_case(name).find(".arc") != std::string::npos;
}

bool is_wacz_name(std::string_view name) {
  constexpr size_t kSize = std::string_view(".wacz").size();
  return name.size() >= kSize &&
         lower_case(name.substr(name.size() - kSize)) == ".wacz";
}

std::vector<std::string> archives_below(const std::string& directory,
                                        SkippedFiles& skipped,
                                        ProblemSink& problems) {
  if (is_object_folder(directory)) return archives_of_store(directory, skipped);
  std::vector<std::string> found;
  list_folder(directory, found, skipped, problems);
  std::sort(found.begin(), found.end());
  return found;
}

bool has_archive_names(const std::string& directory) {
  std::error_code error;
  fs::recursive_directory_iterator entry(
      directory, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code none;
    if ((is_archive_name(name) || is_wacz_name(name)) &&
        entry->is_regular_file(none)) {
      return true;
    }
  }
  return false;
}

}  // namespace wax::io
