#include "cdx/profile.h"

#include <array>

#include "cdx/profile_policies.h"

namespace wax::cdx {
namespace {

const std::array<const Profile*, 5>& all_profiles() {
  static const std::array<const Profile*, 5> profiles = {
      &pywb_profile(), &ia_profile(), &ia_screenshots_profile(),
      &nutchwax_profile(), &warcio_profile()};
  return profiles;
}

}  // namespace

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
