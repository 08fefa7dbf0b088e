#include "collection/import/block_keeper.h"

#include <algorithm>
#include <utility>

#include "document/maker/document_maker.h"
#include "io/byte_source.h"
#include "warc/http/media_type.h"

namespace wax::collection {
namespace {

bool is_kept(warc::RecordType type) {
  return type == warc::RecordType::kResponse ||
         type == warc::RecordType::kResource ||
         type == warc::RecordType::kConversion ||
         type == warc::RecordType::kRevisit;
}

// By the beginning of its block.
bool is_large_document(std::string_view block, std::string_view content_type) {
  warc::BlockHead head;
  io::MemorySource source(block);
  if (warc::begins_http(block)) {
    head.read(source);
    content_type = head.headers().find("Content-Type").value_or("");
  }
  return document::is_read_from_end(source.peek(1),
                                    warc::bare_type(content_type));
}

}  // namespace

std::string_view BlockKeeper::Tee::peek(size_t at_least) {
  seen_ = source->peek(at_least);
  return seen_;
}

void BlockKeeper::Tee::consume(size_t n) {
  if (arena) {
    std::string_view bytes = seen_.substr(0, n);
    // A head is consumed at once (warc::BlockHead), and only a cut one has so
    // many bytes.
    if (size == 0 && n == warc::kMaxHttpHead && warc::begins_http(bytes)) {
      size_t head = 0;
      head_end_ = {};
      in_long_head = !head_end_.find(bytes, head);
      head_end_.keep_fields();
      // The last line may be half a field.
      if (in_long_head) bytes = bytes.substr(0, bytes.rfind('\n') + 1);
    } else if (in_long_head) {
      bytes.remove_prefix(rest_of_head(bytes));
    }
    auto kept = static_cast<size_t>(std::min<uint64_t>(bytes.size(), room));
    arena->append(bytes, 0, kept);
    room -= kept;
    if (kept < bytes.size()) kept += keep_rest(bytes.substr(kept));
    whole = whole && kept == bytes.size();
  }
  if (check != nullptr) check->add(seen_.substr(0, n));
  size += n;
  source->consume(n);
  seen_ = {};
}

size_t BlockKeeper::Tee::rest_of_head(std::string_view bytes) {
  size_t head = 0;
  in_long_head = !head_end_.find(bytes, head);
  if (!in_long_head) arena->append(head_end_.fields()).append("\n");
  return head;
}

size_t BlockKeeper::Tee::keep_rest(std::string_view bytes) {
  if (more_room == 0) return 0;
  if (rest == nullptr) {
    if (!is_large_document(std::string_view(*arena).substr(start),
                           content_type)) {
      more_room = 0;
      return 0;
    }
    rest = std::make_shared<io::Spool>(*tmpdir);
  }
  bytes = bytes.substr(0, more_room);
  rest->write(bytes);
  more_room -= bytes.size();
  return bytes.size();
}

void BlockKeeper::keep_documents_to(uint64_t limit, std::string tmpdir) {
  document_limit_ = limit;
  tmpdir_ = std::move(tmpdir);
}

BlockKeeper::BlockKeeper(std::unique_ptr<warc::Reader> reader, uint64_t limit,
                         bool captures_come_later,
                         const std::vector<warc::RecordType>& types)
    : reader_(std::move(reader)),
      limit_(limit),
      later_(captures_come_later),
      types_(types) {}

void BlockKeeper::check_blocks(const warc::ArchiveReader& archive,
                               std::string path, ProblemSink& problems) {
  checked_ = {&archive, std::move(path), &problems};
}

void BlockKeeper::use(std::string* arena) {
  arena_ = arena;
  open_ = false;
}

void BlockKeeper::drop() {
  if (open_ && !later_) arena_->resize(kept_.start);
  open_ = false;
}

bool BlockKeeper::next(warc::Record& record) {
  drop();
  if (!reader_->next(record)) return false;
  kept_.type = record.type;
  kept_.start = arena_->size();
  kept_.content_type.assign(record.content_type);
  kept_.record_id.assign(record.headers.find("WARC-Record-ID").value_or(""));
  if (record.type == warc::RecordType::kRevisit) {
    kept_.original = warc::named_original(record.headers);
    kept_.container = warc::container_name(
        record.headers.find(warc::kRefersToContainer).value_or(""));
  }
  if (is_kept(record.type)) read_crawler_fields(record, kept_.crawler_values);
  kept_.first_segment =
      is_kept(record.type) && record.headers.find("WARC-Segment-Number");
  open_ = true;
  tee_.source = record.body;
  block_.clear();
  tee_.arena = !is_kept(record.type) ? nullptr : later_ ? &block_ : arena_;
  tee_.room = limit_;
  tee_.more_room = document_limit_ > limit_ ? document_limit_ - limit_ : 0;
  tee_.tmpdir = &tmpdir_;
  tee_.start = later_ ? 0 : kept_.start;
  tee_.content_type = kept_.content_type;
  tee_.rest.reset();
  kept_.rest.reset();
  tee_.size = 0;
  tee_.whole = true;
  tee_.in_long_head = false;
  tee_.check =
      checked_ && is_kept(record.type) && !checked_->archive->compressed()
          ? &check_
          : nullptr;
  if (tee_.check != nullptr) check_.begin(record);
  record.body = &tee_;
  return true;
}

void BlockKeeper::pass_over() {
  arena_->resize(kept_.start);
  tee_.arena = nullptr;
  tee_.rest.reset();
  check_.forget();
}

warc::Extent BlockKeeper::finish() {
  if (tee_.arena) {
    while (true) {
      std::string_view bytes = tee_.peek();
      if (bytes.empty()) break;
      tee_.consume(bytes.size());
    }
    tee_.arena = nullptr;
  }
  warc::Extent extent = reader_->finish();
  if (tee_.check != nullptr && reader_->intact()) {
    check_.end(checked_->path, extent.offset, *checked_->problems);
  }
  check_.forget();
  kept_.size = tee_.size;
  kept_.whole = tee_.whole;
  kept_.rest = std::move(tee_.rest);
  kept_.intact = reader_->intact();
  // What was kept stays until the caller drops it.
  open_ = false;
  if (later_ && std::count(types_.begin(), types_.end(), kept_.type) > 0) {
    waiting_.push_back({kept_, std::move(block_)});
  }
  return extent;
}

const BlockKeeper::Kept& BlockKeeper::take() {
  if (later_) {
    kept_ = std::move(waiting_.front().kept);
    kept_.start = arena_->size();
    arena_->append(waiting_.front().block);
    waiting_.pop_front();
  }
  return kept_;
}

}  // namespace wax::collection
