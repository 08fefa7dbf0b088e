#include "io/remote/s3.h"

#include <algorithm>
#include <utility>

#include "io/error.h"
#include "io/remote/http_sender.h"
#include "io/remote/http_source.h"
#include "io/remote/plain_xml.h"
#include "io/remote/server_text.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/percent.h"

namespace wax::io {
namespace {

constexpr std::string_view kScheme = "s3://";
// A page of 1,000 keys with 1,024 escaped bytes each, and what is around them.
constexpr size_t kLongestPage = size_t{16} << 20;
constexpr size_t kLongestError = 16 * 1024;
constexpr std::string_view kDenied = "access denied";

// "+" is a space.
std::string unescaped_key(std::string key) {
  std::replace(key.begin(), key.end(), '+', ' ');
  std::string out;
  for (size_t i = 0; i < key.size(); ++i) {
    const int byte = text::escaped_byte(key, i);
    out += byte < 0 ? key[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
  return out;
}

std::string server_of(const AwsSettings& settings) {
  if (!settings.endpoint.empty()) return settings.endpoint;
  const bool in_china = settings.region.starts_with("cn-");
  return "https://s3." + settings.region + ".amazonaws.com" +
         (in_china ? ".cn" : "");
}

struct S3Error {
  std::string code;
  std::string message;
  std::string region;
};

S3Error read_error(std::string_view body) {
  S3Error error;
  const bool is_whole =
      read_plain_xml(body, [&](std::string_view path, std::string& text) {
        if (path == "Error/Code") error.code = text;
        if (path == "Error/Message") error.message = text;
        if (path == "Error/Region") error.region = text;
      });
  return is_whole ? error : S3Error();
}

std::string denied(const AwsSettings& settings) {
  if (settings.access_key.empty()) {
    return std::string(kDenied) +
           ": no keys were found, so the request was anonymous; "
           "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE";
  }
  std::string text = std::string(kDenied) + ": the access key " +
                     one_line(settings.access_key) + " (" +
                     one_line(settings.keys_from) + ") has no right to this";
  if (!settings.pays_for_requests) {
    text += "; where requesters pay, set AWS_REQUEST_PAYER=requester";
  }
  return text;
}

class S3File final : public RemoteFile {
 public:
  explicit S3File(const std::string& name) : name_(s3_name(name)) {}

  HttpRequest request(uint64_t, std::optional<uint64_t>) const override {
    return s3_request(name_, {}, aws_settings());
  }
  // Another host would need another signature.
  bool follows_redirects() const override { return false; }

  std::optional<ObjectState> state() const override {
    HttpSending sending;
    sending.request = request(0, {});
    // A HEAD would be answered without the reason of a refusal.
    sending.request.head.emplace_back("Range: bytes=0-0");
    sending.is_repeatable = true;
    HttpSender sender;
    const HttpAnswer answer = sender.send(sending, kLongestError, usual_http());
    ObjectState state;
    state.version = sender.header("ETag");
    if (answer.status == 416) {  // it is empty
      return state;
    }
    if (answer.status == 206) {
      const std::string range = sender.header("Content-Range");
      const size_t slash = range.rfind('/');
      auto size = text::whole_number(
          slash == range.npos ? "" : std::string_view(range).substr(slash + 1));
      if (size) {
        state.size = *size;
        return state;
      }
    }
    if (answer.status == 200 && sender.header("Content-Length") == "0") {
      return state;
    }
    const bool is_missing =
        answer.status == 404 && read_error(answer.body).code == "NoSuchKey";
    if (is_missing) return std::nullopt;
    throw IoError(sending.request.name,
                  refusal(answer.status, answer.body,
                          [&](const char* n) { return sender.header(n); }));
  }

  std::string refusal(long status, std::string_view body,
                      const HeaderOf& header) const override {
    std::string text = s3_refusal(status, body, header, aws_settings());
    if (text.starts_with(kDenied)) {
      text +=
          "; or there is no such object: who may not list a bucket is told "
          "no more";
    }
    return text;
  }

 private:
  S3Name name_;
};

}  // namespace

S3Name s3_name(std::string_view name) {
  const std::string_view rest =
      name.starts_with(kScheme) ? name.substr(kScheme.size()) : "";
  const size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view bucket = rest.substr(0, slash);
  const bool is_bucket =
      bucket.size() >= 3 && bucket.size() <= 255 &&
      text::is_alphanumeric(bucket.front()) &&
      std::all_of(bucket.begin(), bucket.end(), [](char c) {
        return text::is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
      });
  if (!is_bucket) {
    throw IoError(
        name,
        "is no name of an object; give s3://BUCKET/KEY, where a bucket has "
        "3 to 255 letters, digits, -, _ and .");
  }
  return {std::string(bucket),
          std::string(rest.substr(std::min(slash + 1, rest.size())))};
}

HttpRequest s3_request(const S3Name& name,
                       const std::vector<S3Parameter>& query,
                       const AwsSettings& settings) {
  HttpRequest request;
  request.name = std::string(kScheme) + name.bucket + '/' + name.key;
  const std::string server = server_of(settings);
  const size_t host = server.find("://") + 3;
  // A certificate for all buckets is none for a name with a dot.
  const bool path_style =
      settings.path_style || (name.bucket.find('.') != std::string::npos &&
                              server.starts_with("https://"));
  if (path_style) {
    request.url = server + '/' + name.bucket;
  } else {
    request.url =
        server.substr(0, host) + name.bucket + '.' + server.substr(host);
  }
  if (!path_style || !name.key.empty()) request.url += '/';
  text::append_escaped(name.key, "/", request.url);
  char before = '?';
  for (const S3Parameter& parameter : query) {
    request.url += std::exchange(before, '&');
    text::append_escaped(parameter.name, "", request.url);
    request.url += '=';
    text::append_escaped(parameter.value, "", request.url);
  }
  if (settings.pays_for_requests) {
    request.head.emplace_back("x-amz-request-payer: requester");
  }
  if (settings.access_key.empty()) return request;
  if (!settings.session_token.empty()) {
    request.head.push_back("x-amz-security-token: " + settings.session_token);
  }
  request.signature = "aws:amz:" + settings.region + ":s3";
  request.access_key = settings.access_key;
  request.secret_key = settings.secret_key;
  return request;
}

std::string s3_refusal(long status, std::string_view body,
                       const HeaderOf& header, const AwsSettings& settings) {
  const S3Error error = read_error(body);
  const std::string& code = error.code;
  std::string region = header("x-amz-bucket-region");
  if (region.empty()) region = error.region;
  const bool is_signed = !settings.access_key.empty();
  const bool other_region = !region.empty() && region != settings.region;
  if (other_region && (status == 301 || status == 307 || status == 400)) {
    return "the bucket is in the region " + one_line(region) + ", not in " +
           settings.region + "; set AWS_REGION=" + one_line(region);
  }
  if (status == 301) {
    return "the bucket is in another region or at another endpoint; see "
           "AWS_REGION and AWS_ENDPOINT_URL";
  }
  if (code == "NoSuchKey") return "there is no such object in the bucket";
  if (code == "NoSuchBucket") return "there is no bucket of this name";
  if (code == "InvalidAccessKeyId") {
    return "the store does not know the access key " +
           one_line(settings.access_key) + " (" + one_line(settings.keys_from) +
           ")";
  }
  if (code == "SignatureDoesNotMatch") {
    return "the secret key does not belong to the access key " +
           one_line(settings.access_key) + " (" + one_line(settings.keys_from) +
           ")";
  }
  if (code == "ExpiredToken" || code == "InvalidToken" ||
      code == "TokenRefreshRequired") {
    return "the store does not take the session token (" + code +
           "); get new keys (" + one_line(settings.keys_from) + ")";
  }
  if (code == "RequestTimeTooSkewed") {
    return "the clock of this machine differs from that of the store; set it";
  }
  if (code == "InvalidObjectState") {
    return "the object is in an archive class; restore it first";
  }
  const bool is_denied = code == "AccessDenied" || code == "AllAccessDisabled";
  if (is_denied || ((status == 403 || status == 401) && code.empty())) {
    return denied(settings);
  }
  std::string text = "HTTP status " + std::to_string(status);
  if (!code.empty()) text += ", " + one_line(code);
  if (!error.message.empty()) text += ": " + one_line(error.message);
  if (!is_signed && (status == 401 || status == 403)) {
    text += "; no keys were found, so the request was anonymous";
  }
  return text;
}

std::optional<S3Page> read_s3_page(std::string_view xml, const S3Name& folder) {
  S3Page page;
  std::string token;
  std::string key;
  ObjectState state;
  bool is_page = false;
  bool is_escaped = false;
  bool goes_on = false;
  bool is_good = true;
  std::vector<std::pair<std::string, ObjectState>> found;
  const bool is_whole =
      read_plain_xml(xml, [&](std::string_view path, std::string& text) {
        constexpr std::string_view kRoot = "ListBucketResult";
        if (path == kRoot) is_page = true;
        if (!path.starts_with(kRoot) || path.size() <= kRoot.size()) return;
        path.remove_prefix(kRoot.size() + 1);
        if (path == "EncodingType") is_escaped = text == "url";
        if (path == "IsTruncated") goes_on = text == "true";
        if (path == "NextContinuationToken") token = text;
        if (path == "Contents/Key") key = text;
        if (path == "Contents/ETag") state.version = text;
        if (path == "Contents/Size") {
          auto size = text::whole_number(text);
          is_good = is_good && size.has_value();
          state.size = size.value_or(0);
        }
        if (path == "Contents") {
          found.emplace_back(std::exchange(key, {}), std::exchange(state, {}));
        }
      });
  if (!is_whole || !is_page || !is_good || (goes_on && token.empty())) {
    return std::nullopt;
  }
  if (goes_on) page.next = std::move(token);
  for (auto& [name, its_state] : found) {
    if (is_escaped) name = unescaped_key(std::move(name));
    if (name.empty() || !name.starts_with(folder.key)) return std::nullopt;
    if (name.ends_with('/')) continue;
    page.objects.push_back({std::string(kScheme) + folder.bucket + '/' + name,
                            std::move(its_state)});
  }
  return page;
}

std::unique_ptr<RemoteFile> s3_file(const std::string& name) {
  return std::make_unique<S3File>(name);
}

std::vector<StoredObject> s3_objects_below(const std::string& folder) {
  const S3Name name = s3_name(folder);
  std::vector<StoredObject> objects;
  HttpSender sender;
  std::string token;
  do {
    std::vector<S3Parameter> query;
    if (!token.empty()) query.push_back({"continuation-token", token});
    query.push_back({"encoding-type", "url"});
    query.push_back({"list-type", "2"});
    query.push_back({"prefix", name.key});
    HttpSending sending;
    sending.request = s3_request({name.bucket, {}}, query, aws_settings());
    sending.request.name = folder;
    sending.is_repeatable = true;
    const HttpAnswer answer = sender.send(sending, kLongestPage, usual_http());
    if (answer.status != 200) {
      std::string reason = s3_refusal(
          answer.status, answer.body,
          [&](const char* n) { return sender.header(n); }, aws_settings());
      if (answer.status == 403) {
        reason += "; without the right to list a bucket, name its objects";
      }
      throw IoError(folder, "list: " + reason);
    }
    std::optional<S3Page> page = read_s3_page(answer.body, name);
    if (!page) throw IoError(folder, "list: the answer is no list of objects");
    if (!page->next.empty() && page->next == token) {
      throw IoError(folder, "list: the store gives one page again and again");
    }
    token = std::move(page->next);
    std::move(page->objects.begin(), page->objects.end(),
              std::back_inserter(objects));
  } while (!token.empty());
  std::sort(objects.begin(), objects.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return objects;
}

}  // namespace wax::io
