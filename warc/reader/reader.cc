#include "warc/reader/reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/compress/member_search.h"
#include "io/inputs/input_files.h"
#include "io/remote/http_source.h"
#include "text/number.h"
#include "warc/reader/archive_parts.h"
#include "warc/reader/member_reader.h"
#include "warc/record/record_header.h"

namespace wax::warc {
namespace {

constexpr size_t kHead = 64 * 1024;
// How far a header is looked for in an uncompressed file.
constexpr uint64_t kFarthest = 1024 * 1024;

class EmptyReader final : public ArchiveReader {
 public:
  bool next(Record&) override { return false; }
  Extent finish() override { return {}; }
  bool intact() const override { return true; }
  uint64_t position() const override { return 0; }
  void skim() override {}
  bool go_to(uint64_t) override { return false; }
  void report_damage_at_once() override {}
  std::optional<uint64_t> boundary() const override { return {}; }
  void keep_skipped(io::Output*) override {}
  std::optional<uint64_t> next_in_block() const override { return {}; }
  bool fills_member() const override { return false; }
  bool compressed() const override { return false; }
};

struct Magic {
  std::string_view bytes;
  std::string_view name;
  bool compression;
};

constexpr Magic kMagics[] = {
    {"\x28\xb5\x2f\xfd", "zstd data without a record", true},
    {"\x04\x22\x4d\x18", "lz4 data without a record", true},
    {"\xfd"
     "7zXZ",
     "xz data", true},
    {"BZh", "bzip2 data", true},
    {"PK\x03\x04", "a zip file", true},
    {"%PDF-", "a PDF file", false},
    {"<!", "HTML", false},
    {"<html", "HTML", false},
    {"<?xml", "XML", false},
    {"{", "JSON", false},
    {" CDX ", "a CDX file", false},
};

io::Match found(std::string_view bytes) { return record_found(bytes); }

// Where a member begins, no text that happens to look like a header is met: an
// odd header counts, too, and one after a byte order mark.
io::Match found_in_member(std::string_view bytes) {
  io::Match match = record_found(bytes.substr(space_before_record(bytes)));
  if (match != io::Match::kNo) return match;
  return starts_record(bytes) ? io::Match::kYes : io::Match::kNo;
}

void report_no_archive(const std::string& path, std::string_view head,
                       ProblemSink& problems) {
  for (const Magic& magic : kMagics) {
    if (!head.starts_with(magic.bytes)) continue;
    problems.report(
        {Severity::kLost,
         magic.compression ? "unsupported-compression" : "not-an-archive", path,
         0, "this is " + std::string(magic.name)});
    return;
  }
  std::string text =
      "the file holds no ARC or WARC record; it begins with the bytes";
  for (size_t i = 0; i < std::min<size_t>(head.size(), 8); ++i) {
    text += ' ';
    text::append_hex(head.substr(i, 1), text);
  }
  text += " (hexadecimal)";
  problems.report({Severity::kLost, "not-an-archive", path, 0, text});
}

// How an archive is stored: plain without an inflater.
struct Storage {
  bool found = false;
  std::unique_ptr<io::Inflater> inflater;
};

// The inflaters of all compressions that archives have.
class Inflaters {
 public:
  // The one whose members begin with these bytes; null when none does.
  [[nodiscard]] io::Inflater* of(std::string_view bytes) const {
    for (const auto& inflater : all_) {
      if (inflater->starts_member(bytes)) return inflater.get();
    }
    return nullptr;
  }
  [[nodiscard]] Storage take(const io::Inflater* taken) {
    for (auto& inflater : all_) {
      if (inflater.get() == taken) return {true, std::move(inflater)};
    }
    return {true, nullptr};
  }
  void use_dictionary(std::string_view dictionary) {
    all_[1] = io::zstd_inflater(dictionary);
  }

