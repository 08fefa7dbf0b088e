#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"
#include "io/error.h"
#include "serve/http/answer.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

bool takes_html(const answers::Request& request) {
  return request.header("Accept").find("text/html") != std::string_view::npos;
}

// A sentence of the library in the language of the page; other texts as they
// are.
std::string_view shown_text(const answers::Scope& scope,
                            std::string_view text) {
  const answers::Site& house = scope.holdings->house();
  return !text.empty() && text == house.taken_away()
             ? house.text("taken-away", words_of(scope).tag())
             : text;
}

// What handlers throw about a request becomes a sentence.
answers::Response answer_or_sentence(const Router& router,
                                     const answers::Request& request) {
  try {
    return router.answer(request);
  } catch (const Error& error) {
    auto sentence = sentence_of(error);
    if (!sentence) throw;
    return std::move(*sentence);
  }
}

}  // namespace

answers::Response answer_with_pages(const answers::Holdings& holdings,
                                    const Router& router,
                                    const answers::Request& request) {
  if (!takes_html(request)) return router.answer(request);
  answers::Response response = answer_or_sentence(router, request);
  if (holdings.collections.all().empty()) return response;
  bool plain = response.status >= 400 && response.stream == nullptr &&
               response.type.starts_with("text/plain");
  if (!plain) return response;
  answers::Scope scope;
  scope.holdings = &holdings;
  scope.languages = answers::asked_languages(request);
  scope.collection = holdings.collections.all().front().get();
  scope.generation = holdings.collections.all().front()->current();
  PageFrame frame;
  frame.title = words_of(scope).of(answers::reason_of(response.status));
  answers::Response shown = page(scope, frame, "error",
                                 {{"reason", frame.title},
                                  {"text", shown_text(scope, text::trim(response.body))},
                                  {"is_english", response.status != 451},
                                  {"has_about", has_about(scope)}},
                                 response.status);
  for (answers::Header& header : response.headers) {
    // These headers of archived pages would take the page's own style away.
    bool other =
        text::equal_ignoring_case(header.name, "Content-Security-Policy") ||
        text::equal_ignoring_case(header.name, "X-Frame-Options");
    if (!other) shown.headers.push_back(std::move(header));
  }
  shown.headers.push_back({"Vary", "Accept"});
  shown.route = response.route;
  return shown;
}

}  // namespace wax::serve
