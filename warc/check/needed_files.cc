#include "warc/check/needed_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/inputs/wacz.h"
#include "io/ordered_pool.h"
#include "text/percent.h"
#include "warc/check/data_package.h"
#include "warc/reader/reader.h"
#include "warc/record/named_original.h"

namespace wax::warc {
namespace {

namespace fs = std::filesystem;

class NamesOfOne {
 public:
  void add(std::string_view value, std::optional<uint64_t> size) {
    std::string name = container_name(value);
    if (name.empty() || !seen_.insert(name).second) return;
    needed_.push_back({std::move(name), size});
  }
  std::vector<NeededFile> take() { return std::move(needed_); }

 private:
  std::unordered_set<std::string> seen_;
  std::vector<NeededFile> needed_;
};

void add_named_in(const std::string& archive, ProblemSink& problems,
                  NamesOfOne& names) {
  auto reader = open_archive(archive, problems);
  reader->skim();
  for (Record record; reader->next(record);) {
    for (std::string_view value : record.headers.find_all(kRefersToContainer)) {
      names.add(value, {});
    }
  }
}

// One file by one name, links followed.
std::string identity_of_file(const std::string& path) {
  std::error_code unknown;
  fs::path real = fs::canonical(path, unknown);
  return unknown ? path : real.string();
}

class NeededSearch {
 public:
  NeededSearch(const std::vector<std::string>& given,
               const std::vector<std::string>& others, size_t jobs,
               ProblemSink& problems)
      : jobs_(jobs), problems_(&problems) {
    for (const std::string& path : given) (void)place_of(path);
    found_.given = found_.files.size();
    for (const auto* paths : {&given, &others}) {
      for (const std::string& path : *paths) {
        by_name_.emplace(io::base_name(path), path);
      }
    }
  }

  NeededFiles run() {
    while (named_.size() < found_.files.size()) read_level();
    // An archive may be in a WACZ that was read later.
    for (NeededFiles::Need& need : found_.needs) {
      if (!need.file) need.file = inside(need.name);
    }
    std::erase_if(found_.needs,
                  [](const auto& need) { return need.file == need.by; });
    return std::move(found_);
  }

 private:
  size_t place_of(const std::string& path) {
    auto [known, is_new] =
        places_.try_emplace(identity_of_file(path), found_.files.size());
    if (is_new) found_.files.push_back(path);
    return known->second;
  }

  void read_level() {
    const size_t first = named_.size();
    named_.resize(found_.files.size());
    const std::vector<std::string> paths(
        found_.files.begin() + static_cast<ptrdiff_t>(first),
        found_.files.end());
    auto read = [&](size_t i, io::Job& job) {
      try {
        named_[first + i] = named_files(paths[i], job);
      } catch (const Error& error) {
        job.report({Severity::kLost, "unreadable-archive", paths[i],
                    std::nullopt, error.what()});
      }
    };
    io::run_in_order(paths.size(), jobs_, read, *problems_,
                     [&](size_t i) { resolve(first + i); });
  }

  void resolve(size_t by) {
    for (const std::string& name : named_[by].inside) {
      inside_.emplace(name, by);
    }
    for (NeededFile& file : named_[by].needed) {
      const auto place = find(by, file.name);
      if (place && file.size) compare(by, file, *place);
      found_.needs.push_back({by, std::move(file.name), place});
    }
    named_[by] = {};
  }

  std::optional<size_t> find(size_t by, const std::string& name) {
    if (auto beside = needed_file_beside(found_.files[by], name)) {
      return place_of(*beside);
    }
    for (const std::string& spelling : {name, text::percent_decoded(name)}) {
      const auto known = by_name_.find(std::string(io::base_name(spelling)));
      if (known != by_name_.end()) return place_of(known->second);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<size_t> inside(const std::string& name) const {
    const auto known = inside_.find(std::string(io::base_name(name)));
    if (known == inside_.end()) return std::nullopt;
    return known->second;
  }

  void compare(size_t by, const NeededFile& file, size_t place) {
    const std::string& path = found_.files[place];
    std::error_code unknown;
    const uint64_t size = fs::file_size(path, unknown);
    if (unknown || size == *file.size) return;
    problems_->report({Severity::kWarning, "needed-file-differs", path,
                       std::nullopt,
                       "has " + std::to_string(size) + " bytes, not " +
                           std::to_string(*file.size) + ", as " +
                           found_.files[by] + " states"});
  }

  size_t jobs_;
  ProblemSink* problems_;
  NeededFiles found_;
  std::vector<NamedFiles> named_;
  std::unordered_map<std::string, size_t> places_;
  std::unordered_map<std::string, std::string> by_name_;
  std::unordered_map<std::string, size_t> inside_;
};

}  // namespace

NamedFiles named_files(const std::string& path, ProblemSink& problems) {
  NamedFiles named;
  NamesOfOne names;
  std::vector<std::string> packages;
  const std::vector<std::string> archives =
      io::expand_inputs({path}, problems, &packages);
  for (const std::string& package : packages) {
    try {
      const auto read = read_data_package(package);
      if (!read) continue;
      for (const io::PackedFile& file : read->required) {
        names.add(file.path, file.size);
      }
    } catch (const FormatError& error) {
      problems.report(
          {Severity::kLost, "bad-zip", package, error.offset(), error.text()});
    }
  }
  for (const std::string& archive : archives) {
    if (archive != path) named.inside.emplace_back(io::base_name(archive));
    add_named_in(archive, problems, names);
  }
  named.needed = names.take();
  return named;
}

bool is_named_by(std::string_view path, std::string_view name) {
  const std::string decoded = text::percent_decoded(name);
  return std::ranges::any_of(
      std::array{path, io::outer_file(path)}, [&](std::string_view file) {
        const std::string_view own = io::base_name(file);
        return own == io::base_name(name) || own == io::base_name(decoded);
      });
}

std::optional<std::string> needed_file_beside(std::string_view by,
                                              std::string_view name) {
  for (const std::string& spelling :
       {std::string(name), text::percent_decoded(name)}) {
    auto beside = io::place_of_packed(io::outer_file(by), spelling);
    std::error_code none;
    if (beside && !io::is_url(*beside) &&
        (io::is_archive_name(*beside) || io::is_wacz_name(*beside)) &&
        fs::is_regular_file(*beside, none)) {
      return beside;
    }
  }
  return std::nullopt;
}

NeededFiles find_needed_files(const std::vector<std::string>& given,
                              const std::vector<std::string>& others,
                              size_t jobs, ProblemSink& problems) {
  return NeededSearch(given, others, jobs, problems).run();
}

Problem missing_file(std::string_view name, std::string by, size_t others) {
  std::string text = "needs ";
  text.append(name).append(", which is not there");
  if (others > 0) {
    text += "; so do " + std::to_string(others) + " more";
  }
  return {Severity::kLost, "needed-file-missing", std::move(by), std::nullopt,
          std::move(text)};
}

size_t report_missing(const NeededFiles& needed, ProblemSink& problems) {
  struct Missing {
    size_t by;
    size_t count;
  };
  std::map<std::string_view, Missing> missing;
  std::vector<std::string_view> names;
  for (const NeededFiles::Need& need : needed.needs) {
    if (need.file) continue;
    auto [known, is_new] = missing.try_emplace(need.name, Missing{need.by, 0});
    if (is_new) names.push_back(need.name);
    ++known->second.count;
  }
  for (std::string_view name : names) {
    const Missing& one = missing.at(name);
    problems.report(missing_file(name, needed.files[one.by], one.count - 1));
  }
  return names.size();
}

}  // namespace wax::warc
