#include "io/inputs/input_files.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "io/error.h"
#include "io/inputs/wacz.h"
#include "io/inputs/zip.h"
#include "io/inputs/zip_names.h"
#include "io/remote/http_source.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

std::atomic<uint64_t> opened = 0;

// Between the path of a zip file and the name of an entry.
constexpr std::string_view kInside = "!/";

// The path in a URL. The key of an object has no query.
std::string_view without_query(std::string_view url) {
  return is_object(url) ? url : url.substr(0, url.find_first_of("?#"));
}

bool is_wacz_url(std::string_view path) {
  return is_url(path) && without_query(path).ends_with(".wacz");
}

bool is_json(std::string_view path) {
  if (is_url(path)) path = without_query(path);
  return path.ends_with(".json");
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

std::unique_ptr<FileSource> open_uncounted(const std::string& path,
                                           size_t block = kFileBlock);

// The archives that inputs stand for, one input after the other.
class Expansion {
 public:
  Expansion(ProblemSink& problems, std::vector<std::string>* packages)
      : problems_(problems), packages_(packages) {}

  void add(std::string path) {
    if (!entry_path(path) && is_zip(path)) {
      add_inside(path);
    } else if (is_json(path) && is_package(path)) {
      add_packed(path, *package_);
    } else {
      paths_.push_back(std::move(path));
    }
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(paths_); }

 private:
  // Reads what may be a package of packages into package_.
  bool is_package(const std::string& path) {
    try {
      package_ =
          parse_data_package(read_all(*open_uncounted(path), kMostDataPackage));
    } catch (const IoError&) {
      return false;  // who reads it will say so
    }
    return package_ && package_->is_multi;
  }

  void report(const std::string& path, const char* id, std::string text,
              std::optional<uint64_t> offset = {}) {
    problems_.report({Severity::kLost, id, path, offset, std::move(text)});
  }

  void add_inside(const std::string& zip) {
    const size_t before = paths_.size();
    try {
      add_entries(zip, read_zip_directory(*open_uncounted(zip)));
    } catch (const FormatError& error) {
      report(zip, "bad-zip", error.text(), error.offset());
      return;
    } catch (const IoError& error) {
      report(zip, "unreadable-archive", error.what());
      return;
    }
    if (paths_.size() == before) report_zip_without_archives(zip, problems_);
  }

  void add_entries(const std::string& zip,
                   const std::vector<ZipEntry>& entries) {
    for (const ZipEntry& entry : entries) {
      std::string path = zip;
      path.append(kInside).append(entry.name);
      bool archive = is_archive_name(entry.name);
      if (archive && entry.name.find('\0') != std::string::npos) {
        report(zip, "bad-zip", "the name of this entry holds a NUL byte",
               entry.header_offset);
      } else if (archive) {
        paths_.push_back(path);
      }
      // No deeper: a WACZ in a WACZ is what packages have.
      if (entry.name.ends_with(".wacz") && !inside_) {
        inside_ = true;
        add_inside(path);
        inside_ = false;
      }
      if (entry.name == kDataPackage && packages_ != nullptr) {
        packages_->push_back(zip);
      }
      if (entry.name == kDataPackage && !inside_ && is_package(path)) {
        add_packed(zip, *std::exchange(package_, {}), entries);
      }
    }
    const bool has_package =
        std::ranges::any_of(entries, [](const ZipEntry& entry) {
          return entry.name == kDataPackage;
        });
    if (!has_package && is_wacz_name(zip) && packages_ != nullptr) {
      packages_->push_back(zip);
    }
  }

  // The files of a package that are not inside it.
  void add_packed(const std::string& path, const DataPackage& package,
                  const std::vector<ZipEntry>& entries = {}) {
    if (entries.empty() && packages_ != nullptr) packages_->push_back(path);
    const DataPackage mine = package;  // further ones are read meanwhile
    std::unordered_set<std::string_view> names;
    for (const ZipEntry& entry : entries) names.insert(entry.name);
    for (const PackedFile& file : mine.files) {
      if (names.contains(file.path)) continue;
      // A zip holds its files; only a bare datapackage.json names others.
      auto place =
          entries.empty() ? place_of_packed(path, file.path) : std::nullopt;
      if (!place || !(place->ends_with(".wacz") || is_wacz_url(*place))) {
        report(path, "wacz-missing-resource",
               "the package may not name this file: " + file.path);
        continue;
      }
      if (std::string why = refusal_of_place(path, *place); !why.empty()) {
        report(path, "wacz-missing-resource", std::move(why));
        continue;
      }
      inside_ = true;
      add(*std::move(place));
      inside_ = false;
    }
  }

  ProblemSink& problems_;
  std::vector<std::string>* packages_;
  std::vector<std::string> paths_;
  std::optional<DataPackage> package_;
  bool inside_ = false;  // a package, whose files are no packages of packages
};

// What may become an archive, or be one; others are what folders have.
void report_skipped(const std::string& folder, const SkippedFiles& skipped,
                    ProblemSink& problems) {
  std::string reasons;
  for (const auto& [reason, count] : skipped) {
    if (reason == kNotAnArchive || reason == kEmpty) continue;
    reasons +=
        (reasons.empty() ? "" : ", ") + reason + " " + std::to_string(count);
  }
  if (reasons.empty()) return;
  problems.report({Severity::kWarning, "skipped-files", folder, std::nullopt,
                   "left out: " + reasons});
}

// Hands problems on, and remembers whether something was lost.
class LossSeen final : public ProblemSink {
 public:
  explicit LossSeen(ProblemSink& problems) : problems_(&problems) {}
  void report(Problem problem) override {
    any_ |= problem.severity == Severity::kLost;
    problems_->report(std::move(problem));
  }
  [[nodiscard]] bool any() const { return any_; }

 private:
  ProblemSink* problems_;
  bool any_ = false;
};

// Nanoseconds; 0 for what is not on this machine.
int64_t time_of_change(const std::string& path) {
  std::error_code none;
  const auto time = fs::last_write_time(path, none);
  return none ? 0 : time.time_since_epoch().count();
}

// `zip` is called `zip_path`, `path` is the name of the entry in messages.
std::unique_ptr<FileSource> open_entry(std::unique_ptr<FileSource> zip,
                                       const std::string& zip_path,
                                       std::string_view name, int64_t time,
                                       const std::string& path) {
  try {
    const auto names = zip_names(*zip, zip_path, time);
    if (auto it = names->find(std::string(name)); it != names->end()) {
      return open_zip_entry(std::move(zip), it->second, path);
    }
    for (size_t at = name.find(kInside); at != name.npos;
         at = name.find(kInside, at + 1)) {
      const std::string outer(name.substr(0, at));
      auto it = names->find(outer);
      if (it == names->end()) continue;
      return open_entry(open_zip_entry(std::move(zip), it->second, path),
                        zip_path + std::string(kInside) + outer,
                        name.substr(at + kInside.size()), time, path);
    }
  } catch (const FormatError& error) {
    throw IoError(path, error.text());
  }
  throw IoError(path, "open", ENOENT);
}

std::unique_ptr<FileSource> open_inside(const std::string& path,
                                        const EntryPath& inside, size_t block) {
  const std::string zip(inside.zip);
  // Before the file is opened: when it is replaced meanwhile, what is
  // remembered has the older time.
  const int64_t time = time_of_change(zip);
  return open_entry(open_uncounted(zip, block), zip, inside.entry, time, path);
}

// Packages and the directories of zip files are no inputs: what is in them is.
std::unique_ptr<FileSource> open_uncounted(const std::string& path,
                                           size_t block) {
  if (auto inside = entry_path(path)) return open_inside(path, *inside, block);
  if (is_url(path)) return open_http(path, usual_http());
  return open_file(path, block);
}

// A file of a server, which is asked for its first bytes when they are read.
class ServedInput final : public FileSource {
 public:
  explicit ServedInput(std::unique_ptr<FileSource> source)
      : source_(std::move(source)) {}

  std::string_view peek(size_t at_least) override {
    const std::string_view bytes = source_->peek(at_least);
    if (!std::exchange(is_counted_, true)) count_opened_input();
    return bytes;
  }
  void consume(size_t n) override { source_->consume(n); }
  const std::string& path() const override { return source_->path(); }
  uint64_t offset() const override { return source_->offset(); }
  bool size(uint64_t& bytes) const override { return source_->size(bytes); }
  bool seek(uint64_t offset) override { return source_->seek(offset); }
  bool seeks_back() const override { return source_->seeks_back(); }

 private:
  std::unique_ptr<FileSource> source_;
  bool is_counted_ = false;
};

}  // namespace

