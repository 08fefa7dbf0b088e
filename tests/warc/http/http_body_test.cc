#include "warc/http/http_body.h"

#include <brotli/encode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/seed.h"
#include "tests/support/trickle_source.h"
#include "warc/http/http.h"

namespace wax::warc {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::deflated;
using tests::Problems;
using tests::TrickleSource;

enum Wrapper { kRaw = -MAX_WBITS, kZlib = MAX_WBITS, kGzip = MAX_WBITS + 16 };

std::string gzipped(std::string_view text) { return deflated(text, kGzip); }

std::string brotlied(std::string_view text) {
  std::string out(BrotliEncoderMaxCompressedSize(text.size()) + 16, 0);
  size_t size = out.size();
  EXPECT_TRUE(BrotliEncoderCompress(
      5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, text.size(),
      reinterpret_cast<const uint8_t*>(text.data()), &size,
      reinterpret_cast<uint8_t*>(out.data())));
  out.resize(size);
  return out;
}

// Compressible, but not so far that a small part of it says everything.
std::string prose(size_t size, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::string text;
  const char* words[] = {"wax", "wing ", "castle ", "river ", "bird ", "\r\n"};
  while (text.size() < size) {
    text += words[random() % 6];
    text += static_cast<char>('a' + random() % 26);
  }
  text.resize(size);
  return text;
}

struct Decoded {
  std::string body;
  std::vector<std::string> problems;
};

Decoded decode(std::string_view fields, std::string_view stored,
               size_t piece = 4096, DecodeOptions options = {},
               size_t at_least = 1) {
  Headers headers;
  headers.parse(fields);
  TrickleSource source(stored, piece);
  Problems problems;
  Problem where;
  where.file = "a.warc.gz";
  where.offset = 77;
  auto body = decode_body(source, headers, options, problems, where);
  Decoded decoded;
  for (;;) {
    std::string_view bytes = body->peek(at_least);
    if (bytes.empty()) break;
    size_t n = std::min(bytes.size(), at_least);
    decoded.body += bytes.substr(0, n);
    body->consume(n);
  }
  EXPECT_TRUE(body->peek(1).empty());
  for (const Problem& problem : problems.all) {
    EXPECT_EQ(problem.file, "a.warc.gz");
    EXPECT_EQ(problem.offset, 77U);
  }
  decoded.problems = problems.ids();
  return decoded;
}

struct BodyCase {
  const char* fact;
  std::string fields;
  std::string stored;
  std::string body;
  std::vector<std::string> problems;
};

void check(const std::vector<BodyCase>& cases) {
  for (const BodyCase& c : cases) {
    for (size_t piece : {1, 3, 4096}) {
      for (size_t at_least : {1, 5, 1000}) {
        SCOPED_TRACE(std::string(c.fact) + ", pieces of " +
                     std::to_string(piece) + ", read by " +
                     std::to_string(at_least));
        Decoded decoded = decode(c.fields, c.stored, piece, {}, at_least);
        EXPECT_EQ(decoded.body, c.body);
        EXPECT_EQ(decoded.problems, c.problems);
      }
    }
  }
}

const std::string kChunked = "Transfer-Encoding: chunked\r\n";

TEST(DecodeBody, Dechunks) {
  check({
      {"no coding", "A: 1\r\n", "4\r\nwax", "4\r\nwax", {}},
      {"two chunks",
       kChunked,
       "3\r\nwax\r\n4\r\nwing\r\n0\r\n\r\n",
       "waxwing",
       {}},
      {"any case",
       "transfer-encoding: Chunked\n",
       "3\r\nwax\r\n0\r\n\r\n",
       "wax",
       {}},
      {"hexadecimal sizes",
       kChunked,
       "0A\r\n0123456789\r\nb\r\n0123456789a\r\n00\r\n\r\n",
       "01234567890123456789a",
       {}},
      {"extensions",
       kChunked,
       "3;a=b;c=\"d\"\r\nwax\r\n0;e\r\n\r\n",
       "wax",
       {}},
      {"spaces about the size",
       kChunked,
       "3   \r\nwax\r\n 0 \r\n\r\n",
       "wax",
       {}},
      {"bare line feeds", kChunked, "3\nwax\n4\nwing\n0\n\n", "waxwing", {}},
      {"trailers",
       kChunked,
       "3\r\nwax\r\n0\r\nA: 1\r\nB: 2\r\n\r\n",
       "wax",
       {}},
      {"no blank line at the end", kChunked, "3\r\nwax\r\n0\r\n", "wax", {}},
      {"the last size lacks its line end",
       kChunked,
       "3\r\nwax\r\n0",
       "wax",
       {}},
      {"line ends inside a chunk",
       kChunked,
       "6\r\n\r\n0\r\n\n\r\n0\r\n\r\n",
       "\r\n0\r\n\n",
       {}},
      {"an empty body", kChunked, "", "", {}},
      {"no chunk but the last", kChunked, "0\r\n\r\n", "", {}},
  });
}

TEST(DecodeBody, KeepsWhatIsNotChunked) {
  const std::vector<std::string> bad = {"http-bad-chunk"};
  const std::vector<std::string> early = {"http-truncated-body"};
  check({
      {"a page", kChunked, "<html>\r\n</html>", "<html>\r\n</html>", bad},
      {"one line", kChunked, "<html>", "<html>", bad},
      {"a word that is a number", kChunked, "add\r\nmore text\r\n",
       "more text\r\n", early},
      {"a short word that is a number", kChunked, "a\r\nb\r\nc is text\r\n",
       "a\r\nb\r\nc is text\r\n", bad},
      {"a number and words", kChunked, "12 castles\r\n", "12 castles\r\n", bad},
      {"a line end first", kChunked, "\r\n3\r\nwax\r\n0\r\n\r\n",
       "\r\n3\r\nwax\r\n0\r\n\r\n", bad},
      {"a negative size", kChunked, "-3\r\nwax\r\n", "-3\r\nwax\r\n", bad},
      {"a prefix", kChunked, "0x3\r\nwax\r\n", "0x3\r\nwax\r\n", bad},
      {"a size beyond 64 bits", kChunked, "10000000000000000\r\nwax",
       "10000000000000000\r\nwax", bad},
      {"only an extension", kChunked, ";a\r\nwax", ";a\r\nwax", bad},
      {"a bad size later", kChunked, "3\r\nwax\r\nzz\r\nwing\r\n0\r\n\r\n",
       "waxzz\r\nwing\r\n0\r\n\r\n", bad},
      {"a chunk longer than its size, later", kChunked,
       "3\r\nwax\r\n2\r\nwing\r\n0\r\n\r\n", "waxwing\r\n0\r\n\r\n", bad},
      {"no last chunk", kChunked, "3\r\nwax\r\n", "wax", early},
      {"no end of the chunk", kChunked, "3\r\nwax", "wax", early},
      {"half an end of the chunk", kChunked, "3\r\nwax\r", "wax", early},
      {"half a chunk", kChunked, "7\r\nwax", "wax", early},
      {"a size and no data", kChunked, "3\r\nwax\r\n7\r\n", "wax", early},
      {"data behind the end",
       kChunked,
       "3\r\nwax\r\n0\r\n\r\nmore",
       "wax",
       {"http-trailing-bytes"}},
  });
}

// A whole body under a head that no longer fits is no damage.
TEST(DecodeBody, OnlyABrokenChunkIsAWarning) {
  Headers headers;
  headers.parse(kChunked);
  const std::pair<const char*, Severity> cases[] = {
      {"<html></html>", Severity::kNote},
      {"3\r\nwax\r\nzz\r\nwing\r\n", Severity::kWarning}};
  for (const auto& [stored, severity] : cases) {
    TrickleSource source(stored, 4096);
    Problems problems;
    auto body = decode_body(source, headers, {}, problems, {});
    while (!body->peek().empty()) body->consume(body->peek().size());
    ASSERT_EQ(problems.all.size(), 1U) << stored;
    EXPECT_EQ(problems.all[0].severity, severity) << stored;
  }
}

TEST(DecodeBody, DecodesContentCodings) {
  const std::string text = prose(3000);
  const std::string odd = "\x1f not gzip";
  check({
      {"gzip", "Content-Encoding: gzip\n", gzipped(text), text, {}},
      {"x-gzip", "content-encoding: X-GZIP\n", gzipped(text), text, {}},
      {"gzip members",
       "Content-Encoding: gzip\n",
       gzipped("wax") + gzipped("") + gzipped("wing"),
       "waxwing",
       {}},
      {"gzip of nothing", "Content-Encoding: gzip\n", gzipped(""), "", {}},
      {"zlib", "Content-Encoding: deflate\n", deflated(text, kZlib), text, {}},
      {"raw deflate",
       "Content-Encoding: deflate\n",
       deflated(text, kRaw),
       text,
       {}},
      {"brotli", "Content-Encoding: br\n", brotlied(text), text, {}},
      {"zstd", "Content-Encoding: zstd\n", tests::zstd_frame(text), text, {}},
      {"zstd of unknown size",
       "Content-Encoding: ZSTD\n",
       tests::zstd_frame(text, tests::Frame::kBare),
       text,
       {}},
      {"zstd frames",
       "Content-Encoding: zstd\n",
       tests::zstd_frame("wax") + tests::zstd_frame("") +
           tests::zstd_frame("wing"),
       "waxwing",
       {}},
      {"zstd with a window of 128 MiB",
       "Content-Encoding: zstd\n",
       // Of one block: "wax".
       std::string("\x28\xb5\x2f\xfd\x00\x88\x19\0\0wax", 12),
       "wax",
       {}},
      {"two codings",
       "Content-Encoding: deflate, gzip\n",
       gzipped(deflated(text, kZlib)),
       text,
       {}},
      {"two fields",
       "Content-Encoding: br\nContent-Encoding: gzip\n",
       gzipped(brotlied(text)),
       text,
       {}},
      {"identity", "Content-Encoding: identity, ,\n", text, text, {}},
      {"empty bodies", "Content-Encoding: gzip, br, deflate\n", "", "", {}},
      {"transfer coding",
       "Transfer-Encoding: gzip, chunked\n",
       "14\r\n" + gzipped("") + "\r\n0\r\n\r\n",
       "",
       {}},
  });
}

TEST(DecodeBody, KeepsWhatIsNotCompressed) {
  const std::vector<std::string> bad = {"http-bad-content-encoding"};
  const std::string text = prose(500);
  check({
      {"no gzip", "Content-Encoding: gzip\n", text, text, bad},
      {"one byte of gzip",
       "Content-Encoding: gzip\n",
       "\x1f",
       "",
       {"http-truncated-body"}},
      {"gzip's first byte only", "Content-Encoding: gzip\n", "\x1f odd",
       "\x1f odd", bad},
      {"gzip's signature and rubbish", "Content-Encoding: gzip\n",
       "\x1f\x8b rubbish", "\x1f\x8b rubbish", bad},
      {"no deflate", "Content-Encoding: deflate\n", "<html></html>",
       "<html></html>", bad},
      {"what may begin deflate", "Content-Encoding: deflate\n", "hCastle walk",
       "hCastle walk", bad},
      {"no brotli", "Content-Encoding: br\n", "<html></html>", "<html></html>",
       bad},
      {"no zstd", "Content-Encoding: zstd\n", "<html></html>", "<html></html>",
       bad},
      {"zstd with too large a window", "Content-Encoding: zstd\n",
       std::string("\x28\xb5\x2f\xfd\x00\x90\x19\0\0wax", 12),
       std::string("\x28\xb5\x2f\xfd\x00\x90\x19\0\0wax", 12), bad},
      {"bytes behind zstd",
       "Content-Encoding: zstd\n",
       tests::zstd_frame(text) + "odd",
       text,
       {"http-trailing-bytes"}},
      {"gzip named twice", "Content-Encoding: gzip\nContent-Encoding: gzip\n",
       gzipped(text), text, bad},
      {"an unknown coding",
       "Content-Encoding: gzip, zip\n",
       gzipped(text),
       gzipped(text),
       {"http-unknown-content-encoding"}},
      {"an unknown coding inside",
       "Content-Encoding: utf-8, gzip\n",
       gzipped(text),
       text,
       {"http-unknown-content-encoding"}},
      {"bytes behind gzip",
       "Content-Encoding: gzip\n",
       gzipped(text) + "\r\n",
       text,
       {"http-trailing-bytes"}},
      {"bytes behind zlib",
       "Content-Encoding: deflate\n",
       deflated(text, kZlib) + "odd",
       text,
       {"http-trailing-bytes"}},
      {"neither chunked nor gzip",
       kChunked + "Content-Encoding: gzip\n",
       text,
       text,
       {"http-bad-chunk", "http-bad-content-encoding"}},
      {"gzip, but no longer chunked",
       kChunked + "Content-Encoding: gzip\n",
       gzipped(text),
       text,
       {"http-bad-chunk"}},
  });
}

TEST(DecodeBody, ATruncatedBodyGivesWhatIsThere) {
  const std::string text = prose(300 * 1000);
  const std::pair<const char*, std::string> codings[] = {
      {"Content-Encoding: gzip\n", gzipped(text)},
      {"Content-Encoding: deflate\n", deflated(text, kZlib)},
      {"Content-Encoding: deflate\n", deflated(text, kRaw)},
      {"Content-Encoding: br\n", brotlied(text)},
      {"Content-Encoding: zstd\n", tests::zstd_frame(text)}};
  for (const auto& [fields, stored] : codings) {
    SCOPED_TRACE(fields);
    Decoded half = decode(fields, stored.substr(0, stored.size() / 2));
    EXPECT_THAT(half.problems, ElementsAre("http-truncated-body"));
    EXPECT_GT(half.body.size(), text.size() / 4);
    EXPECT_TRUE(text.starts_with(half.body));
  }
}

TEST(DecodeBody, ADamagedBodyGivesWhatCameBefore) {
  const std::string text = prose(300 * 1000);
  std::string stored = gzipped(text);
  stored[stored.size() - 6] = static_cast<char>(stored[stored.size() - 6] ^ 1);
  Decoded decoded = decode("Content-Encoding: gzip\n", stored);
  EXPECT_EQ(decoded.body, text);
  EXPECT_THAT(decoded.problems, ElementsAre("http-bad-content-encoding"));
}

TEST(DecodeBody, AFlippedBitOfZstdIsSaid) {
  const std::string text = prose(3000);
  const std::string stored = tests::zstd_frame(text);
  for (size_t i = 0; i < stored.size(); ++i) {
    std::string damaged = stored;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    Decoded decoded = decode("Content-Encoding: zstd\n", damaged);
    EXPECT_TRUE(decoded.body == text || !decoded.problems.empty()) << i;
  }
}

TEST(DecodeBody, TheLimitStopsABomb) {
  std::string bomb = gzipped(std::string(50 << 20, 'a'));
  DecodeOptions options;
  options.limit = 1000;
  Decoded decoded = decode("Content-Encoding: gzip\n", bomb, 4096, options);
  EXPECT_EQ(decoded.body, std::string(1000, 'a'));
  EXPECT_THAT(decoded.problems, ElementsAre("http-body-limit"));

  decoded = decode("A: 1\n", std::string(1000, 'b'), 4096, options);
  EXPECT_EQ(decoded.body.size(), 1000U);
  EXPECT_THAT(decoded.problems, IsEmpty());
}

TEST(DecodeBody, StagesCanBeLeftOut) {
  const std::string compressed = gzipped("wax");
  const std::string fields = kChunked + "Content-Encoding: gzip\n";
  const std::string stored = "17\r\n" + compressed + "\r\n0\r\n\r\n";
  ASSERT_EQ(compressed.size(), 0x17U);
  EXPECT_EQ(decode(fields, stored).body, "wax");
  DecodeOptions options;
  options.decompress = false;
  EXPECT_EQ(decode(fields, stored, 4096, options).body, compressed);
  options.dechunk = false;
  EXPECT_EQ(decode(fields, stored, 4096, options).body, stored);
  options.decompress = true;
  EXPECT_EQ(decode(fields, stored, 4096, options).body, stored);
}

TEST(DecodeBody, AnyChunkingDecodesToTheOriginal) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  const char* codings[] = {"identity", "gzip", "deflate", "br"};
  for (int round = 0; round < 200; ++round) {
    std::string text = prose(random() % 20000, static_cast<unsigned>(random()));
    size_t coding = random() % 4;
    std::string compressed = coding == 0   ? text
                             : coding == 1 ? gzipped(text)
                             : coding == 2 ? deflated(text, kRaw)
                                           : brotlied(text);
    std::string stored;
    for (size_t at = 0; at < compressed.size();) {
      size_t n = std::min<size_t>(1 + random() % 3000, compressed.size() - at);
      char size[32];
      std::snprintf(size, sizeof size, random() % 2 ? "%zx" : "%06zX", n);
      stored += size;
      if (random() % 3 == 0) stored += ";x=y";
      stored += "\r\n" + compressed.substr(at, n) + "\r\n";
      at += n;
    }
    stored += "0\r\n\r\n";
    std::string fields =
        kChunked + "Content-Encoding: " + codings[coding] + "\r\n";
    Decoded decoded =
        decode(fields, stored, 1 + random() % 5000, {}, 1 + random() % 5000);
    EXPECT_EQ(decoded.body, text);
    EXPECT_THAT(decoded.problems, IsEmpty());
  }
}

