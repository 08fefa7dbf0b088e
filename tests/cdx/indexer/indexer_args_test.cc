#include "cdx/indexer/indexer_args.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"

namespace wax::cdx {
namespace {

using Words = std::vector<std::string>;

TEST(IndexerArgs, SelectRecords) {
  Selection selection;
  select_records({"response", "revisit"}, selection);
  EXPECT_EQ(selection.types, (std::vector{warc::RecordType::kResponse,
                                          warc::RecordType::kRevisit}));
  EXPECT_FALSE(selection.all);
  select_records({"all"}, selection);
  EXPECT_TRUE(selection.all);
  EXPECT_THROW(select_records({"answer"}, selection), UsageError);
}

TEST(IndexerArgs, NameFieldsByTheirKeys) {
  IndexOptions options;
  EXPECT_EQ(add_fields({"warc-target-uri", "mime", "http:date",
                        "req.http:referer", "warc-type"},
                       options),
            (Words{"url", "mime", "http:date", "referrer", "warc-type"}));
  EXPECT_EQ(options.fields, (Words{"http:date", "referrer", "warc-type"}));
  EXPECT_FALSE(options.record_digest);
  EXPECT_EQ(add_fields({"warc-type", "record-digest"}, options),
            (Words{"warc-type", "recordDigest"}));
  EXPECT_EQ(options.fields, (Words{"http:date", "referrer", "warc-type"}));
  EXPECT_TRUE(options.record_digest);
}

IndexStreamOptions chosen(const IndexerArgs& words) {
  IndexStreamOptions stream;
  choose(words, stream);
  return stream;
}

TEST(IndexerArgs, TakeDefaultsFromTheProfile) {
  IndexStreamOptions pywb = chosen({});
  EXPECT_FALSE(pywb.cdxj);
  EXPECT_EQ(pywb.legend.letters, kCdx11);
  EXPECT_EQ(top_lines({}, pywb),
            " CDX N b a m s k r M S V g\n"
            " CDX ~ identity profile=pywb urlkey=surt digest=missing "
            "digest-of=stored digest-algorithm=sha1 post-append=no\n");
  IndexerArgs warcio;
  warcio.identity.profile = "warcio";
  EXPECT_TRUE(chosen(warcio).cdxj);
  EXPECT_EQ(
      top_lines(warcio, chosen(warcio)),
      "!meta 0 {\"identity\": \"profile=warcio urlkey=surt digest=missing "
      "digest-of=stored digest-algorithm=sha1 post-append=no\"}\n");
  IndexerArgs nutchwax;
  nutchwax.identity.profile = "nutchwax";
  EXPECT_EQ(top_lines(nutchwax, chosen(nutchwax)), "");
  EXPECT_EQ(chosen(nutchwax).index.key_kind(), UrlKeyKind::kLegacy);
}

TEST(IndexerArgs, ChooseTheFormatOfLines) {
  IndexerArgs words;
  words.legend = "NbV";
  EXPECT_EQ(chosen(words).legend.letters, "NbV");
  words.no_header = true;
  EXPECT_EQ(top_lines(words, chosen(words)), "");
  words = {};
  words.format = "cdxj";
  words.only_fields = {"warc-target-uri"};
  words.header = true;
  EXPECT_TRUE(chosen(words).cdxj);
  EXPECT_EQ(chosen(words).only_fields, Words{"url"});
  EXPECT_TRUE(top_lines(words, chosen(words)).starts_with("!meta 0 {"))
      << "CDXJ has no CDX header";
}

TEST(IndexerArgs, ExcludeEachOther) {
  IndexerArgs twice;
  twice.legend = "N";
  twice.format = "cdx9";
  IndexerArgs fields;
  fields.format = "cdx11";
  fields.fields = {"method"};
  IndexerArgs header;
  header.header = header.no_header = true;
  for (const IndexerArgs& words : {twice, fields, header}) {
    EXPECT_THROW(chosen(words), UsageError);
  }
}

TEST(ArchiveName, IsTheLastPartOfThePath) {
  EXPECT_EQ(archive_name("/a/b.warc", {}), "b.warc");
  EXPECT_EQ(archive_name("-", {}), "-");
  EXPECT_EQ(archive_name("http://e.org/x/b.warc", {}), "b.warc");
}

TEST(ArchiveName, IsTheWholePathWhenAsked) {
  std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(archive_name("x/../b.warc", {.full_path = true}), here + "/b.warc");
  EXPECT_EQ(archive_name("/a/./b.warc", {.full_path = true}), "/a/b.warc");
  EXPECT_EQ(archive_name("-", {.full_path = true}), "-");
  EXPECT_EQ(archive_name("http://e.org/b.warc", {.full_path = true}),
            "http://e.org/b.warc");
}

TEST(ArchiveName, IsRelativeToARoot) {
  EXPECT_EQ(archive_name("/a/b/c.warc", {.root = "/a"}), "b/c.warc");
  EXPECT_EQ(archive_name("/a/b/c.warc", {.root = "/a/x/"}), "../b/c.warc");
  EXPECT_EQ(archive_name("y/c.warc", {.root = "."}), "y/c.warc");
}

}  // namespace

}  // namespace wax::cdx
