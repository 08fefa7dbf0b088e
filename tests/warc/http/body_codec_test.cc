#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "warc/http/http_body.h"

namespace wax::warc {
namespace {

using Step = BodyCodec::Step;

TEST(BodyCodec, IsFoundByItsName) {
  for (const char* name : {"gzip", "X-GZIP", "br", "zstd"}) {
    EXPECT_EQ(codecs_of(name).size(), 1u) << name;
  }
  EXPECT_EQ(codecs_of("deflate").size(), 2u) << "with its wrapper or without";
  EXPECT_TRUE(codecs_of("zip").empty());
}

TEST(BodyCodec, KnowsItsSignature) {
  auto gzip = codecs_of("gzip");
  EXPECT_TRUE(gzip[0]->has_signature());
  EXPECT_TRUE(gzip[0]->has_members());
  EXPECT_TRUE(gzip[0]->plausible(tests::gzip_member("a")));
  EXPECT_FALSE(gzip[0]->plausible("text"));
  auto zstd = codecs_of("zstd");
  EXPECT_TRUE(zstd[0]->has_signature());
  EXPECT_TRUE(zstd[0]->has_members());
  EXPECT_TRUE(zstd[0]->plausible(tests::zstd_frame("a")));
  EXPECT_FALSE(zstd[0]->plausible("("));
  EXPECT_FALSE(zstd[0]->plausible("(text"));
  auto deflate = codecs_of("deflate");
  EXPECT_TRUE(deflate[0]->plausible(tests::deflated("a", 15)));
  EXPECT_FALSE(deflate[0]->plausible("text"));
  EXPECT_FALSE(deflate[1]->has_signature());
}

TEST(BodyCodec, DecompressesInPieces) {
  const std::string text(1000, 'x');
  for (const char* name : {"gzip", "zstd"}) {
    const bool is_gzip = std::string(name) == "gzip";
    const std::string compressed =
        is_gzip ? tests::gzip_member(text) : tests::zstd_frame(text);
    auto codec = std::move(codecs_of(name)[0]);
    for (int round = 0; round < 2; ++round) {
      codec->reset();
      std::string made;
      Step step = Step::kMore;
      size_t at = 0;
      while (step == Step::kMore) {
        char out[100];
        size_t used = 0;
        size_t size = 0;
        step = codec->step(std::string_view(compressed).substr(at, 7), out,
                           sizeof out, used, size);
        at += used;
        made.append(out, size);
      }
      EXPECT_EQ(step, Step::kEnd) << name;
      EXPECT_EQ(made, text) << name;
      EXPECT_EQ(at, compressed.size()) << name;
    }
  }
}

TEST(BodyCodec, SaysWhatItCannotRead) {
  for (const char* name : {"gzip", "br", "zstd"}) {
    auto codec = std::move(codecs_of(name)[0]);
    char out[100];
    size_t used = 0;
    size_t made = 0;
    EXPECT_EQ(codec->step("\xff\xff\xff\xff\xff\xff\xff\xff", out, sizeof out,
                          used, made),
              Step::kBad)
        << name;
  }
}

}  // namespace
}  // namespace wax::warc
