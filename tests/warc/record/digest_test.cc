#include "warc/record/digest.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>

#include "tests/support/seed.h"
#include "text/number.h"

namespace wax::warc {
namespace {

std::string hex_of(DigestAlgorithm algorithm, std::string_view bytes) {
  Digester digester(algorithm);
  digester.update(bytes);
  return text::to_hex(digester.finish().bytes());
}

TEST(Digester, GivesThePublishedValues) {
  EXPECT_EQ(hex_of(DigestAlgorithm::kSha1, "abc"),
            "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hex_of(DigestAlgorithm::kSha1, ""),
            "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(hex_of(DigestAlgorithm::kMd5, "abc"),
            "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(hex_of(DigestAlgorithm::kSha256, "abc"),
            "ba7816bf8f01cfea414140de5dae2223"
            "b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex_of(DigestAlgorithm::kSha512, "abc"),
            "ddaf35a193617abacc417349ae204131"
            "12e6fa4e89a97ea20a9eeee64b55d39a"
            "2192992a274fc1a836ba3c23a3feebbd"
            "454d4423643ce80e2a9ac94fa54ca49f");
}

TEST(Digester, PiecesMakeTheSameDigestAndFinishStartsAnew) {
  Digester digester;
  digester.update("a");
  digester.update("");
  digester.update("bc");
  const Digest first = digester.finish();
  digester.update("abc");
  EXPECT_EQ(digester.finish(), first);
  Digester moved = std::move(digester);
  moved.update("abc");
  EXPECT_EQ(moved.finish(), first);
}

TEST(Base32, IsRfc4648WithoutPadding) {
  const std::pair<std::string, std::string> cases[] = {
      {"", ""},
      {"f", "MY"},
      {"fo", "MZXQ"},
      {"foo", "MZXW6"},
      {"foob", "MZXW6YQ"},
      {"fooba", "MZXW6YTB"},
      {"foobar", "MZXW6YTBOI"}};
  for (const auto& [bytes, text] : cases) EXPECT_EQ(to_base32(bytes), text);
}

constexpr std::string_view kHexSha1 =
    "a9993e364706816aba3e25717850c26c9cd0d89d";
constexpr std::string_view kSha1 = "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5";
constexpr std::string_view kMd5 = "900150983cd24fb0d6963f7d28e17f72";
constexpr std::string_view kSha256 =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST(NormalDigest, HasOneSpellingForEachValue) {
  const std::string sha1 = "sha1:" + std::string(kSha1);
  const std::string md5 = "md5:" + std::string(kMd5);
  const std::string sha256 = "sha256:" + std::string(kSha256);
  const std::pair<std::string, std::string> cases[] = {
      {sha1, sha1},
      {std::string(kSha1), sha1},
      {"vgmt4nsha2awvor6evyxqugcnsonbwe5", sha1},
      {"SHA1:vgmt4nsha2awvor6evyxqugcnsonbwe5", sha1},
      {"sha-1:" + std::string(kSha1), sha1},
      {"sha1:" + std::string(kSha1) + "=", sha1},
      {std::string(kSha1) + "======", sha1},
      {"sha1: " + std::string(kSha1), sha1},
      {" " + std::string(kSha1) + "\t", sha1},
      {"%20" + std::string(kSha1), sha1},  // as columns of CDX files have it
      {"sha1:%20" + std::string(kSha1) + "=", sha1},
      {"urn:sha1:" + std::string(kSha1), sha1},
      {std::string(kHexSha1), sha1},
      {"sha1:" + std::string(kHexSha1), sha1},
      {"sha1:A9993E364706816ABA3E25717850C26C9CD0D89D", sha1},
      {std::string(kMd5), md5},
      {md5, md5},
      {"md5:SAAVBGB42JH3BVUWH56SRYL7OI", md5},
      {"md5:SAAVBGB42JH3BVUWH56SRYL7OI======", md5},
      {std::string(kSha256), sha256},
      {"SHA-256:" + std::string(kSha256), sha256},
      {"sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====",
       sha256},
      // A key that is odd still matches itself.
      {"abc123", "abc123"},
      {"sha1:abc123", "sha1:abc123"},
      {"sha1:" + std::string(kMd5), "sha1:" + std::string(kMd5)},
      {"crc32:12345678", "crc32:12345678"},
      {"sha1:", "sha1:"},
      {":", ":"},
      {"", "-"},
      {"-", "-"}};
  for (const auto& [text, normal] : cases) {
    EXPECT_EQ(normal_digest(text), normal) << text;
    EXPECT_EQ(normal_digest(normal), normal) << text;
    std::string out = "x ";
    append_normal_digest(text, out);
    EXPECT_EQ(out, "x " + normal);
  }
}

TEST(ParseDigest, RefusesWhatIsNone) {
  for (const char* text :
       {"", "-", "sha1", "sha1:", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE",
        "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5A",
        "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE1",
        "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE=", "sha1:=", "%20", "=",
        "g9993e364706816aba3e25717850c26c9cd0d89d", "sha3:00",
        "sha1 VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5"}) {
    EXPECT_FALSE(parse_digest(text)) << text;
  }
}

TEST(ParseDigest, ReadsWhatToBase32AndToHexWrite) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  const std::pair<DigestAlgorithm, size_t> algorithms[] = {
      {DigestAlgorithm::kSha1, 20},
      {DigestAlgorithm::kSha256, 32},
      {DigestAlgorithm::kSha512, 64},
      {DigestAlgorithm::kMd5, 16}};
  for (int round = 0; round < 200; ++round) {
    for (auto [algorithm, size] : algorithms) {
      Digest digest{algorithm, {}};
      for (size_t i = 0; i < size; ++i) {
        digest.raw[i] = static_cast<char>(random());
      }
      ASSERT_EQ(digest.bytes().size(), size);
      EXPECT_EQ(parse_digest(to_base32(digest.bytes())), digest);
      EXPECT_EQ(parse_digest(text::to_hex(digest.bytes())), digest);
      std::string scheme = std::string(name(algorithm)) + ":";
      EXPECT_EQ(parse_digest(scheme + to_base32(digest.bytes())), digest);
      EXPECT_EQ(parse_digest(scheme + text::to_hex(digest.bytes())), digest);
      EXPECT_EQ(parse_digest(spelling(digest)), digest);
      EXPECT_EQ(normal_digest(spelling(digest)), spelling(digest));
    }
  }
}

TEST(Digest, AlgorithmsHaveNames) {
  for (const char* text : {"sha1", "sha256", "sha512", "md5"}) {
    auto algorithm = digest_algorithm(text);
    ASSERT_TRUE(algorithm) << text;
    EXPECT_EQ(name(*algorithm), text);
  }
  EXPECT_FALSE(digest_algorithm("SHA1"));
  EXPECT_FALSE(digest_algorithm(""));
}

TEST(Digest, Base64BehindTheNameOfAnAlgorithm) {
  Digester digester;
  digester.update("waxwing");
  const Digest found = digester.finish();
  for (const char* text : {"sha1:W/F0x7824hLRrofEfjB0IZAzHHY=",
                           "sha1:W_F0x7824hLRrofEfjB0IZAzHHY"}) {
    auto digest = parse_digest(text);
    ASSERT_TRUE(digest) << text;
    EXPECT_EQ(*digest, found) << text;
  }
  EXPECT_TRUE(parse_digest("md5:LVCAqOog7BdcMY1l0UKelA=="));
  const auto hex =
      parse_digest("sha1:fbefbefbefbefbefbefbefbefbefbefbefbefbef");
  ASSERT_TRUE(hex);
  for (char plus : {'+', '-'}) {
    const std::string text = "sha1:" + std::string(26, plus) + "8=";
    EXPECT_EQ(parse_digest(text), hex) << text;
  }
  EXPECT_FALSE(parse_digest("sha1:!/F0x7824hLRrofEfjB0IZAzHHY="));
  EXPECT_FALSE(parse_digest("sha1:{/F0x7824hLRrofEfjB0IZAzHHY="));
  EXPECT_FALSE(parse_digest("W/F0x7824hLRrofEfjB0IZAzHHY="));
  EXPECT_FALSE(parse_digest("sha1:W/F0x7824hLRrofEfjB0"));
}

}  // namespace
}  // namespace wax::warc
