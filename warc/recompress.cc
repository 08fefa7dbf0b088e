#include "warc/recompress.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "warc/arc_to_warc.h"
#include "warc/io/error.h"
#include "warc/io/input_files.h"
#include "warc/io/spool.h"
#include "warc/reader.h"
#include "warc/writer.h"

namespace wax::warc {
namespace {

// Passes problems on and remembers where something was lost.
class DamageSink final : public ProblemSink {
 public:
  explicit DamageSink(ProblemSink& problems) : problems_(&problems) {}

  void report(Problem problem) override {
    if (problem.severity == Severity::kLost) {
      lost_.push_back(problem.offset.value_or(0));
    }
    // It is what recompression mends.
    if (problem.id == "gzip-not-per-record") problem.severity = Severity::kNote;
    problems_->report(std::move(problem));
  }
  void forget() { lost_.clear(); }
  [[nodiscard]] bool any_lost() const { return !lost_.empty(); }
  [[nodiscard]] bool lost_at(uint64_t offset) const {
    return std::find(lost_.begin(), lost_.end(), offset) != lost_.end();
  }

 private:
  ProblemSink* problems_;
  std::vector<uint64_t> lost_;  // since forget()
};

class Recompressor {
 public:
  Recompressor(const std::string& path, const std::string& new_name,
               io::Output& output, const RecompressOptions& options,
               ProblemSink& problems)
      : path_(path),
        options_(options),
        sink_(problems),
        reader_(open_archive(path, sink_)),
        writer_(output, writer_options(options)),
        to_warc_({std::string(io::base_name(path)), new_name, options.software},
                 writer_, sink_) {}

  RecompressCounts run() {
    Record record;
    for (;;) {
      sink_.forget();
      if (options_.progress) options_.progress(reader_->position());
      bool any = reader_->next(record);
      check(reader_->position());
      if (!any) break;
      ++counts_.read;
      if (record.format == Format::kArc && options_.to_warc) {
        convert(record);
      } else if (options_.repair) {
        copy_if_whole(record);
      } else {
        copy(record);
      }
      check(record.offset);
    }
    counts_.bytes_in = reader_->position();
    counts_.bytes_out = writer_.written();
    if (counts_.written == 0) {
      throw FormatError(path_, 0, "there is no record to keep");
    }
    return counts_;
  }

 private:
  static WriterOptions writer_options(const RecompressOptions& options) {
    WriterOptions writer;
    writer.packing = options.packing;
    writer.level = options.level;
    return writer;
  }

  void check(uint64_t offset) {
    if (sink_.any_lost() && !options_.repair) refuse(offset);
  }
  [[noreturn]] void refuse(uint64_t offset) {
    throw FormatError(path_, offset, "the file is damaged here");
  }

  // Whether the record, whose block is read, may be written.
  bool whole(const Record& record) {
    reader_->finish();
    if (reader_->intact()) return true;
    if (!options_.repair) refuse(record.offset);
    if (!sink_.lost_at(record.offset)) return true;
    ++counts_.dropped;
    return false;
  }

  void copy(const Record& record) {
    try {
      put(record, *record.body, record.content_length);
    } catch (const FormatError&) {
      // A block shorter than it says; its reader knows why.
      reader_->finish();
      refuse(record.offset);
    }
    if (whole(record)) ++counts_.written;
  }

  void copy_if_whole(const Record& record) {
    block_.clear();
    for (;;) {
      std::string_view bytes = record.body->peek(1);
      if (bytes.empty()) break;
      block_.write(bytes);
      record.body->consume(bytes.size());
    }
    if (!whole(record)) return;
    block_.rewind();
    put(record, block_, block_.size());
    ++counts_.written;
  }

  void put(const Record& record, io::ByteSource& block, uint64_t length) {
    if (record.format == Format::kArc) {
      writer_.copy_arc(record.raw_header, block, length);
    } else {
      writer_.copy(record.raw_header, block, length);
    }
  }

  void convert(const Record& record) {
    to_warc_.take(record);
    if (!whole(record)) return;
    to_warc_.write({Severity::kWarning, {}, path_, record.offset, {}});
    ++counts_.written;
  }

  const std::string& path_;
  const RecompressOptions& options_;
  DamageSink sink_;
  std::unique_ptr<Reader> reader_;
  Writer writer_;
  ArcToWarc to_warc_;
  io::Spool block_;
  RecompressCounts counts_;
};

bool cut_ending(std::string& name, std::string_view ending) {
  if (!name.ends_with(ending)) return false;
  name.resize(name.size() - ending.size());
  return true;
}

}  // namespace

RecompressCounts recompress(const std::string& path,
                            const std::string& new_name, io::Output& output,
                            const RecompressOptions& options,
                            ProblemSink& problems) {
  return Recompressor(path, new_name, output, options, problems).run();
}

std::string recompressed_name(const std::string& path,
                              const RecompressOptions& options) {
  std::string name(path == "-" ? "stdin.warc" : io::base_name(path));
  for (std::string_view ending : {".gz", ".zst", ".lz4"}) {
    if (cut_ending(name, ending)) break;
  }
  if (options.to_warc && cut_ending(name, ".arc")) name += ".warc";
  return name.append(io::ending(options.packing));
}

}  // namespace wax::warc
