// Compressed values of an index: zstd frames, texts with a dictionary of texts
// like them, if there are enough.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CCtx_s;
struct ZSTD_CDict_s;
struct ZSTD_DDict_s;

namespace wax::io {

// Phrases that many values have. Several threads may use one.
class TextDictionary {
 public:
  // Trained on texts that lie one after the other in `samples`; null when they
  // are too alike, or too different. The same samples give the same dictionary.
  [[nodiscard]] static std::unique_ptr<TextDictionary> train(
      std::string_view samples, std::span<const size_t> sizes);
  // For reading: null when `bytes` are not a dictionary.
  [[nodiscard]] static std::unique_ptr<TextDictionary> of(std::string bytes);
  ~TextDictionary();
  TextDictionary(const TextDictionary&) = delete;
  TextDictionary& operator=(const TextDictionary&) = delete;

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  friend class FrameCompressor;
  friend bool decompress_frame(std::string_view frame, uint64_t size,
                               const TextDictionary* dictionary,
                               std::string& out);
  explicit TextDictionary(std::string bytes) : bytes_(std::move(bytes)) {}

  std::string bytes_;
  ZSTD_CDict_s* for_writing_ = nullptr;
  ZSTD_DDict_s* for_reading_ = nullptr;
};

// The first texts, for a dictionary. How many does not depend on memory and
// threads, as the bytes of the index must not.
class TextSamples {
 public:
  void add(std::string_view text) {
    text = text.substr(0, kSample);
    if (text.empty()) return;
    texts_ += text;
    sizes_.push_back(text.size());
  }
  // `documents`: bytes of all documents so far.
  [[nodiscard]] bool suffice(uint64_t documents) const {
    return texts_.size() >= kSamples || documents >= kDocuments;
  }
  // Null for few texts: the dictionary would take more than it saves.
  [[nodiscard]] std::unique_ptr<TextDictionary> train() const {
    if (texts_.size() < kSamples) return nullptr;
    return TextDictionary::train(texts_, sizes_);
  }

 private:
  static constexpr size_t kSample = 8 << 10;
  static constexpr size_t kSamples = 2 << 20;
  static constexpr uint64_t kDocuments = 16 << 20;

  std::string texts_;
  std::vector<size_t> sizes_;
};

class FrameCompressor {
 public:
  FrameCompressor();
  ~FrameCompressor();
  FrameCompressor(const FrameCompressor&) = delete;
  FrameCompressor& operator=(const FrameCompressor&) = delete;

  // Appends to `out`. `dictionary` was trained, or is null. The same bytes and
  // dictionary always give the same frame.
  void compress(std::string_view bytes, const TextDictionary* dictionary,
                std::string& out);

 private:
  ZSTD_CCtx_s* zstd_;
};

// Replaces `out` by the `size` bytes that are in the frame. False when it does
// not hold as many, or was damaged.
[[nodiscard]] bool decompress_frame(std::string_view frame, uint64_t size,
                                    const TextDictionary* dictionary,
                                    std::string& out);

// For values in Lucene's own file of stored values: zlib streams. Appends to
// `out`. False when `bytes` are not such a value.
[[nodiscard]] bool decompress_value(std::string_view bytes, std::string& out);

}  // namespace wax::io
