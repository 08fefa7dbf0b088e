#include "cdx/format/identity_line.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cdx/format/cdx_lines.h"
#include "io/error.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kIdentity =
    "profile=pywb digest=missing post-append=no";

TEST(IdentityLine, IsReadBack) {
  for (IdentityForm form :
       {IdentityForm::kCdx, IdentityForm::kCdxj, IdentityForm::kList}) {
    std::string line = identity_line(kIdentity, form);
    ASSERT_TRUE(line.ends_with('\n'));
    line.pop_back();
    EXPECT_TRUE(may_be_top_line(line));
    EXPECT_EQ(stated_identity(line), kIdentity);
    EXPECT_EQ(identity_line("", form), "");
  }
}

TEST(IdentityLine, IsNoOtherLine) {
  for (const char* line :
       {"", "#", "# identity", "# identity and words", "# identities a=b",
        " CDX N b a", " CDX ~ b a", "!meta 0 {}", "!meta {\"a\": \"b=c\"}",
        "!meta 0 {\"identity\": \"a=b\"", "com,example)/ 2007 {}"}) {
    EXPECT_FALSE(stated_identity(line)) << line;
  }
}

TEST(IdentityLine, IsSortedBetweenTheHeaderAndTheCaptures) {
  std::vector<std::string> lines = {
      Legend{}.header(),
      identity_line(kIdentity, IdentityForm::kCdx),
      identity_line(kIdentity, IdentityForm::kCdxj),
      identity_line(kIdentity, IdentityForm::kList),
      "0.0.0.1)/ 2007 {}",
      "com,example)/ 2007 {}",
      "dns:example.com 2007 {}"};
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end()));
  EXPECT_TRUE(is_header(lines[1])) << "readers of CDX pass over headers";
  EXPECT_TRUE(is_metadata(lines[2])) << "readers of CDXJ pass over metadata";
}

TEST(IdentityOptionWords, AreThoseOfATool) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(
      other_options("profile=ia digest=always post-append=yes", kIdentity),
      (Words{"--profile", "ia", "--digest", "always", "--post-append"}));
  EXPECT_EQ(other_options(kIdentity, "profile=pywb post-append=yes"),
            (Words{"--digest", "missing", "without --post-append"}));
  EXPECT_EQ(with_option(kIdentity, "digest", "always"),
            "profile=pywb digest=always post-append=no");
  EXPECT_EQ(with_option(kIdentity, "other", "x"), kIdentity);
  EXPECT_EQ(with_option("", "digest", "always"), "");
}

TEST(OneIdentity, IsThatOfAllFilesThatStateOne) {
  OneIdentity identity;
  identity.check("", "other producer's");
  EXPECT_EQ(identity.text(), "");
  identity.check(kIdentity, "a.cdx");
  identity.check("", "other producer's");
  identity.check(kIdentity, "b.cdx");
  EXPECT_EQ(identity.text(), kIdentity);
  try {
    identity.check("profile=pywb digest=always post-append=yes", "c.cdx");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "c.cdx: was made with --digest always --post-append, but "
                 "a.cdx with --digest missing and without --post-append; make "
                 "c.cdx again with --digest missing and without "
                 "--post-append, or a.cdx with --digest always --post-append");
  }
}

TEST(OneIdentity, MayDifferInKeysThatAreMadeAnew) {
  OneIdentity identity(KeyKinds::kAny);
  identity.check("urlkey=surt digest=missing post-append=no", "a");
  identity.check("urlkey=legacy digest=missing post-append=yes", "b");
  EXPECT_THROW(identity.check("urlkey=surt digest=always post-append=no", "c"),
               UsageError);
}

CdxLines cdx_of(const std::string& text) {
  return {"x.cdx", lines::lines_of(text)};
}

