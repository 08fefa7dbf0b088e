#include "warc/writer/recompress.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/spool.h"
#include "text/counts.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"
#include "warc/writer/arc_to_warc.h"
#include "warc/writer/writer.h"

namespace wax::warc {
namespace {

// Passes problems on and remembers where something was lost.
class DamageSink final : public ProblemSink {
 public:
  explicit DamageSink(ProblemSink& problems) : problems_(&problems) {}

  void report(Problem problem) override {
    if (problem.severity == Severity::kLost) {
      lost_.emplace_back(problem.offset.value_or(0), problem.id);
    }
    damaged_ |= problem.id == "gzip-bad-checksum";
    // It is what recompression repairs.
    if (problem.id == "gzip-not-per-record" ||
        problem.id == "gzip-record-in-parts") {
      problem.severity = Severity::kNote;
    }
    constexpr size_t kMostHeld = 1000;
    if (held_ && held_back_.size() < kMostHeld) {
      held_back_.push_back(std::move(problem));
    } else {
      problems_->report(std::move(problem));
    }
  }
  void forget() {
    lost_.clear();
    damaged_ = false;
  }
  [[nodiscard]] bool any_lost() const { return !lost_.empty(); }
  [[nodiscard]] bool lost_at(uint64_t offset) const {
    return std::any_of(lost_.begin(), lost_.end(),
                       [&](const auto& lost) { return lost.first == offset; });
  }
  // Whether nothing is wrong at `offset` but a length.
  [[nodiscard]] bool only_length_at(uint64_t offset) const {
    return lost_at(offset) && !damaged_ &&
           std::all_of(lost_.begin(), lost_.end(), [&](const auto& lost) {
             return lost.first != offset || is_length(lost.second);
           });
  }

  // Keeps problems back until release().
  void hold() { held_ = true; }
  // A length that is repaired, of the record at `offset`, is no loss; `done`
  // says what it is.
  void release(const std::string& path, uint64_t offset,
               const std::string& done) {
    held_ = false;
    bool said = done.empty();
    for (Problem& problem : held_back_) {
      if (!done.empty() && problem.offset >= offset && is_length(problem.id)) {
        if (std::exchange(said, true)) continue;
        problem.severity = Severity::kWarning;
        problem.text += "; " + done;
      }
      problems_->report(std::move(problem));
    }
    held_back_.clear();
    if (said) return;
    problems_->report(
        {Severity::kWarning, "warc-bad-length", path, offset,
         "the block includes the line ends that close the record; " + done});
  }

 private:
  ProblemSink* problems_;
  static bool is_length(std::string_view id) {
    return id.ends_with("-bad-length") || id.ends_with("-no-length") ||
           id == "warc-bad-separator";
  }

  std::vector<std::pair<uint64_t, std::string>> lost_;  // since forget()
  bool damaged_ = false;                                // the same
  bool held_ = false;
  std::vector<Problem> held_back_;
};

// What is after a block, to the block.
class SkippedBytes final : public io::Output {
 public:
  explicit SkippedBytes(io::Spool& bytes) : bytes_(&bytes) {}
  void write(std::string_view bytes) override { bytes_->write(bytes); }
  void flush() override {}
  void finish() override {}

 private:
  io::Spool* bytes_;
};

// Made of the records at the front of a file; empty when they are too few.
std::string dictionary_of(const std::string& path) {
  constexpr size_t kMostBytes = 32 * 1024 * 1024;
  constexpr size_t kMostOfOne = 32 * 1024;
  if (path == "-") {
    throw UsageError("standard input cannot be read twice for a dictionary");
  }
  NoProblems none;
  auto reader = open_archive(path, none);
  std::string samples;
  std::vector<size_t> sizes;
  Record record;
  while (samples.size() < kMostBytes && reader->next(record)) {
    size_t before = samples.size();
    samples.append(record.raw_header.substr(0, kMostOfOne));
    samples.append(io::read_all(*record.body, kMostOfOne));
    sizes.push_back(samples.size() - before);
  }
  return io::train_dictionary(samples, sizes);
}

class Recompressor {
 public:
  Recompressor(const std::string& path, const std::string& new_name,
               io::Output& output, const RecompressOptions& options,
               const std::string& dictionary, ProblemSink& problems)
      : path_(path),
        options_(options),
        sink_(problems),
        reader_(open_archive(path, sink_)),
        writer_(output, writer_options(options, dictionary)),
        to_warc_({std::string(io::base_name(path)), new_name, options.software,
                  options.date},
                 writer_, sink_) {}

