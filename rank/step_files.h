// The steps of a build, and the files that they make in its folder.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/output.h"
#include "lines/line_stream.h"
#include "rank/steps.h"

namespace wax::rank {

// Names of files are paths below the folder, which exists.
class StepFiles {
 public:
  // `jobs`: threads that compress a file (io::thread_count()).
  StepFiles(std::string folder, uint64_t jobs);

  // The result of a step: that of its record when it is done, else that which
  // `make` fills. `from` is the text of its inputs and options.
  StepResult step(const std::string& name, const std::string& from,
                  const std::function<void(StepResult&)>& make);
  // Steps::inputs_text()
  [[nodiscard]] std::string inputs_text(
      const std::vector<std::string>& paths) const {
    return steps_.inputs_text(paths);
  }
  [[nodiscard]] uint64_t made() const { return made_; }
  [[nodiscard]] uint64_t kept() const { return kept_; }

  [[nodiscard]] std::string path(const std::string& name) const;
  // An output that is compressed by gzip.
  [[nodiscard]] std::unique_ptr<io::Output> open_lines(
      const std::string& name) const;
  void write_text(const std::string& text, const std::string& name) const;
  // Removes a file, if it is there.
  void remove(const std::string& name) const;
  // Returns how many lines there were.
  uint64_t write_lines(lines::LineStream& lines, const std::string& name) const;
  // Writes the lines of a StepResult that has this file alone, and counts
  // "entities" and "views". They are as parse_entity_line() takes them.
  void write_entities(lines::LineStream& lines, const std::string& name,
                      StepResult& result) const;

 private:
  std::string folder_;
  uint64_t jobs_;
  Steps steps_;
  uint64_t made_ = 0;
  uint64_t kept_ = 0;
};

}  // namespace wax::rank
