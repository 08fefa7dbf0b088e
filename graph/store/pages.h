// The pages of a graph: their keys and captures, in the order of the keys.
//
// A record is: how many bytes the key shares with the one before it in its
// block, the rest of the key as a text, 1 if the page is archived, else 0; if
// it is, the number of its captures, and for each, by date, the difference to
// the date before it, twice the status, or one more for a revisit, and 8 bytes
// that stand for the digest.
// Numbers are LEB128.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/store/node_file.h"

namespace wax::graph {

struct PageCapture {
  uint64_t date = 0;    // date_number()
  uint64_t digest = 0;  // equal for equal digests
  // Only its date and digest were seen, not its links.
  bool revisit = false;
  uint64_t status = 0;  // HTTP; 0: not known
  friend auto operator<=>(const PageCapture&, const PageCapture&) = default;
};

struct Page {
  NodeId id = 0;
  std::string key;
  bool archived = false;  // else it is only linked
  std::vector<PageCapture> captures;

  // Sorts the captures, and leaves out those with the date and digest of
  // another.
  void order_captures();
  [[nodiscard]] uint64_t first() const {
    return captures.empty() ? 0 : captures.front().date;
  }
  [[nodiscard]] uint64_t last() const {
    return captures.empty() ? 0 : captures.back().date;
  }
  [[nodiscard]] uint64_t status() const;  // the newest that is known
  [[nodiscard]] bool is_archived(uint64_t until) const {
    return archived && (captures.empty() || first() <= until);
  }
  // The date of the capture whose links the page had on that date: the newest
  // one until then, or for a revisit the newest one with its digest.
  [[nodiscard]] uint64_t date_of_links(uint64_t until) const;
  // Different digests; captures that differ from the one before them.
  [[nodiscard]] uint64_t digests() const;
  [[nodiscard]] uint64_t changes() const;
  // In how many days the page should be captured again: 30 at first, after each
  // capture * 1.4 if nothing changed, * 0.8 if it did, at most 365.
  [[nodiscard]] double interval() const;
};

// Returns the number that a capture has instead of a digest.
[[nodiscard]] uint64_t digest_number(std::string_view digest);

class PagesWriter {
 public:
  explicit PagesWriter(const std::string& path) : file_(path) {}
  // Pages come in the order of their keys.
  void add(const Page& page);
  [[nodiscard]] uint64_t nodes() const { return file_.nodes(); }
  void finish() { file_.finish(); }

 private:
  NodeFileWriter file_;
  std::string key_;
  std::string record_;
};

// Pages from one block on. Throws FormatError, IoError.
class PageScan {
 public:
  explicit PageScan(const NodeFile& file, uint64_t block = 0)
      : file_(&file), first_(block), block_(block), id_(block * kBlockNodes) {}
  [[nodiscard]] bool next(Page& page);

 private:
  const NodeFile* file_;
  uint64_t first_;  // block from which on memory was not given back
  uint64_t block_;
  uint64_t id_;
  std::string_view rest_;
};

[[nodiscard]] Page page_at(const NodeFile& file, NodeId id);
[[nodiscard]] std::optional<Page> find_page(const NodeFile& file,
                                            std::string_view key);

}  // namespace wax::graph