TEST(DecodeBody, AnyBytesAreRead) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  const std::string fields[] = {
      kChunked, "Content-Encoding: gzip\n", "Content-Encoding: deflate\n",
      "Content-Encoding: br\n", kChunked + "Content-Encoding: gzip, deflate\n"};
  const std::string good[] = {"3\r\nwax\r\n4\r\nwing\r\n0\r\n\r\n",
                              gzipped(prose(400)), deflated(prose(400), kZlib),
                              brotlied(prose(400))};
  DecodeOptions options;
  options.limit = 1 << 20;
  for (int round = 0; round < 3000; ++round) {
    std::string stored = good[random() % 4];
    for (size_t i = random() % 8; i > 0; --i) {
      stored[random() % stored.size()] = static_cast<char>(random());
    }
    stored.resize(random() % (stored.size() + 1));
    Decoded decoded = decode(fields[random() % 5], stored, 1 + random() % 500,
                             options, 1 + random() % 500);
    EXPECT_LE(decoded.body.size(), options.limit);
  }
}

TEST(BodyStage, SaysWhereItsBodyLies) {
  tests::Problems problems;
  Problem where;
  where.file = "a.warc";
  where.offset = 7;
  BodyReporter reporter(problems, where);
  reporter.report(Severity::kWarning, "odd", "text");
  reporter.trailing_bytes();
  ASSERT_THAT(problems.ids(),
              testing::ElementsAre("odd", "http-trailing-bytes"));
  EXPECT_EQ(problems.all[0].file, "a.warc");
  EXPECT_EQ(problems.all[1].offset, 7u);
}

