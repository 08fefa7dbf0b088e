#include "warc/check/complete.h"

#include <memory>
#include <utility>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/inputs/zip.h"
#include "io/problem.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

// What was lost since the record began.
class LossesOfRecord final : public ProblemSink {
 public:
  void report(Problem problem) override {
    any_ = any_ || problem.severity == Severity::kLost;
  }
  void begin() { any_ = false; }
  [[nodiscard]] bool any() const { return any_; }

 private:
  bool any_ = false;
};

bool has_directory(io::FileSource& zip) {
  try {
    (void)io::read_zip_directory(zip);
    return true;
  } catch (const FormatError&) {
    return false;
  }
}

}  // namespace

bool is_complete(const std::string& path) {
  std::unique_ptr<io::FileSource> file = io::open_file(path);
  if (file->peek(4).starts_with("PK\3\4")) return has_directory(*file);
  LossesOfRecord losses;
  const std::unique_ptr<ArchiveReader> reader =
      open_archive(std::move(file), losses);
  reader->skim();
  bool last_is_intact = false;
  for (Record record; reader->next(record);) {
    losses.begin();
    (void)reader->finish();
    last_is_intact = reader->intact();
  }
  return last_is_intact && !losses.any();
}

}  // namespace wax::warc
