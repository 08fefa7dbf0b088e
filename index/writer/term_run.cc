#include "index/writer/term_run.h"

#include <algorithm>

namespace wax::index {
namespace {

constexpr size_t kRunBlock = 1 << 20;
// The numbers of an entry.
constexpr size_t kEntryNumbers = 8 * io::kLongestVInt;

size_t common_bytes(std::string_view a, std::string_view b) {
  size_t most = std::min(a.size(), b.size());
  size_t n = 0;
  while (n < most && a[n] == b[n]) ++n;
  return n;
}

}  // namespace

void TermRun::spill(const std::string& tmpdir) {
  if (!file_) file_ = std::make_unique<io::UnnamedFile>(tmpdir);
  file_->write(bytes_.view(), size_ - bytes_.size());
  bytes_.reset();
}

const RunSection* TermRun::section(uint32_t field) const {
  for (const RunSection& section : sections_) {
    if (section.field == field) return &section;
  }
  return nullptr;
}

RunWriter::RunWriter(const std::string& tmpdir) {
  run_.file_ = std::make_unique<io::UnnamedFile>(tmpdir);
}

void RunWriter::begin_field(uint32_t number) {
  term_.clear();
  run_.sections_.push_back({number, run_.size_, 0});
}

void RunWriter::add(std::string_view term, const TermPostings& postings) {
  size_t shared = common_bytes(term_.view(), term);
  std::string_view rest = term.substr(shared);
  io::ByteBuffer& bytes = run_.bytes_;
  size_t before = bytes.size();
  char* out = bytes.room(kEntryNumbers + rest.size() +
                         postings.documents.size() + postings.positions.size());
  out = io::put_vint(out, shared);
  out = io::put_vint(out, rest.size());
  out = std::copy(rest.begin(), rest.end(), out);
  out = io::put_vint(out, postings.count);
  out = io::put_vint(out, postings.first);
  out = io::put_vint(out, postings.last - postings.first);
  out = io::put_vint(out, postings.first_frequency);
  out = io::put_vint(out, postings.documents.size());
  out = io::put_vint(out, postings.positions.size());
  out = std::copy(postings.documents.begin(), postings.documents.end(), out);
  out = std::copy(postings.positions.begin(), postings.positions.end(), out);
  bytes.end_at(out);
  run_.size_ += bytes.size() - before;
  ++run_.sections_.back().entries;
  term_.cut(shared);
  term_.append(rest);
  if (run_.file_ && bytes.size() >= kRunBlock) {
    run_.file_->write(bytes.view(), run_.size_ - bytes.size());
    bytes.clear();
  }
}

TermRun RunWriter::finish() {
  if (run_.file_) run_.spill({});
  return std::move(run_);
}

RunCursor::RunCursor(const TermRun& run, const RunSection& section,
                     size_t buffer)
    : run_(&run),
      left_(section.entries),
      read_(section.begin),
      at_once_(buffer) {
  if (run.file_) return;
  at_ = run.bytes_.data() + section.begin;
  end_ = run.bytes_.data() + run.bytes_.size();
}

void RunCursor::need(size_t bytes) {
  auto ready = static_cast<size_t>(end_ - at_);
  if (ready >= bytes || !run_->file_) return;
  // Bytes that are read move to the front; the memory is used again.
  if (ready > 0) std::memmove(buffer_.data(), at_, ready);
  buffer_.clear();
  size_t wanted = std::max(bytes, at_once_);
  char* begin = buffer_.room(wanted);
  uint64_t more = std::min<uint64_t>(wanted - ready, run_->size_ - read_);
  run_->file_->read(begin + ready, more, read_);
  read_ += more;
  buffer_.end_at(begin + ready + more);
  at_ = begin;
  end_ = begin + ready + more;
}

bool RunCursor::next() {
  if (left_ == 0) return false;
  --left_;
  need(2 * io::kLongestVInt);
  size_t shared = io::get_vint(at_);
  size_t size = io::get_vint(at_);
  need(size + kEntryNumbers);
  term_.cut(shared);
  term_.append({at_, size});
  at_ += size;
  postings_.count = static_cast<uint32_t>(io::get_vint(at_));
  postings_.first = static_cast<uint32_t>(io::get_vint(at_));
  postings_.last = postings_.first + static_cast<uint32_t>(io::get_vint(at_));
  postings_.first_frequency = static_cast<uint32_t>(io::get_vint(at_));
  size_t documents = io::get_vint(at_);
  size_t positions = io::get_vint(at_);
  need(documents + positions);
  postings_.documents = {at_, documents};
  at_ += documents;
  postings_.positions = {at_, positions};
  at_ += positions;
  return true;
}

MergedRuns::MergedRuns(const std::vector<TermRun>& runs, size_t first,
                       uint32_t field, size_t buffer) {
  for (size_t i = first; i < runs.size(); ++i) {
    const RunSection* section = runs[i].section(field);
    if (section != nullptr) cursors_.emplace_back(runs[i], *section, buffer);
  }
  nodes_.resize(std::max<size_t>(cursors_.size(), 1));
}

MergedRuns::Node MergedRuns::advanced(uint32_t cursor) {
  RunCursor& at = cursors_[cursor];
  if (!at.next()) return {0, cursor, true};
  std::string_view term = at.term();
  return {first_eight(term.data(), term.size()), cursor, false};
}

bool MergedRuns::before(const Node& a, const Node& b) const {
  if (a.ended || b.ended) return b.ended && (!a.ended || a.cursor < b.cursor);
  if (a.key != b.key) return a.key < b.key;
  int order = cursors_[a.cursor].term().compare(cursors_[b.cursor].term());
  return order != 0 ? order < 0 : a.cursor < b.cursor;
}

void MergedRuns::start() {
  size_t n = cursors_.size();
  std::vector<Node> winners(2 * n);
  for (size_t i = 0; i < n; ++i) {
    winners[n + i] = advanced(static_cast<uint32_t>(i));
  }
  for (size_t at = n - 1; at > 0; --at) {
    bool left = before(winners[2 * at], winners[2 * at + 1]);
    winners[at] = winners[2 * at + (left ? 0 : 1)];
    nodes_[at] = winners[2 * at + (left ? 1 : 0)];
  }
  nodes_[0] = winners[1];
}

bool MergedRuns::next() {
  if (cursors_.empty()) return false;
  if (!started_) {
    started_ = true;
    start();
    return !nodes_[0].ended;
  }
  Node winner = advanced(nodes_[0].cursor);
  for (size_t at = (winner.cursor + cursors_.size()) / 2; at > 0; at /= 2) {
    if (before(nodes_[at], winner)) std::swap(nodes_[at], winner);
  }
  nodes_[0] = winner;
  return !winner.ended;
}

}  // namespace wax::index
