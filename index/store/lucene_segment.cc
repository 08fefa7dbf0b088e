#include "index/store/lucene_segment.h"

#include <algorithm>
#include <bit>

#include "index/store/date_places.h"
#include "text/utf8.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

// Bits of a field (Lucene, FieldInfos).
constexpr uint8_t kFieldIsIndexed = 0x01;
constexpr uint8_t kOmitsNorms = 0x10;
constexpr uint8_t kHasPayloads = 0x20;
constexpr uint8_t kOmitsFrequencies = 0x40;
constexpr uint8_t kOmitsPositions = 0x80;

// Bits of a stored value (Lucene, FieldsWriter).
constexpr uint8_t kValueIsCompressed = 0x04;
constexpr uint8_t kValueIsNumber = 0x38;
constexpr unsigned kNumberShift = 3;

constexpr uint64_t kNormHeader = 4;
constexpr uint64_t kPlaceHeader = 4;
constexpr uint32_t kFieldsWithFormat = static_cast<uint32_t>(-2);
constexpr uint32_t kFieldsWithoutPositions = static_cast<uint32_t>(-3);

constexpr std::string_view kImpossible =
    "this index file is damaged: it has an impossible number";

std::string readable(std::string_view bytes) {
  if (text::ascii_prefix(bytes) == bytes.size()) return std::string(bytes);
  return text::sane(bytes);
}

}  // namespace

void NormReader::prepare(uint32_t document) {
  if (document >= slice_.size()) slice_.fail(document, kImpossible);
  uint64_t at = slice_.begin + document;
  uint64_t end = std::min(slice_.file->check(at), slice_.end);
  bytes_ = slice_.file->bytes() + at;
  first_ = document;
  count_ = static_cast<uint32_t>(end - at);
}

LuceneSegment::LuceneSegment(const IndexFiles& files,
                             const CommittedSegment& committed)
    : documents_(committed.documents), store_first_(committed.store_first) {
  const std::string& name = committed.name;
  if (committed.is_compound) open_compound(files, name + ".cfs");
  read_fields(open(files, name + ".fnm"));
  std::vector<std::string> names;
  bool has_positions = false;
  for (const LuceneField& field : fields_) {
    names.push_back(field.name);
    has_positions |= field.has_positions;
  }
  date_field_ = field_number(kDateField);
  terms_ = std::make_unique<TermReader>(open(files, name + ".tis"),
                                        open(files, name + ".tii"), names);
  postings_ = open(files, name + ".frq");
  if (has_positions) positions_ = open(files, name + ".prx");
  open_norms(files, committed);
  // Without a manifest nothing says that they belong to these postings.
  if (std::string blocks = block_file_name(name);
      files.is_checked() && files.has(blocks)) {
    blocks_ = std::make_unique<BlockFile>(files.open(blocks), documents_);
  }
  if (std::string combined = combined_file_name(name);
      files.is_checked() && files.has(combined)) {
    combined_ =
        std::make_unique<CombinedFile>(files.open(combined), documents_);
  }
  if (std::string stored = stored_file_name(name);
      committed.store == name && files.has(stored)) {
    stored_ = std::make_unique<StoredFile>(files.open(stored), documents_);
  }
  open_dictionary(files);
  if (committed.deletions >= 0) {
    std::string deletions = with_generation(name, committed.deletions) + ".del";
    if (committed.deletions > 0 || files.has(deletions)) {
      read_deletions(files, deletions);
    }
  }

  if (committed.store_is_compound) {
    open_compound(files, committed.store + ".cfx");
  }
  places_ = open(files, committed.store + ".fdx");
  values_ = open(files, committed.store + ".fdt");
  uint32_t format = places_.int_at(0);
  if (format < 1 || format > 3) {
    places_.fail(0,
                 "this index file has a format that is not read; those of "
                 "Lucene 2.4 to 3.6 are");
  }
  uint64_t places = (places_.size() - kPlaceHeader) / 8;
  if (places < uint64_t{store_first_} + documents_) {
    places_.fail(places_.size(),
                 "this index file is damaged: it ends too early");
  }
}

io::FileSlice LuceneSegment::open(const IndexFiles& files,
                                  const std::string& name) {
  if (auto part = parts_.find(name); part != parts_.end()) return part->second;
  opened_.push_back(files.open(name));
  return {opened_.back().get(), 0, opened_.back()->size()};
}

