// One record to its capture, with what its page says; odd values.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cdx/files/neighbour_cdx.h"
#include "cdx/format/capture.h"
#include "cdx/indexer/html_meta.h"
#include "cdx/indexer/index_options.h"
#include "cdx/indexer/payload_reader.h"
#include "cdx/profile/profile.h"
#include "io/problem.h"

namespace wax::cdx {

// r is an absolute URL: that of the field Location, else that of the meta
// refresh; of a revisit with a redirect's status, that of Location. Where the
// profile decides that r is filled, only Location of responses counts.
// M has the letters A noarchive, F nofollow, I noindex (of meta elements and of
// X-Robots-Tag), and P for a page that was captured with a login.
class PageColumns {
 public:
  explicit PageColumns(const IndexOptions& options);

  // Fills r from the HTTP head.
  void add_location(const RecordView& view, Capture& capture) const;

  // How many bytes of the body add_page() needs.
  [[nodiscard]] size_t needed(const RecordView& view,
                              const Capture& capture) const;

  // Fills M, and r where it is empty, from the body that `payload` has read.
  void add_page(const RecordView& view, PayloadReader& payload,
                Capture& capture);

 private:
  void add_letters(const RecordView& view, Capture& capture);

  bool redirects_;
  bool refreshes_;
  bool meta_;
  HtmlMeta html_;
};

class CaptureMaker {
 public:
  // For records of the archive `path`, which the lines name `filename`.
  // `options` and `problems` outlive the maker.
  CaptureMaker(std::string path, std::string filename,
               const IndexOptions& options, ProblemSink& problems);

  // Fills an empty capture from a record whose head has been read: all but the
  // location, the record digest and what its request says. Reads the body as
  // far as the columns need it, and at least `keep` bytes. Odd values are
  // reported.
  //
  // `listed` is what CDX files say of the record. The answer is the one that
  // says the same as the header; null: none. Where the header has no digest,
  // the answer must follow the rules of `options`, and its digest is taken.
  // Then no more of the body is read than other columns need.
  const ListedRecord* make(const RecordView& view, size_t keep,
                           Capture& capture,
                           std::span<const ListedRecord> listed = {});

  // The body that make() has read.
  [[nodiscard]] PayloadReader& payload() { return payload_; }

 private:
  void add_header(const warc::Record& record, Capture& capture) const;
  [[nodiscard]] bool add_key(const warc::Record& record,
                             Capture& capture) const;
  void add_original(const warc::Record& record, Capture& capture) const;
  [[nodiscard]] bool computes_digest(const Capture& capture) const;
  [[nodiscard]] const ListedRecord* agreeing(
      const Capture& capture, std::span<const ListedRecord> listed) const;

  std::string path_;
  std::string filename_;
  const IndexOptions& options_;
  ProblemSink& problems_;
  PageColumns page_;
  ExtraFields fields_;
  PayloadReader payload_;
};

// Reports what is odd in the capture of a record of the file `path`:
// "odd-url" when no key could be made of its URL (`has_key`), "odd-date",
// "odd-mime", "odd-status", "http-head-limit". `unusable` says how bad
// "odd-date" is, and "odd-status" of a response.
void report_odd_values(const RecordView& view, const Capture& capture,
                       bool has_key, const std::string& path,
                       ProblemSink& problems,
                       Severity unusable = Severity::kWarning);

// False for a response with an HTTP head that does not begin with "HTTP/1.0 "
// or "HTTP/1.1 ", which is reported as lost: "odd-http".
[[nodiscard]] bool verify_http(const RecordView& view, const std::string& path,
                               ProblemSink& problems);

}  // namespace wax::cdx
