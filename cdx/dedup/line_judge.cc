#include "cdx/dedup/line_judge.h"

#include "text/ascii.h"
#include "text/number.h"
#include "warc/http/media_type.h"

namespace wax::cdx {
namespace {

constexpr size_t kMostKnown = 200;  // bytes of a combination

}  // namespace

Verdict LineJudge::operator()(std::string_view url, std::string_view status,
                              std::string_view mime) {
  bool is_http = url.starts_with("http:");
  std::string_view scheme =
      is_http ? "http:" : url.substr(0, url.find_first_of(":/?#") + 1);
  if (scheme.size() + mime.size() + status.size() > kMostKnown) {
    return judge(scheme, status, mime);
  }
  std::string_view text(mime.data(), mime.size() + 1 + status.size());
  // In a line of columns they stand side by side.
  if (mime.data() + mime.size() + 1 != status.data()) {
    joined_.assign(mime).append(" ").append(status);
    text = joined_;
  }
  auto at = [&](size_t i) {
    return static_cast<size_t>(static_cast<unsigned char>(text[i]));
  };
  size_t hash = scheme.size() + text.size() * 7 + at(text.size() - 1) * 5 +
                at(text.size() / 2) * 11 + at(mime.size() - 1) * 3;
  Known& known = known_[hash % known_.size()];
  if (known.text != text || known.is_http != is_http ||
      (!is_http && known.scheme != scheme)) {
    known.text = text;
    known.is_http = is_http;
    known.scheme = scheme;
    known.verdict = judge(scheme, status, mime);
  }
  return known.verdict;
}

Verdict LineJudge::judge(std::string_view scheme, std::string_view status,
                         std::string_view mime) const {
  // The type that import sees: lines have spaces and controls escaped.
  std::string type;
  for (size_t i = 0; i < mime.size(); ++i) {
    int high = mime[i] == '%' && i + 2 < mime.size()
                   ? text::hex_value(mime[i + 1])
                   : -1;
    int low = high < 0 ? -1 : text::hex_value(mime[i + 2]);
    if (low >= 0 &&
        text::is_control_or_space(static_cast<char>(high * 16 + low))) {
      i += 2;
    } else {
      type += mime[i];
    }
  }
  return rules_->judge(
      {CaptureFacts::Record::kUnknown, scheme, status, warc::bare_type(type)});
}

}  // namespace wax::cdx
