// Bodies of captures, as servers give them. Any number of threads may call what
// is declared here; what was opened is for one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/records/stored_record.h"
#include "answers/requests/byte_range.h"
#include "answers/requests/message.h"
#include "answers/shown/open_cdx.h"
#include "io/byte_source.h"

namespace wax::answers {

// By which nothing of an archived body runs or loads anything.
inline constexpr std::string_view kArchivedPolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'";

// "20070531203500id_/http://example.com/": a date of 4 to 14 digits (or
// 17, of which the milliseconds are left out), a modifier
// as pywb has them ("", or letters and "_"), and a URL.
struct ArchivedPath {
  std::string date;
  std::string modifier;
  std::string url;
};
// Nothing when the path is not of that form. What joins the slashes of a URL on
// its way ("http:/a") is undone.
[[nodiscard]] std::optional<ArchivedPath> read_archived_path(
    std::string_view path);
// The path with what is no part of a path in the URL escaped.
[[nodiscard]] std::string archived_path(std::string_view date,
                                        std::string_view modifier,
                                        std::string_view url);

// The record that has the body of a capture: its own, or that of the original
// of a revisit, with the head of the revisit beside it, if that has one of its
// own (of another status than 304). Null when it cannot be had; then `why` says
// why.
[[nodiscard]] std::shared_ptr<OpenRecord> open_body(const Holdings& holdings,
                                                    const CdxFiles& cdx,
                                                    const UrlCapture& capture,
                                                    RecordReport& problems,
                                                    RecordFailure& why);

// Reads the head of an HTTP message, if the record has one, and decodes the
// body after it; else the body of the record. The source lives as long as
// `open`.
[[nodiscard]] io::ByteSource* decoded_body(OpenRecord& open);

// After decoded_body(): the head with status and fields of what was captured.
[[nodiscard]] const warc::HttpHead& answered_head(const OpenRecord& open);
// Likewise the type that was stated of the body; empty: none.
[[nodiscard]] std::string_view stated_type(const OpenRecord& open);

// A type by which no browser runs or applies the body as a part of a page.
[[nodiscard]] std::string harmless_type(std::string_view type);
// The same for clients that show pages themselves, such as replay systems:
// style sheets, JSON and the parts of a body keep their types. None of these
// runs.
[[nodiscard]] std::string replayed_type(std::string_view type);

// A browser keeps the answer as a file if its type is one of HTML or XML, and
// the browser opens it by itself. Shown, such a body makes browsers connect to
// hosts that it names, whatever the policy forbids (frames, <link
// rel=preconnect>). Pages that use it as an image have it as before.
void keep_as_file(Response& response);

// What `source` of the record gives, after `front`, or a range of it. next()
// throws BadArchive when the archive has not all of it.
class RecordBody final : public BodyStream {
 public:
  RecordBody(std::shared_ptr<OpenRecord> record, io::ByteSource* source,
             std::string front)
      : record_(std::move(record)), source_(source), front_(std::move(front)) {}
  RecordBody(std::shared_ptr<OpenRecord> record, io::ByteSource* source,
             const ByteRange& range)
      : record_(std::move(record)),
        source_(source),
        before_(range.first),
        left_(range.size()) {}
  bool next(std::string& piece) override;

 private:
  std::shared_ptr<OpenRecord> record_;
  io::ByteSource* source_;
  std::string front_;
  uint64_t before_ = 0;  // bytes to be passed over
  uint64_t left_ = UINT64_MAX;
  bool is_whole_ = false;  // all has been read
};

// Gives a response the body of a record, of which decoded_body() gave `source`;
// of a status 200, or a 206 with all of the body, the part that `range` asks
// for, which is the value of the request's field Range or empty: then 206 or
// 416. `again` opens the record anew: a body that was encoded is read to count
// its bytes first.
void set_body(std::shared_ptr<OpenRecord> open, io::ByteSource* source,
              std::string_view range,
              const std::function<std::shared_ptr<OpenRecord>()>& again,
              Response& response);
// The value of Range, of a request without If-Range: what is archived has no
// validators here.
[[nodiscard]] std::string_view asked_range(const Request& request);

// The answer for a URL of which no capture can be shown in these states, with
// Holdings::taken_away: 451, when they have captures that rules hide or block;
// also the 451 of a shard that has such a text. Throws IoError, FormatError.
[[nodiscard]] std::optional<Response> taken_away(
    const Holdings& holdings,
    const std::vector<std::shared_ptr<const Generation>>& generations,
    std::string_view url);

// The answer when no capture of the URL can be shown, in one collection or in
// all (null): taken_away(), or 451 when rules of access block the captures of
// the URL, here or at a shard. Throws NotFound when the URL has no captures.
[[nodiscard]] Response no_capture(const Holdings& holdings,
                                  Collection* collection,
                                  const std::string& url,
                                  std::string_view date);

}  // namespace wax::answers
