// Signatures of WACZ files (wacz-auth 0.1.0), in "signedData" of the
// datapackage-digest.json: anonymous ones, which a key made that nobody knows,
// and those of a domain, with certificates and a time stamp of RFC 3161.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "io/problem.h"

namespace wax::warc {

// Verifies `signed_data` for the package at `path`, whose datapackage.json has
// these bytes. A signature that does not hold is a warning
// ("wacz-bad-signature") that says which part; one that does is a note
// ("wacz-signed") that says whose it is and, for a domain, by the digests of
// which root certificates, for a reader to trust or not. All of these must hold
// of a domain: the signature, each certificate by the next one, the domain in
// the first, which was made at most 7 days before `created`, and the time
// stamp, of the signature, at `created` or up to 10 minutes after it.
void check_package_signature(const std::string& path,
                             const nlohmann::json& signed_data,
                             std::string_view data_package,
                             ProblemSink& problems);

// What an anonymous signature of a datapackage.json with the digest `hash`
// ("sha256:...") is, as JSON. `key`: the text of a PEM file with a private key
// of an elliptic curve. Throws UsageError for another text.
[[nodiscard]] nlohmann::ordered_json signed_anonymously(
    std::string_view hash, std::string_view created, std::string_view software,
    std::string_view key);

}  // namespace wax::warc
