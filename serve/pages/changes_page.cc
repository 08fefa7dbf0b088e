#include "serve/pages/changes_page.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/capture_line.h"
#include "index/search/versions.h"
#include "io/error.h"
#include "serve/api/search_answer.h"
#include "serve/http/error.h"
#include "serve/pages/frame.h"

namespace wax::serve {
namespace {

// Bytes of text around a change.
constexpr size_t kAroundChange = 160;

const index::PageVersion& version_with(
    const std::vector<index::PageVersion>& versions, std::string_view digest) {
  for (const index::PageVersion& version : versions) {
    if (cdx::without_sha1(version.digest) == cdx::without_sha1(digest)) {
      return version;
    }
  }
  throw NotFound("The full text has no version of this URL with the digest \"" +
                 std::string(digest) + "\".");
}

std::string text_of(const index::IndexReader& reader, uint64_t document) {
  index::StoredDocument values;
  reader.document(document, {"content"}, values);
  return index::value_of(values, "content");
}

// About `size` bytes at the front and at the back of a longer text, whole
// words.
std::string_view front_of(std::string_view text, size_t size) {
  return text.substr(0, text.find_first_of(" \n", size));
}
std::string_view back_of(std::string_view text, size_t size) {
  size_t at = text.find_last_of(" \n", text.size() - size);
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

void append_changes(const std::vector<index::WordChange>& changes,
                    Markup& out) {
  using Kind = index::WordChange::Kind;
  out << "<div class=\"changes\" dir=\"auto\">";
  for (size_t i = 0; i < changes.size(); ++i) {
    std::string_view text = changes[i].text;
    if (changes[i].kind == Kind::kAdded) {
      out << "<ins>" << text << "</ins>";
      continue;
    }
    if (changes[i].kind == Kind::kRemoved) {
      out << "<del>" << text << "</del>";
      continue;
    }
    bool first = i == 0;
    bool last = i + 1 == changes.size();
    if (text.size() <= (first || last ? 1 : 3) * kAroundChange) {
      out << text;
      continue;
    }
    if (!first) out << front_of(text, kAroundChange);
    out << "<span class=\"gap\">…</span>";
    if (!last) out << back_of(text, kAroundChange);
  }
  out << "</div>";
}

void append_version(const Scope& scope, std::string_view name,
                    const index::PageVersion& version, Markup& out) {
  out << "<div><dt>" << name << "</dt><dd>";
  if (version.dates.empty()) {
    out << "without date";
  } else {
    out << "<a href=\""
        << capture_href(scope, version.dates.front(), version.url) << "\">"
        << day_element(version.dates.front()) << "</a>";
  }
  out << "</dd></div>";
}

}  // namespace

Response changes_page(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  const index::IndexReader& reader = reader_of(scope);
  std::string url(request.parameters.get("url"));
  std::vector<index::PageVersion> versions = index::versions_of(reader, url);
  const index::PageVersion& from =
      version_with(versions, request.parameters.get("from"));
  const index::PageVersion& to =
      version_with(versions, request.parameters.get("to"));
  std::vector<index::WordChange> changes = index::word_changes(
      text_of(reader, from.document), text_of(reader, to.document));
  PageFrame frame;
  frame.title = "Changes of " + url;
  Markup out;
  out << "<h1>What changed</h1><p class=\"url\" dir=\"ltr\"><a href=\""
      << url_page_href(scope, url) << "\">" << url
      << "</a></p><dl class=\"facts-row\">";
  append_version(scope, "from", from, out);
  append_version(scope, "to", to, out);
  out << "</dl>";
  if (from.title != to.title) {
    out << "<h2>Title</h2><p dir=\"auto\"><del>" << from.title << "</del> <ins>"
        << to.title << "</ins></p>";
  }
  out << "<h2>Text</h2>";
  bool same =
      changes.empty() || (changes.size() == 1 &&
                          changes[0].kind == index::WordChange::Kind::kSame);
  if (same) {
    out << "<p>The texts are the same; only the pages' code differs.</p>";
  } else {
    append_changes(changes, out);
  }
  return page(scope, frame, out);
}

}  // namespace wax::serve
