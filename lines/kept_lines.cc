#include "lines/kept_lines.h"

namespace wax::lines {
namespace {

class SpoolView final : public io::ByteSource {
 public:
  explicit SpoolView(io::Spool& spool) : spool_(&spool) {}
  std::string_view peek(size_t at_least) override {
    return spool_->peek(at_least);
  }
  void consume(size_t n) override { spool_->consume(n); }

 private:
  io::Spool* spool_;
};

}  // namespace

void KeptLines::add(std::string_view line) {
  spool_->write(line);
  spool_->write("\n");
}

std::unique_ptr<LineStream> KeptLines::read() {
  spool_->rewind();
  return lines_of(std::make_unique<SpoolView>(*spool_));
}

}  // namespace wax::lines
