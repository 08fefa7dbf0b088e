#include "crawl/check/page_look.h"

#include <algorithm>
#include <span>
#include <string>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "document/text/simhash.h"
#include "document/text/text_builder.h"
#include "text/ascii.h"
#include "text/replace.h"

namespace wax::crawl {
namespace {

using document::Attr;
using document::Tag;

constexpr uint64_t kLittle = 200;     // words of a page with little content
constexpr uint64_t kVeryLittle = 60;  // ... and with next to none
constexpr size_t kMostOfText = size_t{64} << 10;  // that is looked at

// ASCII is in lower case, here and in all that is compared.
constexpr std::string_view kNotFound[] = {
    "not found",        "page not available",
    "no such page",     "page missing",
    "be found",         "couldn't find",
    "could not find",   "could not locate",
    "can't find",       "cannot find",
    "page unavailable", "page removed",
    "doesn't exist",    "does not exist",
    "no longer exists", "no longer available",
    "nicht gefunden",   "existiert nicht",
    "introuvable",      "non trouvée",
    "n'existe pas",     "n’existe pas",
    "no encontrada",    "no existe",
    "non trovata",      "non esiste",
    "niet gevonden",    "não encontrada",
    "hittades inte",    "nie znaleziono",
    "nie istnieje",     "nenalezena",
    "не найдена",       "не существует",
    "見つかりません",   "找不到",
    "未找到",           "不存在"};

constexpr std::string_view kLogin[] = {"log in",
                                       "login",
                                       "sign in",
                                       "members only",
                                       "subscribers only",
                                       "anmelden",
                                       "anmeldung",
                                       "einloggen",
                                       "connexion",
                                       "connectez-vous",
                                       "se connecter",
                                       "iniciar sesión",
                                       "inicie sesión",
                                       "accedi",
                                       "inloggen",
                                       "iniciar sessão",
                                       "logga in",
                                       "zaloguj",
                                       "přihlásit",
                                       "войти",
                                       "Войти",
                                       "Вход",
                                       "ログイン",
                                       "登录",
                                       "登錄"};

constexpr std::string_view kConsent[] = {
    "cookie", "consent",  "gdpr",        "datenschutz",  "zustimm",
    "akzept", "privacy",  "accept",      "confidential", "consentement",
    "acepta", "consenso", "privacidade", "toestemming",  "samtycke",
    "zgod",   "согласи",  "クッキー",    "同意"};

std::string lowered(std::string_view text) {
  // Typographers write it so.
  std::string lower =
      text::with_replaced(document::cut_text(text, kMostOfText), "\u2019", "'");
  text::lower_case(lower);
  return lower;
}

bool has_any(std::string_view text, std::span<const std::string_view> phrases) {
  return std::ranges::any_of(phrases, [&](std::string_view phrase) {
    return text.find(phrase) != text.npos;
  });
}

// "404", "error 404", "404 - page": the number as a word of its own.
bool has_404(std::string_view text) {
  for (size_t at = text.find("404"); at != text.npos;
       at = text.find("404", at + 1)) {
    const bool begins = at == 0 || !text::is_alphanumeric(text[at - 1]);
    const size_t end = at + 3;
    const bool ends = end == text.size() || !text::is_alphanumeric(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

// A part of a title or heading between its separators is such a phrase with
// few words beside it: not one of "Lost and not found: a novel in letters".
bool is_not_found(std::string_view line) {
  std::string text = lowered(line);
  for (std::string_view dash : {" – ", " — ", " · ", " - ", ": ", "|"}) {
    text = text::with_replaced(text, dash, "\n");
  }
  size_t begin = 0;
  while (begin <= text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view part =
        std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    const uint64_t words = document::count_words(part);
    if (has_any(part, kNotFound) && words <= 9) return true;
    if (has_404(part) && words <= 4) return true;
  }
  return false;
}

bool says_not_found(const document::Document& page) {
  if (is_not_found(page.title)) return true;
  const std::string_view headings = page.headings;
  const std::string_view first = headings.substr(0, headings.find('\n'));
  if (is_not_found(first.substr(std::min(first.find(' '), first.size())))) {
    return true;
  }
  return page.words <= kVeryLittle / 2 &&
         has_any(lowered(page.content), kNotFound);
}

bool has_password(const document::HtmlTree& tree) {
  const document::Node* root = tree.root();
  for (const document::Node* node = root; node != nullptr;
       node = next_in_order(node, root)) {
    if (node->is_html(Tag::kInput) &&
        text::equal_ignoring_case(node->value(Attr::kType), "password")) {
      return true;
    }
  }
  return false;
}

// A word of a path: "/account/sign-in.php" has "sign-in".
bool has_word(std::string_view path, std::initializer_list<const char*> words) {
  const std::string lower = lowered(path);
  size_t begin = 0;
  while (begin < lower.size()) {
    const size_t end =
        std::min(lower.find_first_of("/.?&=;", begin), lower.size());
    const std::string_view part =
        std::string_view(lower).substr(begin, end - begin);
    begin = end + 1;
    if (std::ranges::count(words, part) > 0) return true;
  }
  return false;
}

std::string_view path_of(std::string_view url) {
  return cdx::split_url(url).path;
}

bool is_login_path(std::string_view path) {
  return has_word(path, {"login", "log-in", "log_in", "signin", "sign-in",
                         "sign_in", "logon", "wp-login", "anmelden",
                         "anmeldung", "connexion", "auth", "sso", "cas"});
}

bool is_error_path(std::string_view path) {
  return has_word(path, {"404", "notfound", "not-found", "not_found",
                         "pagenotfound", "page-not-found", "error404"});
}

bool is_consent_url(std::string_view url) {
  return cdx::host_of(url).starts_with("consent.") ||
         has_word(path_of(url), {"consent", "cookie-consent", "cookiewall",
                                 "cookie-wall", "gdpr-consent"});
}

bool is_login(const document::Document& page, const document::HtmlTree& tree) {
  if (is_login_path(path_of(page.url)) || !has_password(tree)) return false;
  if (page.words <= kVeryLittle) return true;
  return has_any(lowered(page.title), kLogin) ||
         has_any(lowered(page.headings), kLogin);
}

// Most words are in lines about consent.
bool is_cookie_wall(const document::Document& page) {
  const std::string text = lowered(page.content);
  uint64_t of_consent = 0;
  bool says_cookies = false;
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line =
        std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (!has_any(line, kConsent)) continue;
    of_consent += document::count_words(line);
    says_cookies = says_cookies || line.find("cookie") != line.npos ||
                   line.find("consent") != line.npos;
  }
  return says_cookies && of_consent >= 8 && of_consent * 3 >= page.words * 2 &&
         path_of(page.url).find("cookie") == std::string_view::npos &&
         path_of(page.url).find("privacy") == std::string_view::npos;
}

}  // namespace

PageLook look_of(const document::Document& page,
                 const document::HtmlTree& tree) {
  if (page.words > kLittle) return PageLook::kPage;
  if (says_not_found(page)) return PageLook::kNotFound;
  if (is_login(page, tree)) return PageLook::kLogin;
  return is_cookie_wall(page) ? PageLook::kCookieWall : PageLook::kPage;
}

PageLook look_of_redirect(std::string_view url, std::string_view location) {
  if (is_login_path(path_of(location)) && !is_login_path(path_of(url))) {
    return PageLook::kLogin;
  }
  if (is_error_path(path_of(location)) && !is_error_path(path_of(url))) {
    return PageLook::kNotFound;
  }
  return is_consent_url(location) && !is_consent_url(url)
             ? PageLook::kCookieWall
             : PageLook::kPage;
}

}  // namespace wax::crawl
