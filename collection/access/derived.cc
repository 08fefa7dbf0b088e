#include "collection/access/derived.h"

namespace wax::collection {
namespace {

constexpr std::string_view kUnknownPart = "-";

void append_part(std::string_view part, std::string& source) {
  source += ' ';
  source += part.empty() ? kUnknownPart : part;
}

}  // namespace

std::string print_source(std::string_view urlkey, std::string_view digest,
                         std::string_view date, std::string_view url) {
  std::string source(urlkey);
  append_part(digest, source);
  append_part(date, source);
  append_part(url, source);
  return source;
}

std::optional<Source> parse_source(std::string_view source) {
  std::string_view parts[3];
  for (std::string_view& part : parts) {
    const size_t space = source.find(' ');
    if (space == source.npos || space == 0) return std::nullopt;
    part = source.substr(0, space);
    source.remove_prefix(space + 1);
  }
  if (source == kUnknownPart) source = {};
  return Source{parts[0], parts[1], parts[2], source};
}

bool DerivedGate::shows(const RuledVersion& capture, std::string_view date) {
  if (rules_ == nullptr) return true;
  rules_->find({key_.of(capture.urlkey), capture.digest, capture.url}, found_);
  return AccessRules::decide(found_, date) == Visibility::kShown;
}

bool DerivedGate::shows_source(std::string_view source) {
  const std::optional<Source> of = parse_source(source);
  return of && shows({of->urlkey, of->digest, of->url}, of->date);
}

bool DerivedGate::shows_url(std::string_view url) {
  if (rules_ == nullptr) return true;
  const std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
  rules_->find({key, "", url}, found_);
  return AccessRules::decide(found_, "") == Visibility::kShown;
}

}  // namespace wax::collection