void LuceneSegment::open_compound(const IndexFiles& files,
                                  const std::string& name) {
  opened_.push_back(files.open(name));
  io::FileSlice whole{opened_.back().get(), 0, opened_.back()->size()};
  io::ByteCursor in(whole);
  uint32_t count = in.vint();
  io::FileSlice* last = nullptr;
  for (; count > 0; --count) {
    uint64_t begin = in.fixed_long();
    if (begin > whole.end || (last != nullptr && begin < last->begin)) {
      in.fail(kImpossible);
    }
    if (last != nullptr) last->end = begin;
    last = &parts_[std::string(in.bytes(in.vint()))];
    *last = {whole.file, begin, whole.end};
  }
}

void LuceneSegment::read_fields(const io::FileSlice& slice) {
  io::ByteCursor in(slice);
  uint32_t count = in.vint();
  if (count == kFieldsWithFormat || count == kFieldsWithoutPositions) {
    count = in.vint();
  }
  for (; count > 0; --count) {
    LuceneField field;
    field.name = in.bytes(in.vint());
    uint8_t bits = in.byte();
    bool indexed = (bits & kFieldIsIndexed) != 0;
    field.is_indexed = indexed;
    field.has_norms = indexed && (bits & kOmitsNorms) == 0;
    field.has_frequencies = indexed && (bits & kOmitsFrequencies) == 0;
    field.has_positions =
        field.has_frequencies && (bits & kOmitsPositions) == 0;
    field.has_payloads = field.has_positions && (bits & kHasPayloads) != 0;
    fields_.push_back(std::move(field));
  }
}

void LuceneSegment::open_dictionary(const IndexFiles& files) {
  const std::string name(kDictionaryName);
  if (!files.has(name)) return;
  io::FileSlice slice = open(files, name);
  dictionary_ = io::TextDictionary::of(
      std::string(io::ByteCursor(slice).bytes(slice.size())));
  if (dictionary_ == nullptr) slice.fail(0, kImpossible);
}

void LuceneSegment::open_norms(const IndexFiles& files,
                               const CommittedSegment& committed) {
  norms_.resize(fields_.size());
  io::FileSlice all;
  uint64_t at = kNormHeader;
  for (uint32_t i = 0; i < fields_.size(); ++i) {
    if (!fields_[i].has_norms) continue;
    int64_t generation = i < committed.norms.size() ? committed.norms[i] : -1;
    std::string number = std::to_string(i);
    std::string own =
        with_generation(committed.name, generation) + ".s" + number;
    uint64_t begin = 0;
    if (generation > 0 || (generation == 0 && files.has(own))) {
      norms_[i] = open(files, own);
    } else if (committed.has_single_norm_file) {
      if (all.file == nullptr) all = open(files, committed.name + ".nrm");
      norms_[i] = all;
      begin = at;
    } else {
      norms_[i] = open(files, committed.name + ".f" + number);
    }
    at += documents_;
    io::FileSlice& norms = norms_[i];
    if (begin + documents_ > norms.size()) {
      norms.fail(norms.size(), "this index file is damaged: it ends too early");
    }
    norms.begin += begin;
    norms.end = norms.begin + documents_;
  }
}

void LuceneSegment::read_deletions(const IndexFiles& files,
                                   const std::string& name) {
  io::ByteCursor in(open(files, name));
  uint32_t size = in.fixed_int();
  bool sparse = size == UINT32_MAX;
  if (sparse) size = in.fixed_int();
  uint32_t set = in.fixed_int();
  if (size != documents_) in.fail(kImpossible);
  std::string bits(size / 8 + 1, '\0');
  if (!sparse) {
    bits = in.bytes(bits.size());
  } else {
    uint64_t at = 0;
    for (uint32_t left = set; left > 0;) {
      at += in.vint();
      if (at >= bits.size()) in.fail(kImpossible);
      uint8_t byte = in.byte();
      auto here = static_cast<uint32_t>(std::popcount(byte));
      if (here == 0 || here > left) in.fail(kImpossible);
      left -= here;
      bits[at] = static_cast<char>(byte);
    }
  }
  if (set > 0) deleted_ = std::move(bits);
}

uint32_t LuceneSegment::field_number(std::string_view name) const {
  for (uint32_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].name == name) return i;
  }
  return UINT32_MAX;
}

NormReader LuceneSegment::norms(uint32_t field) const {
  const io::FileSlice& slice = norms_[field];
  return slice.file == nullptr ? NormReader() : NormReader(slice);
}