std::string_view base_name(std::string_view input) {
  if (auto inside = entry_path(input)) {
    input = inside->entry;
  } else if (is_url(input)) {
    input = without_query(input);
  }
  return input.substr(input.rfind('/') + 1);
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

std::string_view outer_file(std::string_view path) {
  if (auto inside = entry_path(path)) return inside->zip;
  if (is_url(path)) return path;
  for (size_t at = path.find(kInside); at != std::string_view::npos;
       at = path.find(kInside, at + 1)) {
    std::error_code error;
    if (!fs::is_directory(fs::path(path.substr(0, at + 1)), error)) {
      return path.substr(0, at);
    }
  }
  return path;
}

std::vector<std::string> expand_folders(const std::vector<std::string>& inputs,
                                        SkippedFiles& skipped,
                                        ProblemSink& problems) {
  std::vector<std::string> named;
  for (const std::string& input : inputs) {
    std::error_code error;
    const bool is_folder = is_url(input)
                               ? is_object_folder(input)
                               : input != "-" && fs::is_directory(input, error);
    if (is_folder) {
      std::vector<std::string> found = archives_below(input, skipped, problems);
      if (found.empty()) ++skipped[kNoArchives];
      std::move(found.begin(), found.end(), std::back_inserter(named));
    } else {
      named.push_back(input);
    }
  }
  return named;
}

std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs,
                                       ProblemSink& problems,
                                       std::vector<std::string>* packages) {
  Expansion expansion(problems, packages);
  std::vector<std::string> without_archives;
  for (const std::string& input : inputs) {
    SkippedFiles skipped;
    for (std::string& path : expand_folders({input}, skipped, problems)) {
      expansion.add(std::move(path));
    }
    if (skipped.erase(kNoArchives) > 0) without_archives.push_back(input);
    report_skipped(input, skipped, problems);
  }
  std::vector<std::string> paths = expansion.take();
  // If no input at all has an archive, the caller says so.
  if (paths.empty()) return paths;
  report_without_archives(without_archives, problems);
  return paths;
}

