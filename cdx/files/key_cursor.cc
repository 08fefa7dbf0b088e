#include "cdx/files/key_cursor.h"

#include <optional>

#include "cdx/files/open_cdx.h"
#include "cdx/format/identity_line.h"
#include "io/error.h"

namespace wax::cdx {
namespace {

// Lines are in order of the key and what separates it from the date.
bool is_less(std::string_view key, std::string_view other) {
  const int order =
      key.substr(0, other.size()).compare(other.substr(0, key.size()));
  if (order != 0 || key.size() == other.size()) return order < 0;
  return key.size() < other.size() ? other[key.size()] > ' '
                                   : key[other.size()] < ' ';
}

std::vector<std::string> joined(std::vector<std::string> names,
                                const std::vector<std::string>& others) {
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

}  // namespace

KeyCursor::KeyCursor(const std::string& path,
                     const std::vector<std::string>& names, UrlKeyKind kind,
                     ProblemSink& problems,
                     const std::vector<std::string>& optional)
    : lines_(open_cdx(path)),
      kind_(kind),
      problems_(problems),
      fields_(joined(names, optional), kind) {
  for (size_t i = 0; i < optional.size(); ++i) {
    fields_.allow_missing(names.size() + i);
  }
  fields_.begin(*lines_);
  next();
}

void KeyCursor::each_of(
    std::string_view key,
    const std::function<void(const LineFields& fields)>& use) {
  while (!at_end_ && is_less(key_, key)) next();
  while (!at_end_ && key_ == key) {
    use(fields_);
    next();
  }
}

void KeyCursor::each(const std::function<void(const LineFields& fields)>& use) {
  for (; !at_end_; next()) use(fields_);
}

void KeyCursor::read_rest() {
  while (!at_end_) next();
}

void KeyCursor::next() {
  std::string_view line;
  while (lines_->next(line)) {
    const LineFields::Line read = fields_.read(line);
    if (read == LineFields::Line::kMetadata) continue;
    if (read == LineFields::Line::kBad) {
      problems_.report({Severity::kLost, "cdx-bad-line", lines_->name(),
                        std::nullopt,
                        "line " + std::to_string(lines_->line_number()) + ": " +
                            std::string(fields_.problem())});
      continue;
    }
    const std::string_view key = fields_[0];
    if (auto kind = kind_of_key(key); kind && *kind != kind_) {
      throw UsageError(lines_->name() + ": has " + std::string(name(*kind)) +
                       " keys, not " + std::string(name(kind_)) + " keys");
    }
    if (is_less(key, key_)) {
      throw lines::LineError(lines_->name(), lines_->line_number(),
                             "this line is out of order; sort the file with "
                             "wax cdx-sort");
    }
    key_ = key;
    return;
  }
  at_end_ = true;
}

}  // namespace wax::cdx
