// Steps of a build: commands that are run when what they depend on has changed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wax::tools::pipeline {

struct Step {
  std::string name;  // unique within a build: "001/captures"
  std::string tool;  // "wax-warc-indexer"
  // Options that do not change what is made: memory, threads.
  std::vector<std::string> resources;
  std::vector<std::string> arguments;
  std::vector<std::string> inputs;  // files and folders that it reads
  std::string output;               // the file or folder that it makes
  std::string problems;             // where it writes down what it met
  std::vector<std::string> further_outputs = {};
  // Of a step before this one that reads the same archives and has shown what
  // it met; empty: none.
  std::string known_problems = {};
};

// A file as it was: its size and time, for a folder those of what lies in it,
// for an archive inside a WACZ (FILE!/ENTRY) those of the WACZ.
// "missing" when there is none.
[[nodiscard]] std::string stamp(const std::string& path);

// What is remembered of a step that has been run.
struct Ran {
  std::string command;  // version, tool and arguments, a line each
  std::map<std::string, std::string> inputs;  // path to stamp
  std::string output;                         // stamp, of all outputs
  int exit_code = 0;                          // 0, or 1 when records were lost
};

// Whether `step` would do again what `ran` did: the same command of the same
// version on unchanged inputs, with its output still as it left it. An input
// that is gone counts as unchanged: what was made of it is all there is.
[[nodiscard]] bool up_to_date(const Step& step, const Ran& ran,
                              const std::string& version);

// The memory of a step: taken up before it runs, so that an input that changes
// meanwhile is noticed the next time, and completed when it has ended.
[[nodiscard]] Ran begin(const Step& step, const std::string& version);
void complete(Ran& ran, const Step& step, int exit_code);

}  // namespace wax::tools::pipeline
