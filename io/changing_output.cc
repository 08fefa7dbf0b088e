#include "io/changing_output.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "io/byte_source.h"

namespace wax::io {
namespace {

class ChangingOutput final : public Output {
 public:
  explicit ChangingOutput(const std::string& path)
      : output_(open_output(path, /*force=*/true)) {
    std::error_code none;
    if (std::filesystem::is_regular_file(path, none)) {
      before_ = open_file(path);
    }
  }
  void write(std::string_view bytes) override {
    output_->write(bytes);
    while (before_ && !bytes.empty()) {
      std::string_view same = before_->peek().substr(0, bytes.size());
      if (same.empty() || !bytes.starts_with(same)) {
        before_.reset();
        return;
      }
      bytes.remove_prefix(same.size());
      before_->consume(same.size());
    }
  }
  void flush() override { output_->flush(); }
  void finish() override {
    if (!before_ || !before_->peek().empty()) output_->finish();
  }

 private:
  std::unique_ptr<Output> output_;
  std::unique_ptr<FileSource> before_;  // null: there is a difference
};

}  // namespace

std::unique_ptr<Output> open_changing_output(const std::string& path) {
  return std::make_unique<ChangingOutput>(path);
}

}  // namespace wax::io
