#include "rank/step_files.h"

#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/ordered_pool.h"
#include "rank/entity_views.h"
#include "rank/view_counts.h"

namespace wax::rank {
namespace {

// Raised when the same inputs give other bytes.
constexpr const char* kRules = "rules 5\n";

constexpr std::string_view kStepsFolder = "steps/";

}  // namespace

StepFiles::StepFiles(std::string folder, uint64_t jobs)
    : folder_(std::move(folder)), jobs_(jobs), steps_(folder_) {}

StepResult StepFiles::step(const std::string& name, const std::string& from,
                           const std::function<void(StepResult&)>& make) {
  StepResult result;
  if (steps_.is_done(name, kRules + from, result)) {
    ++kept_;
    return result;
  }
  result = StepResult();
  make(result);
  // What one step freed is no part of the memory of the next.
  ::malloc_trim(0);
  steps_.record(name, kRules + from, result);
  ++made_;
  return result;
}

std::string StepFiles::path(const std::string& name) const {
  return folder_ + '/' + name;
}

std::unique_ptr<io::Output> StepFiles::open_lines(
    const std::string& name) const {
  // What is read once more by the next step is not worth much time.
  const int level = name.starts_with(kStepsFolder) ? 1 : 6;
  return io::gzip_output(io::open_output(path(name), true),
                         io::thread_count(jobs_), level);
}

void StepFiles::write_text(const std::string& text,
                           const std::string& name) const {
  auto output = io::open_output(path(name), true);
  output->write(text);
  output->finish();
}

void StepFiles::remove(const std::string& name) const {
  const std::string file = path(name);
  if (::unlink(file.c_str()) != 0 && errno != ENOENT) {
    throw IoError(file, "remove", errno);
  }
}

uint64_t StepFiles::write_lines(lines::LineStream& lines,
                                const std::string& name) const {
  auto output = open_lines(name);
  const uint64_t count = lines.copy_to(*output);
  output->finish();
  return count;
}

void StepFiles::write_entities(lines::LineStream& lines,
                               const std::string& name,
                               StepResult& result) const {
  uint64_t sum = 0;
  auto summed = lines::made_lines([&](std::string& out) {
    std::string_view line;
    if (!lines.next(line)) return false;
    sum = added(sum, parse_entity_line(line).signals.views);
    out = line;
    return true;
  });
  result.counts["entities"] = write_lines(*summed, name);
  result.counts["views"] = sum;
  result.outputs = {name};
}

}  // namespace wax::rank
