#include "warc/reader.h"

#include <array>
#include <utility>

#include "warc/archive_reader.h"
#include "warc/io/input_files.h"
#include "warc/record_header.h"

namespace wax::warc {
namespace {

constexpr size_t kHead = 64 * 1024;

class EmptyReader final : public Reader {
 public:
  bool next(Record&) override { return false; }
  Extent finish() override { return {}; }
  bool intact() const override { return true; }
  uint64_t position() const override { return 0; }
};

struct Magic {
  std::string_view bytes;
  std::string_view name;
  bool compression;
};

constexpr Magic kMagics[] = {
    {"\x28\xb5\x2f\xfd", "zstd data", true},
    {"\x04\x22\x4d\x18", "lz4 data", true},
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
  std::string text = "no ARC or WARC record in it; it begins with";
  constexpr std::string_view kHex = "0123456789abcdef";
  for (unsigned char c : head.substr(0, 8)) {
    text += ' ';
    text += kHex[c >> 4];
    text += kHex[c & 15];
  }
  problems.report({Severity::kLost, "not-an-archive", path, 0, text});
}

enum class Storage { kNone, kPlain, kGzip };

// What the next bytes are, where a file or a line begins.
Storage storage_at(io::FileSource& file, io::Inflater& gzip) {
  if (found(file.peek(kHead)) == io::Match::kYes) return Storage::kPlain;
  return io::at_member(file, gzip, found) ? Storage::kGzip : Storage::kNone;
}

// Passes over a damaged start.
Storage find_archive(io::FileSource& file, io::Inflater& gzip) {
  for (;;) {
    std::string_view bytes = file.peek(kHead);
    if (bytes.size() < 4) return Storage::kNone;
    // Where a line ends, a record may begin; a member, anywhere.
    size_t at = 1;
    while (at < bytes.size() && bytes[at - 1] != '\n' &&
           !gzip.starts_member(bytes.substr(at))) {
      ++at;
    }
    bool all = at == bytes.size();
    file.consume(all && at > 3 ? at - 3 : at);
    if (all) continue;
    Storage storage = storage_at(file, gzip);
    if (storage != Storage::kNone) return storage;
  }
}

// Whether a member that begins here holds a record, or nothing: an empty member
// belongs to the record behind it.
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
  if (size == 0) return step.state == io::Inflater::State::kEnd;
  return starts_record({out.data(), size});
}

std::unique_ptr<Reader> reader_of(std::unique_ptr<io::FileSource> source,
                                  Storage storage, ProblemSink& problems) {
  std::unique_ptr<io::MemberStream> stream;
  if (storage == Storage::kGzip) {
    stream = io::compressed_stream(std::move(source), io::gzip_inflater(),
                                   found, problems);
  } else {
    stream = io::plain_stream(std::move(source));
  }
  return std::make_unique<ArchiveReader>(std::move(stream), problems);
}

}  // namespace

std::unique_ptr<Reader> open_archive(const std::string& path,
                                     ProblemSink& problems) {
  return open_archive(io::open_input(path), problems);
}

std::unique_ptr<Reader> open_archive(std::unique_ptr<io::FileSource> source,
                                     ProblemSink& problems) {
  std::string head(source->peek(kHead).substr(0, kHead));
  if (head.empty()) {
    problems.report({Severity::kLost, "empty-file", source->path(), 0,
                     "the file is empty"});
    return std::make_unique<EmptyReader>();
  }
  auto gzip = io::gzip_inflater();
  Storage storage = Storage::kNone;
  if (gzip->starts_member(head)) {
    storage = Storage::kGzip;
  } else if (starts_record(head) || found(head) == io::Match::kYes) {
    storage = Storage::kPlain;
  } else {
    storage = find_archive(*source, *gzip);
    if (storage == Storage::kNone) {
      report_no_archive(source->path(), head, problems);
      return std::make_unique<EmptyReader>();
    }
    problems.report({Severity::kLost, "junk-between-records", source->path(), 0,
                     std::to_string(source->offset()) +
                         " bytes before the first record are no record"});
  }
  return reader_of(std::move(source), storage, problems);
}

std::unique_ptr<Reader> open_archive_at(std::unique_ptr<io::FileSource> source,
                                        uint64_t offset,
                                        ProblemSink& problems) {
  auto fail = [&](const char* text) {
    problems.report(
        {Severity::kLost, "no-record-at-offset", source->path(), offset, text});
    return nullptr;
  };
  if (!source->seek(offset) && source->offset() <= offset) {
    io::skip(*source, offset - source->offset());
  }
  std::string_view bytes = source->peek(kHead);
  if (source->offset() != offset || bytes.empty()) {
    return fail("the file ends before");
  }
  auto gzip = io::gzip_inflater();
  if (starts_record(bytes)) {
    return reader_of(std::move(source), Storage::kPlain, problems);
  }
  if (member_with_record(bytes, *gzip)) {
    return reader_of(std::move(source), Storage::kGzip, problems);
  }
  return fail("no record begins here");
}

}  // namespace wax::warc
