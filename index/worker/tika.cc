#include "index/worker/tika.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <utility>

#include "index/text/text_builder.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/number.h"
#include "text/utf8.h"
#include "warc/http/media_type.h"

namespace wax::index {
namespace {

constexpr size_t kMostTikaText = size_t{16} << 20;
// Escapes and what the server says of the document are in it, too.
constexpr size_t kMostTikaAnswer = 6 * kMostTikaText;

std::string tika_string(const text::JsonMemberText& member) {
  std::string value;
  if (member.escaped) {
    text::append_unescaped(member.value, value);
  } else {
    value = member.value;
  }
  std::string text;
  text::append_well_formed(value, text);
  return text;
}

// The first string of a list: ["a","b"].
std::string first_string(const text::JsonMemberText& member) {
  if (member.is_string) return tika_string(member);
  size_t begin = member.value.find('"');
  if (begin == member.value.npos) return {};
  size_t end = begin + 1;
  while (end < member.value.size() && member.value[end] != '"') {
    end += member.value[end] == '\\' ? 2 : 1;
  }
  text::JsonMemberText first;
  end = std::min(end, member.value.size());
  first.value = member.value.substr(begin + 1, end - begin - 1);
  first.escaped = true;
  return tika_string(first);
}

std::string tika_line(const text::JsonMemberText& member) {
  std::string line;
  TextBuilder(line).append(first_string(member), false, false);
  return line;
}

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
  text::JsonMembers members(json);
  for (text::JsonMemberText member; members.next(member);) {
    if (member.name == "X-TIKA:content") {
      TextBuilder(document.text).append(tika_string(member), false, true);
    } else if (member.name == "Content-Type") {
      document.type = warc::bare_type(first_string(member));
    } else if (member.name == "dc:title") {
      document.title = tika_line(member);
    } else if (member.name == "dc:creator") {
      document.author = tika_line(member);
    } else if (member.name == "dcterms:created") {
      document.published = tika_line(member);
    } else if (member.name == "dc:language") {
      document.language = tika_line(member);
    } else if (member.name == "xmpTPg:NPages" ||
               member.name == "meta:slide-count") {
      document.pages =
          text::whole_number(first_string(member)).value_or(document.pages);
    }
  }
  if (!members.whole()) {
    document.reason = "text-damaged";
    document.detail = "the answer of the Tika server is no JSON, or too long";
  } else if (document.text.empty()) {
    document.reason = "text-none";
  }
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
      sender_->put(std::string(server) + "/tika/text",
                   {"Accept: application/json", disposition(url)}, bytes,
                   kMostTikaAnswer, options);
  if (answer.status == 200) return parse_tika_answer(answer.body);
  DocumentText document;
  // It does not tell encrypted documents from damaged ones: 422.
  document.detail = "the Tika server answers with HTTP status " +
                    std::to_string(answer.status);
  document.reason = "text-damaged";
  if (answer.status == 0) {
    document.reason = "text-crashed";
    document.detail = "the Tika server gave no answer";
  } else if (answer.status == 204) {
    document.reason = "text-none";
  } else if (answer.status == 415) {
    document.reason = "text-unsupported";
  }
  return document;
}

}  // namespace wax::index
