#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "document/formats/old_office.h"

namespace wax::document {
namespace {

// Records (MS-PPT 2.13.24).
enum PowerPointRecord : uint16_t {
  kPresentation = 0x03E8,
  kSlide = 0x03EE,
  kNotes = 0x03F0,
  kEnvironment = 0x03F2,
  kSlidePersist = 0x03F3,
  kMainMaster = 0x03F8,
  kTextChars = 0x0FA0,
  kTextBytes = 0x0FA8,
  kCharacters = 0x0FBA,
  kHandout = 0x0FC9,
  kHyperlinkOfSlide = 0x0FD7,
  kHeadersFooters = 0x0FD9,
  kSlideList = 0x0FF0,
  kUserEdit = 0x0FF5,
  kBinaryTag = 0x138B,
  kPersistDirectory = 0x1772,
  kComment = 0x2EE0,
};

constexpr size_t kSlideRecordHead = 8;

struct SlideRecord {
  uint16_t type = 0;
  uint16_t instance = 0;
  bool is_container = false;
  std::string_view body;
};

class PowerPointReader {
 public:
  PowerPointReader(std::string_view stream, DocumentBuilder& builder)
      : stream_(stream),
        builder_(&builder),
        left_(2 * (stream.size() / kSlideRecordHead) + 16) {}

  // `edit`: where the last save begins.
  void run(size_t edit) {
    read_saves(edit);
    const auto document = places_.find(document_);
    if (places_.empty() || document == places_.end()) {
      // Whatever is there.
      for_each(stream_, [&](const SlideRecord& one) { text_of(one, 0); });
      throw Unreadable{NoText::kDamaged,
                       "the presentation has no list of its parts"};
    }
    const SlideRecord whole = record_at(stream_, document->second);
    lost_ |= whole.type != kPresentation;
    for (uint16_t list : {kSlides, kNotesOfSlides}) {
      for_each(whole.body, [&](const SlideRecord& one) {
        if (one.type == kSlideList && one.instance == list) slides(one.body);
      });
    }
    for_each(whole.body, [&](const SlideRecord& one) {
      if (one.type != kSlideList) text_of(one, 1);
    });
    builder_->document().pages = slides_;
    if (lost_) {
      throw Unreadable{NoText::kIncomplete,
                       "parts of the presentation are not there"};
    }
  }

 private:
  static constexpr uint16_t kSlides = 0;
  static constexpr uint16_t kNotesOfSlides = 2;
  static constexpr size_t kDeepest = 32;

  // The record there, as far as it is.
  [[nodiscard]] static SlideRecord record_at(std::string_view bytes,
                                             size_t at) {
    SlideRecord one;
    if (at >= bytes.size() || bytes.size() - at < kSlideRecordHead) return one;
    const uint16_t head = u16_at(bytes, at);
    one.is_container = (head & 0xF) == 0xF;
    one.instance = head >> 4;
    one.type = u16_at(bytes, at + 2);
    one.body = bytes.substr(at + kSlideRecordHead, u32_at(bytes, at + 4));
    return one;
  }

  // Parts may name each other without end, so all records together are counted.
  template <typename Take>
  void for_each(std::string_view bytes, Take take) {
    while (bytes.size() >= kSlideRecordHead) {
      if (left_ == 0) {
        throw Unreadable{NoText::kDamaged,
                         "the presentation has the same parts again and again"};
      }
      --left_;
      const SlideRecord one = record_at(bytes, 0);
      take(one);
      bytes.remove_prefix(kSlideRecordHead + one.body.size());
    }
  }

  // Each save has the places of what it has written, and where the save before
  // it begins.
  void read_saves(size_t edit) {
    constexpr size_t kMostSaves = 1000;
    for (size_t i = 0; i < kMostSaves && edit != 0; ++i) {
      const SlideRecord save = record_at(stream_, edit);
      if (save.type != kUserEdit || save.body.size() < 20) {
        lost_ = true;
        return;
      }
      if (i == 0) document_ = u32_at(save.body, 16);
      const SlideRecord directory = record_at(stream_, u32_at(save.body, 12));
      if (directory.type == kPersistDirectory) {
        read_places(directory.body);
      } else {
        lost_ = true;
      }
      const size_t before = u32_at(save.body, 8);
      lost_ |= before >= edit;
      if (before >= edit) return;
      edit = before;
    }
  }

