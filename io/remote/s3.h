// Objects of S3, and of stores that speak as it does.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/remote/aws_settings.h"
#include "io/remote/http_request.h"
#include "io/remote/remote_file.h"

namespace wax::io {

// "s3://BUCKET/KEY"
struct S3Name {
  std::string bucket;
  std::string key;
};

// Throws IoError when the bucket is missing, or cannot be one.
[[nodiscard]] S3Name s3_name(std::string_view name);

// A parameter of a query, unescaped.
struct S3Parameter {
  std::string_view name;
  std::string_view value;
};

// A request for the object, or for the bucket when there is no key. The
// parameters must be in byte order of their names, because libcurl 7.88 signs
// the query in the order that it is given.
[[nodiscard]] HttpRequest s3_request(const S3Name& name,
                                     const std::vector<S3Parameter>& query,
                                     const AwsSettings& settings);

// What the answer to a request that failed says, and what to do.
[[nodiscard]] std::string s3_refusal(long status, std::string_view body,
                                     const HeaderOf& header,
                                     const AwsSettings& settings);

// A page of ListObjectsV2.
struct S3Page {
  std::vector<StoredObject> objects;
  std::string next;  // the token of the next page; empty on the last page
};

// Reads a page. Nothing when the text is not a whole page, or has a key that
// does not begin with the prefix. Keys of folders, with a "/" at their end, are
// left out.
[[nodiscard]] std::optional<S3Page> read_s3_page(std::string_view xml,
                                                 const S3Name& folder);

// For remote_file.h.
[[nodiscard]] std::unique_ptr<RemoteFile> s3_file(const std::string& name);
[[nodiscard]] std::vector<StoredObject> s3_objects_below(
    const std::string& folder);

}  // namespace wax::io
