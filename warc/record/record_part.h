// Parts of a record, for those who want to see them.
#pragma once

#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/output.h"
#include "io/problem.h"
#include "warc/record/record.h"

namespace wax::warc {

enum class Part {
  kRecord,   // header and block, as stored but decompressed
  kHeaders,  // the record's header, and the HTTP head in front of its block
  kBody,     // what is after the HTTP head, as stored
  kEntity,   // the same without chunk framing: what payload digests are of
  kPayload,  // the same without content coding too
};

// Whether the block of a record should be an HTTP message: that of a response,
// revisit or request of an http or https URL.
[[nodiscard]] bool has_http_message(const Record& record);

// Writes a part of a record whose body is unread. Where the block is no HTTP
// message, it is body, entity and payload in one. What cannot be decoded is
// reported, with `path`, and comes out as stored (http.h).
void write_part(Record& record, Part part, const std::string& path,
                io::Output& output, ProblemSink& problems);

// Writes the stored bytes of a record (compressed, if the file is), so that
// they are an archive of their own: uncompressed, with the blank lines after
// the block, which extents leave out. The next byte of `file` must be at the
// extent's offset. Nothing is written, and the answer is false, when the record
// has no bytes of its own there. Throws IoError.
[[nodiscard]] bool write_stored(io::FileSource& file, const Extent& extent,
                                Format format, io::Output& output);

// What a file with a record in it may be called, whatever the archive says:
// "a.warc.gz-784-index.html", of the archive's name, the offset and the end of
// the URL. All but letters, digits and "._-" becomes "_".
[[nodiscard]] std::string record_file_name(std::string_view archive,
                                           const Record& record);

}  // namespace wax::warc