TEST(IdentityOfCdx, IsNoLineOfIt) {
  const std::string header = Legend{}.header() + '\n';
  const std::string stated = identity_line(kIdentity, IdentityForm::kCdx);
  const std::string line = "a)/ 20070101000000 http://a/ x 200 k - - 1 2 f\n";
  for (const std::string& text :
       {header + stated + line, header + stated + line + header + stated,
        stated + line, identity_line(kIdentity, IdentityForm::kCdxj) + line,
        identity_line(kIdentity, IdentityForm::kList) + line}) {
    CdxLines file = cdx_of(text);
    EXPECT_EQ(file.identity(), kIdentity) << text;
    std::string_view read;
    ASSERT_TRUE(file.next(read)) << text;
    EXPECT_EQ(std::string(read) + '\n', line) << text;
    EXPECT_FALSE(file.next(read)) << text;
  }
  const std::string two = stated + line + "# identity profile=ia\n";
  CdxLines mixed = cdx_of(two);
  std::string_view read;
  EXPECT_TRUE(mixed.next(read));
  EXPECT_THROW((void)mixed.next(read), UsageError);
}

TEST(IdentityOfCdx, IsSharedByFilesThatAreReadAsOne) {
  SharedHeader header;
  header.add(cdx_of("a)/ 20070101000000 http://a/ x 200 k - - 1 2 f\n"));
  EXPECT_EQ(header.top(), "");
  const std::string stated = identity_line(kIdentity, IdentityForm::kCdx);
  header.add(cdx_of(Legend{}.header() + '\n' + stated));
  EXPECT_EQ(header.identity(), kIdentity);
  EXPECT_EQ(header.top(), Legend{}.header() + '\n' + stated);
  EXPECT_THROW(header.add(cdx_of(" CDX ~ identity profile=ia\n")), UsageError);
}

TEST(KeyKind, IsKnownOfUnambiguousKeysOnly) {
  const struct {
    const char* key;
    std::optional<UrlKeyKind> kind;
  } kCases[] = {
      {"com,example)/", UrlKeyKind::kSurt},
      {"com,example:8080)/a.b/c", UrlKeyKind::kSurt},
      {"4,3,2,1)/", UrlKeyKind::kSurt},
      {"localhost)/", UrlKeyKind::kSurt},
      {"example.com/", UrlKeyKind::kLegacy},
      {"example.com:8080/a(b)/c,d", UrlKeyKind::kLegacy},
      {"1.2.3.4/", UrlKeyKind::kLegacy},
      // A URL without a key.
      {"1.2.3.4:99999/", std::nullopt},
      {"a.example:x/", std::nullopt},
      {"a.example:/", std::nullopt},
      {"localhost/", std::nullopt},
      {"ftp/h.x/y", std::nullopt},
      {"dns:example.com", std::nullopt},
      {"urn:a.b/c", std::nullopt},
      {"metadata://gnu.org/x", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& c : kCases) EXPECT_EQ(kind_of_key(c.key), c.kind) << c.key;
}

TEST(KeyColumn, IsTheFirstOrTheColumnInTheHeader) {
  const struct {
    const char* header;
    const char* line;
    const char* key;
  } kCases[] = {
      {"", "com,a)/ 2007 {}", "com,a)/"},
      {"", "", ""},
      {"", "!meta {}", ""},
      {" CDX N b", "com,a)/ 2007", "com,a)/"},
      {" CDX b A", "2007 com,a)/", "com,a)/"},
      {"\tCDX\tb\tN", "2007\tcom,a)/\tx", "com,a)/"},
      {" CDX a b", "http://a.com/ 2007", ""},
      {" CDX b N", "2007", ""},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(KeyColumn(c.header).key(c.line), c.key) << c.header << c.line;
  }
}

TEST(KeyKind, MustBeTheSameInAllFiles) {
  OneKeyKind keys;
  EXPECT_FALSE(keys.check("dns:example.com", "a"));
  EXPECT_TRUE(keys.check("com,example)/", "a"));
  EXPECT_TRUE(keys.check("org,example)/", "b"));
  EXPECT_FALSE(keys.check("dns:example.com", "c"));
  try {
    keys.check("example.com/", "c");
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("c: ")) << error.what();
    EXPECT_NE(std::string(error.what()).find("those of a are surt"),
              std::string::npos);
  }
}

}  // namespace

}  // namespace wax::cdx
