#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "document/charset/charset.h"
#include "document/formats/code_pages.h"
#include "document/formats/old_office.h"

namespace wax::document {
namespace {

// Records (MS-XLS 2.3.2).
enum ExcelRecord : uint16_t {
  kFormula = 0x0006,
  kEndOfStream = 0x000A,
  kFilePass = 0x002F,
  kContinue = 0x003C,
  kCodepage = 0x0042,
  kBoundSheet = 0x0085,
  kMulRk = 0x00BD,
  kRichString = 0x00D6,
  kSharedStrings = 0x00FC,
  kLabelShared = 0x00FD,
  kTextObject = 0x01B6,
  kHyperlink = 0x01B8,
  kNumber = 0x0203,
  kLabel = 0x0204,
  kString = 0x0207,
  kRk = 0x027E,
  kBegin = 0x0809,
};

constexpr size_t kRecordHead = 4;

// Bytes of a record and of those that continue it, with the place where each
// of these begins.
struct Continued {
  std::string bytes;
  std::vector<size_t> parts;
};

// Strings of BIFF8 in such bytes (MS-XLS 2.5.293): where the letters of one go
// on in another record, it says again how wide they are.
class ExcelStrings {
 public:
  explicit ExcelStrings(const Continued& data, size_t at)
      : data_(&data), at_(at) {}

  [[nodiscard]] bool at_end() const { return at_ >= data_->bytes.size(); }

  std::string next() {
    constexpr uint8_t kPhonetic = 4;
    constexpr uint8_t kRuns = 8;
    size_t left = u16_at(data_->bytes, at_);
    at_ += 2;
    const uint8_t flags = byte();
    size_t behind = 0;
    if ((flags & kRuns) != 0) {
      behind += size_t{4} * u16_at(data_->bytes, at_);
      at_ += 2;
    }
    if ((flags & kPhonetic) != 0) {
      behind += u32_at(data_->bytes, at_);
      at_ += 4;
    }
    std::string text = letters(left, flags);
    at_ += behind;
    return text;
  }

  // `left` letters, of two bytes when `flags` say so.
  std::string letters(size_t left, uint8_t flags) {
    std::string utf16;
    while (left > 0 && !at_end()) {
      const auto part =
          std::upper_bound(data_->parts.begin(), data_->parts.end(), at_);
      const size_t end =
          part == data_->parts.end() ? data_->bytes.size() : *part;
      const size_t width = (flags & 1) != 0 ? 2 : 1;
      const size_t count = std::min(left, (end - at_) / width);
      const std::string_view bytes =
          std::string_view(data_->bytes).substr(at_, count * width);
      if (width == 2) {
        utf16 += bytes;
      } else {
        for (char c : bytes) (utf16 += c) += '\0';
      }
      left -= count;
      at_ = left > 0 ? end : at_ + count * width;
      if (left > 0) flags = byte();
    }
    return from_utf16(utf16);
  }

 private:
  uint8_t byte() {
    return at_end() ? 0 : static_cast<uint8_t>(data_->bytes[at_++]);
  }

  const Continued* data_;
  size_t at_;
};

double number_at(std::string_view bytes, size_t at) {
  return std::bit_cast<double>(u32_at(bytes, at) |
                               uint64_t{u32_at(bytes, at + 4)} << 32);
}

// MS-XLS 2.5.217: the upper 30 bits of a number, or a whole one.
double rk_number(uint32_t rk) {
  constexpr uint32_t kHundredth = 1;
  constexpr uint32_t kWhole = 2;
  const double number =
      (rk & kWhole) != 0
          ? static_cast<double>(static_cast<int32_t>(rk) >> 2)
          : std::bit_cast<double>(uint64_t{rk & ~uint32_t{3}} << 32);
  return (rk & kHundredth) != 0 ? number / 100 : number;
}

class ExcelReader {
 public:
  ExcelReader(std::string_view stream, DocumentBuilder& builder)
      : stream_(stream), builder_(&builder) {}

  void run() {
    while (at_ + kRecordHead <= stream_.size()) {
      const size_t begin = at_;
      const uint16_t type = u16_at(stream_, at_);
      const std::string_view body = take();
      if (type == kBegin) {
        begin_part(begin, body);
      } else if (type != kEndOfStream || body.empty()) {
        record(type, body);
      }
    }
    builder_->document().pages = sheets_.size();
    if (at_ != stream_.size() && !is_padding()) {
      throw Unreadable{NoText::kDamaged, "a record of the workbook is cut"};
    }
    if (lost_) {
      throw Unreadable{NoText::kIncomplete,
                       "texts of cells of the workbook are not there"};
    }
  }

 private:
  // The body of the record at at_, which moves behind it.
  std::string_view take() {
    const size_t size = u16_at(stream_, at_ + 2);
    const std::string_view body = stream_.substr(at_ + kRecordHead, size);
    at_ += kRecordHead + size;
    return body;
  }

  [[nodiscard]] bool is_padding() const {
    return at_ < stream_.size() &&
           stream_.find_first_not_of('\0', at_) == stream_.npos;
  }

  [[nodiscard]] uint16_t next_type() const { return u16_at(stream_, at_); }

  Continued with_continuations(std::string_view body) {
    Continued all{std::string(body), {}};
    while (at_ < stream_.size() && next_type() == kContinue) {
      all.parts.push_back(all.bytes.size());
      all.bytes += take();
    }
    return all;
  }

