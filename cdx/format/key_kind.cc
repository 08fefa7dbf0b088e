#include "cdx/format/key_kind.h"

#include "cdx/format/legend.h"
#include "io/error.h"

namespace wax::cdx {

std::optional<UrlKeyKind> kind_of_key(std::string_view key) {
  size_t slash = key.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::string_view host = key.substr(0, slash);
  if (host.ends_with(')')) return UrlKeyKind::kSurt;
  host = host.substr(0, host.find(':'));
  if (host.find('.') == std::string_view::npos ||
      host.find_first_of(",()") != std::string_view::npos) {
    return std::nullopt;
  }
  return UrlKeyKind::kLegacy;
}

KeyColumn::KeyColumn(std::string_view header) {
  auto legend = parse_header(header);
  if (!legend) return;
  column_ = legend->key_column();
  delimiter_ = legend->delimiter;
}

std::string_view KeyColumn::key(std::string_view line) const {
  if (column_ < 0 || is_metadata(line)) return {};
  return field(line, column_, delimiter_);
}

bool OneKeyKind::check(std::string_view key, std::string_view file) {
  std::optional<UrlKeyKind> kind = kind_of_key(key);
  if (!kind) return false;
  if (!kind_) {
    kind_ = kind;
    file_ = file;
  } else if (*kind != *kind_) {
    throw UsageError(std::string(file) + ": its URL keys are " +
                     std::string(name(*kind)) + ", but those of " + file_ +
                     " are " + std::string(name(*kind_)) +
                     "; wax-cdx-convert --urlkey converts them");
  }
  return true;
}

}  // namespace wax::cdx