  void read_places(std::string_view body) {
    for (size_t at = 0; at + 4 <= body.size();) {
      const uint32_t head = u32_at(body, at);
      const uint32_t first = head & 0xFFFFF;
      at += 4;
      for (uint32_t i = 0; i < head >> 20 && at + 4 <= body.size(); ++i) {
        places_.emplace(first + i, u32_at(body, at));
        at += 4;
      }
    }
  }

  // Slides or notes: the text of the outline of each, then its own.
  void slides(std::string_view list) {
    uint32_t slide = 0;
    auto own = [&] {
      const auto place = places_.find(slide);
      if (slide == 0 || taken_.contains(slide)) return;
      if (place == places_.end()) {
        lost_ = true;
        return;
      }
      taken_.insert(slide);
      const SlideRecord one = record_at(stream_, place->second);
      slides_ += one.type == kSlide;
      if (one.type == kSlide || one.type == kNotes) {
        text_of(one, 1);
      } else {
        lost_ |= one.type != kMainMaster;
      }
    };
    for_each(list, [&](const SlideRecord& one) {
      if (one.type == kSlidePersist) {
        own();
        slide = u32_at(one.body, 0);
        builder_->line();
      } else {
        text_of(one, 1);
      }
    });
    own();
  }

  void text_of(const SlideRecord& one, size_t depth) {
    switch (one.type) {
      case kTextChars:
        return paragraph(from_utf16(one.body));
      case kTextBytes: {
        std::string utf16;
        for (char c : one.body) (utf16 += c) += '\0';
        return paragraph(from_utf16(utf16));
      }
      case kHyperlinkOfSlide:
        return hyperlink(one.body);
      case kHeadersFooters:
        return for_each(one.body, [&](const SlideRecord& part) {
          if (part.type == kCharacters) paragraph(from_utf16(part.body));
        });
      case kComment:
        return for_each(one.body, [&](const SlideRecord& part) {
          constexpr uint16_t kText = 1;
          if (part.type == kCharacters && part.instance == kText) {
            paragraph(from_utf16(part.body));
          }
        });
      // What a master says is there to be replaced.
      case kMainMaster:
      case kHandout:
      case kEnvironment:
        return;
      default:
        break;
    }
    if ((one.is_container || one.type == kBinaryTag) && depth < kDeepest) {
      for_each(one.body,
               [&](const SlideRecord& part) { text_of(part, depth + 1); });
    }
  }

  void paragraph(std::string text) {
    std::replace(text.begin(), text.end(), '\r', '\n');
    std::replace(text.begin(), text.end(), '\v', '\n');
    builder_->line();
    builder_->lines(text);
    builder_->line();
  }

  void hyperlink(std::string_view body) {
    std::string name;
    std::string url;
    for_each(body, [&](const SlideRecord& part) {
      if (part.type != kCharacters) return;
      if (part.instance == 0) name = from_utf16(part.body);
      if (part.instance == 1) url = from_utf16(part.body);
    });
    builder_->link(url, name);
  }

  std::string_view stream_;
  DocumentBuilder* builder_;
  uint64_t left_;  // records that may still be read
  uint32_t document_ = 0;
  std::map<uint32_t, uint32_t> places_;  // of parts, by their numbers
  std::set<uint32_t> taken_;  // slides that were read: each is read once
  bool lost_ = false;
  uint64_t slides_ = 0;
};

}  // namespace

void read_powerpoint(CompoundFile& file, DocumentBuilder& builder) {
  constexpr uint32_t kEncryptedToken = 0xF3D1C4DF;
  const std::string user = file.read("Current User");
  if (u32_at(user, 12) == kEncryptedToken) {
    throw Unreadable{NoText::kEncrypted, "the presentation is encrypted"};
  }
  const std::string stream = file.read("PowerPoint Document");
  PowerPointReader(stream, builder).run(u32_at(user, 16));
}

}  // namespace wax::document
