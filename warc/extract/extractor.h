// Taking records out of archives.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/output.h"
#include "io/problem.h"
#include "warc/reader/record_access.h"
#include "warc/record/record.h"
#include "warc/record/record_part.h"

namespace wax::warc {

struct ExtractOptions {
  Part part = Part::kRecord;
  bool raw = false;  // instead of a part, the bytes of the file as stored
  RecordTypes types{{}};
};

// Writes the requested records to one output, or each to its own output. An
// archive that cannot be read is reported ("unreadable-archive"), and the next
// one can be read. So is a revisit of which only the original has the part
// ("revisit-without-payload"); it gets no output. An output that cannot be
// written throws an Error. Memory: that of RecordAccess.
class Extractor {
 public:
  // Opens the output of a record; record_file_name() makes its name.
  using Open = std::function<std::unique_ptr<io::Output>(const std::string&)>;

  Extractor(ExtractOptions options, std::unique_ptr<io::Output> output,
            ProblemSink& problems);
  Extractor(ExtractOptions options, Open open, ProblemSink& problems);
  ~Extractor();

  // The record whose Extent::offset is `offset`, if it is of a wanted type.
  void extract(const std::string& path, uint64_t offset);
  // The same if `is_it` accepts the record. False when it does not.
  [[nodiscard]] bool extract(const std::string& path, uint64_t offset,
                             const std::function<bool(const Record&)>& is_it);
  // All records of the wanted types whose URLs `matches` accepts. `path` may be
  // "-", but not with `raw`, because raw bytes are read a second time.
  void scan(const std::string& path,
            const std::function<bool(std::string_view)>& matches);
  // Finishes the one output. Call once, last.
  void finish();

  [[nodiscard]] uint64_t extracted() const { return extracted_; }

 private:
  class Sink;

  template <typename Work>
  void guarded(const std::string& path, Work work);
  void write(const std::string& path, Reader& reader, Record& record);

  ExtractOptions options_;
  Open open_;
  ProblemSink* problems_;
  RecordAccess records_;
  std::unique_ptr<Sink> sink_;
  uint64_t extracted_ = 0;
};

}  // namespace wax::warc