  RecompressCounts run() {
    Record record;
    for (;;) {
      sink_.forget();
      if (options_.progress) options_.progress(reader_->position());
      // What next() says of a length may be repaired.
      if (options_.repair) sink_.hold();
      bool any = reader_->next(record);
      if (!any) sink_.release(path_, 0, {});
      check(reader_->position());
      if (!any) break;
      ++counts_.read;
      if (take_segment(record)) {
        sink_.release(path_, 0, {});
      } else if (options_.repair) {
        keep_if_whole(record);
      } else if (record.format == Format::kArc && options_.to_warc) {
        convert(record);
      } else {
        copy(record);
      }
      check(record.offset);
    }
    writer_.finish();
    counts_.bytes_in = reader_->position();
    counts_.bytes_out = writer_.written();
    if (counts_.written + counts_.later_segments == 0) {
      throw FormatError(path_, 0, "there is no intact record");
    }
    return counts_;
  }

 private:
  static WriterOptions writer_options(const RecompressOptions& options,
                                      std::string_view dictionary) {
    WriterOptions writer;
    writer.late = true;
    writer.jobs = options.jobs;
    writer.dictionary = dictionary;
    writer.compression = options.compression;
    writer.level = options.level;
    return writer;
  }

  void check(uint64_t offset) {
    if (sink_.any_lost() && !options_.repair) refuse(offset);
  }
  [[noreturn]] void refuse(uint64_t offset) {
    throw FormatError(path_, offset, "the file is damaged here");
  }

  // Whether the record is a segment of one that is put together, which stands
  // in the place of the first.
  bool take_segment(const Record& record) {
    if (options_.segments == nullptr) return false;
    if (options_.segments->is_later(path_, record.offset)) {
      ++counts_.later_segments;
    } else if (options_.segments->is_first(path_, record.offset)) {
      NewRecord whole = options_.segments->join(path_, record, others_);
      writer_.copy(whole.header, whole.block, whole.block.size());
      ++counts_.joined;
      ++counts_.written;
    } else {
      return false;
    }
    reader_->finish();
    return true;
  }

  void copy(const Record& record) {
    if (record.content_length == Record::kNoLength) refuse(record.offset);
    try {
      put(record, *record.body, record.content_length);
    } catch (const FormatError&) {
      // A block shorter than it says; its reader knows why.
      reader_->finish();
      refuse(record.offset);
    }
    reader_->finish();
    if (!reader_->intact()) refuse(record.offset);
    ++counts_.written;
  }

  void keep_if_whole(Record& record) {
    block_.clear();
    for (;;) {
      std::string_view bytes = record.body->peek(1);
      if (bytes.empty()) break;
      block_.write(bytes);
      record.body->consume(bytes.size());
    }
    bool no_length = record.content_length == Record::kNoLength;
    record.content_length = block_.size();
    reader_->keep_skipped(&skipped_bytes_);
    reader_->finish();
    reader_->keep_skipped(nullptr);
    std::optional<RepairedLength> repaired = repair(record, no_length);
    if (repaired) {
      record.content_length = repaired->length;
      record.raw_header = repaired->header;
    }
    sink_.release(path_, record.offset,
                  repaired ? repaired->text : std::string());
    if (!repaired && !reader_->intact() && sink_.lost_at(record.offset)) {
      ++counts_.dropped;
      return;
    }
    block_.rewind();
    io::LimitedSource block(block_, record.content_length);
    record.body = &block;
    if (repaired) ++counts_.repaired;
    if (record.format == Format::kArc && options_.to_warc) {
      to_warc_.take(record);
      write_converted(record);
    } else {
      put(record, block, record.content_length);
      ++counts_.written;
    }
  }

