#include "index/upkeep/index_keys.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "io/error.h"
#include "text/number.h"

namespace wax::index {

std::string read_keys(const IndexReader& index, const KeyFields& fields,
                      KeyFileWriter& keys) {
  KeyChain chain;
  if (index.documents() == 0) return chain.finish();
  std::vector<std::string> stored = index.stored_fields();
  auto has = [&](const std::string& name) {
    return std::find(stored.begin(), stored.end(), name) != stored.end();
  };
  bool by_url = !stored.empty() && !has(fields.urlkey);
  if (by_url) {
    for (const std::string& name : {fields.url, fields.digest}) {
      if (has(name)) continue;
      throw UsageError("no document of the index stores the field \"" + name +
                       "\", which is a part of its version");
    }
    if (!fields.kind) {
      throw UsageError(
          "the index has no URL keys; give --urlkey to make them from its " +
          fields.url + " field");
    }
  }
  const std::vector<std::string> wanted = {by_url ? fields.url : fields.urlkey,
                                           fields.digest};
  StoredDocument values;
  std::string made;
  for (uint64_t n = 0; n < index.documents(); ++n) {
    index.document(n, wanted, values);
    const std::string& digest = value_of(values, fields.digest);
    const std::string& text = value_of(values, wanted[0]);
    if (by_url) made = cdx::url_key(*fields.kind, text);
    const std::string& key = by_url ? made : text;
    chain.add(key, digest);
    if (!index.is_deleted(n)) keys.add(key, digest, n);
  }
  return chain.finish();
}

VersionsByDocument::VersionsByDocument(const IndexDirectory& index,
                                       const lines::SortOptions& sorting)
    : index_(&index), keys_(index.keys()) {
  if (keys_ == nullptr) return;
  sorted_ = lines::sort_lines(
      lines::made_lines(
          [cursor = KeyFile::Cursor(*keys_)](std::string& line) mutable {
            if (!cursor.next()) return false;
            append_position(line, cursor.document());
            line += cursor.version();
            line.pop_back();
            return true;
          }),
      sorting);
  has_line_ = sorted_->next(line_);
}

const VersionsByDocument::Version& VersionsByDocument::of(uint32_t document) {
  version_.urlkey.clear();
  version_.digest.clear();
  if (keys_ != nullptr) {
    while (has_line_ && position_of(line_) < document) {
      has_line_ = sorted_->next(line_);
    }
    if (!has_line_ || position_of(line_) != document) return version_;
    std::string_view version = line_.substr(kPositionSize);
    size_t space = version.rfind(' ');
    version_.urlkey = version.substr(0, space);
    version_.digest = version.substr(space + 1);
    return version_;
  }
  const IndexDirectory::Part& part = index_->part_of(document);
  uint32_t key = part.segment->field_number("urlkey");
  uint32_t digest = part.segment->field_number("digest");
  part.segment->stored(
      document - part.base,
      [&](uint32_t field) { return field == key || field == digest; },
      [&](uint32_t field, std::string value) {
        (field == key ? version_.urlkey : version_.digest) = std::move(value);
      });
  return version_;
}

IndexKeys::IndexKeys(const IndexReader& index, const KeyFields& fields,
                     const lines::SortOptions& sorting)
    : file_(index.keys()), chain_(index.about("keys")) {
  if (file_ != nullptr && !chain_.empty()) return;
  KeyFileWriter keys(sorting);
  chain_ = read_keys(index, fields, keys);
  made_ = std::make_unique<io::UnnamedFile>(sorting.tmpdir);
  uint64_t size = 0;
  keys.write([&](std::string_view bytes) {
    made_->write(bytes, size);
    size += bytes.size();
  });
  file_ = std::make_unique<const KeyFile>(std::make_shared<io::MappedFile>(
      "/proc/self/fd/" + std::to_string(made_->descriptor()), nullptr));
}

void make_set(std::vector<std::string>& dates) {
  if (!std::is_sorted(dates.begin(), dates.end())) {
    std::sort(dates.begin(), dates.end());
  }
  dates.erase(std::unique(dates.begin(), dates.end()), dates.end());
}

void KeyChain::add(std::string_view urlkey, std::string_view digest) {
  std::string line;
  append_version(line, urlkey, digest);
  digester_.update(line);
}

std::string KeyChain::finish() {
  return warc::to_base32(digester_.finish().bytes());
}

size_t version_size(std::string_view line) { return line.find('\t') + 1; }

void append_position(std::string& line, uint64_t position) {
  text::append_hex_number(position, kPositionSize, line);
}

void append_positioned(std::string& line, uint64_t position,
                       std::string_view date) {
  append_position(line, position);
  line += ' ';
  line += date;
}

uint64_t position_of(std::string_view text) {
  uint64_t position = 0;
  std::from_chars(text.data(), text.data() + kPositionSize, position, 16);
  return position;
}

DatesByPosition::DatesByPosition(std::unique_ptr<lines::LineStream> sorted)
    : lines_(std::move(sorted)) {
  advance();
}

void DatesByPosition::advance() {
  position_ = lines_->next(line_) ? position_of(line_) : UINT64_MAX;
}

void DatesByPosition::take(std::vector<std::string>& dates) {
  uint64_t here = position_;
  while (position_ == here && here != UINT64_MAX) {
    dates.emplace_back(line_.substr(kPositionSize + 1));
    advance();
  }
}

lines::SortOptions sorting_of(const ListJoinOptions& options) {
  return {options.part(3)};
}

WriterOptions writing_of(const ListJoinOptions& options) {
  WriterOptions writing{options.part(8).at_most(uint64_t{128} << 20)};
  writing.force = options.force;
  return writing;
}

void finish_parallel(const IndexReader& index, const IndexKeys& keys,
                     IndexWriter& writer) {
  for (const char* name : {"urlkey", "identity"}) {
    std::string value = index.about(name);
    if (!value.empty()) writer.about(name, value);
  }
  writer.about("keys", keys.chain());
  writer.finish();
}

}  // namespace wax::index
