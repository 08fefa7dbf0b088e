#include "warc/check/package_signature.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/ts.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "io/error.h"
#include "text/number.h"
#include "warc/record/crypto_library.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::warc {
namespace {

constexpr int64_t kMostDaysOfCertificate = 7;
constexpr int64_t kSecondsOfDay = 86'400;
constexpr int64_t kMostBeforeStamp = 600;
constexpr std::string_view kBegin = "-----BEGIN";
// The length of a number in a raw signature by P-521.
constexpr size_t kMostOfNumber = 66;

template <auto kFree>
struct FreesSsl {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using Key = std::unique_ptr<EVP_PKEY, FreesSsl<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_MD_CTX, FreesSsl<EVP_MD_CTX_free>>;
using Certificate = std::unique_ptr<X509, FreesSsl<X509_free>>;
using Bio = std::unique_ptr<BIO, FreesSsl<BIO_free_all>>;
using CurveSignature = std::unique_ptr<ECDSA_SIG, FreesSsl<ECDSA_SIG_free>>;
using Stamp = std::unique_ptr<TS_RESP, FreesSsl<TS_RESP_free>>;
using Certificates = std::vector<Certificate>;

// A part of a signature that does not hold.
struct NoSignature {
  std::string why;
};

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string from_base64(const std::string& text, const char* what) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  const int size =
      text.size() % 4 != 0 || text.empty()
          ? -1
          : EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                            bytes_of(text), static_cast<int>(text.size()));
  if (size < 0) throw NoSignature{std::string(what) + " is not base64"};
  // One or two of the last four characters may fill up.
  const size_t filled = text.size() - 1 - text.find_last_not_of('=');
  if (text.find_last_not_of('=') == text.npos || filled > 2) {
    throw NoSignature{std::string(what) + " is not base64"};
  }
  bytes.resize(static_cast<size_t>(size) - filled);
  return bytes;
}

std::string base64(std::string_view bytes) {
  std::string text;
  append_base64(bytes, text);
  return text;
}

std::string field_of(const nlohmann::json& object, const char* name) {
  auto found = object.find(name);
  if (found == object.end() || !found->is_string()) {
    throw NoSignature{"there is no " + std::string(name)};
  }
  return found->get<std::string>();
}

bool is_signed_by(EVP_PKEY* key, std::string_view text,
                  std::string_view signature) {
  const KeyContext context(EVP_MD_CTX_new());
  return EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr,
                              key) == 1 &&
         EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(),
                          bytes_of(text), text.size()) == 1;
}

// WebCrypto writes the two numbers one after the other; OpenSSL reads DER.
std::string der_of_raw(std::string_view raw) {
  const size_t half = raw.size() / 2;
  if (raw.size() % 2 != 0 || half == 0 || half > kMostOfNumber) return {};
  const CurveSignature pair(ECDSA_SIG_new());
  ECDSA_SIG_set0(
      pair.get(), BN_bin2bn(bytes_of(raw), static_cast<int>(half), nullptr),
      BN_bin2bn(bytes_of(raw.substr(half)), static_cast<int>(half), nullptr));
  unsigned char* der = nullptr;
  const int size = i2d_ECDSA_SIG(pair.get(), &der);
  std::string bytes;
  if (size > 0) bytes.assign(reinterpret_cast<char*>(der), size);
  OPENSSL_free(der);
  return bytes;
}

// A question for the password of a key would wait for ever.
int no_password(char*, int, int, void*) { return -1; }