TEST(BodyStage, BuffersBytesInTheirOrder) {
  const unsigned seed = 3;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  StageBuffer buffer;
  std::string expected;
  for (int i = 0; i < 2000; ++i) {
    if (random() % 2 == 0) {
      std::string bytes(random() % 100, static_cast<char>('a' + i % 26));
      buffer.append(bytes);
      expected += bytes;
    } else {
      size_t n = random() % (expected.size() + 1);
      buffer.consume(n);
      expected.erase(0, n);
    }
    ASSERT_EQ(buffer.view(), expected);
  }
}

std::string dechunked(std::string_view text, tests::Problems& problems) {
  io::MemorySource source(text);
  BodyReporter reporter(problems, {});
  Dechunker chunks(source, reporter);
  return io::read_all(chunks, UINT64_MAX);
}

TEST(Dechunker, JoinsChunks) {
  for (std::string_view text :
       {"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "3\nabc\n2\nde\n0\n\n",
        "3;x=y\r\nabc\r\n02 \r\nde\r\n0\r\nTrailer: x\r\n\r\n"}) {
    tests::Problems problems;
    EXPECT_EQ(dechunked(text, problems), "abcde") << text;
    EXPECT_THAT(problems.ids(), testing::IsEmpty()) << text;
  }
}

TEST(Dechunker, SaysWhatIsWrong) {
  struct ChunksCase {
    std::string_view text;
    std::string_view body;
    const char* id;
  };
  const ChunksCase cases[] = {
      {"no chunks", "no chunks", "http-bad-chunk"},
      {"3\r\nabc\r\nx\r\nde", "abcx\r\nde", "http-bad-chunk"},
      {"3\r\nab", "ab", "http-truncated-body"},
      {"1\r\na\r\n0\r\n\r\nmore", "a", "http-trailing-bytes"},
  };
  for (const ChunksCase& c : cases) {
    tests::Problems problems;
    EXPECT_EQ(dechunked(c.text, problems), c.body) << c.text;
    EXPECT_THAT(problems.ids(), testing::ElementsAre(c.id)) << c.text;
  }
}

