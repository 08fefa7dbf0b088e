#include "warc/record_part.h"

#include "warc/http.h"

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
  bool http =
      has_http_message(record) && read_http_head(*record.body, buffer, head);
  if (part == Part::kHeaders) {
    output.write(record.raw_header);
    if (http) output.write(head.raw);
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

}  // namespace wax::warc