  // `block_` holds the block as stated, and what lies after it.
  std::optional<RepairedLength> repair(const Record& record, bool no_length) {
    uint64_t size = block_.size();
    if (no_length && !sink_.lost_at(record.offset)) {
      return repair_length(record, block_, size, true);
    }
    if (!reader_->intact() && sink_.only_length_at(record.offset)) {
      auto next = reader_->next_in_block();
      return repair_length(record, block_, next.value_or(size),
                           !next && reader_->fills_member());
    }
    if (reader_->intact() &&
        overlaps_record_trailer(record, block_, size, record.content_length)) {
      return repair_length(record, block_, size);
    }
    return std::nullopt;
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
    reader_->finish();
    if (!reader_->intact()) refuse(record.offset);
    write_converted(record);
  }

  void write_converted(const Record& record) {
    const auto written =
        to_warc_.write({Severity::kWarning, {}, path_, record.offset, {}});
    ++(written ? counts_.written : counts_.dropped);
  }

  const std::string& path_;
  const RecompressOptions& options_;
  DamageSink sink_;
  std::unique_ptr<ArchiveReader> reader_;
  Writer writer_;
  ArcToWarc to_warc_;
  NoProblems none_;
  RecordAccess others_{none_};  // archives with later segments
  io::Spool block_;
  SkippedBytes skipped_bytes_{block_};
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
  std::string dictionary;
  if (options.dictionary && options.compression == io::Compression::kZstd) {
    dictionary = dictionary_of(path);
  }
  uint64_t front = 0;
  if (!dictionary.empty()) {
    std::string frame = io::dictionary_frame(dictionary);
    output.write(frame);
    front = frame.size();
  }
  RecompressCounts counts =
      Recompressor(path, new_name, output, options, dictionary, problems).run();
  counts.bytes_out += front;
  return counts;
}

std::string recompressed_name(const std::string& path,
                              const RecompressOptions& options) {
  std::string name(path == "-" ? "stdin.warc" : io::base_name(path));
  for (std::string_view ending : {".gz", ".zst", ".lz4"}) {
    if (cut_ending(name, ending)) break;
  }
  if (options.to_warc && cut_ending(name, ".arc")) name += ".warc";
  return name.append(io::file_suffix(options.compression));
}

std::vector<std::string> recompressed_files(
    const std::vector<std::string>& paths, const std::string& folder,
    const RecompressOptions& options) {
  std::vector<std::string> files;
  std::map<std::string_view, const std::string*> taken;
  files.reserve(paths.size());
  for (const std::string& path : paths) {
    files.push_back(std::filesystem::path(folder) /
                    recompressed_name(path, options));
    auto [other, fresh] = taken.emplace(files.back(), &path);
    if (!fresh) {
      throw UsageError(*other->second + " and " + path +
                       " would both be written to " + files.back());
    }
  }
  return files;
}

void RecompressOptions::check() const {
  if (compression == io::Compression::kNone && level != 0) {
    throw UsageError("--level cannot be used with --compression none");
  }
  if (dictionary && compression != io::Compression::kZstd) {
    throw UsageError("--dictionary needs --compression zstd");
  }
  if (!date.empty() && !date14_of_warc(date)) {
    throw UsageError("--date '" + date + "' is not a WARC-Date");
  }
}

RecompressCounts& RecompressCounts::operator+=(const RecompressCounts& other) {
  text::add_counts(*this, other);
  return *this;
}

}  // namespace wax::warc
