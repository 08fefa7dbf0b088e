// Steps of a build that are skipped when their outputs are there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wax::rank {

// What a step made, and how many of what it counted.
struct StepResult {
  std::vector<std::string> outputs;  // paths below the folder
  std::map<std::string, uint64_t> counts;
};

// io::file_stamp() of all that changes a file. Throws IoError when it is not
// there.
[[nodiscard]] std::string file_stamp(const std::string& path);

// The records of steps in a folder: a small file of each, in OUT/steps. A step
// is done when lines::reason_to_run() has none to run it again; files count as
// changed when they were written, replaced or renamed (io::StampOf::kFile).
class Steps {
 public:
  explicit Steps(std::string folder);

  // A line for each input: its path, from the folder if it lies there, and its
  // stamp. Throws IoError for one that is not there.
  [[nodiscard]] std::string inputs_text(
      const std::vector<std::string>& paths) const;

  // Whether the step is done. `from` is the text of its inputs and rules, in
  // whole lines.
  [[nodiscard]] bool is_done(const std::string& step, const std::string& from,
                             StepResult& result) const;
  // Records it, once its outputs have their names.
  void record(const std::string& step, const std::string& from,
              const StepResult& result) const;

 private:
  [[nodiscard]] std::string path_of(const std::string& step) const;

  std::string folder_;
};

}  // namespace wax::rank
