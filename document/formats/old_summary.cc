#include <algorithm>
#include <string>

#include "document/charset/charset.h"
#include "document/formats/code_pages.h"
#include "document/formats/old_office.h"
#include "warc/record/date.h"

namespace wax::document {
namespace {

enum Property : uint32_t {
  kCodePage = 1,
  kTitle = 2,
  kAuthor = 4,
  kCreated = 12,
  kPages = 14,
};

class SummaryReader {
 public:
  SummaryReader(std::string_view stream, DocumentText& document)
      : document_(&document) {
    const size_t at = u32_at(stream, 0x2C);
    if (at < stream.size()) section_ = stream.substr(at);
  }

  void run() {
    // Each property has a number and a place.
    const size_t count =
        std::min<size_t>(u32_at(section_, 4), section_.size() / 8);
    for (size_t i = 0; i < count; ++i) {
      if (u32_at(section_, 8 + 8 * i) == kCodePage) {
        constexpr int kUtf16 = 1200;
        const int page =
            u16_at(section_, u32_at(section_, 12 + 8 * i) + size_t{4});
        encoding_ = page == kUtf16 ? "utf-16le" : encoding_of_code_page(page);
      }
    }
    if (encoding_.empty()) encoding_ = "windows-1252";
    for (size_t i = 0; i < count; ++i) {
      take(u32_at(section_, 8 + 8 * i), u32_at(section_, 12 + 8 * i));
    }
  }

 private:
  void take(uint32_t property, size_t at) {
    constexpr uint32_t kNumber = 3;
    constexpr uint32_t kTime = 0x40;
    const uint32_t type = u32_at(section_, at);
    if (property == kTitle) {
      document_->title = string(type, at);
    } else if (property == kAuthor) {
      document_->author = string(type, at);
    } else if (property == kPages && type == kNumber) {
      document_->pages = u32_at(section_, at + 4);
    } else if (property == kCreated && type == kTime) {
      constexpr uint64_t kInSecond = 10'000'000;
      constexpr uint64_t kFrom1601To1970 = 11'644'473'600;
      const uint64_t seconds = (u32_at(section_, at + 4) |
                                uint64_t{u32_at(section_, at + 8)} << 32) /
                               kInSecond;
      // Programs that do not know write a time of some seconds.
      constexpr uint64_t kMost = kFrom1601To1970 + (uint64_t{1} << 33);
      if (seconds <= kFrom1601To1970 || seconds > kMost) return;
      document_->published = warc::iso_date(warc::date14_of_seconds(
          static_cast<int64_t>(seconds - kFrom1601To1970)));
    }
  }

  [[nodiscard]] std::string string(uint32_t type, size_t at) const {
    constexpr uint32_t kBytes = 0x1E;
    constexpr uint32_t kUtf16 = 0x1F;
    if (type != kBytes && type != kUtf16) return {};
    size_t size = u32_at(section_, at + 4);
    if (type == kUtf16) size = std::min<size_t>(size, section_.size()) * 2;
    if (at + 8 >= section_.size()) return {};
    const std::string_view bytes = section_.substr(at + 8, size);
    std::string buffer;
    std::string text(
        to_utf8(bytes, type == kUtf16 ? "utf-16le" : encoding_, buffer));
    return text.substr(0, text.find('\0'));
  }

  std::string_view section_;
  std::string_view encoding_;
  DocumentText* document_;
};

}  // namespace

void read_summary(CompoundFile& file, DocumentText& document) {
  const std::string stream = file.read("\5SummaryInformation");
  SummaryReader(stream, document).run();
}

}  // namespace wax::document
