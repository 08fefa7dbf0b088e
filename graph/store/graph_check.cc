#include "graph/store/graph_check.h"

#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "graph/store/meta.h"
#include "io/byte_source.h"
#include "io/error.h"

namespace wax::graph {
namespace {

constexpr std::string_view kPart = "{\"path\":\"";

// The lines of meta.json about files, by the name of the file.
std::map<std::string, std::string> part_lines(std::string_view text) {
  std::map<std::string, std::string> parts;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(kPart)) continue;
    line = line.substr(0, line.find('}'));
    const std::string_view rest = line.substr(kPart.size());
    parts.emplace(rest.substr(0, rest.find('"')), line);
  }
  return parts;
}

class GraphCheck {
 public:
  GraphCheck(GraphFolder folder, std::string tmpdir,
             std::function<std::string()> next, ProblemSink& problems)
      : folder_(std::move(folder)),
        tmpdir_(std::move(tmpdir)),
        next_(std::move(next)),
        problems_(problems) {}

  uint64_t run() {
    std::error_code none;
    if (!std::filesystem::exists(folder_.meta(), none)) {
      report("build-missing", folder_.meta(), "is missing");
      return found_;
    }
    const std::string meta = read_meta(folder_, tmpdir_);
    // Inputs, which look alike, are all on one line.
    compare_parts(part_lines(meta), part_lines(list_parts(folder_)));
    if (found_ > 0) return found_;
    try {
      if (scan_meta(folder_, tmpdir_) != meta) {
        report("build-differs", folder_.meta(),
               "says something else than the files of the graph");
      }
    } catch (const FormatError& error) {
      report("build-damaged", folder_.folder, error.what());
    }
    return found_;
  }

 private:
  void compare_parts(const std::map<std::string, std::string>& known,
                     const std::map<std::string, std::string>& found) {
    for (const auto& [name, line] : known) {
      const auto is = found.find(name);
      if (is == found.end()) {
        report("build-missing", folder_.at(name), "is missing");
      } else if (is->second != line) {
        report("build-damaged", folder_.at(name),
               "is not of the size and checksum that meta.json has");
      }
    }
    for (const auto& [name, line] : found) {
      if (known.contains(name)) continue;
      report("build-damaged", folder_.at(name), "is not listed in meta.json");
    }
  }

  void report(const char* id, const std::string& file,
              const std::string& text) {
    ++found_;
    problems_.report({Severity::kLost, id, file, {}, text + next_()});
  }

  GraphFolder folder_;
  std::string tmpdir_;
  std::function<std::string()> next_;
  ProblemSink& problems_;
  uint64_t found_ = 0;
};

}  // namespace

uint64_t check_graph(const GraphFolder& folder, const std::string& tmpdir,
                     const std::function<std::string()>& next,
                     ProblemSink& problems) {
  return GraphCheck(folder, tmpdir, next, problems).run();
}

}  // namespace wax::graph
