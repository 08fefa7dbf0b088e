#include "document/worker/tika.h"

#include <algorithm>
#include <chrono>

#include "document/text/text_builder.h"
#include "text/ascii.h"
#include "text/json_tree.h"
#include "text/number.h"
#include "warc/http/media_type.h"

namespace wax::document {
namespace {

constexpr size_t kMostTikaText = size_t{16} << 20;
// Escapes and what the server says of the document are in it, too.
constexpr size_t kMostTikaAnswer = 6 * kMostTikaText;

// The first string of a member that is one, or a list of them; a view of it.
std::string_view first_string(const nlohmann::json& member) {
  const nlohmann::json& first =
      member.is_array() && !member.empty() ? member.front() : member;
  return first.is_string()
             ? std::string_view(first.get_ref<const std::string&>())
             : std::string_view();
}

// What the answer is asked for.
constexpr std::string_view kContent = "X-TIKA:content";
constexpr std::string_view kType = "Content-Type";
constexpr std::string_view kPageCounts[] = {"xmpTPg:NPages",
                                            "meta:slide-count"};
constexpr struct {
  std::string_view name;
  std::string Document::*field;
} kLines[] = {
    {"dc:title", &Document::title},
    {"dc:creator", &Document::author},
    {"dcterms:created", &Document::published},
    {"dc:language", &Document::language},
};

// Types that are seen or heard, not read.
constexpr std::string_view kShownTypes[] = {"image/", "audio/", "video/",
                                            "font/"};

// The name of a document's file in a header line.
std::string disposition(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  std::string name;
  for (char c : url.substr(url.rfind('/') + 1)) {
    if (text::is_alphanumeric(c) || text::is_one_of(c, "-._%")) name += c;
  }
  return "Content-Disposition: attachment; filename=\"" + name + '"';
}

}  // namespace

bool is_for_tika(std::string_view type) {
  return warc::text_kind(type) == warc::TextKind::kNone &&
         std::none_of(
             std::begin(kShownTypes), std::end(kShownTypes),
             [&](std::string_view shown) { return type.starts_with(shown); });
}

DocumentText parse_tika_answer(std::string_view json) {
  DocumentText document;
  // Members are texts and lists of texts.
  const auto answer = text::try_parse_json(json, 3);
  if (!answer.is_object()) {
    document.no_text = NoText::kDamaged;
    document.detail = "the answer of the Tika server is no JSON, or too long";
    return document;
  }
  auto member = [&](std::string_view name) {
    auto found = answer.find(name);
    return found == answer.end() ? std::string_view() : first_string(*found);
  };
  TextBuilder(document.content).append(member(kContent), false, true);
  document.type = warc::bare_type(member(kType));
  for (const auto& [name, field] : kLines) {
    TextBuilder(document.*field).append(member(name), false, false);
  }
  for (std::string_view name : kPageCounts) {
    document.pages = text::whole_number(member(name)).value_or(document.pages);
  }
  if (document.content.empty()) document.no_text = NoText::kEmpty;
  return document;
}

DocumentText TikaClient::read(std::string_view bytes, std::string_view url) {
  if (!sender_) sender_ = std::make_unique<io::HttpSender>();
  io::HttpOptions options = io::usual_http();
  options.timeout = std::max<std::chrono::milliseconds>(
      options.timeout, std::chrono::seconds(120));
  std::string_view server = url_;
  while (server.ends_with('/')) server.remove_suffix(1);
  io::HttpAnswer answer =
      sender_->send("PUT", std::string(server) + "/tika/text",
                    {"Accept: application/json", disposition(url)}, bytes,
                    kMostTikaAnswer, options);
  if (answer.status == 200) return parse_tika_answer(answer.body);
  DocumentText document;
  // It does not tell encrypted documents from damaged ones: 422.
  document.detail = "the Tika server answers with HTTP status " +
                    std::to_string(answer.status);
  document.no_text = NoText::kDamaged;
  if (answer.status == 0) {
    document.no_text = NoText::kCrashed;
    document.detail = "the Tika server gave no answer";
  } else if (answer.status == 204) {
    document.no_text = NoText::kEmpty;
  } else if (answer.status == 415) {
    document.no_text = NoText::kUnsupported;
  }
  return document;
}

}  // namespace wax::document
