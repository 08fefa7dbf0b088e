// Compound files, and streams of Word, Excel and PowerPoint, made of their
// parts.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace wax::document {

inline std::string little(uint64_t number, size_t bytes) {
  std::string out;
  for (size_t i = 0; i < bytes; ++i) {
    out += static_cast<char>(i < 8 ? number >> 8 * i & 0xFF : 0);
  }
  return out;
}

inline std::string utf16(const std::u16string& text) {
  std::string out;
  for (char16_t unit : text) out += little(unit, 2);
  return out;
}

using Streams = std::vector<std::pair<std::string, std::string>>;

// Streams of the root, those below 4096 bytes in the mini stream.
inline std::string compound_file(const Streams& streams) {
  constexpr uint32_t kEnd = 0xFFFFFFFE;
  constexpr uint32_t kNone = 0xFFFFFFFF;
  std::string sectors;
  std::string chains;
  auto add = [&](std::string bytes) {
    if (bytes.empty()) return kEnd;
    bytes.resize((bytes.size() + 511) / 512 * 512);
    const auto first = static_cast<uint32_t>(sectors.size() / 512);
    const auto count = static_cast<uint32_t>(bytes.size() / 512);
    for (uint32_t i = 1; i <= count; ++i) {
      chains += little(i < count ? first + i : kEnd, 4);
    }
    sectors += bytes;
    return first;
  };
  std::string mini;
  std::string mini_chains;
  std::vector<uint32_t> firsts;
  for (const auto& [name, bytes] : streams) {
    if (bytes.size() >= 4096) {
      firsts.push_back(add(bytes));
      continue;
    }
    const size_t first = mini.size() / 64;
    firsts.push_back(static_cast<uint32_t>(first));
    mini += bytes;
    mini.resize((mini.size() + 63) / 64 * 64);
    for (size_t i = first + 1; i <= mini.size() / 64; ++i) {
      mini_chains += little(i < mini.size() / 64 ? i : kEnd, 4);
    }
  }
  auto entry = [](const std::string& name, char kind, uint32_t right,
                  uint32_t child, uint32_t first, size_t size) {
    std::string one = utf16({name.begin(), name.end()});
    one.resize(64);
    one += little(name.size() * 2 + 2, 2) + kind + '\1' + little(kNone, 4) +
           little(right, 4) + little(child, 4);
    one.resize(0x74);
    return one + little(first, 4) + little(size, 8);
  };
  const uint32_t mini_first = add(mini);
  std::string directory =
      entry("Root Entry", 5, kNone, streams.empty() ? kNone : 1, mini_first,
            mini.size());
  for (size_t i = 0; i < streams.size(); ++i) {
    const auto next = static_cast<uint32_t>(i + 2);
    directory +=
        entry(streams[i].first, 2, i + 1 < streams.size() ? next : kNone, kNone,
              firsts[i], streams[i].second.size());
  }
  const uint32_t directory_first = add(directory);
  const uint32_t mini_chains_first = add(mini_chains);
  const size_t tables = sectors.size() / 512 / 127 + 1;
  std::string head = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
  head.resize(0x18);
  head += little(0x3E, 2) + little(3, 2) + little(0xFFFE, 2) + little(9, 2) +
          little(6, 2);
  head.resize(0x2C);
  head += little(tables, 4) + little(directory_first, 4) + little(0, 4) +
          little(4096, 4) + little(mini_chains_first, 4) + little(1, 4) +
          little(kEnd, 4) + little(0, 4);
  for (size_t i = 0; i < 109; ++i) {
    head += little(i < tables ? sectors.size() / 512 + i : kNone, 4);
  }
  chains.resize(tables * 512, '\xFF');
  return head + sectors + chains;
}

// A piece of Word's text, as bytes or as UTF-16.
struct WordPiece {
  std::string bytes;
  bool is_utf16 = false;
};

inline Streams word_streams(const std::vector<WordPiece>& pieces,
                            uint16_t flags = 0, uint16_t version = 0xC1) {
  std::string main = little(0xA5EC, 2) + little(version, 2);
  main.resize(0x0A);
  main += little(flags, 2);
  main.resize(0x200);
  std::string places = little(0, 4);
  std::string descriptions;
  uint32_t at = 0;
  for (const WordPiece& piece : pieces) {
    at += static_cast<uint32_t>(piece.bytes.size() / (piece.is_utf16 ? 2 : 1));
    places += little(at, 4);
    descriptions +=
        little(0, 2) +
        little(piece.is_utf16 ? main.size() : main.size() * 2 + (1u << 30), 4) +
        little(0, 2);
    main += piece.bytes;
    main.resize((main.size() + 1) / 2 * 2);
  }
  const std::string table = little(1, 1) + little(2, 2) + "xx" + '\2' +
                            little(places.size() + descriptions.size(), 4) +
                            places + descriptions;
  main.replace(0x1A2, 8, little(0, 4) + little(table.size(), 4));
  return {{"WordDocument", main},
          {(flags & 0x0200) != 0 ? "1Table" : "0Table", table}};
}

inline std::string excel_record(uint16_t type, const std::string& body) {
  return little(type, 2) + little(body.size(), 2) + body;
}

inline std::string slide_record(uint16_t type, uint16_t instance,
                                const std::string& body,
                                bool is_container = false) {
  return little(instance * 16u + (is_container ? 0xF : 0), 2) +
         little(type, 2) + little(body.size(), 4) + body;
}

}  // namespace wax::document
