// All links that were ever seen, by their target and, for one target, by their
// source; each once, however often it was captured.
//
// A record is the links of one target. Of each: the difference between its
// source's number and the one before it (from -1 on), the date of its first
// capture, the difference to that of its last one, the number of its captures,
// the sum of its marks, and the anchor's text; then 0. Numbers are LEB128.
#pragma once

#include <cstdint>
#include <string>

#include "graph/store/node_file.h"

namespace wax::graph {

struct Link {
  // Marks of the newest capture.
  static constexpr uint64_t kFollow = 1;
  static constexpr uint64_t kNoFollow = 2;
  // The source is another name of the target: it redirects there, or gives it
  // as its canonical URL.
  static constexpr uint64_t kAlias = 4;

  NodeId from = 0;
  uint64_t first = 0;  // dates, date_number()
  uint64_t last = 0;
  uint64_t captures = 0;
  uint64_t marks = 0;
  std::string anchor;  // of the newest capture

  // Adds captures of the same link. The result does not depend on the order in
  // which they are added.
  void merge(const Link& other);
};

class LinksWriter {
 public:
  explicit LinksWriter(const std::string& path) : file_(path) {}
  // The links of the next target come after this, in the order of their
  // sources.
  void begin_target();
  void add(const Link& link);
  void finish();

 private:
  void end_target();

  NodeFileWriter file_;
  uint64_t next_ = 0;
  std::string record_;
};

// Links from one block of targets on. Throws FormatError, IoError.
class LinkScan {
 public:
  explicit LinkScan(const NodeFile& file, uint64_t block = 0)
      : file_(&file),
        first_(block),
        block_(block),
        next_target_(block * kBlockNodes) {}
  // The next target, which may have no links.
  [[nodiscard]] bool next_target(NodeId& target);
  // The next link of this target. All of them must be read before the next one.
  [[nodiscard]] bool next(Link& link);

 private:
  const NodeFile* file_;
  uint64_t first_;  // block from which on memory was not given back
  uint64_t block_;
  uint64_t next_target_;
  uint64_t from_ = 0;
  std::string_view rest_;
};

// A scan that is at the links of `target`.
[[nodiscard]] LinkScan links_to(const NodeFile& file, NodeId target);

}  // namespace wax::graph
