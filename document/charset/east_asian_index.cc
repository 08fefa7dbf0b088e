#include "document/charset/east_asian_index.h"

#include <unicode/ucnv.h>
#include <unicode/utf16.h>

#include <array>
#include <bitset>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

namespace wax::document {
namespace {

struct CloseIndexed {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

bool is_private_use(char32_t c) { return c >= 0xE000 && c <= 0xF8FF; }

// Asks a converter of ICU for one character after another.
class IndexedConverter {
 public:
  explicit IndexedConverter(const char* name) {
    UErrorCode error = U_ZERO_ERROR;
    converter_.reset(ucnv_open(name, &error));
    ucnv_setToUCallBack(converter_.get(), UCNV_TO_U_CALLBACK_STOP, nullptr,
                        nullptr, nullptr, &error);
    if (U_FAILURE(error)) converter_.reset();
  }

  // 0 for bytes that are no character.
  char32_t character(std::initializer_list<size_t> bytes) {
    if (!converter_) return 0;
    std::array<char, 4> source{};
    int32_t size = 0;
    for (size_t byte : bytes) {
      source[static_cast<size_t>(size++)] = static_cast<char>(byte);
    }
    std::array<UChar, 4> target{};
    UErrorCode error = U_ZERO_ERROR;
    const int32_t units = ucnv_toUChars(converter_.get(), target.data(),
                                        static_cast<int32_t>(target.size()),
                                        source.data(), size, &error);
    if (U_FAILURE(error) || units == 0) return 0;
    int32_t at = 0;
    UChar32 c = 0;
    U16_NEXT(target.data(), at, units, c);
    return at == units && c != 0xFFFD ? static_cast<char32_t>(c) : 0;
  }

 private:
  std::unique_ptr<UConverter, CloseIndexed> converter_;
};

EastAsianIndex make_jis0208() {
  IndexedConverter converter("ibm-943_P15A-2003");
  EastAsianIndex index;
  for (size_t lead = 0; lead < 60; ++lead) {
    for (size_t trail = 0; trail < 188; ++trail) {
      const char32_t c =
          converter.character({lead + (lead < 0x1F ? 0x81u : 0xC1u),
                               trail + (trail < 0x3F ? 0x40u : 0x41u)});
      index.push_back(is_private_use(c) ? 0 : c);
    }
  }
  return index;
}

EastAsianIndex make_jis0212() {
  IndexedConverter converter("EUC-JP");
  EastAsianIndex index;
  for (size_t lead = 0xA1; lead < 0xFF; ++lead) {
    for (size_t trail = 0xA1; trail < 0xFF; ++trail) {
      // Characters of IBM, which JIS X 0208 of the standard has.
      const bool of_ibm = lead == 0xF3 && (trail < 0xB5 || trail == 0xB7);
      index.push_back(of_ibm ? 0 : converter.character({0x8F, lead, trail}));
    }
  }
  return index;
}

EastAsianIndex make_big5() {
  IndexedConverter converter("Big5-HKSCS");
  auto trail_of = [](size_t n) { return n + (n < 0x3F ? 0x40 : 0x62); };
  EastAsianIndex index;
  for (size_t lead = 0x81; lead < 0xFF; ++lead) {
    for (size_t n = 0; n < 157; ++n) {
      const char32_t c = converter.character({lead, trail_of(n)});
      index.push_back(is_private_use(c) ? 0 : c);
    }
  }
  constexpr std::pair<uint16_t, char16_t> kAdditions[] = {
#include "document/charset/big5_additions.inc"
  };
  for (const auto& [bytes, character] : kAdditions) {
    const size_t trail = bytes & 0xFFu;
    index[(bytes / 256u - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62)] =
        character;
  }
  return index;
}

EastAsianIndex make_euc_kr() {
  IndexedConverter converter("windows-949-2000");
  EastAsianIndex index;
  for (size_t lead = 0x81; lead < 0xFF; ++lead) {
    for (size_t trail = 0x41; trail < 0xFF; ++trail) {
      const char32_t c = converter.character({lead, trail});
      index.push_back(is_private_use(c) ? 0 : c);
    }
  }
  return index;
}

// GB 18030 of 2005, without what the standard has of that of 2022.
EastAsianIndex make_gb18030_of_2005() {
  IndexedConverter converter("gb18030");
  EastAsianIndex index;
  for (size_t lead = 0x81; lead < 0xFF; ++lead) {
    for (size_t trail = 0x40; trail < 0xFF; ++trail) {
      if (trail != 0x7F) index.push_back(converter.character({lead, trail}));
    }
  }
  return index;
}

// Characters that GB 18030 has had since 2022, and the private ones before.
struct Gb2022 {
  uint16_t bytes;
  char16_t now;
  char16_t before;
};
constexpr Gb2022 kGb2022[] = {
    {0xA3A0, 0x3000, 0xE5E5}, {0xA6D9, 0xFE10, 0xE78D},
    {0xA6DA, 0xFE12, 0xE78E}, {0xA6DB, 0xFE11, 0xE78F},
    {0xA6DC, 0xFE13, 0xE790}, {0xA6DD, 0xFE14, 0xE791},
    {0xA6DE, 0xFE15, 0xE792}, {0xA6DF, 0xFE16, 0xE793},
    {0xA6EC, 0xFE17, 0xE794}, {0xA6ED, 0xFE18, 0xE795},
    {0xA6F3, 0xFE19, 0xE796}, {0xA8BC, 0x1E3F, 0xE7C7},
    {0xFE59, 0x9FB4, 0xE81E}, {0xFE61, 0x9FB5, 0xE826},
    {0xFE66, 0x9FB6, 0xE82B}, {0xFE67, 0x9FB7, 0xE82C},
    {0xFE6D, 0x9FB8, 0xE832}, {0xFE7E, 0x9FB9, 0xE843},
    {0xFE90, 0x9FBA, 0xE854}, {0xFEA0, 0x9FBB, 0xE864}};

EastAsianIndex make_gb18030(bool of_2022) {
  EastAsianIndex index = make_gb18030_of_2005();
  for (const Gb2022& one : kGb2022) {
    const size_t trail = one.bytes & 0xFFu;
    index[(one.bytes / 256u - 0x81) * 190 + trail -
          (trail < 0x7F ? 0x40 : 0x41)] = of_2022 ? one.now : one.before;
  }
  return index;
}

// All that the forms of two bytes have not, in the order of Unicode.
EastAsianIndex make_gb18030_fours() {
  std::bitset<0x10000> of_two;
  for (char32_t c : make_gb18030(false)) {
    if (c < of_two.size()) of_two.set(c);
  }
  EastAsianIndex index;
  for (char32_t c = 0x80; c < 0x10000; ++c) {
    if (of_two[c] || (c >= 0xD800 && c <= 0xDFFF)) continue;
    index.push_back(c == 0x1E3F ? 0xE7C7 : c);
  }
  return index;
}

}  // namespace

const EastAsianIndex& jis0208() {
  static const EastAsianIndex index = make_jis0208();
  return index;
}

const EastAsianIndex& jis0212() {
  static const EastAsianIndex index = make_jis0212();
  return index;
}

const EastAsianIndex& big5() {
  static const EastAsianIndex index = make_big5();
  return index;
}

const EastAsianIndex& euc_kr() {
  static const EastAsianIndex index = make_euc_kr();
  return index;
}

const EastAsianIndex& gb18030() {
  static const EastAsianIndex index = make_gb18030(true);
  return index;
}

const EastAsianIndex& gb18030_fours() {
  static const EastAsianIndex index = make_gb18030_fours();
  return index;
}

}  // namespace wax::document