  void begin_part(size_t begin, std::string_view body) {
    constexpr uint16_t kBiff8 = 0x0600;
    is_biff8_ = u16_at(body, 0) >= kBiff8;
    row_ = -1;
    const auto sheet = sheets_.find(begin);
    if (sheet == sheets_.end()) return;
    builder_->line();
    builder_->text(sheet->second);
    builder_->line();
  }

  void record(uint16_t type, std::string_view body) {
    switch (type) {
      case kFilePass:
        throw Unreadable{NoText::kEncrypted, "the workbook is encrypted"};
      case kCodepage:
        encoding_ = encoding_of_code_page(u16_at(body, 0));
        break;
      case kBoundSheet:
        if (body.size() > 8) sheets_.emplace(u32_at(body, 0), name_of(body));
        break;
      case kSharedStrings:
        read_shared(with_continuations(body));
        break;
      case kLabelShared:
        if (const uint32_t number = u32_at(body, 6); number < shared_.size()) {
          cell(body, shared_[number]);
        } else {
          lost_ = true;
        }
        break;
      case kLabel:
      case kRichString:
        cell(body, string(body, 6));
        break;
      case kNumber:
        cell(body, shortest_number(number_at(body, 6)));
        break;
      case kRk:
        cell(body, shortest_number(rk_number(u32_at(body, 6))));
        break;
      case kMulRk:
        for (size_t at = 4; at + 8 <= body.size(); at += 6) {
          cell(body, shortest_number(rk_number(u32_at(body, at + 2))));
        }
        break;
      case kFormula:
        formula(body);
        break;
      case kString:
        cell({}, string(body, 0));
        break;
      case kTextObject:
        text_object(body);
        break;
      case kHyperlink:
        hyperlink(body);
        break;
      default:
        break;
    }
  }

  void read_shared(const Continued& data) {
    ExcelStrings strings(data, 8);
    const size_t count = u32_at(data.bytes, 4);
    while (!strings.at_end() && shared_.size() < count) {
      shared_.push_back(strings.next());
    }
  }

  // The string at `from`, with its length in two bytes.
  [[nodiscard]] std::string string(std::string_view bytes, size_t from) {
    bytes = bytes.substr(std::min(from, bytes.size()));
    if (is_biff8_) {
      const Continued data = with_continuations(bytes);
      return ExcelStrings(data, 0).next();
    }
    return decoded(
        bytes.substr(std::min<size_t>(2, bytes.size()), u16_at(bytes, 0)));
  }

  [[nodiscard]] std::string name_of(std::string_view sheet) const {
    const auto size = static_cast<unsigned char>(sheet[6]);
    if (!is_biff8_) return decoded(sheet.substr(7, size));
    const Continued data{std::string(sheet), {}};
    return ExcelStrings(data, 8).letters(size, static_cast<uint8_t>(sheet[7]));
  }

  [[nodiscard]] std::string decoded(std::string_view bytes) const {
    std::string buffer;
    return std::string(
        to_utf8(bytes, encoding_.empty() ? "windows-1252" : encoding_, buffer));
  }

  // What follows a formula has no place of its own.
  void cell(std::string_view body, std::string_view text) {
    if (body.size() >= 2 && u16_at(body, 0) != row_) {
      row_ = u16_at(body, 0);
      builder_->line();
    }
    builder_->space();
    builder_->text(text);
  }

  void formula(std::string_view body) {
    constexpr uint16_t kNoNumber = 0xFFFF;
    if (u16_at(body, 12) != kNoNumber) {
      cell(body, shortest_number(number_at(body, 6)));
    } else {
      cell(body, {});
    }
  }

  // Comments and text boxes: the text is in records that continue this one.
  void text_object(std::string_view body) {
    const size_t size = u16_at(body, 10);
    if (size == 0 || !is_biff8_ || next_type() != kContinue) return;
    Continued data = with_continuations({});
    const uint8_t flags =
        data.bytes.empty() ? 0 : static_cast<uint8_t>(data.bytes[0]);
    data.parts.erase(data.parts.begin());
    builder_->line();
    builder_->lines(ExcelStrings(data, 1).letters(size, flags));
    builder_->line();
    row_ = -1;
  }

  // MS-OSHARED 2.3.7.6: a URL behind the identifier of its class.
  void hyperlink(std::string_view body) {
    constexpr std::string_view kUrl(
        "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B", 16);
    const size_t at = body.find(kUrl);
    if (at == body.npos) return;
    const size_t size = u32_at(body, at + kUrl.size());
    std::string url = from_utf16(
        body.substr(std::min(at + kUrl.size() + 4, body.size()), size));
    builder_->link(url.substr(0, url.find('\0')), "");
  }

  std::string_view stream_;
  DocumentBuilder* builder_;
  size_t at_ = 0;
  bool is_biff8_ = true;
  int row_ = -1;
  std::string_view encoding_;
  std::map<size_t, std::string> sheets_;  // by where they begin
  std::vector<std::string> shared_;
  bool lost_ = false;  // a cell whose string is not there
};

}  // namespace

std::string shortest_number(double number) {
  constexpr double kExact = 1e15;
  char digits[64];
  const auto end = number == std::trunc(number) && std::abs(number) < kExact
                       ? std::to_chars(digits, std::end(digits),
                                       static_cast<int64_t>(number))
                             .ptr
                       : std::to_chars(digits, std::end(digits), number).ptr;
  return {digits, end};
}

void read_excel(CompoundFile& file, DocumentBuilder& builder) {
  const std::string stream =
      file.read(file.has("Workbook") ? "Workbook" : "Book");
  ExcelReader(stream, builder).run();
}

}  // namespace wax::document
