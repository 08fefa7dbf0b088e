#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/compress/gzip_name.h"
#include "io/ordered_pool.h"
#include "io/patched_output.h"
#include "io/remote/remote_file.h"
#include "tools/cli/console.h"
#include "tools/cli/terminal_output.h"

namespace wax::tools::cli {
namespace {

// What a new output would replace. A pipe or a device is written in place.
bool is_there(const std::string& path) {
  if (io::is_url(path)) return true;  // perhaps
  std::error_code none;
  return path != "-" && std::filesystem::is_regular_file(path, none);
}

class ReplacingOutput final : public io::Output, public io::PatchedOutput {
 public:
  ReplacingOutput(std::unique_ptr<io::Output> output, std::string path,
                  const Console& console)
      : output_(std::move(output)), path_(std::move(path)), console_(console) {}
  void write(std::string_view bytes) override { output_->write(bytes); }
  void flush() override { output_->flush(); }
  bool patch(uint64_t offset, std::string_view bytes) override {
    return io::patch_output(*output_, offset, bytes);
  }
  void finish() override {
    console_.check_replacing(path_);
    output_->finish();
  }

 private:
  std::unique_ptr<io::Output> output_;
  std::string path_;
  const Console& console_;
};

}  // namespace

void Console::check_replacing(const std::string& path) const {
  if (!has_read_nothing()) return;
  throw Error(path + ": stays as it is: no input could be opened");
}

std::unique_ptr<io::Output> Console::open_output(const std::string& path,
                                                 bool force) {
  const bool replaces = force && is_there(path);
  auto output = io::open_named_output(path, force);
  if (!replaces) return output;
  return std::make_unique<ReplacingOutput>(std::move(output), path, *this);
}

std::unique_ptr<io::Output> Console::open_line_output(const std::string& path,
                                                      bool force,
                                                      uint64_t jobs) {
  for (std::string_view other : {".zst", ".bz2", ".xz", ".lz4", ".zip"}) {
    if (!path.ends_with(other)) continue;
    throw UsageError(path +
                     ": lines are compressed by gzip only; give a name "
                     "that ends in .gz, or in no compression");
  }
  auto output = open_output(path == "-.gz" ? "-" : path, force);
  if (path == "-" && ::isatty(STDOUT_FILENO) == 1) {
    return terminal_output(std::move(output));
  }
  if (!io::is_gzip_name(path)) return output;
  return io::gzip_output(std::move(output), io::thread_count(jobs));
}

}  // namespace wax::tools::cli
