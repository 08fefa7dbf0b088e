#include "warc/check/package_signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <string>
#include <utility>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"
#include "text/json_tree.h"
#include "warc/record/digest.h"

namespace wax::warc {
namespace {

using testing::HasSubstr;

std::string new_key(const char* curve) {
  EVP_PKEY* key = EVP_EC_gen(curve);
  BIO* bio = BIO_new(BIO_s_mem());
  PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr);
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio, &bytes);
  std::string text(bytes, static_cast<size_t>(size));
  BIO_free(bio);
  EVP_PKEY_free(key);
  return text;
}

std::string hash_of(std::string_view bytes) {
  Digester digester(DigestAlgorithm::kSha256);
  digester.update(bytes);
  return spelling(digester.finish());
}

Problem verdict(const nlohmann::json& signed_data, std::string_view package) {
  tests::Problems problems;
  check_package_signature("a.wacz", signed_data, package, problems);
  EXPECT_EQ(problems.all.size(), 1u);
  return problems.all.at(0);
}

nlohmann::json signed_by(const std::string& key, const std::string& package) {
  return text::parse_json(text::json_text(signed_anonymously(
      hash_of(package), "2026-01-02T03:04:05Z", "test", key)));
}

TEST(PackageSignature, OfAKeyHolds) {
  const std::string package = "{\"resources\":[]}";
  for (const char* curve : {"P-256", "P-384", "P-521"}) {
    const nlohmann::json made = signed_by(new_key(curve), package);
    const Problem found = verdict(made, package);
    EXPECT_EQ(found.id, "wacz-signed") << found.text;
    EXPECT_EQ(found.severity, Severity::kNote);
    EXPECT_THAT(found.text, HasSubstr(made["publicKey"].get<std::string>()));
  }
}

TEST(PackageSignature, DoesNotHoldWithAFlippedBit) {
  const std::string package = "{\"resources\":[]}";
  const nlohmann::json made = signed_by(new_key("P-384"), package);
  EXPECT_EQ(verdict(made, package + ' ').text,
            "it signs another datapackage.json");
  const std::string signature = made["signature"];
  for (size_t i = 0; i < signature.size(); i += 7) {
    nlohmann::json damaged = made;
    std::string other = signature;
    other[i] = other[i] == 'A' ? 'B' : 'A';
    damaged["signature"] = other;
    const Problem found = verdict(damaged, package);
    EXPECT_EQ(found.id, "wacz-bad-signature") << i;
    EXPECT_EQ(found.text, "the signature is not that of publicKey");
    EXPECT_EQ(found.severity, Severity::kWarning);
  }
  nlohmann::json other = made;
  other["publicKey"] = signed_by(new_key("P-384"), package)["publicKey"];
  EXPECT_EQ(verdict(other, package).id, "wacz-bad-signature");
}

TEST(PackageSignature, SaysWhatIsNotThere) {
  const std::string package = "{}";
  nlohmann::json made = signed_by(new_key("P-384"), package);
  for (const char* name : {"hash", "signature"}) {
    nlohmann::json without = made;
    without.erase(name);
    EXPECT_EQ(verdict(without, package).text,
              "there is no " + std::string(name));
  }
  made["signature"] = "AAAA";
  EXPECT_EQ(verdict(made, package).id, "wacz-bad-signature");
  made["signature"] = "no base64";
  EXPECT_EQ(verdict(made, package).text, "signature is not base64");
  made["publicKey"] = "AAAA";
  EXPECT_EQ(verdict(made, package).text, "publicKey is no key");
  made.erase("publicKey");
  EXPECT_EQ(verdict(made, package).text, "there is no domainCert");
  made["domainCert"] = "-----BEGIN CERTIFICATE-----\nAAAA\n";
  EXPECT_EQ(verdict(made, package).text, "domainCert has no certificate");
  EXPECT_EQ(verdict(1, package).text, "signedData is no object");
}

constexpr const char* kOfDomain = "{\"resources\":[]}";

nlohmann::json signed_by_domain() {
  return text::parse_json(
      tests::read_file(tests::source_path("tests/data/signed-by-domain.json")));
}

TEST(PackageSignature, OfOddBytesIsRefused) {
  const std::string package = "{}";
  nlohmann::json made = signed_by(new_key("P-256"), package);
  for (const char* text : {"", "====", "========", "AA=A", "A===", "%%%%"}) {
    made["signature"] = text;
    EXPECT_EQ(verdict(made, package).id, "wacz-bad-signature") << text;
  }
  nlohmann::json domain = signed_by_domain();
  domain["domain"] = ".example";
  EXPECT_EQ(verdict(domain, kOfDomain).text,
            "domainCert is not that of .example");
}

TEST(PackageSignature, OfADomainHolds) {
  const Problem found = verdict(signed_by_domain(), kOfDomain);
  EXPECT_EQ(found.id, "wacz-signed");
  EXPECT_THAT(found.text,
              testing::StartsWith("signed by archive.example at 2026-11-28T"));
  EXPECT_EQ(verdict(signed_by_domain(), "{}").id, "wacz-bad-signature");
}

// Each bit of what is signed, and of what signs, counts: a root certificate
// that is damaged may be another one, which has another digest.
TEST(PackageSignature, OfADomainDoesNotHoldWithAFlippedBit) {
  const std::string intact = verdict(signed_by_domain(), kOfDomain).text;
  // CMS signs no parameters of algorithms, which come before 304.
  const std::pair<const char*, size_t> places[] = {{"signature", 40},
                                                   {"domainCert", 40},
                                                   {"timeSignature", 304},
                                                   {"timestampCert", 40}};
  for (const auto& [name, first] : places) {
    const std::string text = signed_by_domain()[name];
    for (size_t i = first; i + 40 < text.size(); i += 29) {
      if (text[i] == '\n' || text[text.rfind('\n', i) + 1] == '-') continue;
      nlohmann::json damaged = signed_by_domain();
      std::string other = text;
      other[i] = other[i] == 'A' ? 'B' : 'A';
      damaged[name] = other;
      const Problem found = verdict(damaged, kOfDomain);
      EXPECT_NE(found.text, intact) << name << ' ' << i;
      const size_t root = text.rfind("-----BEGIN");
      if (root != text.npos && i > root) continue;
      EXPECT_EQ(found.id, "wacz-bad-signature") << name << ' ' << i;
    }
  }
}

TEST(PackageSignature, OfADomainSaysWhatDoesNotHold) {
  const struct {
    const char* name;
    const char* value;
    const char* text;
  } cases[] = {{"domain", "b.example", "domainCert is not that of b.example"},
               {"created", "2020-01-01T00:00:00Z",
                "domainCert is not of the 7 days before created"},
               {"created", "2026-12-01T00:00:00Z",
                "the time stamp is not of the 10 minutes after created"},
               {"created", "soon", "created is no date"},
               {"domainCert", "", "domainCert has no certificate"},
               {"timeSignature", "AAAA", "timeSignature is no time stamp"}};
  for (const auto& [name, value, text] : cases) {
    nlohmann::json other = signed_by_domain();
    other[name] = value;
    EXPECT_EQ(verdict(other, kOfDomain).text, text);
  }
}

TEST(PackageSignature, IsMadeOfKeysOfCurvesOnly) {
  for (const char* key : {"", "no key", "-----BEGIN PRIVATE KEY-----\nAA\n"}) {
    EXPECT_THROW((void)signed_anonymously("h", "c", "s", key), UsageError);
  }
}

}  // namespace
}  // namespace wax::warc
