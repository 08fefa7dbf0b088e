// How S3 is asked, by the variables and files that its other clients read.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace wax::io {

struct AwsSettings {
  std::string access_key;  // empty: requests are not signed
  std::string secret_key;
  std::string session_token;
  // Where the keys come from, for messages: "AWS_ACCESS_KEY_ID", "the profile x
  // in /home/a/.aws/credentials".
  std::string keys_from;
  std::string region = "us-east-1";
  std::string endpoint;  // "http://localhost:9000", without "/" at its end
  bool pays_for_requests = false;
  // ENDPOINT/BUCKET/KEY; else the bucket is a part of the host.
  bool path_style = false;
};

// The value of an environment variable.
using GetVariable = std::function<std::optional<std::string>(const char* name)>;

// The sections of a file such as ~/.aws/config, by name. A setting in a nested
// group is called GROUP.NAME. A file that is not there has none; lines that are
// none are passed over.
using AwsSections =
    std::map<std::string, std::map<std::string, std::string>, std::less<>>;
[[nodiscard]] AwsSections read_aws_file(std::string_view text);

// Variables first, then the profile AWS_PROFILE (else "default") in
// AWS_SHARED_CREDENTIALS_FILE (~/.aws/credentials) and AWS_CONFIG_FILE
// (~/.aws/config). Keys: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
// AWS_SESSION_TOKEN. Region: AWS_REGION, AWS_DEFAULT_REGION, region. Endpoint:
// AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, endpoint_url of the profile's service
// "s3", endpoint_url. AWS_REQUEST_PAYER=requester and AWS_NO_SIGN_REQUEST=YES
// are those of GDAL. The path style is s3.addressing_style; by itself, it is
// that of an endpoint. Throws UsageError for half of a pair of keys, a profile
// that is in no file, keys that the profile gets from another program or
// service, and words that are no region or endpoint; IoError.
[[nodiscard]] AwsSettings read_aws_settings(const GetVariable& variable);

// The settings of this process, read once. They may be changed before there are
// threads. Throws as read_aws_settings().
[[nodiscard]] AwsSettings& aws_settings();

}  // namespace wax::io
