#include "index/writer/stored_merger.h"

#include <algorithm>
#include <array>
#include <deque>

#include "index/store/date_places.h"
#include "io/ordered_pool.h"
#include "text/utf8.h"
#include "warc/record/digest.h"

namespace wax::index {

// Trains the dictionary as IndexWriter does for the same documents.
void StoredMerger::make_dictionary() {
  io::TextSamples samples;
  uint64_t sampled = 0;
  for (uint32_t i = 0; i < plan_.documents && !samples.suffice(sampled); ++i) {
    const auto& [part, document] = plan_.place(i);
    part->segment->stored_bytes(
        document,
        [&, from = part](uint32_t field, StoredAs as, std::string_view bytes) {
          const Field& known = *plan_.fields.list()[from->fields[field]];
          sampled += as == StoredAs::kSha1 ? kSha1Text : bytes.size();
          if (known.stored == Stored::kCompressed) samples.add(bytes);
        });
  }
  dictionary_ = samples.train();
  if (!dictionary_) return;
  IndexFile file(directory_ + '/' + std::string(kDictionaryName));
  file.write(dictionary_->bytes());
  file.finish();
}

void StoredMerger::write_text(uint32_t number, std::string_view text,
                              Makers& makers) const {
  std::string repaired;
  if (text::ascii_prefix(text) < text.size()) {
    repaired = text::sane(text);
    text = repaired;
  }
  const Field& field = *plan_.fields.list()[number];
  if (field.stored != Stored::kLucene) {
    return makers.blocks.add_text(number, text);
  }
  makers.blocks.add_lucene(number);
  makers.lucene.add(number, text, field.indexed == Indexed::kWords);
}

void StoredMerger::write_value(const MergePart& part, uint32_t field,
                               StoredAs as, std::string_view bytes,
                               Makers& makers) const {
  uint32_t number = part.fields[field];
  const Stored stored = plan_.fields.list()[number]->stored;
  if (as == StoredAs::kDates) {
    makers.blocks.add_dates(number, bytes);
    return makers.lucene.add_dates(number, bytes);
  }
  if (as == StoredAs::kBinary) return makers.blocks.add_binary(number, bytes);
  if (stored == Stored::kCompressed && as != StoredAs::kSha1) {
    return makers.blocks.add_long(number, bytes);
  }
  if (as != StoredAs::kSha1) return write_text(number, bytes, makers);
  if (stored != Stored::kLucene) return makers.blocks.add_sha1(number, bytes);
  std::string digest = "sha1:";
  warc::append_base32(bytes, digest);
  write_text(number, digest, makers);
}

// The values of a document and of those that it stands for, as a set.
void StoredMerger::write_united(std::string_view field, uint32_t number,
                                const MergePart& part, uint32_t document,
                                Makers& makers) const {
  std::vector<std::string> all;
  uint32_t merged = 0;
  auto take = [&](const MergePart& from, uint32_t at) {
    uint32_t own = from.segment->field_number(field);
    if (own == UINT32_MAX) return;
    merged = from.fields[own];
    from.segment->stored(
        at, [&](uint32_t one) { return one == own; },
        [&](uint32_t, std::string value) { all.push_back(std::move(value)); });
  };
  take(part, document);
  for (const JoinedDocument& same : plan_.joined_to(number)) {
    for (const MergePart& other : plan_.parts) {
      if (other.source_number == same.source &&
          same.document - other.base < other.segment->documents()) {
        take(other, same.document - other.base);
      }
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<std::string_view> views(all.begin(), all.end());
  if (std::string packed;
      field == "date" && !all.empty() && pack_dates(views, packed)) {
    makers.blocks.add_dates(merged, packed);
    return makers.lucene.add_dates(merged, packed);
  }
  for (const std::string& value : all) write_text(merged, value, makers);
}

void StoredMerger::write(Job& job, Makers& makers) const {
  struct United {
    std::string_view field;
    uint32_t own = UINT32_MAX;  // its number in the part
    bool written = false;
  };
  std::array<United, 2> united = {{{"date"}, {"collection"}}};
  makers.blocks.begin(dictionary_.get(), job.blocks);
  makers.lucene.begin(job.lucene);
  for (const auto& [from, document] : job.documents) {
    const MergePart& part = *from;
    uint32_t at = document;
    uint32_t number = part.number(at);
    bool joined = !plan_.joined_to(number).empty();
    for (United& one : united) {
      one.own = part.segment->field_number(one.field);
      one.written = !joined;
    }
    auto write = [&](United& one) {
      if (one.written) return;
      write_united(one.field, number, part, at, makers);
      one.written = true;
    };
    part.segment->stored_bytes(
        at, [&](uint32_t field, StoredAs as, std::string_view bytes) {
          for (United& one : united) {
            if (joined && field == one.own) return write(one);
          }
          write_value(part, field, as, bytes, makers);
        });
    for (United& one : united) write(one);
    makers.blocks.end_document();
    makers.lucene.end_document();
  }
  makers.blocks.finish();
}

void StoredMerger::run() {
  make_dictionary();
  StoredFileWriter file(directory_ + '/' + stored_file_name("_0"));
  LuceneStoredWriter lucene(directory_ + "/_0");
  std::deque<Makers> makers(threads_);
  io::OrderedPool<std::unique_ptr<Job>> jobs(
      threads_ - 1, [&](std::unique_ptr<Job>& job, size_t thread) {
        write(*job, makers[thread]);
      });
  auto drain = [&](size_t most) {
    while (jobs.size() > most) {
      std::unique_ptr<Job> done = jobs.take();
      file.add(done->blocks);
      lucene.add(done->lucene);
    }
  };
  auto job = std::make_unique<Job>();
  auto hand_out = [&] {
    drain(2 * threads_ - 1);
    jobs.put(std::exchange(job, std::make_unique<Job>()));
  };
  for (uint32_t i = 0; i < plan_.documents; ++i) {
    job->documents.push_back(plan_.place(i));
    if (job->documents.size() == kDocumentsOfAJob) hand_out();
  }
  hand_out();
  drain(0);
  file.finish(static_cast<uint32_t>(plan_.documents));
  lucene.finish();
}

}  // namespace wax::index
