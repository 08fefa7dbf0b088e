#include "tools/cli/terminal_output.h"

#include <string>
#include <string_view>
#include <utility>

#include "tools/cli/console.h"

namespace wax::tools::cli {
namespace {

// The bytes at the end that may begin a character that steers a terminal.
size_t unfinished_length(std::string_view text) {
  constexpr std::string_view kBeginnings[] = {"\xE2\x80", "\xE2\x81", "\xE2",
                                              "\xC2"};
  for (std::string_view beginning : kBeginnings) {
    if (text.ends_with(beginning)) return beginning.size();
  }
  return 0;
}

class TerminalOutput final : public io::Output {
 public:
  explicit TerminalOutput(std::unique_ptr<io::Output> output)
      : output_(std::move(output)) {}

  void write(std::string_view bytes) override {
    kept_.append(bytes);
    const size_t unfinished = unfinished_length(kept_);
    write_whole(std::string_view(kept_).substr(0, kept_.size() - unfinished));
    kept_.erase(0, kept_.size() - unfinished);
  }
  void flush() override { output_->flush(); }
  void finish() override {
    write_whole(kept_);
    output_->finish();
  }

 private:
  void write_whole(std::string_view text) {
    std::string shown;
    append_printable_lines(shown, text);
    output_->write(shown);
  }

  std::unique_ptr<io::Output> output_;
  std::string kept_;
};

}  // namespace

std::unique_ptr<io::Output> terminal_output(
    std::unique_ptr<io::Output> output) {
  return std::make_unique<TerminalOutput>(std::move(output));
}

}  // namespace wax::tools::cli
