// One segment of an index: its fields, terms, norms and stored values.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/store/block_file.h"
#include "index/store/combined_file.h"
#include "index/store/commit.h"
#include "index/store/stored_file.h"
#include "index/store/term_reader.h"
#include "io/compress/text_dictionary.h"
#include "io/mapped_file.h"

namespace wax::index {

// The field whose binary values are packed dates (date_places.h).
inline constexpr std::string_view kDateField = "date";

// How a field is indexed.
struct LuceneField {
  std::string name;
  bool is_indexed = false;
  bool has_norms = false;
  bool has_frequencies = false;
  bool has_positions = false;
  bool has_payloads = false;
};

// Norms of a field, a byte for each document.
class NormReader {
 public:
  NormReader() = default;
  explicit NormReader(const io::FileSlice& slice) : slice_(slice) {}

  // Without norms, each counts 1.
  [[nodiscard]] bool empty() const { return slice_.file == nullptr; }
  [[nodiscard]] uint8_t at(uint32_t document) {
    if (document - first_ >= count_) prepare(document);
    return bytes_[document - first_];
  }
  // Returns the norms of the documents from `first` on, if those up to `last`
  // are in the same piece of memory; else null.
  [[nodiscard]] const uint8_t* range(uint32_t first, uint32_t last) {
    if (first - first_ >= count_) prepare(first);
    return last - first_ < count_ ? bytes_ + (first - first_) : nullptr;
  }

 private:
  void prepare(uint32_t document);

  io::FileSlice slice_;
  const uint8_t* bytes_ = nullptr;  // of the documents from first_ on
  uint32_t first_ = 0;
  uint32_t count_ = 0;
};

// Immutable: any number of threads may read. Methods throw FormatError and
// IoError.
class LuceneSegment {
 public:
  LuceneSegment(const IndexFiles& files, const CommittedSegment& committed);

  [[nodiscard]] uint32_t documents() const { return documents_; }
  [[nodiscard]] bool has_deletions() const { return !deleted_.empty(); }
  [[nodiscard]] bool is_deleted(uint32_t document) const {
    return !deleted_.empty() && (deleted_[document / 8] >> document % 8 & 1);
  }
  // By number.
  [[nodiscard]] const std::vector<LuceneField>& fields() const {
    return fields_;
  }
  // UINT32_MAX if there is no such field.
  [[nodiscard]] uint32_t field_number(std::string_view name) const;
  [[nodiscard]] const TermReader& terms() const { return *terms_; }
  [[nodiscard]] const io::FileSlice& postings() const { return postings_; }
  [[nodiscard]] const io::FileSlice& positions() const { return positions_; }
  [[nodiscard]] NormReader norms(uint32_t field) const;
  // Null when there is no such file.
  [[nodiscard]] const BlockFile* blocks() const { return blocks_.get(); }
  [[nodiscard]] const CombinedFile* combined() const { return combined_.get(); }

  // Calls use(field number, value) for the stored values of the document of
  // which wanted(field number) is true, in their order. Packed dates are a
  // value each. Values of StoredFile are kept in `kept`, unless that is null.
  template <typename Wanted, typename Use>
  void stored(uint32_t document, Wanted&& wanted, Use&& use,
              KeptDocuments* kept = nullptr) const {
    if (stored_) {
      LuceneValues lucene(*this, document);
      stored_->values(
          document, dictionary_.get(), known(wanted),
          [&](uint32_t field, StoredAs as, std::string_view bytes) {
            if (as == StoredAs::kDates) {
              for (std::string& date : dates_of(bytes, 0)) {
                lucene.pass_date();
                use(field, std::move(date));
              }
            } else {
              if (as == StoredAs::kLucene) bytes = lucene.next(field);
              use(field, stored_text(field, as, bytes));
            }
          },
          kept);
      return;
    }
    io::ByteCursor in(values_, value_place(document));
    for (uint32_t left = in.vint(); left > 0; --left) {
      uint32_t field = in.vint();
      if (field >= fields_.size()) fail_field(in);
      uint8_t bits = in.byte();
      uint32_t size = value_size(in, bits);
      if (!wanted(field)) {
        in.skip(size);
        continue;
      }
      uint64_t at = in.at();
      if (has_packed_dates(field, bits)) {
        for (std::string& date : dates_of(in.bytes(size), at)) {
          use(field, std::move(date));
        }
      } else {
        use(field, value_text(in.bytes(size), bits, at, field));
      }
    }
  }
  // Calls use(field number, StoredAs, bytes) for all stored values of the
  // document, as kText those of kLucene. Texts that are not UTF-8 are not
  // repaired. Those of kSha1 are the bytes of the digest.
  template <typename Use>
  void stored_bytes(uint32_t document, Use&& use) const {
    if (stored_) {
      LuceneValues lucene(*this, document);
      auto all = [](uint32_t) { return true; };
      return stored_->values(
          document, dictionary_.get(), known(all),
          [&](uint32_t field, StoredAs as, std::string_view bytes) {
            if (as == StoredAs::kDates) {
              for (size_t n = dates_of(bytes, 0).size(); n > 0; --n) {
                lucene.pass_date();
              }
            }
            if (as != StoredAs::kLucene) return use(field, as, bytes);
            use(field, StoredAs::kText, lucene.next(field));
          });
    }
    io::ByteCursor in(values_, value_place(document));
    for (uint32_t left = in.vint(); left > 0; --left) {
      uint32_t field = in.vint();
      if (field >= fields_.size()) fail_field(in);
      uint8_t bits = in.byte();
      uint32_t size = value_size(in, bits);
      uint64_t at = in.at();
      std::string_view bytes = in.bytes(size);
      if (has_packed_dates(field, bits)) {
        use(field, StoredAs::kDates, bytes);
      } else if (bits <= kValueIsTokenized) {
        use(field, StoredAs::kText, bytes);
      } else if (std::string text; is_bytes(bits, bytes, text)) {
        use(field, StoredAs::kBinary, bytes);
      } else {
        if (text.empty()) text = value_text(bytes, bits, at, field);
        use(field, StoredAs::kText, text);
      }
    }
  }
  // Gives the memory that its files take back to the system. They are read
  // again when they are needed.
  void release() const {
    for (const auto& file : opened_) file->release();
  }
  // Checks that the stored values of each document begin within their file, not
  // before those of the document before it.
  void check_stored_places() const;

