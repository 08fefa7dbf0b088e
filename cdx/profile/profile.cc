#include "cdx/profile/profile.h"

#include <array>

#include "cdx/profile/profile_policies.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

using warc::RecordType;

const std::array<const Profile*, 5>& all_profiles() {
  static const std::array<const Profile*, 5> profiles = {
      &pywb_profile(), &ia_profile(), &ia_screenshots_profile(),
      &nutchwax_profile(), &warcio_profile()};
  return profiles;
}

bool has_http_url(std::string_view url) {
  return text::starts_with_ignoring_case(url, "http:") ||
         text::starts_with_ignoring_case(url, "https:");
}

}  // namespace

bool should_have_head(const warc::Record& record) {
  bool message = record.type == RecordType::kResponse ||
                 record.type == RecordType::kRevisit ||
                 record.type == RecordType::kRequest;
  return message && has_http_url(record.target_uri);
}

const Profile* profile(std::string_view name) {
  for (const Profile* candidate : all_profiles()) {
    if (candidate->name() == name) return candidate;
  }
  return nullptr;
}

std::vector<std::string_view> profile_names() {
  std::vector<std::string_view> names;
  for (const Profile* candidate : all_profiles()) {
    names.push_back(candidate->name());
  }
  return names;
}

}  // namespace wax::cdx