void report_without_archives(const std::vector<std::string>& named,
                             ProblemSink& problems) {
  for (const std::string& folder : named) {
    std::error_code none;
    if (!is_url(folder) && !fs::is_directory(folder, none)) continue;
    problems.report({Severity::kWarning, "skipped-files", folder, std::nullopt,
                     "the folder has no archives"});
  }
}

void report_zip_without_archives(const std::string& zip,
                                 ProblemSink& problems) {
  problems.report({Severity::kLost, "not-an-archive", zip, 0,
                   "the zip file holds no ARC or WARC files"});
}

void throw_no_archive(const std::vector<std::string>& named) {
  throw UsageError("found no archive in " + named.front() +
                   (named.size() > 1 ? " or the other inputs" : ""));
}

std::vector<std::string> find_archives(const std::vector<std::string>& named,
                                       ProblemSink& problems) {
  LossSeen seen(problems);
  std::vector<std::string> found = expand_inputs(named, seen);
  if (found.empty() && !seen.any()) throw_no_archive(named);
  return found;
}

bool is_package_of_packages(const std::string& path) {
  if (!is_json(path)) return false;
  auto package =
      parse_data_package(read_all(*open_uncounted(path), kMostDataPackage));
  return package && package->is_multi;
}

uint64_t opened_inputs() { return opened; }

void count_opened_input() { ++opened; }

std::unique_ptr<FileSource> open_input(const std::string& path, size_t block) {
  std::unique_ptr<FileSource> source = open_uncounted(path, block);
  if (is_url(path) && !entry_path(path)) {
    return std::make_unique<ServedInput>(std::move(source));
  }
  count_opened_input();
  return source;
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
