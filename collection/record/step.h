// Steps of a build: commands that are run when what they depend on has changed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/file_stamp.h"
#include "lines/step_records.h"

namespace wax::collection {

struct Step {
  std::string name;  // unique within a build: "001/captures"
  std::string tool;  // "wax-warc-indexer"
  // Another number when the tool makes something else of the same inputs.
  int rules = 1;
  // Options that do not change what is made: memory, threads.
  std::vector<std::string> resources;
  std::vector<std::string> arguments;
  std::vector<std::string> archives;  // that it reads
  std::vector<std::string> inputs;    // other files and folders that it reads
  std::string output;                 // the file or folder that it makes
  std::string problems;               // where it writes down what it met
  std::vector<std::string> further_outputs = {};
  // The file of problems of an earlier step, which reads the same archives and
  // has shown these problems already; empty: no such step.
  std::string known_problems = {};
  // An extra fingerprint: the step runs again when it changes.
  std::string state = {};
  // What it makes depends on these tables of libraries, too; empty: on none.
  std::string tables = {};
  // The folder of the build. What is remembered of a step calls it "OUT", so
  // that it may be moved, or be named by another path.
  std::string out = {};
  // Nothing has changed for it since it was run: it is not looked at.
  bool unchanged = false;

  [[nodiscard]] std::vector<std::string> outputs() const;
};

// Whether it is known when an archive is another: not at a URL of a web server.
[[nodiscard]] bool has_stamp(const std::string& archive);

// Whether an archive can be opened now and has bytes. A server is asked once.
[[nodiscard]] bool is_readable(const std::string& archive);

// The state of a file, by which a change is noticed: its size and time; for a
// folder those of all that is in it; for an archive inside a WACZ (FILE!/ENTRY)
// those of the WACZ; for an object in a store its size and ETag, or time
// (io::recent_state(), which may throw). kMissing when there is no such file.
[[nodiscard]] std::string stamp(const std::string& path);
inline constexpr const char* kMissing = io::kNoFile;
using io::folder_stamp;
// Whether there is such a file or folder.
[[nodiscard]] bool is_there(const std::string& path);

// Whether these files have the same bytes. Throws IoError.
[[nodiscard]] bool has_same_bytes(const std::string& a, const std::string& b);

// A fingerprint of a text: short, and different for another text.
[[nodiscard]] std::string digest_of(std::string_view text);

using lines::RunReason;
using lines::StepRecord;

// The step as the rule of all builds sees it (lines/step_records.h), with
// the stamps of stamp().
[[nodiscard]] lines::StepWork work_of(const Step& step);

[[nodiscard]] bool has_same_work(const Step& step, const StepRecord& ran);
[[nodiscard]] RunReason reason_to_run(const Step& step, const StepRecord& ran);
[[nodiscard]] std::vector<std::string> gone_inputs(const Step& step,
                                                   const StepRecord& ran);

// Returns the archives of the step that could not be read. `problems` is the
// text of its file of problems (JSON lines).
[[nodiscard]] std::vector<std::string> unread_archives(
    const Step& step, std::string_view problems);

// The memory of a step: begun before it runs, completed when it has ended.
[[nodiscard]] StepRecord begin(const Step& step);
void complete(StepRecord& ran, const Step& step, int exit_code,
              std::vector<std::string> unread);

}  // namespace wax::collection
