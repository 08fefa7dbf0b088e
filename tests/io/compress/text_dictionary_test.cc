#include "io/compress/text_dictionary.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

namespace wax::io {
namespace {

// Sentences out of a few hundred.
std::string some_text(unsigned seed, size_t words) {
  std::mt19937 random(seed);
  std::string text;
  for (; words > 0; --words) {
    text += "the " + std::to_string(random() % 300 * 7919) + "th page of " +
            std::to_string(random() % 300 * 104729) + ". ";
  }
  return text;
}

std::unique_ptr<TextDictionary> trained() {
  std::string samples;
  std::vector<size_t> sizes;
  for (unsigned i = 0; i < 500; ++i) {
    std::string text = some_text(i, 300);
    samples += text;
    sizes.push_back(text.size());
  }
  return TextDictionary::train(samples, sizes);
}

TEST(CompressTest, ValuesComeBack) {
  std::unique_ptr<TextDictionary> writing = trained();
  ASSERT_TRUE(writing);
  std::unique_ptr<TextDictionary> reading =
      TextDictionary::of(writing->bytes());
  ASSERT_TRUE(reading);
  for (size_t size : {size_t{1}, size_t{1000}, size_t{3000000}}) {
    std::string value;
    for (size_t i = 0; i < size; ++i) {
      value += static_cast<char>(i * i % 251);
    }
    for (bool with : {false, true}) {
      std::string compressed = "before";
      FrameCompressor().compress(value, with ? writing.get() : nullptr,
                                 compressed);
      std::string back;
      ASSERT_TRUE(decompress_frame(compressed.substr(6), size,
                                   with ? reading.get() : nullptr, back))
          << size;
      EXPECT_EQ(back, value);
    }
  }
}

TEST(CompressTest, ADictionaryMakesShortTextsSmallerAndIsNeededToReadThem) {
  std::unique_ptr<TextDictionary> writing = trained();
  EXPECT_EQ(writing->bytes(), trained()->bytes());
  std::string text = some_text(9999, 100);
  std::string with;
  std::string without;
  FrameCompressor().compress(text, writing.get(), with);
  FrameCompressor().compress(text, nullptr, without);
  EXPECT_LT(with.size() * 10, without.size() * 8);
  std::string back;
  EXPECT_FALSE(decompress_frame(with, text.size(), nullptr, back));
}

TEST(CompressTest, OtherBytesAreRefused) {
  std::unique_ptr<TextDictionary> writing = trained();
  std::unique_ptr<TextDictionary> reading =
      TextDictionary::of(writing->bytes());
  for (bool with : {false, true}) {
    std::string compressed;
    FrameCompressor().compress("some words of a page",
                               with ? writing.get() : nullptr, compressed);
    std::string back;
    for (size_t size = 0; size < compressed.size(); ++size) {
      EXPECT_FALSE(
          decompress_frame(compressed.substr(0, size), 20, reading.get(), back))
          << size;
    }
    EXPECT_FALSE(decompress_frame(compressed, 19, reading.get(), back));
    EXPECT_FALSE(decompress_frame(compressed, 21, reading.get(), back));
  }
  std::string back;
  EXPECT_FALSE(decompress_value("plain text", back));
  EXPECT_FALSE(decompress_value("(plain text", back));
  EXPECT_EQ(TextDictionary::of("no dictionary"), nullptr);
}

TEST(CompressTest, ValuesOfLucenesOwnFileAreZlibStreams) {
  std::string text = some_text(1, 50);
  uLongf size = ::compressBound(static_cast<uLong>(text.size()));
  std::string bytes(size, '\0');
  ::compress(reinterpret_cast<Bytef*>(bytes.data()), &size,
             reinterpret_cast<const Bytef*>(text.data()),
             static_cast<uLong>(text.size()));
  bytes.resize(size);
  std::string back;
  ASSERT_TRUE(decompress_value(bytes, back));
  EXPECT_EQ(back, text);
}

TEST(CompressTest, TooFewSamplesGiveNoDictionary) {
  std::vector<size_t> sizes = {5};
  EXPECT_EQ(TextDictionary::train("short", sizes), nullptr);
}

}  // namespace
}  // namespace wax::io
