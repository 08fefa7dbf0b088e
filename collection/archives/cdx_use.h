// What builds take from CDX files beside archives.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "collection/record/build_record.h"
#include "collection/record/step.h"

namespace wax::collection {

// What steps that list captures have written down of CDX files.
class CdxUse {
 public:
  // Adds that of a step, if it looked for such files. Throws IoError.
  void add(const Step& step);
  // Captures of records whose bodies were not read.
  [[nodiscard]] uint64_t captures() const;
  // ", from CDX files 12 (CDX files used 1)"; empty where there were no files.
  [[nodiscard]] std::string text() const;

 private:
  std::map<std::string, uint64_t> counts_;
};

// Finds batches whose imports met damage in archives that their captures do not
// tell of, because bodies were not read where CDX files list the records. Such
// a batch is to be read whole from now on (Batch::read_whole), so that an
// intact capture of a version is preferred to a damaged one. Returns whether
// there are such batches. Throws IoError.
[[nodiscard]] bool find_damage_behind_cdx(const std::string& out,
                                          BuildRecord& record);

}  // namespace wax::collection