TEST(Dechunker, OfNothingIsNothing) {
  tests::Problems problems;
  EXPECT_EQ(dechunked("", problems), "");
  EXPECT_THAT(problems.ids(), testing::IsEmpty());
}

using testing::ElementsAre;
using testing::IsEmpty;

std::string decompressed(std::string_view bytes, tests::Problems& problems,
                         const std::string& coding = "gzip") {
  io::MemorySource source(bytes);
  BodyReporter reporter(problems, {});
  DecompressedBody body(source, coding, codecs_of(coding), reporter);
  return io::read_all(body, UINT64_MAX);
}

TEST(DecompressedBody, IsOfSeveralMembers) {
  tests::Problems problems;
  EXPECT_EQ(decompressed(tests::gzip_member("one ") + tests::gzip_member("two"),
                         problems),
            "one two");
  EXPECT_EQ(decompressed("", problems), "");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(DecompressedBody, IsOfTheCodecThatTakesIt) {
  tests::Problems problems;
  EXPECT_EQ(decompressed(tests::deflated("text", 15), problems, "deflate"),
            "text");
  EXPECT_EQ(decompressed(tests::deflated("text"), problems, "deflate"), "text");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(DecompressedBody, SaysWhatIsWrong) {
  const std::string compressed =
      tests::gzip_member(std::string(5000, 'x') + "end");
  struct DamagedBody {
    std::string bytes;
    const char* id;
  };
  const DamagedBody cases[] = {
      {"text", "http-bad-content-encoding"},
      {compressed.substr(0, compressed.size() - 4), "http-truncated-body"},
      {compressed + "more", "http-trailing-bytes"},
  };
  for (const DamagedBody& c : cases) {
    tests::Problems problems;
    std::string body = decompressed(c.bytes, problems);
    EXPECT_EQ(body, c.bytes == "text" ? "text" : std::string(5000, 'x') + "end")
        << c.id;
    EXPECT_THAT(problems.ids(), ElementsAre(c.id));
  }
}

}  // namespace

}  // namespace wax::warc
