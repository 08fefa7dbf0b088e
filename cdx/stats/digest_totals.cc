#include <algorithm>
#include <charconv>
#include <cstring>

#include "cdx/stats/counted_captures.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

constexpr size_t kLeastSlots = 1024;
constexpr char kRowMark = '\x01';

// Base32 digits by their bytes; the digits are known to be good.
constexpr auto kDigits = [] {
  std::array<uint8_t, 256> digits{};
  for (uint8_t i = 0; i < 26; ++i) digits['A' + i] = i;
  for (uint8_t i = 0; i < 6; ++i) digits['2' + i] = 26 + i;
  return digits;
}();

constexpr std::string_view kSha1 = "sha1:";

void decode(std::string_view base32, char* bytes) {
  for (size_t i = 0; i < 32; i += 8, bytes += 5) {
    uint64_t bits = 0;
    for (size_t j = 0; j < 8; ++j) {
      bits = bits << 5 | kDigits[static_cast<unsigned char>(base32[i + j])];
    }
    for (int j = 4; j >= 0; --j, bits >>= 8) {
      bytes[j] = static_cast<char>(bits & 0xff);
    }
  }
}

template <typename Key>
Key key_of(std::string_view digest) {
  Key key;
  if (digest.size() == kSha1.size() + 32 && digest.starts_with(kSha1)) {
    decode(digest.substr(kSha1.size()), key.data());
    return key;
  }
  warc::Digester sha1;
  // Not the SHA-1 of a body.
  sha1.update("digest ");
  sha1.update(digest);
  std::memcpy(key.data(), sha1.finish().raw.data(), key.size());
  return key;
}

template <typename Key>
size_t hash_of(const Key& key) {
  uint64_t words[2];
  uint32_t last;
  std::memcpy(words, key.data(), sizeof words);
  std::memcpy(&last, key.data() + sizeof words, sizeof last);
  uint64_t hash = (words[0] ^ words[1] >> 29) * 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 32 ^ words[1]) * 0xff51afd7ed558ccd;
  hash = (hash ^ hash >> 32 ^ last) * 0xc4ceb9fe1a85ec53;
  return static_cast<size_t>(hash ^ hash >> 32);
}

uint64_t take_number(std::string_view& line) {
  size_t at = line.rfind(kRowMark);
  uint64_t number = 0;
  std::from_chars(line.data() + at + 1, line.data() + line.size(), number);
  line = line.substr(0, at);
  return number;
}

}  // namespace

void DigestCounts::add(const DigestTotal& total) {
  ++digests;
  if (total.bodies == 0) {
    unresolved += total.revisits;
  } else if (total.revisits > 0) {
    uint64_t whole = total.body_bytes / total.bodies * total.revisits;
    savings += whole - std::min(whole, total.revisit_bytes);
  }
}

// A vector that grows has its old entries beside the new ones.
DigestTotals::DigestTotals(uint64_t memory)
    : most_(static_cast<size_t>(
          std::clamp<uint64_t>(memory, 64 << 10, uint64_t{100} << 30) /
          (2 * sizeof(Entry) + 4 * sizeof(uint32_t)))),
      slots_(kLeastSlots) {
  most_ = std::min<size_t>(most_, UINT32_MAX - 1);
}

void DigestTotals::insert(uint32_t entry) {
  size_t mask = slots_.size() - 1;
  size_t slot = hash_of(entries_[entry].key) & mask;
  while (slots_[slot] != 0) slot = (slot + 1) & mask;
  slots_[slot] = entry + 1;
}

void DigestTotals::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (uint32_t i = 0; i < entries_.size(); ++i) insert(i);
}

void DigestTotals::add(std::string_view digest, bool revisit, uint64_t bytes) {
  Key key = key_of<Key>(digest);
  size_t mask = slots_.size() - 1;
  size_t slot = hash_of(key) & mask;
  while (slots_[slot] != 0 && entries_[slots_[slot] - 1].key != key) {
    slot = (slot + 1) & mask;
  }
  uint32_t number = slots_[slot];
  if (number == 0) {
    entries_.push_back({key, 0, 0, 0, 0});
    number = static_cast<uint32_t>(entries_.size());
    slots_[slot] = number;
    if (entries_.size() * 2 > slots_.size()) grow();
  }
  Entry& entry = entries_[number - 1];
  if (revisit) {
    ++entry.revisits;
    entry.revisit_bytes += bytes;
  } else {
    ++entry.bodies;
    entry.body_bytes += bytes;
  }
  full_ = full_ || entries_.size() >= most_ ||
          std::max(entry.bodies, entry.revisits) == UINT32_MAX;
}

bool DigestTotals::take(std::string& line) {
  if (entries_.empty()) {
    slots_.assign(slots_.size(), 0);
    full_ = false;
    return false;
  }
  const Entry& entry = entries_.back();
  line = warc::to_base32({entry.key.data(), entry.key.size()});
  for (uint64_t number : {uint64_t{entry.bodies}, entry.body_bytes,
                          uint64_t{entry.revisits}, entry.revisit_bytes}) {
    line += kRowMark;
    line += std::to_string(number);
  }
  entries_.pop_back();
  return true;
}

DigestCounts DigestTotals::counts() const {
  DigestCounts counts;
  for (const Entry& entry : entries_) {
    counts.add(
        {entry.bodies, entry.body_bytes, entry.revisits, entry.revisit_bytes});
  }
  return counts;
}

DigestCounts DigestTotals::counts(lines::LineStream& sorted) {
  DigestCounts counts;
  DigestTotal total;
  std::string digest;
  std::string_view line;
  while (sorted.next(line)) {
    uint64_t revisit_bytes = take_number(line);
    uint64_t revisits = take_number(line);
    uint64_t body_bytes = take_number(line);
    uint64_t bodies = take_number(line);
    if (line != digest) {
      if (!digest.empty()) counts.add(total);
      digest.assign(line);
      total = {};
    }
    total.bodies += bodies;
    total.body_bytes += body_bytes;
    total.revisits += revisits;
    total.revisit_bytes += revisit_bytes;
  }
  if (!digest.empty()) counts.add(total);
  return counts;
}

}  // namespace wax::cdx
