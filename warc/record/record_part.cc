#include "warc/record/record_part.h"

#include "io/inputs/input_files.h"
#include "text/ascii.h"
#include "warc/http/http.h"
#include "warc/record/record_header.h"

namespace wax::warc {
namespace {

void copy(io::ByteSource& source, io::Output& output) {
  for (;;) {
    std::string_view bytes = source.peek();
    if (bytes.empty()) return;
    output.write(bytes);
    source.consume(bytes.size());
  }
}

std::string plain(std::string_view text) {
  constexpr size_t kMost = 100;
  std::string name(text.substr(0, kMost));
  for (char& c : name) {
    bool kept = text::is_alphanumeric(c) || c == '.' || c == '-' || c == '_';
    if (!kept) c = '_';
  }
  return name;
}

}  // namespace

bool has_http_message(const Record& record) {
  bool message = record.type == RecordType::kResponse ||
                 record.type == RecordType::kRevisit ||
                 record.type == RecordType::kRequest;
  return message && (record.target_uri.starts_with("http:") ||
                     record.target_uri.starts_with("https:"));
}

void write_part(Record& record, Part part, const std::string& path,
                io::Output& output, ProblemSink& problems) {
  if (part == Part::kRecord) {
    output.write(record.raw_header);
    copy(*record.body, output);
    return;
  }
  std::string buffer;
  HttpHead head;
  HeadPieces each;
  if (part == Part::kHeaders) {
    output.write(record.raw_header);
    each = [&](std::string_view bytes) { output.write(bytes); };
  }
  bool http = has_http_message(record) &&
              read_http_head(*record.body, buffer, head, each);
  if (part == Part::kHeaders) {
    if (http && !head.cut) output.write(head.raw);
    return;
  }
  if (!http || part == Part::kBody) {
    copy(*record.body, output);
    return;
  }
  DecodeOptions options;
  options.decompress = part == Part::kPayload;
  Problem where;
  where.file = path;
  where.offset = record.offset;
  copy(*decode_body(*record.body, head.headers, options, problems, where),
       output);
}

bool write_stored(io::FileSource& file, const Extent& extent, Format format,
                  io::Output& output) {
  if (!extent.seekable || extent.length == 0) return false;
  constexpr size_t kEnough = 4096;
  bool compressed = !starts_record(file.peek(kEnough));
  io::LimitedSource stored(file, extent.length);
  copy(stored, output);
  size_t most = compressed ? 0 : format == Format::kArc ? 1 : 4;
  std::string_view end = file.peek(most).substr(0, most);
  output.write(end.substr(0, end.find_first_not_of("\r\n")));
  return true;
}

std::string record_file_name(std::string_view archive, const Record& record) {
  std::string_view url = record.target_uri;
  url = url.substr(0, url.find_first_of("?#"));
  std::string name = plain(io::base_name(archive)) + "-" +
                     std::to_string(record.offset) + "-" +
                     plain(io::base_name(url.substr(url.find(':') + 1)));
  while (name.ends_with('-')) name.pop_back();
  return name;
}

}  // namespace wax::warc
