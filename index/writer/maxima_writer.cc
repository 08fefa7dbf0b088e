#include "index/writer/maxima_writer.h"

#include <bit>
#include <cstring>
#include <memory>
#include <string_view>

#include "index/store/byte_buffer.h"
#include "index/store/commit.h"
#include "index/store/impact_bounds.h"
#include "index/store/index_segment.h"
#include "index/store/maxima.h"
#include "index/store/posting_cursor.h"
#include "index/writer/segment_files.h"

namespace wax::index {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename Number>
void put_little(Number number, ByteBuffer& out) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append({bytes, sizeof number});
}

constexpr uint32_t kMostFrequency = (1U << 23) - 1;

// The blocks of one term.
void append_blocks(const IndexSegment& segment, const TermWalk& walk,
                   ByteBuffer& out) {
  NormReader norms = segment.norms(walk.field());
  PostingCursor cursor(segment, walk.field(), walk.place());
  uint32_t count = 0;
  uint32_t last = 0;
  GreatestImpact greatest;
  auto end_of_block = [&] {
    put_little(last, out);
    Impact impact = greatest.impact();
    if (impact.frequency > kMostFrequency) impact.frequency = 0;
    uint32_t rival = impact.has_rival ? 1 : 0;
    put_little((impact.frequency << 1 | rival) << 8 | impact.norm, out);
    count = 0;
    greatest = {};
  };
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t frequency) {
    greatest.add(frequency, norms.empty() ? kNormOfOne : norms.at(document));
    last = document;
    if (++count == MaximaFile::kBlock) end_of_block();
  });
  if (count > 0) end_of_block();
}

void write_segment_maxima(const IndexSegment& segment,
                          const std::string& path) {
  std::unique_ptr<IndexFile> file;
  uint64_t blocks = 0;
  ByteBuffer terms;
  ByteBuffer bytes;
  for (TermWalk walk = segment.terms().all(); !walk.ended(); walk.next()) {
    if (walk.place().documents < MaximaFile::kBlock ||
        !segment.fields()[walk.field()].has_frequencies) {
      continue;
    }
    if (!file) {
      file = std::make_unique<IndexFile>(path);
      bytes.append('\0', MaximaFile::kHeaderSize);
      file->write(bytes.view());
    }
    put_little(walk.place().postings, terms);
    put_little(blocks, terms);
    bytes.clear();
    append_blocks(segment, walk, bytes);
    blocks += bytes.size() / MaximaFile::kBlockSize;
    file->write(bytes.view());
  }
  if (!file) return;
  file->write(terms.view());
  bytes.clear();
  bytes.append(MaximaFile::kMark);
  put_little(MaximaFile::kBlock, bytes);
  put_little(segment.documents(), bytes);
  put_little(blocks, bytes);
  put_little(uint64_t{terms.size() / MaximaFile::kTermSize}, bytes);
  file->patch(bytes.view(), 0);
  file->finish();
}

}  // namespace

void write_maxima(const std::string& directory) {
  IndexFiles files(directory, nullptr);
  for (const CommittedSegment& committed : read_commit(files)) {
    write_segment_maxima(IndexSegment(files, committed),
                         directory + '/' + maxima_name(committed.name));
  }
}

}  // namespace wax::index
