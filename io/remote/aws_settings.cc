#include "io/remote/aws_settings.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "io/byte_source.h"
#include "io/error.h"
#include "text/ascii.h"

namespace wax::io {
namespace {

constexpr uint64_t kLongestFile = 1 << 20;

using Section = std::map<std::string, std::string>;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = text::to_lower(c);
  return out;
}

std::string read_if_there(const std::string& path) {
  if (path.empty()) return {};
  try {
    return read_all(*open_file(path), kLongestFile);
  } catch (const IoError& error) {
    if (error.code() == ENOENT || error.code() == ENOTDIR) return {};
    throw;
  }
}

// What gets keys in ways that are not supported.
constexpr const char* kOtherWays[] = {"role_arn",          "credential_process",
                                      "sso_session",       "sso_start_url",
                                      "credential_source", "login_session"};

class Settings {
 public:
  explicit Settings(const GetVariable& variable) : variable_(variable) {
    const std::string home = value_of("HOME");
    const std::string folder = home.empty() ? "" : home + "/.aws/";
    auto file = [&](const char* name, const char* usual) {
      std::string path = value_of(name);
      if (!path.empty() || folder.empty()) return path;
      return folder + usual;
    };
    keys_file_ = file("AWS_SHARED_CREDENTIALS_FILE", "credentials");
    const std::string config_file = file("AWS_CONFIG_FILE", "config");
    const std::string named = value_of("AWS_PROFILE");
    profile_ = named.empty() ? "default" : named;
    AwsSections keys = read_aws_file(read_if_there(keys_file_));
    AwsSections config = read_aws_file(read_if_there(config_file));
    const std::string section =
        profile_ == "default" ? profile_ : "profile " + profile_;
    if (!named.empty() && profile_ != "default" && !keys.contains(profile_) &&
        !config.contains(section)) {
      throw UsageError("AWS_PROFILE: there is no profile " + profile_ + " in " +
                       keys_file_ + " or " + config_file);
    }
    section_ = config[section];
    // The file of keys has precedence.
    for (auto& [name, value] : keys[profile_]) section_[name] = value;
    services_ = config["services " + setting("services")];
  }

  AwsSettings read() {
    AwsSettings settings;
    find_keys(settings);
    std::string region =
        first({value_of("AWS_REGION"), value_of("AWS_DEFAULT_REGION"),
               setting("region")});
    if (!region.empty()) settings.region = region;
    const bool is_region = std::all_of(
        settings.region.begin(), settings.region.end(),
        [](char c) { return text::is_alphanumeric(c) || c == '-'; });
    if (!is_region) {
      throw UsageError("AWS_REGION: " + settings.region + " is no region");
    }
    settings.endpoint =
        first({value_of("AWS_ENDPOINT_URL_S3"), value_of("AWS_ENDPOINT_URL"),
               services_["s3.endpoint_url"], setting("endpoint_url")});
    while (settings.endpoint.ends_with('/')) settings.endpoint.pop_back();
    const std::string& endpoint = settings.endpoint;
    if (!endpoint.empty() && !endpoint.starts_with("http://") &&
        !endpoint.starts_with("https://")) {
      throw UsageError("AWS_ENDPOINT_URL: " + endpoint +
                       " is no http or https URL");
    }
    const std::string style = lower(setting("s3.addressing_style"));
    settings.path_style =
        style == "path" || (style != "virtual" && !endpoint.empty());
    settings.pays_for_requests =
        lower(value_of("AWS_REQUEST_PAYER")) == "requester";
    return settings;
  }

 private:
  static std::string first(std::initializer_list<std::string> values) {
    auto found = std::find_if(values.begin(), values.end(),
                              [](const auto& value) { return !value.empty(); });
    return found == values.end() ? std::string() : *found;
  }

  std::string value_of(const char* name) const {
    return std::string(
        text::trim(variable_(name).value_or(""), text::kAllSpace));
  }

  std::string setting(const std::string& name) const {
    auto found = section_.find(name);
    return found == section_.end() ? std::string() : found->second;
  }

  void find_keys(AwsSettings& settings) const {
    const std::string unsigned_word = lower(value_of("AWS_NO_SIGN_REQUEST"));
    if (unsigned_word == "yes" || unsigned_word == "true" ||
        unsigned_word == "1") {
      return;
    }
    settings.access_key = value_of("AWS_ACCESS_KEY_ID");
    settings.secret_key = value_of("AWS_SECRET_ACCESS_KEY");
    settings.session_token = value_of("AWS_SESSION_TOKEN");
    settings.keys_from = "AWS_ACCESS_KEY_ID";
    if (settings.access_key.empty() && settings.secret_key.empty()) {
      settings.access_key = setting("aws_access_key_id");
      settings.secret_key = setting("aws_secret_access_key");
      settings.session_token = setting("aws_session_token");
      settings.keys_from = "the profile " + profile_ + " in " + keys_file_;
    }
    if (settings.access_key.empty() != settings.secret_key.empty()) {
      throw UsageError(settings.keys_from +
                       ": an access key and its secret key go together; one "
                       "of them is missing");
    }
    if (!settings.access_key.empty()) return;
    for (const char* name : kOtherWays) {
      if (setting(name).empty()) continue;
      throw UsageError(
          "the profile " + profile_ + " gets its keys by " + name +
          ", which is not supported; 'aws configure export-credentials "
          "--format env' prints them as variables");
    }
  }

  const GetVariable& variable_;
  std::string keys_file_;
  std::string profile_;
  Section section_;
  Section services_;
};

}  // namespace

AwsSections read_aws_file(std::string_view text) {
  AwsSections sections;
  Section* section = nullptr;
  std::string group;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool is_nested = !line.empty() && text::is_space(line.front());
    line = text::trim(line, text::kAllSpace);
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() == '[') {
      const size_t end = line.find(']');
      if (end == line.npos) continue;
      section = &sections[std::string(
          text::trim(line.substr(1, end - 1), text::kAllSpace))];
      group.clear();
      continue;
    }
    const size_t equals = line.find('=');
    if (section == nullptr || equals == line.npos) continue;
    std::string name =
        lower(text::trim(line.substr(0, equals), text::kAllSpace));
    std::string_view value =
        text::trim(line.substr(equals + 1), text::kAllSpace);
    if (is_nested && !group.empty()) {
      name = group + '.' + name;
    } else {
      group = value.empty() ? name : "";
    }
    (*section)[name] = value;
  }
  return sections;
}

AwsSettings read_aws_settings(const GetVariable& variable) {
  return Settings(variable).read();
}

AwsSettings& aws_settings() {
  static AwsSettings settings =
      read_aws_settings([](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name);
        if (value == nullptr) return std::nullopt;
        return value;
      });
  return settings;
}

}  // namespace wax::io
