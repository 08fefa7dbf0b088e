// The findings of checks as lines of JSON.
#pragma once

#include <string>

#include "io/output.h"
#include "io/problem.h"
#include "warc/check/check.h"

namespace wax::warc {

// Writes one object per file, each on one line:
//   {"file":"a.warc.gz","findings":[{"offset":0,"severity":"lost","id":"...",
//    "text":"..."},...],"format":"warc","records":3,"intact":2,
//    "blockDigests":{"stated":2,...},"payloadDigests":{...},"clean":false}
// Findings are written as they come. A file is clean when it has only notes.
class CheckJson {
 public:
  // `output` must outlive it.
  explicit CheckJson(io::Output& output) : output_(&output) {}

  // Does nothing while the object of a file is open.
  void begin(const std::string& file);
  // Begins an object of the problem's file when none is open.
  void add(const Problem& problem);
  void end(const CheckReport& report);

 private:
  io::Output* output_;
  std::string line_;
  bool open_ = false;
  bool any_ = false;  // finding of this file
  bool clean_ = true;
};

}  // namespace wax::warc
