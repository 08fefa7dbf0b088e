// Files of views, and which month they are of.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "lines/line_stream.h"
#include "rank/view_counts.h"

namespace wax::rank {

// A file as a person named it, and where it was when the run began: a symbolic
// link may change while it is read.
struct InputFile {
  std::string name;
  std::string path;
};

// What the last symbolic link of the path leads to now. Throws IoError when
// nothing is there.
[[nodiscard]] std::string resolved(const std::string& path);

// The lines of a file, compressed or not (io::decompressed()).
[[nodiscard]] std::unique_ptr<lines::LineStream> open_text(
    const std::string& path, uint64_t jobs);
// The lines of a file of a step (io::gzip_output()). Memory: less than a MiB,
// as many such files are read at once.
[[nodiscard]] std::unique_ptr<lines::LineStream> open_step_file(
    const std::string& path);

// "2021-02" from the last "YYYY-MM", "YYYYMMDD" or "YYYY-Www" in the file's
// name that is a date. The month of a week (ISO 8601) is that of its Thursday,
// which has most of its days.
[[nodiscard]] std::optional<std::string> month_of_name(std::string_view path);

// "20210201" or "2023-W05": the last such day or week in the file's name;
// nothing when the name has none.
[[nodiscard]] std::optional<std::string> period_of_name(std::string_view path);

// The month so many months later, or earlier.
[[nodiscard]] std::string month_after(std::string_view month, int months);
// "20210228": its last day.
[[nodiscard]] std::string last_day(std::string_view month);

// What a message says of a line that is not `form`: its number, and its text
// unless that may name a client.
[[nodiscard]] std::string bad_line_text(uint64_t number, std::string_view form,
                                        std::string_view line);

// The lines "key count" of some files. Others are reported ("rank-bad-line").
// Empty lines and comments ("#") are passed over.
[[nodiscard]] std::unique_ptr<CountSource> view_lines(
    std::vector<InputFile> files, uint64_t jobs, ProblemSink& problems);

}  // namespace wax::rank
