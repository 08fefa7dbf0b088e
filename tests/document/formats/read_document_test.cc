#include "document/formats/read_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <string>

#include "document/worker/text_worker.h"
#include "tests/document/formats/documents.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// All fixtures by their names.
std::map<std::string, std::string> all_documents() {
  std::map<std::string, std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(
           tests::source_path("tests/data/documents"))) {
    std::string name = entry.path().filename();
    std::string bytes = document_bytes(name);
    // What only Tika reads is of no format here.
    if (format_of(bytes, "", "http://h/" + name) == Format::kNone) continue;
    all[name] = std::move(bytes);
  }
  return all;
}

TEST(ReadDocument, WithoutTextThereIsAReason) {
  EXPECT_EQ(read_named("encrypted.pdf").no_text, NoText::kEncrypted);
  EXPECT_EQ(read_named("encrypted.odt").no_text, NoText::kEncrypted);
  EXPECT_EQ(read_named("no-text.pdf").no_text, NoText::kEmpty);
  EXPECT_EQ(read_named("loop.pdf").no_text, NoText::kEmpty);
  EXPECT_EQ(read_named("drawn-in-itself.pdf").no_text, NoText::kEmpty);
  EXPECT_EQ(read_bytes("%PDF-1.4 and no more").no_text, NoText::kDamaged);
  EXPECT_EQ(read_bytes("PK\3\4 and no more", "application/epub+zip").no_text,
            NoText::kDamaged);
  EXPECT_EQ(
      read_bytes(tests::zip_of({{"a", "b"}}), "application/epub+zip").no_text,
      NoText::kDamaged);
  std::string locked =
      tests::zip_of({{"mimetype", "application/vnd.oasis.opendocument.text"},
                     {"content.xml", "x", false, false, 1}});
  EXPECT_EQ(
      read_bytes(locked, "application/vnd.oasis.opendocument.text").no_text,
      NoText::kEncrypted);
  EXPECT_EQ(read_document(Format::kNone, "x", "").no_text,
            NoText::kUnsupported);
}

TEST(ReadDocument, TextIsCutAtTheLimit) {
  std::string bytes = document_bytes("text.rtf");
  for (size_t most : {0u, 1u, 7u, 20u, 50u}) {
    DocumentText cut = read_document(Format::kRtf, bytes, "", {.text = most});
    EXPECT_LE(cut.content.size(), most);
    EXPECT_TRUE(text::is_utf8(cut.content));
    EXPECT_TRUE(cut.truncated) << most;
  }
}

TEST(ReadDocument, EntitiesThatMultiplyEndTheDocument) {
  std::string declared = "<!DOCTYPE rss [<!ENTITY a0 \"lol\">";
  for (int i = 1; i < 12; ++i) {
    std::string before = "&a" + std::to_string(i - 1) + ';';
    declared += "<!ENTITY a" + std::to_string(i) + " \"";
    for (int k = 0; k < 10; ++k) declared += before;
    declared += "\">";
  }
  DocumentText feed = read_bytes("<?xml version='1.0'?>" + declared +
                                 "]><rss><channel><item><title>&a11;</title>");
  EXPECT_NE(feed.no_text, NoText::kNone);
}