Bio bio_of(std::string_view text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

Certificates certificates_of(const nlohmann::json& object, const char* name) {
  const std::string text = field_of(object, name);
  const Bio bio = bio_of(text);
  Certificates all;
  while (X509* next =
             PEM_read_bio_X509(bio.get(), nullptr, no_password, nullptr)) {
    all.emplace_back(next);
  }
  if (all.empty()) throw NoSignature{std::string(name) + " has no certificate"};
  // Reading ends at one that is damaged.
  size_t stated = 0;
  for (size_t at = 0; (at = text.find(kBegin, at)) != text.npos; ++at) ++stated;
  if (stated != all.size()) {
    throw NoSignature{"a certificate of " + std::string(name) + " is damaged"};
  }
  for (size_t i = 0; i + 1 < all.size(); ++i) {
    if (X509_verify(all[i].get(), X509_get0_pubkey(all[i + 1].get())) != 1) {
      throw NoSignature{"certificate " + std::to_string(i + 1) + " of " + name +
                        " is not signed by the next one"};
    }
  }
  X509* root = all.back().get();
  if (X509_check_issued(root, root) == X509_V_OK &&
      X509_verify(root, X509_get0_pubkey(root)) != 1) {
    throw NoSignature{"the last certificate of " + std::string(name) +
                      " is damaged"};
  }
  return all;
}

std::string digest_of_root(const Certificates& chain) {
  std::string digest(EVP_MAX_MD_SIZE, '\0');
  unsigned size = 0;
  X509_digest(chain.back().get(), EVP_sha256(),
              reinterpret_cast<unsigned char*>(digest.data()), &size);
  digest.resize(size);
  return text::to_hex(digest);
}

int64_t seconds_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) {
    throw NoSignature{"a date cannot be read"};
  }
  return ::timegm(&parts);
}

int64_t seconds_of_created(const nlohmann::json& signed_data) {
  const auto date = date14_of_warc(field_of(signed_data, "created"));
  const auto seconds = date ? seconds_of_date(*date) : std::nullopt;
  if (!seconds) throw NoSignature{"created is no date"};
  return *seconds;
}

// The content of a time stamp is signed, and by which key is in it.
int64_t stamped_at(const nlohmann::json& signed_data, X509* signer) {
  const std::string bytes =
      from_base64(field_of(signed_data, "timeSignature"), "timeSignature");
  const unsigned char* at = bytes_of(bytes);
  const Stamp stamp(d2i_TS_RESP(nullptr, &at, static_cast<long>(bytes.size())));
  PKCS7* token = stamp ? TS_RESP_get_token(stamp.get()) : nullptr;
  TS_TST_INFO* info = stamp ? TS_RESP_get_tst_info(stamp.get()) : nullptr;
  if (token == nullptr || info == nullptr) {
    throw NoSignature{"timeSignature is no time stamp"};
  }
  struct Stack {
    STACK_OF(X509) * all = sk_X509_new_null();
    ~Stack() { sk_X509_free(all); }
  } signers;
  sk_X509_push(signers.all, signer);
  const Bio content(BIO_new(BIO_s_mem()));
  if (PKCS7_verify(token, signers.all, nullptr, nullptr, content.get(),
                   PKCS7_NOVERIFY | PKCS7_NOINTERN) != 1) {
    throw NoSignature{"the time stamp is not signed by timestampCert"};
  }
  Digester digester(DigestAlgorithm::kSha256);
  digester.update(field_of(signed_data, "signature"));
  const Digest digest = digester.finish();
  const ASN1_OCTET_STRING* imprint =
      TS_MSG_IMPRINT_get_msg(TS_TST_INFO_get_msg_imprint(info));
  const std::string_view stated(
      reinterpret_cast<const char*>(ASN1_STRING_get0_data(imprint)),
      static_cast<size_t>(ASN1_STRING_length(imprint)));
  if (stated != digest.bytes()) {
    throw NoSignature{"the time stamp is that of another signature"};
  }
  return seconds_of(TS_TST_INFO_get_time(info));
}

// Who signed, for people.
std::string check_anonymous(const nlohmann::json& signed_data,
                            std::string_view hash) {
  const std::string der =
      from_base64(field_of(signed_data, "publicKey"), "publicKey");
  const unsigned char* at = bytes_of(der);
  const Key key(d2i_PUBKEY(nullptr, &at, static_cast<long>(der.size())));
  if (!key) throw NoSignature{"publicKey is no key"};
  const std::string raw =
      from_base64(field_of(signed_data, "signature"), "signature");
  if (!is_signed_by(key.get(), hash, der_of_raw(raw))) {
    throw NoSignature{"the signature is not that of publicKey"};
  }
  return "signed by the key " + field_of(signed_data, "publicKey");
}

