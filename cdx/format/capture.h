// The capture that an index has for one record, and its line. Values: any
// number of threads may read one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/legend.h"

namespace wax::cdx {

// The columns of a capture line. An empty text means that there is no value
// ("-" in a CDX line, no key in CDXJ). Texts hold bytes as the archive has
// them; they are escaped when a line is written. A Capture that is cleared and
// filled again allocates nothing once its texts have grown.
struct Capture {
  std::string urlkey;
  std::string date;  // 14 digits, or what the profile makes of an invalid date
  std::string url;
  std::string mime;
  std::string mime_detected;  // WARC-Identified-Payload-Type; CDXJ only
  std::string status;
  std::string digest;    // CDX lines leave "sha1:" out
  std::string redirect;  // absolute URL
  std::string meta;      // robots letters, of "AFIP"
  std::string filename;
  // The location of the record (warc::Extent). A capture without one, such as a
  // revisit in the nutchwax profile, has "-" for both.
  uint64_t offset = 0;
  uint64_t length = 0;
  bool has_location = true;
  bool has_length = true;  // false: only `offset` of the location is known
  // Whether the record's bytes are complete and undamaged (warc::Reader). If
  // not, a digest that its header states is not that of the bytes.
  bool intact = true;
  // The record's block, as its header states it.
  uint64_t block_length = 0;
  std::string record_id;  // without "<>"
  std::string ip_address;
  std::string metadata;  // WARC-Json-Metadata; CDXJ only
  // The capture that a revisit repeats, by WARC-Refers-To-Target-URI, else its
  // own URL, and WARC-Refers-To-Date; kLastBefore when it names no date.
  // Empty when its digest alone tells.
  std::string original_urlkey;
  std::string original_date;  // 14 digits
  // Further CDXJ keys in the order in which they are written.
  std::vector<std::pair<std::string, std::string>> fields;

  void clear();
};

// The letters that append_line can fill: N (A) key, b date, a URL, m mime,
// s status, k digest, r redirect, M meta, S size, V offset, g file name,
// h host, e IP address, n block length, u record id, in "<>" as wget copies it.
inline constexpr std::string_view kLegendLetters = "NAbamskrMSVgheun";

// Throws UsageError with the first letter that cannot be filled.
void check_legend(std::string_view letters);

// A digest as CDX lines write it.
[[nodiscard]] std::string_view without_sha1(std::string_view digest);

// Appends a value of a CDX line. An empty one is "-"; the delimiter, NUL and
// white space (in ASCII) become %XX, so that a line keeps its columns. Other
// control bytes stay, as other writers leave them.
void append_column(std::string_view value, char delimiter, std::string& out);

// A CDX line with its "\n". Bytes from 0x80 are written as they are.
void append_line(const Capture& capture, const Legend& legend,
                 std::string& out);

// "urlkey date {json}\n", byte for byte as pywb writes it: keys url, mime,
// status, digest, length, offset, filename, then the further fields; all
// values are strings; what is "-" in CDX is left out; ", " and ": " between;
// bytes beyond ASCII as \uXXXX, bytes that are not UTF-8 as \udc80 and so on,
// from which they can be restored. With `only`, other keys are left out.
void append_cdxj(const Capture& capture, std::string& out,
                 const std::vector<std::string>& only = {});

}  // namespace wax::cdx