// So much of one byte as XML takes anywhere, deflated, without the checksum.
std::string much_space(size_t megabytes) {
  std::string piece = tests::deflated(std::string(1 << 20, ' '), -15, 9);
  std::string spaces(1 << 20, ' ');
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  std::string flushed(1 << 16, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(spaces.data());
  stream.avail_in = static_cast<uInt>(spaces.size());
  stream.next_out = reinterpret_cast<Bytef*>(flushed.data());
  stream.avail_out = static_cast<uInt>(flushed.size());
  deflate(&stream, Z_FULL_FLUSH);
  flushed.resize(flushed.size() - stream.avail_out);
  deflateEnd(&stream);
  std::string all;
  for (size_t i = 0; i + 1 < megabytes; ++i) all += flushed;
  return all + piece;
}

// A zip file whose one file holds `deflated`, stated as `size` bytes.
std::string zip_with(const std::string& name, const std::string& deflated,
                     uint64_t size) {
  std::string zip = tests::zip_of({{name, deflated}});
  for (std::string_view record : {"PK\3\4", "PK\1\2"}) {
    size_t at = zip.find(record) + (record == "PK\3\4" ? 8 : 10);
    zip.replace(at, 2, tests::little(8, 2));
    zip.replace(at + 14, 4, tests::little(size, 4));
  }
  return zip;
}

TEST(ReadDocument, AZipBombEndsAtTheLimit) {
  std::string bomb = zip_with("content.xml", much_space(1024), 1u << 30);
  ASSERT_LT(bomb.size(), 2u << 20);
  DocumentText document =
      read_bytes(bomb, "application/vnd.oasis.opendocument.text");
  EXPECT_EQ(document.content, "");
  EXPECT_TRUE(document.truncated);
}

TEST(ReadDocument, ZipsInZipsAreNotOpened) {
  std::string zip = document_bytes("text.odt");
  for (int i = 0; i < 100; ++i) zip = tests::zip_of({{"content.xml", zip}});
  EXPECT_EQ(read_bytes(zip, "application/vnd.oasis.opendocument.text").no_text,
            NoText::kDamaged);
}

TEST(ReadDocument, DeepNestingEndsInLinearTime) {
  EXPECT_EQ(read_bytes("{\\rtf1" + std::string(1'000'000, '{') + "x").no_text,
            NoText::kDamaged);
  std::string deep = "<rss>";
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  EXPECT_EQ(read_bytes(deep).no_text, NoText::kDamaged);
  std::string mail = "Subject: x\n";
  for (int i = 0; i < 2000; ++i) mail += "Content-Type: message/rfc822\n\n";
  (void)read_bytes(mail, "message/rfc822");
}

TEST(ReadDocument, TheWorkerReadsEveryDocumentTheSameWay) {
  TextWorker worker;
  for (const auto& [name, bytes] : all_documents()) {
    Format format = format_of(bytes, "", "http://h/" + name);
    ASSERT_NE(format, Format::kNone) << name;
    EXPECT_EQ(worker.read(format, bytes, kCapturedAt),
              read_document(format, bytes, kCapturedAt))
        << name;
  }
}

TEST(ReadDocument, PopplersTablesAreReadInTheSandbox) {
  if (!std::filesystem::exists("/usr/share/poppler/cMap")) {
    GTEST_SKIP() << "poppler-data is not installed";
  }
  std::string bytes = document_bytes("japanese.pdf");
  EXPECT_EQ(TextWorker().read(Format::kPdf, bytes, "").content,
            "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E");
}

TEST(ReadDocument, ADocumentOverALimitCostsItsTextAlone) {
  std::string bomb = zip_with("content.xml", much_space(1024), 1u << 30);
  TextWorkerOptions options;
  options.cpu = std::chrono::milliseconds(20);
  TextWorker slow(options);
  EXPECT_EQ(slow.read(Format::kPackage, bomb, "").no_text, NoText::kTimeout);
  EXPECT_EQ(slow.read(Format::kRtf, "{\\rtf1 x}", "").content, "x");
#ifndef WAX_WITH_SANITIZERS
  options = {};
  options.memory = uint64_t{400} << 20;
  TextWorker small(options);
  // Expat keeps each element that is open.
  std::string deep;
  for (int i = 0; i < 6'000'000; ++i) deep += "<a>";
  EXPECT_EQ(small.read(Format::kRtf, "{\\rtf1 x}", "").content, "x");
  EXPECT_EQ(small
                .read(Format::kPackage,
                      zip_with("content.xml", tests::deflated(deep),
                               static_cast<uint32_t>(deep.size())),
                      "")
                .no_text,
            NoText::kMemory);
  EXPECT_EQ(small.read(Format::kRtf, "{\\rtf1 y}", "").content, "y");
#endif
}

TEST(ReadDocument, AnAttributeThatNeverEndsEndsItsDocument) {
  // Read again with each piece, it would take until the limit of time.
  std::string attribute =
      tests::deflated("<a b='" + std::string(200 << 20, 'x'));
  EXPECT_EQ(TextWorker()
                .read(Format::kPackage,
                      zip_with("content.xml", attribute, 200u << 20), "")
                .no_text,
            NoText::kMemory);
}

TEST(ReadDocument, DamageEndsNoWorkAndGivesWellFormedText) {
  std::mt19937 random(20080512);
  TextWorker worker;
  const char* wanted = std::getenv("WAX_DAMAGED_DOCUMENTS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 60;
  std::map<std::string, int> reasons;
  for (const auto& [name, bytes] : all_documents()) {
    Format format = format_of(bytes, "", "http://h/" + name);
    for (int i = 0; i < rounds; ++i) {
      std::string damaged = bytes;
      if (i % 3 == 0) {
        damaged.resize(random() % bytes.size());
      } else {
        for (int k = 0; k <= i % 7; ++k) {
          damaged[random() % damaged.size()] = static_cast<char>(random());
        }
      }
      DocumentText document = worker.read(format, damaged, kCapturedAt);
      EXPECT_TRUE(text::is_utf8(document.content) &&
                  text::is_utf8(document.title))
          << name << ' ' << i;
      EXPECT_TRUE(!document.content.empty() ||
                  document.no_text != NoText::kNone)
          << name << ' ' << i;
      ++reasons[std::string(word_of(document.no_text))];
    }
  }
  for (const auto& [reason, count] : reasons) {
    RecordProperty(reason.empty() ? "text" : reason, count);
  }
}

}  // namespace
}  // namespace wax::document