 private:
  // The values of a document in Lucene's own files, beside those of a file of
  // our own.
  class LuceneValues {
   public:
    LuceneValues(const LuceneSegment& segment, uint32_t document)
        : segment_(&segment), document_(document) {}
    // The next text of the field. Those of other fields before it are passed
    // over.
    [[nodiscard]] std::string_view next(uint32_t field);
    // The next date is among the packed ones, too.
    void pass_date() { ++passed_; }

   private:
    std::string_view read(uint32_t field);

    const LuceneSegment* segment_;
    uint32_t document_;
    bool begun_ = false;
    uint32_t left_ = 0;
    uint32_t passed_ = 0;  // dates
    io::ByteCursor in_;
  };

  // Whether a field is wanted; one that there is not is damage.
  template <typename Wanted>
  auto known(Wanted& wanted) const {
    return [&](uint32_t field) {
      if (field >= fields_.size()) fail_stored();
      return wanted(field);
    };
  }
  [[noreturn]] void fail_stored() const;
  [[nodiscard]] std::string stored_text(uint32_t field, StoredAs as,
                                        std::string_view bytes) const;
  // Whether a value is bytes that are no compressed text; else that is `text`,
  // if it is one.
  [[nodiscard]] bool is_bytes(uint8_t bits, std::string_view bytes,
                              std::string& text) const;

  [[nodiscard]] io::FileSlice open(const IndexFiles& files,
                                   const std::string& name);
  void open_compound(const IndexFiles& files, const std::string& name);
  void read_fields(const io::FileSlice& slice);
  void open_dictionary(const IndexFiles& files);
  void open_norms(const IndexFiles& files, const CommittedSegment& committed);
  void read_deletions(const IndexFiles& files, const std::string& name);
  [[nodiscard]] uint64_t value_place(uint32_t document) const;
  [[nodiscard]] static uint32_t value_size(io::ByteCursor& in, uint8_t bits);
  [[noreturn]] static void fail_field(const io::ByteCursor& in);

  [[nodiscard]] bool has_packed_dates(uint32_t field, uint8_t bits) const {
    return field == date_field_ && (bits & kValueIsBinary) != 0;
  }
  [[nodiscard]] std::vector<std::string> dates_of(std::string_view packed,
                                                  uint64_t at) const;
  // A value without the compression of its field.
  [[nodiscard]] std::string value_text(std::string_view bytes, uint8_t bits,
                                       uint64_t at, uint32_t field) const;

  // Bits of a stored value (Lucene, FieldsWriter).
  static constexpr uint8_t kValueIsTokenized = 0x01;
  static constexpr uint8_t kValueIsBinary = 0x02;

  uint32_t documents_;
  uint32_t store_first_;
  uint32_t date_field_ = UINT32_MAX;
  std::vector<std::shared_ptr<const io::MappedFile>> opened_;
  std::map<std::string, io::FileSlice> parts_;  // of compound files
  std::vector<LuceneField> fields_;
  std::unique_ptr<TermReader> terms_;
  io::FileSlice postings_;
  io::FileSlice positions_;
  std::unique_ptr<const BlockFile> blocks_;
  std::unique_ptr<const CombinedFile> combined_;
  std::vector<io::FileSlice> norms_;          // by field number
  std::unique_ptr<const StoredFile> stored_;  // null: the two files have them
  io::FileSlice places_;
  io::FileSlice values_;
  std::unique_ptr<const io::TextDictionary> dictionary_;  // null: none
  std::string deleted_;  // a bit for each document; empty: none
};

}  // namespace wax::index
