#include "graph/store/links.h"

#include <algorithm>

#include "text/varint.h"

namespace wax::graph {

void Link::merge(const Link& other) {
  if (other.last > last) {
    marks = other.marks;
    anchor = other.anchor;
  } else if (other.last == last) {
    marks |= other.marks;
    if (anchor.empty() || (!other.anchor.empty() && other.anchor < anchor)) {
      anchor = other.anchor;
    }
  }
  first = std::min(first, other.first);
  last = std::max(last, other.last);
  captures += other.captures;
}

void LinksWriter::begin_target() {
  end_target();
  file_.begin_node();
}

void LinksWriter::add(const Link& link) {
  record_.clear();
  text::append_number(link.from + uint64_t{1} - next_, record_);
  next_ = link.from + uint64_t{1};
  text::append_number(link.first, record_);
  text::append_number(link.last - link.first, record_);
  text::append_number(link.captures, record_);
  text::append_number(link.marks, record_);
  text::append_text(link.anchor, record_);
  file_.append(record_);
}

void LinksWriter::end_target() {
  if (file_.nodes() > 0) file_.append(std::string_view("\0", 1));
  next_ = 0;
}

void LinksWriter::finish() {
  end_target();
  file_.finish();
}

bool LinkScan::next_target(NodeId& target) {
  if (next_target_ == file_->nodes()) return false;
  if (next_target_ % kBlockNodes == 0) {
    if (block_ - first_ == kScanBlocks) {
      file_->release();
      first_ = block_;
    }
    rest_ = file_->block(block_++);
  }
  target = static_cast<NodeId>(next_target_++);
  from_ = 0;
  return true;
}

bool LinkScan::next(Link& link) {
  uint64_t gap;
  if (!text::take_number(rest_, gap)) file_->fail(rest_);
  if (gap == 0) return false;
  from_ += gap;
  link.from = static_cast<NodeId>(from_ - 1);
  std::string_view anchor;
  if (from_ > file_->nodes() || !text::take_number(rest_, link.first) ||
      !text::take_number(rest_, link.last) ||
      !text::take_number(rest_, link.captures) ||
      !text::take_number(rest_, link.marks) ||
      !text::take_text(rest_, anchor)) {
    file_->fail(rest_);
  }
  link.last += link.first;
  link.anchor = anchor;
  return true;
}

LinkScan links_to(const NodeFile& file, NodeId target) {
  LinkScan scan(file, target / kBlockNodes);
  NodeId at = 0;
  Link link;
  while (scan.next_target(at) && at != target) {
    while (scan.next(link)) {
    }
  }
  return scan;
}

}  // namespace wax::graph