 private:
  std::array<std::unique_ptr<io::Inflater>, 3> all_{
      io::gzip_inflater(), io::zstd_inflater(), io::lz4_inflater()};
};

// At the start of a file.
void read_dictionary(io::FileSource& file, Inflaters& inflaters,
                     ProblemSink& problems) {
  std::string_view bytes = file.peek(io::kSkippableHeader);
  if (!bytes.starts_with(io::kDictionaryFrame)) return;
  uint64_t size = io::skippable_frame(bytes);
  std::optional<std::string> dictionary;
  if (size > 0 && size <= io::kSkippableHeader + io::kMaxDictionary) {
    bytes = file.peek(static_cast<size_t>(size));
    if (bytes.size() >= size) {
      dictionary =
          io::zstd_dictionary(bytes.substr(0, static_cast<size_t>(size)));
    }
  }
  if (dictionary) {
    inflaters.use_dictionary(*dictionary);
  } else {
    problems.report({Severity::kWarning, "zstd-bad-dictionary", file.path(), 0,
                     "the dictionary at the beginning of the file is damaged"});
  }
}

// Moves after the skippable frames at the start of a file when a member
// follows them; else stays.
void pass_over_skippable(io::FileSource& file, const Inflaters& inflaters) {
  uint64_t at = 0;
  for (;;) {
    std::string_view bytes = file.peek(io::kSkippableHeader);
    if (inflaters.of(bytes) != nullptr) return;
    uint64_t size = io::skippable_frame(bytes);
    if (size == 0) break;
    at += size;
    if (!file.seek(at) && io::skip(file, size) < size) break;
  }
  static_cast<void>(file.seek(0));
}

Storage storage_at(io::FileSource& file, Inflaters& inflaters) {
  std::string_view bytes = file.peek(kHead);
  if (found(bytes) == io::Match::kYes) return inflaters.take(nullptr);
  io::Inflater* inflater = inflaters.of(bytes);
  if (inflater != nullptr && io::at_member(file, *inflater, found, kHead)) {
    return inflaters.take(inflater);
  }
  return {};
}

// How the archive is stored that the file begins with, which is left standing
// at the first record, or before skippable frames.
Storage storage_of(io::FileSource& file, Inflaters& inflaters,
                   ProblemSink& problems) {
  read_dictionary(file, inflaters, problems);
  pass_over_skippable(file, inflaters);
  std::string_view head = file.peek(kHead);
  io::Inflater* inflater = inflaters.of(head);
  if (inflater == nullptr && !starts_record(head) &&
      found_in_member(head) != io::Match::kYes) {
    return {};
  }
  return inflaters.take(inflater);
}

// Passes over a damaged start.
Storage find_archive(io::FileSource& file, Inflaters& inflaters) {
  for (;;) {
    std::string_view bytes = file.peek(kHead);
    if (bytes.size() < 4) return {};
    // Where a line ends, a record may begin; a member, anywhere.
    size_t at = 1;
    while (at < bytes.size() && bytes[at - 1] != '\n' &&
           inflaters.of(bytes.substr(at)) == nullptr) {
      ++at;
    }
    bool all = at == bytes.size();
    file.consume(all && at > 3 ? at - 3 : at);
    if (all) continue;
    Storage storage = storage_at(file, inflaters);
    if (storage.found) return storage;
  }
}

// Moves to the next member, before `end`, that begins with a record.
bool reach_member(io::FileSource& file, io::Inflater& inflater, uint64_t end) {
  for (;;) {
    std::string_view bytes = file.peek(kHead);
    if (file.offset() >= end || bytes.size() < 4) return false;
    size_t at = 0;
    while (at + 4 <= bytes.size() &&
           !inflater.starts_member(bytes.substr(at))) {
      ++at;
    }
    bool seen = at + 4 <= bytes.size();
    file.consume(at);
    if (!seen) continue;
    if (file.offset() >= end) return false;
    if (io::at_member(file, inflater, found, inflater.probe())) return true;
    file.consume(1);
  }
}

// Moves to the next header, before `end`, that a line end stands before.
bool reach_header(io::FileSource& file, uint64_t end) {
  for (;;) {
    std::string_view bytes = file.peek(kHead);
    bool last = bytes.size() < kHead;
    FoundHeader header = find_header(bytes, 0);
    if (header.match == io::Match::kYes) {
      file.consume(header.begin);
      return file.offset() < end;
    }
    // A header of which less is seen is none.
    if (last || file.offset() >= end) return false;
    bool from_here = header.match == io::Match::kMore && header.line_end > 0;
    file.consume(from_here ? header.line_end : bytes.size() - 1);
  }
}

// Whether a member that begins here holds a record, or nothing: the record
// after an empty member is found, too, and of a member that is cut before its
// first byte the reader tells it.
bool member_with_record(std::string_view in, io::Inflater& inflater) {
  if (!inflater.starts_member(in)) return false;
  inflater.start();
  std::array<char, 8 * 1024> out;
  size_t size = 0;
  io::Inflater::Step step;
  do {
    step = inflater.step(in, out.data() + size, out.size() - size);
    in.remove_prefix(step.consumed);
    size += step.produced;
  } while (step.state == io::Inflater::State::kMore && step.produced > 0 &&
           size < out.size());
  if (size == 0) {
    return step.state == io::Inflater::State::kEnd ||
           step.state == io::Inflater::State::kMore;
  }
  std::string_view bytes(out.data(), size);
  return starts_record(bytes) || found_in_member(bytes) == io::Match::kYes;
}

std::unique_ptr<ArchiveReader> reader_of(std::unique_ptr<io::FileSource> source,
                                         Storage storage,
                                         ProblemSink& problems) {
  std::unique_ptr<io::MemberStream> stream;
  if (storage.inflater) {
    stream =
        io::compressed_stream(std::move(source), std::move(storage.inflater),
                              found_in_member, problems);
  } else {
    stream = io::plain_stream(std::move(source));
  }
  return std::make_unique<MemberReader>(std::move(stream), problems);
}

}  // namespace

std::unique_ptr<ArchiveReader> open_archive(const std::string& path,
                                            ProblemSink& problems) {
  return open_archive(io::open_input(path), problems);
}

std::unique_ptr<ArchiveReader> open_archive(
    std::unique_ptr<io::FileSource> source, ProblemSink& problems) {
  std::string head(source->peek(kHead).substr(0, kHead));
  if (head.empty()) {
    problems.report({Severity::kLost, "empty-file", source->path(), 0,
                     "the file is empty"});
    return std::make_unique<EmptyReader>();
  }
  Inflaters inflaters;
  Storage storage = storage_of(*source, inflaters, problems);
  if (!storage.found) {
    storage = find_archive(*source, inflaters);
    if (!storage.found) {
      report_no_archive(source->path(), head, problems);
      return std::make_unique<EmptyReader>();
    }
    problems.report(
        {Severity::kLost, "junk-between-records", source->path(), 0,
         std::to_string(source->offset()) +
             " bytes before the first record do not belong to a record"});
  }
  return reader_of(std::move(source), std::move(storage), problems);
}

std::unique_ptr<ArchiveReader> open_archive_at(
    std::unique_ptr<io::FileSource> source, uint64_t offset,
    ProblemSink& problems) {
  auto fail = [&](const char* text) {
    problems.report(
        {Severity::kLost, "no-record-at-offset", source->path(), offset, text});
    return nullptr;
  };
  Inflaters inflaters;
  uint64_t size = 0;
  bool is_pipe = !source->size(size);
  if (is_pipe) {
    static_cast<void>(source->seek(0));
    read_dictionary(*source, inflaters, problems);
  }
  if (!source->seek(offset) && source->offset() <= offset) {
    io::skip(*source, offset - source->offset());
  }
  auto read_by = [&](io::Inflater* inflater) {
    auto reader =
        reader_of(std::move(source), inflaters.take(inflater), problems);
    reader->report_damage_at_once();
    return reader;
  };
  std::string_view bytes = source->peek(kHead);
  if (source->offset() != offset || bytes.empty()) {
    return fail("the file ends before this place");
  }
  if (starts_record(bytes)) return read_by(nullptr);
  io::Inflater* inflater = inflaters.of(bytes);
  if (inflater == nullptr) return fail("no record begins here");
  if (!is_pipe && inflater->name() == "zstd" && source->seek(0)) {
    read_dictionary(*source, inflaters, problems);
    static_cast<void>(source->seek(offset));
    inflater = inflaters.of(source->peek(kHead));
  }
  if (inflater != nullptr &&
      member_with_record(source->peek(inflater->probe()), *inflater)) {
    return read_by(inflater);
  }
  return fail("no record begins here");
}

namespace {

// Opens a file of which only the head is read.
std::unique_ptr<io::FileSource> open_front(const std::string& path) {
  if (!io::is_url(path)) return io::open_file(path, kHead);
  io::HttpOptions options = io::usual_http();
  options.piece = kHead;
  return io::open_http(path, options);
}

}  // namespace

NearReader open_archive_near(const std::string& path, uint64_t begin,
                             uint64_t end, ProblemSink& problems) {
  return open_archive_near(
      path, begin, end, problems,
      [](const std::string& name) { return io::open_input(name); });
}

NearReader open_archive_near(const std::string& path, uint64_t begin,
                             uint64_t end, ProblemSink& problems,
                             const FileOpener& open) {
  Inflaters inflaters;
  NoProblems told_by_the_first;
  auto front = open_front(path);
  Storage storage = storage_of(*front, inflaters, told_by_the_first);
  if (!storage.found) return {};
  auto source = open(path);
  bool there = false;
  if (storage.inflater != nullptr) {
    there =
        source->seek(begin) && reach_member(*source, *storage.inflater, end);
  } else if (begin > 0) {
    // The line end before a header lies before `begin`, perhaps.
    there = source->seek(begin - 1) &&
            reach_header(*source, std::min(end, begin + kFarthest));
  }
  if (!there) return {};
  uint64_t offset = source->offset();
  return {reader_of(std::move(source), std::move(storage), problems), offset};
}

}  // namespace wax::warc
