// Merging sorted CDX files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lines/merge.h"

namespace wax::cdx {

struct MergedFiles {
  std::string top;  // header and identity (SharedHeader::top())
  std::unique_ptr<lines::LineStream> lines;
};

// The lines of all files ("-" is standard input) as lines::merge_lines() gives
// them, on as many threads as `options` says. Headers and
// identities are removed and must agree (SharedHeader). As many files are open
// at once as the system allows, up to 2048. Memory: two blocks for each file,
// of 128 KiB for few files and of 16 KiB for many; at most some 500 MiB for all
// compressed files together; two ranges of one to eight MiB for each thread and
// for two more.
[[nodiscard]] MergedFiles merge_files(const std::vector<std::string>& paths,
                                      const lines::MergeOptions& options = {},
                                      const std::string& tmpdir = {});

}  // namespace wax::cdx
