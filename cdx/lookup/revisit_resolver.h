// Revisits with the captures that they refer to.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "cdx/format/line_fields.h"

namespace wax::cdx {

// What resolving needs of the lines of one file.
class RevisitColumns {
 public:
  // Throws UsageError when the file lacks mime, status, digest, offset or file
  // name, or has columns of originals. The record size may be missing. The name
  // of the file is for messages.
  RevisitColumns(const LineFormat& format, const std::string& file);
  // What the lines are once they are resolved.
  [[nodiscard]] LineFormat resolved_format() const;

 private:
  friend class RevisitResolver;
  LineFields fields_;
  bool has_length_;
};

// As pywb does it (resolveRevisits=true): a revisit takes mime and status of
// its original, the first capture before it that has its digest and is no
// revisit. Every line ends with length, offset and file name of the original,
// or
// "-". Digests are compared in their normal form. Memory: an entry for each
// digest.
class RevisitResolver {
 public:
  // `line` with three fields more. False when it is no capture.
  [[nodiscard]] bool resolve(RevisitColumns& columns, std::string_view line,
                             std::string& resolved);

 private:
  struct Original {
    std::string mime;
    std::string status;
    std::string length;
    std::string offset;
    std::string filename;
  };
  static const Original kNoOriginal;

  // That of the capture read last; null when it is no revisit or has none. The
  // first capture with a digest becomes the original of the revisits after it.
  const Original* find_original(const RevisitColumns& columns);
  static void append_cdx_line(std::string_view line, const Legend& legend,
                              const Original* original, std::string& out);
  static void append_cdxj_line(std::string_view line, const Original* original,
                               std::string& out);

  std::unordered_map<std::string, Original> originals_;
  std::string digest_;
};

}  // namespace wax::cdx
