#include "tools/collection_cli/readable_archives.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "collection/import/archive_list.h"
#include "collection/record/build_folder.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/inputs/wacz.h"
#include "io/open_error.h"
#include "io/remote/remote_file.h"

namespace wax::tools::collection_cli {
namespace {

// Empty when the object is there.
std::string refusal_of(const std::string& object) {
  try {
    if (io::recent_state(object)) return {};
  } catch (const IoError& error) {
    return error.what();
  }
  return object + ": there is no such object";
}

// The steps report what cannot be read.
bool may_be_archive(const std::string& path) {
  if (path.ends_with(".json")) return true;  // a package
  try {
    return collection::is_archive(path);
  } catch (const IoError&) {
    return true;
  }
}

// The folder itself, without a slash at its end.
std::string place_of(const std::string& folder,
                     collection::ArchivePaths& paths) {
  const std::string below = paths.of(folder + "/a");
  return below.substr(0, below.rfind('/'));
}

// The file of this path was looked at; often it is that of the one before.
void add_place(const std::string& path, std::vector<std::string>& places) {
  const std::string_view file = io::outer_file(path);
  if (places.empty() || places.back() != file) places.emplace_back(file);
}

// Takes the problems of one name.
class ProblemsOfName final : public ProblemSink {
 public:
  ProblemsOfName(const std::string& name, collection::NamesLook& names)
      : name_(name), names_(names) {}
  void report(Problem problem) override {
    names_.problems.push_back({name_, std::move(problem)});
  }

 private:
  const std::string& name_;
  collection::NamesLook& names_;
};

// Takes the folders that cannot be listed.
class UnreadableFolders final : public ProblemSink {
 public:
  UnreadableFolders(collection::ArchivePaths& paths,
                    collection::NamesLook& names)
      : paths_(paths), names_(names) {}
  void report(Problem problem) override {
    problem.text.erase(0, problem.file.size() + 2);
    problem.file = place_of(problem.file, paths_);
    names_.problems.push_back({problem.file, std::move(problem)});
  }

 private:
  collection::ArchivePaths& paths_;
  collection::NamesLook& names_;
};

constexpr std::string_view kMayCome =
    "; it is skipped; run the command again when it can be read";

}  // namespace

collection::BuildRound readable_archives(const std::vector<std::string>& named,
                                         cli::Console& console) {
  collection::BuildRound round;
  collection::ArchivePaths paths;
  std::error_code none;
  for (const std::string& name : named) {
    if (io::is_url(name) || !std::filesystem::is_directory(name, none))
      continue;
    round.names.places.push_back(place_of(name, paths));
  }
  UnreadableFolders folders(paths, round.names);
  for (const std::string& path :
       io::expand_folders(named, round.skipped, folders)) {
    if (path == "-") {
      throw UsageError("a build reads archives again later; give files, not -");
    }
    auto inside = io::entry_path(path);
    std::string file(inside ? inside->zip : path);
    if (io::is_object(file)) {
      if (std::string why = refusal_of(file); !why.empty()) {
        console.error(why + std::string(kMayCome));
        continue;
      }
    } else if (!io::is_url(file)) {
      if (::access(file.c_str(), R_OK) != 0) {
        const bool may_come = file.find("://") == file.npos;
        console.error(
            io::open_error(file, errno).what() +
            std::string(may_come ? kMayCome : "; it is skipped"));
        continue;
      }
      if (!may_be_archive(path)) {
        console.error(path +
                      ": is not an archive, so it is not added; --files-from "
                      "reads a list of archives");
        continue;
      }
      file = paths.of(file);
    }
    if (inside) file.append("!/").append(inside->entry);
    std::vector<std::string>& places = round.names.places;
    places.push_back(file);
    // A server may answer later: the steps report what it refuses now.
    if (io::is_url(file)) {
      round.archives.push_back(file);
      continue;
    }
    // A zip file without archives is reported. A package names other files.
    const size_t before = round.names.problems.size();
    ProblemsOfName problems(file, round.names);
    const std::vector<std::string> found = io::expand_inputs({file}, problems);
    if (file.ends_with(".json")) {
      for (const std::string& archive : found) add_place(archive, places);
      for (size_t i = before; i < round.names.problems.size(); ++i) {
        add_place(round.names.problems[i].problem.file, places);
      }
    }
    if (!found.empty()) round.archives.push_back(file);
  }
  return round;
}

}  // namespace wax::tools::collection_cli
