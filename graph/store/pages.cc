#include "graph/store/pages.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "text/varint.h"

namespace wax::graph {
namespace {

bool read_captures(std::string_view& rest, std::vector<PageCapture>& captures) {
  uint64_t count;
  if (!text::take_number(rest, count) || count > rest.size()) return false;
  captures.resize(static_cast<size_t>(count));
  uint64_t date = 0;
  for (PageCapture& capture : captures) {
    uint64_t more;
    if (!text::take_number(rest, more) ||
        !text::take_number(rest, capture.status) ||
        rest.size() < sizeof(capture.digest)) {
      return false;
    }
    capture.revisit = (capture.status & 1) != 0;
    capture.status >>= 1;
    date += more;
    capture.date = date;
    std::memcpy(&capture.digest, rest.data(), sizeof(capture.digest));
    rest.remove_prefix(sizeof(capture.digest));
  }
  return true;
}

bool read_page(std::string_view& rest, Page& page) {
  uint64_t shared;
  uint64_t archived;
  std::string_view suffix;
  if (!text::take_number(rest, shared) || shared > page.key.size() ||
      !text::take_text(rest, suffix) || !text::take_number(rest, archived)) {
    return false;
  }
  page.key.resize(static_cast<size_t>(shared));
  page.key += suffix;
  page.archived = archived != 0;
  page.captures.clear();
  return !page.archived || read_captures(rest, page.captures);
}

}  // namespace

void Page::order_captures() {
  std::sort(captures.begin(), captures.end());
  auto is_same = [](const PageCapture& a, const PageCapture& b) {
    return a.date == b.date && a.digest == b.digest;
  };
  captures.erase(std::unique(captures.begin(), captures.end(), is_same),
                 captures.end());
}

uint64_t Page::status() const {
  for (size_t i = captures.size(); i-- > 0;) {
    if (captures[i].status != 0) return captures[i].status;
  }
  return 0;
}

uint64_t Page::date_of_links(uint64_t until) const {
  const PageCapture* newest = nullptr;
  const PageCapture* with_links = nullptr;
  for (const PageCapture& capture : captures) {
    if (capture.date > until) break;
    newest = &capture;
    if (!capture.revisit) with_links = &capture;
  }
  if (with_links == nullptr) return 0;
  if (!newest->revisit) return newest->date;
  uint64_t date = with_links->date;
  for (const PageCapture& capture : captures) {
    if (capture.date > until) break;
    if (!capture.revisit && capture.digest == newest->digest) {
      date = capture.date;
    }
  }
  return date;
}

uint64_t Page::digests() const {
  std::set<uint64_t> all;
  for (const PageCapture& capture : captures) all.insert(capture.digest);
  return all.size();
}

uint64_t Page::changes() const {
  uint64_t count = 0;
  for (size_t i = 1; i < captures.size(); ++i) {
    if (captures[i].digest != captures[i - 1].digest) ++count;
  }
  return count;
}

double Page::interval() const {
  double days = 30;
  for (size_t i = 1; i < captures.size(); ++i) {
    days *= captures[i].digest == captures[i - 1].digest ? 1.4 : 0.8;
    days = std::clamp(days, 60.0 / 86400, 365.0);
  }
  return days;
}

uint64_t digest_number(std::string_view digest) {
  // FNV-1a
  uint64_t number = 0xcbf29ce484222325;
  for (char c : digest) {
    number = (number ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return number;
}

void PagesWriter::add(const Page& page) {
  size_t shared = 0;
  if (file_.nodes() % kBlockNodes != 0) {
    shared = static_cast<size_t>(std::mismatch(key_.begin(), key_.end(),
                                               page.key.begin(), page.key.end())
                                     .first -
                                 key_.begin());
  }
  record_.clear();
  text::append_number(shared, record_);
  text::append_text(std::string_view(page.key).substr(shared), record_);
  text::append_number(page.archived ? 1 : 0, record_);
  if (page.archived) {
    text::append_number(page.captures.size(), record_);
    uint64_t date = 0;
    for (const PageCapture& capture : page.captures) {
      text::append_number(capture.date - date, record_);
      date = capture.date;
      text::append_number(capture.status << 1 | (capture.revisit ? 1 : 0),
                          record_);
      char digest[sizeof(capture.digest)];
      std::memcpy(digest, &capture.digest, sizeof(digest));
      record_.append(digest, sizeof(digest));
    }
  }
  file_.begin_node();
  file_.append(record_);
  key_ = page.key;
}

bool PageScan::next(Page& page) {
  if (id_ == file_->nodes()) return false;
  if (id_ % kBlockNodes == 0) {
    if (block_ - first_ == kScanBlocks) {
      file_->release();
      first_ = block_;
    }
    rest_ = file_->block(block_++);
    page.key.clear();
  }
  if (!read_page(rest_, page)) file_->fail(rest_);
  page.id = static_cast<NodeId>(id_++);
  return true;
}

Page page_at(const NodeFile& file, NodeId id) {
  PageScan scan(file, id / kBlockNodes);
  Page page;
  while (scan.next(page) && page.id != id) {
  }
  return page;
}

std::optional<Page> find_page(const NodeFile& file, std::string_view key) {
  uint64_t begin = 0;
  uint64_t end = file.blocks();
  Page page;
  while (end - begin > 1) {
    uint64_t middle = begin + (end - begin) / 2;
    PageScan scan(file, middle);
    if (!scan.next(page) || page.key > key) {
      end = middle;
    } else {
      begin = middle;
    }
  }
  PageScan scan(file, begin);
  page.key.clear();
  for (uint64_t i = 0; i < kBlockNodes && scan.next(page); ++i) {
    if (page.key == key) return page;
  }
  return std::nullopt;
}

}  // namespace wax::graph
