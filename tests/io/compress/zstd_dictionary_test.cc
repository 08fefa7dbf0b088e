#include "io/compress/zstd_dictionary.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/compress/compressor.h"
#include "io/compress/inflater.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

TEST(ZstdDictionary, IsTrainedAndReadBackFromItsFrame) {
  std::string samples;
  std::vector<size_t> sizes;
  for (int i = 0; i < 2000; ++i) {
    std::string sample = tests::warc_record(
        tests::http_response("page " + std::to_string(i * 7919)));
    samples += sample;
    sizes.push_back(sample.size());
  }
  std::string dictionary = train_dictionary(samples, sizes);
  ASSERT_FALSE(dictionary.empty());
  std::string frame = dictionary_frame(dictionary);
  EXPECT_TRUE(frame.starts_with(kDictionaryFrame));
  EXPECT_EQ(skippable_frame(frame), frame.size());
  EXPECT_EQ(zstd_dictionary(frame), dictionary);

  // A frame made with it is smaller, and read with it.
  std::string_view sample = std::string_view(samples).substr(0, sizes[0]);
  std::string out;
  auto output = open_memory(out);
  Compressor compressor(*output, Compression::kZstd, 0, dictionary);
  for (int i = 0; i < 2; ++i) {
    compressor.start_member(sample.size());
    compressor.write(sample);
    compressor.end_member();
  }
  EXPECT_EQ(out.substr(0, out.size() / 2), out.substr(out.size() / 2));
  EXPECT_LT(out.size() / 2, tests::zstd_frame(sample).size() / 2);
  auto inflater = zstd_inflater(dictionary);
  inflater->start();
  std::string back(sample.size() + 10, '\0');
  auto step = inflater->step(out, back.data(), back.size());
  EXPECT_EQ(back.substr(0, step.produced), sample);
}

TEST(ZstdDictionary, TooFewSamplesGiveNone) {
  std::vector<size_t> sizes = {3};
  EXPECT_EQ(train_dictionary("abc", sizes), "");
  EXPECT_EQ(train_dictionary("", {}), "");
}

}  // namespace
}  // namespace wax::io