uint64_t LuceneSegment::value_place(uint32_t document) const {
  uint64_t at = kPlaceHeader + 8 * (uint64_t{store_first_} + document);
  uint64_t place = places_.long_at(at);
  if (place >= values_.size()) places_.fail(at, kImpossible);
  return place;
}

void LuceneSegment::check_stored_places() const {
  io::ByteCursor in(places_, kPlaceHeader + 8 * uint64_t{store_first_});
  uint64_t last = 0;
  for (uint32_t i = 0; i < documents_; ++i) {
    uint64_t place = in.fixed_long();
    if (place >= values_.size() || place < last) {
      places_.fail(in.at() - 8, kImpossible);
    }
    last = place;
  }
}

uint32_t LuceneSegment::value_size(io::ByteCursor& in, uint8_t bits) {
  switch ((bits & kValueIsNumber) >> kNumberShift) {
    case 0:
      return in.vint();
    case 1:  // int
    case 3:  // float
      return 4;
    case 2:  // long
    case 4:  // double
      return 8;
    default:
      in.fail(kImpossible);
  }
}

void LuceneSegment::fail_stored() const {
  places_.fail(0, "stored values are of a field that the index does not have");
}

std::string LuceneSegment::stored_text(uint32_t field, StoredAs as,
                                       std::string_view bytes) const {
  if (as == StoredAs::kBinary) {
    return value_text(bytes, kValueIsBinary, 0, field);
  }
  if (as == StoredAs::kLong) return std::string(bytes);
  if (as == StoredAs::kText || as == StoredAs::kLucene) return readable(bytes);
  std::string text = "sha1:";
  warc::append_base32(bytes, text);
  return text;
}

std::string_view LuceneSegment::LuceneValues::next(uint32_t field) {
  if (field == segment_->date_field_) {
    for (; passed_ > 0; --passed_) (void)read(field);
  }
  return read(field);
}

std::string_view LuceneSegment::LuceneValues::read(uint32_t field) {
  if (!begun_) {
    begun_ = true;
    in_ = io::ByteCursor(segment_->values_, segment_->value_place(document_));
    left_ = in_.vint();
  }
  for (; left_ > 0; --left_) {
    uint32_t here = in_.vint();
    uint8_t bits = in_.byte();
    uint32_t size = value_size(in_, bits);
    if (here != field) {
      in_.skip(size);
      continue;
    }
    if (bits > kValueIsTokenized) break;
    --left_;
    return in_.bytes(size);
  }
  in_.fail("this index file is damaged: a stored value is missing");
}

bool LuceneSegment::is_bytes(uint8_t bits, std::string_view bytes,
                             std::string& text) const {
  if (bits != kValueIsBinary) return false;
  return !io::decompress_value(bytes, text);
}

void LuceneSegment::fail_field(const io::ByteCursor& in) {
  in.fail(kImpossible);
}

std::vector<std::string> LuceneSegment::dates_of(std::string_view packed,
                                                 uint64_t at) const {
  std::vector<std::string> dates;
  if (!each_packed_date(packed, [&](uint64_t number) {
        put_date(number, dates.emplace_back(14, '\0').data());
      })) {
    values_.fail(at, kImpossible);
  }
  return dates;
}

std::string LuceneSegment::value_text(std::string_view bytes, uint8_t bits,
                                      uint64_t at, uint32_t field) const {
  if (uint8_t kind = (bits & kValueIsNumber) >> kNumberShift; kind != 0) {
    uint64_t number = 0;
    for (char byte : bytes) {
      number = number << 8 | static_cast<unsigned char>(byte);
    }
    if (kind == 1) return std::to_string(static_cast<int32_t>(number));
    if (kind == 2) return std::to_string(static_cast<int64_t>(number));
    if (kind == 3) {
      return std::to_string(
          std::bit_cast<float>(static_cast<uint32_t>(number)));
    }
    return std::to_string(std::bit_cast<double>(number));
  }
  if ((bits & (kValueIsBinary | kValueIsCompressed)) == 0) {
    return readable(bytes);
  }
  std::string value;
  if (!io::decompress_value(bytes, value)) {
    values_.fail(at, "a stored value of the field " + fields_[field].name +
                         " cannot be decompressed");
  }
  return (bits & kValueIsBinary) != 0 ? value : readable(value);
}

}  // namespace wax::index