std::string check_domain(const nlohmann::json& signed_data,
                         std::string_view hash) {
  const Certificates chain = certificates_of(signed_data, "domainCert");
  X509* first = chain.front().get();
  const std::string signature =
      from_base64(field_of(signed_data, "signature"), "signature");
  if (!is_signed_by(X509_get0_pubkey(first), hash, signature)) {
    throw NoSignature{"the signature is not that of domainCert"};
  }
  const std::string domain = field_of(signed_data, "domain");
  // OpenSSL takes any host below ".com" for one of it.
  if (domain.empty() || domain.front() == '.' ||
      X509_check_host(first, domain.data(), domain.size(),
                      X509_CHECK_FLAG_NO_WILDCARDS, nullptr) != 1) {
    throw NoSignature{"domainCert is not that of " + domain};
  }
  const int64_t created = seconds_of_created(signed_data);
  const int64_t since = seconds_of(X509_get0_notBefore(first));
  if (created < since ||
      created > since + kMostDaysOfCertificate * kSecondsOfDay) {
    throw NoSignature{"domainCert is not of the 7 days before created"};
  }
  const Certificates stampers = certificates_of(signed_data, "timestampCert");
  const int64_t stamped = stamped_at(signed_data, stampers.front().get());
  if (created > stamped || created < stamped - kMostBeforeStamp) {
    throw NoSignature{"the time stamp is not of the 10 minutes after created"};
  }
  return "signed by " + domain + " at " + iso_date(date14_of_seconds(stamped)) +
         "; the root certificates have the SHA-256 " + digest_of_root(chain) +
         " and, of the time stamp, " + digest_of_root(stampers);
}

std::string sha256_of(std::string_view bytes) {
  Digester digester(DigestAlgorithm::kSha256);
  digester.update(bytes);
  return spelling(digester.finish());
}

std::string checked(const nlohmann::json& signed_data,
                    std::string_view data_package) {
  if (!signed_data.is_object()) throw NoSignature{"signedData is no object"};
  const std::string hash = field_of(signed_data, "hash");
  if (hash != sha256_of(data_package)) {
    throw NoSignature{"it signs another datapackage.json"};
  }
  return signed_data.contains("publicKey") ? check_anonymous(signed_data, hash)
                                           : check_domain(signed_data, hash);
}

// The two numbers of a signature, each as long as those of the curve are.
std::string raw_of_der(std::string_view der, EVP_PKEY* key) {
  const unsigned char* at = bytes_of(der);
  const CurveSignature pair(
      d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
  const int size = (EVP_PKEY_get_bits(key) + 7) / 8;
  std::string raw(2 * static_cast<size_t>(size), '\0');
  auto* out = reinterpret_cast<unsigned char*>(raw.data());
  BN_bn2binpad(ECDSA_SIG_get0_r(pair.get()), out, size);
  BN_bn2binpad(ECDSA_SIG_get0_s(pair.get()), out + size, size);
  return raw;
}

}  // namespace

void check_package_signature(const std::string& path,
                             const nlohmann::json& signed_data,
                             std::string_view data_package,
                             ProblemSink& problems) {
  try {
    problems.report({Severity::kNote, "wacz-signed", path, std::nullopt,
                     checked(signed_data, data_package)});
  } catch (const NoSignature& fault) {
    problems.report({Severity::kWarning, "wacz-bad-signature", path,
                     std::nullopt, fault.why});
  }
}

nlohmann::ordered_json signed_anonymously(std::string_view hash,
                                          std::string_view created,
                                          std::string_view software,
                                          std::string_view key_text) {
  begin_crypto();
  const Key key(PEM_read_bio_PrivateKey(bio_of(key_text).get(), nullptr,
                                        no_password, nullptr));
  if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_EC) {
    throw UsageError(
        "the key is no PEM file with a private key of an elliptic curve, "
        "without a password");
  }
  const KeyContext context(EVP_MD_CTX_new());
  std::string der(static_cast<size_t>(EVP_PKEY_get_size(key.get())), '\0');
  size_t size = der.size();
  if (EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr,
                         key.get()) != 1 ||
      EVP_DigestSign(context.get(),
                     reinterpret_cast<unsigned char*>(der.data()), &size,
                     bytes_of(hash), hash.size()) != 1) {
    throw UsageError("the key cannot sign");
  }
  der.resize(size);
  unsigned char* spki = nullptr;
  const int spki_size = i2d_PUBKEY(key.get(), &spki);
  const std::string public_key(reinterpret_cast<char*>(spki),
                               static_cast<size_t>(std::max(spki_size, 0)));
  OPENSSL_free(spki);
  return {{"hash", hash},
          {"created", created},
          {"software", software},
          {"version", "0.1.0"},
          {"signature", base64(raw_of_der(der, key.get()))},
          {"publicKey", base64(public_key)}};
}

}  // namespace wax::warc
