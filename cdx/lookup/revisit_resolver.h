// Finds the captures that revisits refer to. An object is for one thread.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "cdx/format/line_fields.h"

namespace wax::cdx {

// A revisit without an original before it. Views into its line; "-": nothing.
struct LoneRevisit {
  std::string_view urlkey;
  std::string_view date;
  std::string_view url;
  std::string_view digest;
  std::string_view length;
  std::string_view offset;
  std::string_view filename;
};

// What a revisit takes of its original.
struct RevisitOriginal {
  std::string mime;
  std::string status;
  std::string length;
  std::string offset;
  std::string filename;
};

// Looks for the original elsewhere; false: it is not known.
using FindOriginal =
    std::function<bool(const LoneRevisit& revisit, RevisitOriginal& original)>;

// The columns of one file that resolving needs.
class RevisitColumns {
 public:
  // Throws UsageError when the file lacks mime, status, digest, offset or file
  // name, or already has columns of originals. The record size may be missing.
  // The name of the file is for messages.
  RevisitColumns(const LineFormat& format, const std::string& file);
  // The format of the resolved lines.
  [[nodiscard]] LineFormat resolved_format() const;

 private:
  friend class RevisitResolver;
  LineFields fields_;
  bool has_length_;
  bool has_url_;  // and key and date
};

// Resolves revisits as pywb (resolveRevisits=true): a revisit takes mime and
// status of its original, the first capture before it that has its digest and
// is not a revisit. Every line ends with length, offset and file name of the
// original, or "-". Digests are compared in their normal form. When no original
// comes before the revisit, `elsewhere` is asked, if it is not null. Memory:
// the originals of the last kMostDigests digests, some 300 bytes each; for
// revisits with an earlier digest no original is found before them.
class RevisitResolver {
 public:
  static constexpr size_t kMostDigests = 100'000;

  explicit RevisitResolver(FindOriginal elsewhere = nullptr)
      : elsewhere_(std::move(elsewhere)) {}

  // `line` with three more fields. False when it is not a capture.
  [[nodiscard]] bool resolve(RevisitColumns& columns, std::string_view line,
                             std::string& resolved);

 private:
  using Original = RevisitOriginal;
  static const Original kNoOriginal;

  // The original of the capture read last; null when that is not a revisit or
  // has none. The first capture with a digest becomes the original of the
  // revisits after it.
  const Original* find_original(const RevisitColumns& columns);
  static void append_cdx_line(std::string_view line, const Legend& legend,
                              const Original* original, std::string& out);
  static void append_cdxj_line(std::string_view line, const Original* original,
                               std::string& out);

  std::unordered_map<std::string, Original> originals_;
  std::deque<const std::string*> digests_;  // of these, the oldest first
  std::string digest_;
  FindOriginal elsewhere_;
  Original found_;  // elsewhere
};

}  // namespace wax::cdx
