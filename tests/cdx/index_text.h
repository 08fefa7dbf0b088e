// Archives in memory to the text of their index.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "cdx/format/capture.h"
#include "cdx/indexer/indexer.h"
#include "io/problem.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::cdx {

inline std::string cdxj_text(std::string bytes,
                             const IndexOptions& options = {},
                             ProblemSink* problems = nullptr) {
  NoProblems ignored;
  ProblemSink& sink = problems != nullptr ? *problems : ignored;
  Indexer indexer(
      warc::open_archive(tests::memory_file(std::move(bytes)), sink), "memory",
      "a.warc", options, sink);
  std::string text;
  while (const Capture* capture = indexer.next()) append_cdxj(*capture, text);
  return text;
}

inline std::string cdx_text(std::string bytes, const IndexOptions& options = {},
                            std::string_view letters = kCdx11,
                            ProblemSink* problems = nullptr) {
  NoProblems ignored;
  ProblemSink& sink = problems != nullptr ? *problems : ignored;
  Indexer indexer(
      warc::open_archive(tests::memory_file(std::move(bytes)), sink), "memory",
      "a.warc", options, sink);
  std::string text;
  while (const Capture* capture = indexer.next()) {
    append_line(*capture, {std::string(letters), ' '}, text);
  }
  return text;
}

// Columns m and s of a lone record, in a profile.
inline std::string mime_and_status(std::string_view profile_name,
                                   std::string bytes, bool all = false) {
  IndexOptions options;
  options.profile = profile(profile_name);
  options.selection.all = all;
  std::string text = cdx_text(std::move(bytes), options, "ms");
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace wax::cdx
