#include "warc/extract/record_copies.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "text/ascii.h"
#include "warc/writer/arc_to_warc.h"
#include "warc/writer/header_edit.h"

namespace wax::warc {
namespace {

// Before a record, requests are looked for in so many bytes as stored.
constexpr uint64_t kBefore = 64 << 10;
// Records that belong to one, on each side of it.
constexpr size_t kMostBeside = 8;
// So far into an archive a warcinfo record is looked for that is not the first:
// files of several archives have them.
constexpr uint64_t kMostBeforeInfo = 16 << 20;

constexpr std::string_view kConcurrentTo = "WARC-Concurrent-To";
constexpr std::string_view kWarcinfoId = "WARC-Warcinfo-ID";

std::string bare_id(std::string_view id) {
  return std::string(text::trim(id, "<> \t"));
}

std::string id_of(const Record& record) {
  return bare_id(record.headers.find("WARC-Record-ID").value_or(""));
}

std::vector<std::string> ids_in(const Record& record, std::string_view field) {
  std::vector<std::string> ids;
  for (std::string_view id : record.headers.find_all(field)) {
    ids.push_back(bare_id(id));
  }
  return ids;
}

bool is_one_of(const std::string& id, const std::vector<std::string>& ids) {
  return !id.empty() && std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace

RecordCopies::Names::Names(const Record& record)
    : id(id_of(record)),
      concurrent(ids_in(record, kConcurrentTo)),
      url(record.target_uri),
      date(record.date) {}

bool RecordCopies::Names::own(const Record& other) const {
  if (other.type != RecordType::kRequest &&
      other.type != RecordType::kMetadata) {
    return false;
  }
  std::vector<std::string> named = ids_in(other, kConcurrentTo);
  for (std::string& one : ids_in(other, "WARC-Refers-To")) {
    named.push_back(std::move(one));
  }
  if (is_one_of(id, named) || is_one_of(id_of(other), concurrent)) return true;
  return named.empty() && other.type == RecordType::kRequest &&
         other.target_uri == url && other.date == date;
}

RecordCopies::RecordCopies(Writer& writer, std::string software,
                           ProblemSink& problems)
    : writer_(&writer), software_(std::move(software)), problems_(&problems) {}

void RecordCopies::begin(std::string_view date, std::string_view description) {
  std::string block = "software: " + software_ +
                      "\r\nformat: WARC File Format 1.1\r\ndescription: ";
  for (char c : description) block += text::is_control_or_space(c) ? ' ' : c;
  block += "\r\n";
  const std::string id =
      "<urn:uuid:" + name_uuid(std::string(date) + '\n' + block) + '>';
  const std::vector<Field> fields = {
      {"WARC-Type", "warcinfo"},
      {"WARC-Record-ID", id},
      {"WARC-Date", date},
      {"Content-Type", "application/warc-fields"}};
  writer_->write(fields, block);
  own_info_ = id;
  infos_.insert(bare_id(id));
}

bool RecordCopies::take(Reader& reader, const Record& record, Copy& copy) {
  copy.header = record.raw_header;
  copy.info = bare_id(record.headers.find(kWarcinfoId).value_or(""));
  copy.length = record.content_length;
  copy.block.clear();
  for (;;) {
    const std::string_view bytes = record.body->peek();
    if (bytes.empty()) break;
    copy.block.write(bytes);
    record.body->consume(bytes.size());
  }
  reader.finish();
  return reader.intact() && copy.block.size() == copy.length;
}

Extent RecordCopies::write(const Place& place, Copy& copy) {
  if (!copy.info.empty()) copy_info(place, copy.info);
  return write_named(copy);
}

// A record that names no warcinfo record would belong to the last one.
Extent RecordCopies::write_named(Copy& copy) {
  if (copy.info.empty() && !is_own_last_ && !own_info_.empty()) {
    const FieldChange named[] = {{kWarcinfoId, own_info_}};
    copy.header = edited_header(copy.header, named);
  }
  ++written_;
  copy.block.rewind();
  return writer_->copy(copy.header, copy.block, copy.length);
}

std::optional<Extent> RecordCopies::copy(Reader& reader, Record& record,
                                         const std::string& path,
                                         const std::string& header) {
  if (record.format == Format::kArc) return copy_arc(reader, record, path);
  const Names names(record);
  const Place place{path, record.offset};
  Copy whole;
  if (!take(reader, record, whole)) return std::nullopt;
  if (!header.empty()) whole.header = header;
  copy_before(place, names);
  const Extent extent = write(place, whole);
  copy_after(reader, place, names);
  return extent;
}

std::optional<Extent> RecordCopies::copy_copied(Reader& reader, uint64_t offset,
                                                const std::string& header) {
  std::optional<Extent> extent;
  Record record;
  Copy copy;
  while (reader.next(record)) {
    const bool is_info = record.type == RecordType::kWarcinfo;
    const bool is_it = record.offset == offset;
    const std::string id = id_of(record);
    if (!take(reader, record, copy)) return std::nullopt;
    if (is_info && !is_it) {
      if (is_new_info(id)) write_info(copy);
      continue;
    }
    if (!copy.info.empty()) (void)is_new_info(copy.info);
    if (is_it && !header.empty()) copy.header = header;
    const Extent one = write_named(copy);
    if (is_it) extent = one;
  }
  return extent;
}

bool RecordCopies::is_new_info(const std::string& id) {
  return infos_.insert(bare_id(id)).second;
}

// Mostly the first record of the archive. One that is not found is looked for
// once.
void RecordCopies::copy_info(const Place& place, const std::string& id) {
  if (!is_new_info(id)) return;
  Copy info;
  if (find_info(place, id, info)) write_info(info);
}

void RecordCopies::write_info(Copy& info) {
  info.block.rewind();
  (void)writer_->copy(info.header, info.block, info.length);
  is_own_last_ = false;
}

bool RecordCopies::find_info(const Place& place, const std::string& id,
                             Copy& info) {
  const uint64_t end = std::min(place.offset, kMostBeforeInfo);
  NoProblems told_by_others;
  try {
    auto reader = open_archive(place.path, told_by_others);
    Record record;
    while (reader->next(record) && record.offset < end) {
      if (record.type == RecordType::kWarcinfo && id_of(record) == id) {
        return take(*reader, record, info);
      }
    }
  } catch (const IoError&) {
    // The record itself was read.
  }
  return false;
}

// The last records before `offset`. Where the first of them begins is a guess;
// it was right when the record at `offset` follows.
void RecordCopies::copy_before(const Place& place, const Names& names) {
  const auto& [path, offset] = place;
  if (offset == 0 || io::is_url(path) || io::entry_path(path)) return;
  NoProblems told_by_others;
  const uint64_t begin = offset - std::min(offset, kBefore);
  auto reader =
      begin == 0
          ? open_archive(path, told_by_others)
          : open_archive_near(path, begin, offset, told_by_others).reader;
  if (reader == nullptr) return;
  std::deque<Copy> before;
  Record record;
  while (reader->next(record) && record.offset < offset) {
    if (!names.own(record)) {
      before.clear();
      continue;
    }
    before.emplace_back();
    if (!take(*reader, record, before.back())) before.pop_back();
    if (before.size() > kMostBeside) before.pop_front();
  }
  if (record.offset != offset) return;
  for (Copy& one : before) (void)write(place, one);
}

void RecordCopies::copy_after(Reader& reader, const Place& place,
                              const Names& names) {
  Record record;
  Copy one;
  for (size_t i = 0; i < kMostBeside; ++i) {
    if (!reader.next(record) || !names.own(record)) return;
    if (take(reader, record, one)) (void)write(place, one);
  }
}

std::optional<Extent> RecordCopies::copy_arc(Reader& reader, Record& record,
                                             const std::string& path) {
  // Another one for each: ids do not depend on the records before.
  ArcToWarc arc({std::string(io::base_name(path)), "", software_}, *writer_,
                *problems_);
  arc.ask([this](const std::string& id) {
    is_own_last_ = false;
    return is_new_info(id);
  });
  Problem where;
  where.file = path;
  where.offset = record.offset;
  arc.take(record);
  reader.finish();
  if (!reader.intact()) return std::nullopt;
  auto extent = arc.write(where);
  if (extent) ++written_;
  return extent;
}

}  // namespace wax::warc
