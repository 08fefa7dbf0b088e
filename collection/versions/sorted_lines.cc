#include "collection/versions/sorted_lines.h"

#include "index/upkeep/index_keys.h"
#include "text/number.h"

namespace wax::collection {
namespace {

using index::append_position;
using index::kPositionSize;
using index::position_of;

constexpr size_t kDateSize = 14;
// Hexadecimal digits of the number of a collection.
constexpr size_t kCollectionSize = 8;
// Before a collection, where dates have a digit.
constexpr char kCollectionMark = 'c';

// Takes the first `size` bytes off.
std::string_view take_front(std::string_view& text, size_t size) {
  std::string_view front = text.substr(0, size);
  text.remove_prefix(front.size());
  return front;
}

char take_char(std::string_view& text) { return take_front(text, 1).front(); }

uint64_t take_position(std::string_view& text) {
  return position_of(take_front(text, kPositionSize));
}

uint64_t collection_number(std::string_view digits) {
  return text::whole_number(digits, 16).value_or(0);
}

}  // namespace

void CaptureLine::append_rest(std::string& line) const {
  line += date;
  line += static_cast<char>(kind);
  append_position(line, position);
  text::append_hex_number(collection, kCollectionSize, line);
}

CaptureLine CaptureLine::parse(std::string_view line) {
  CaptureLine capture;
  capture.version = take_front(line, index::version_size(line));
  capture.date = take_front(line, kDateSize);
  capture.kind = static_cast<CaptureKind>(take_char(line));
  capture.position = take_position(line);
  capture.collection = collection_number(line);
  return capture;
}

void BodyLine::append(std::string& line) const {
  line += digest;
  line += '\t';
  line += static_cast<char>(kind);
  line += date;
  append_position(line, position);
  if (kind != CaptureKind::kRevisit) return;
  line += of_other_url ? '1' : '0';
  line += std::to_string(revisits);
}

BodyLine BodyLine::parse(std::string_view line) {
  BodyLine body;
  body.digest = take_front(line, line.find('\t'));
  line.remove_prefix(1);
  body.kind = static_cast<CaptureKind>(take_char(line));
  bool waits = body.kind == CaptureKind::kRevisit;
  if (!waits) body.date = take_front(line, kDateSize);
  body.position = take_position(line);
  if (!waits) return body;
  body.of_other_url = take_char(line) == '1';
  body.revisits = text::whole_number(line).value_or(0);
  return body;
}

void RevisitedLine::append(std::string& line) const {
  append_position(line, position);
  line += body ? '1' : '0';
  append_position(line, body.value_or(0));
  line += std::to_string(revisits);
}

RevisitedLine RevisitedLine::parse(std::string_view line) {
  RevisitedLine version;
  version.position = take_position(line);
  bool has_body = take_char(line) == '1';
  uint64_t body = take_position(line);
  if (has_body) version.body = body;
  version.revisits = text::whole_number(line).value_or(0);
  return version;
}

void DocumentLine::append(std::string& line) const {
  append_position(line, position);
  line += ' ';
  if (!collection) {
    line += date;
    return;
  }
  line += kCollectionMark;
  text::append_hex_number(*collection, kCollectionSize, line);
}

DocumentLine DocumentLine::parse(std::string_view line) {
  DocumentLine value;
  value.position = take_position(line);
  line.remove_prefix(1);
  if (line.starts_with(kCollectionMark)) {
    value.collection = collection_number(line.substr(1));
  } else {
    value.date = line;
  }
  return value;
}

}  // namespace wax::collection
