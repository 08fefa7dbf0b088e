#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "answers/records/archived_body.h"
#include "answers/records/beside_page.h"
#include "answers/records/forwarded.h"
#include "answers/records/page_view.h"
#include "answers/records/part_capture.h"
#include "answers/records/stored_record.h"
#include "answers/requests/escape.h"
#include "answers/shown/url_history.h"
#include "io/error.h"
#include "serve/api/incomplete_fields.h"
#include "serve/api/memento.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/pages/replay_place.h"
#include "text/number.h"

namespace wax::serve {
namespace {

constexpr std::string_view kPdf = "application/pdf";
// A page with less text and fewer images and frames looks empty.
constexpr uint64_t kFewBytes = 60;
constexpr uint64_t kFewParts = 4;
// The page with its scripts, by the server of ScriptedPlace.
constexpr std::string_view kWithScripts = "sc_";

// The frame in the bar.
struct ViewFrame {
  std::string_view modifier;  // of the path of the bar
  std::string scripted;       // scripted_url()
  [[nodiscard]] bool runs_scripts() const { return modifier == kWithScripts; }
};

// What the other server shows.
std::string scripted_href(const answers::Scope& scope,
                          const answers::ViewSource& source,
                          const ViewFrame& frame,
                          const answers::UrlCapture& capture) {
  std::string href = frame.scripted +
                     "/page?url=" + answers::url_part(capture.url) +
                     "&date=" + answers::url_part(capture.date);
  if (!scope.is_one_of_many()) return href;
  return href + "&in=" +
         (source.collection == nullptr
              ? std::string(answers::kAllCollections)
              : answers::url_part(source.collection->name()));
}

Values other_capture(const answers::Scope& scope,
                     const answers::UrlCapture* capture) {
  if (capture == nullptr) return {{"href", ""}};
  return {{"href", view_href(scope, capture->date, capture->url)},
          {"day", day_values(words_of(scope), capture->date)}};
}

// Where the capture stands among those of its URL.
Values place_in_history(const answers::Scope& scope,
                        const answers::UrlCapture& capture,
                        const answers::UrlHistory& history) {
  const auto& all = history.captures;
  auto place = std::find_if(all.begin(), all.end(), [&](const auto& listed) {
    return listed.capture.date == capture.date &&
           listed.capture.filename == capture.filename &&
           listed.capture.offset == capture.offset;
  });
  const Words& words = words_of(scope);
  Values values = {{"versions", words.number(history.versions.size())}};
  if (place == all.end()) return values;
  auto before = std::find_if(
      std::make_reverse_iterator(place), all.rend(),
      [&](const auto& listed) { return listed.capture.date < capture.date; });
  auto after = std::find_if(place, all.end(), [&](const auto& listed) {
    return listed.capture.date > capture.date;
  });
  values
      .set("earlier",
           other_capture(scope,
                         before == all.rend() ? nullptr : &before->capture))
      .set("later",
           other_capture(scope, after == all.end() ? nullptr : &after->capture))
      .set("version", words.number(place->version));
  if (place->version > 1 && place->version <= history.versions.size()) {
    const answers::UrlVersion& own = history.versions[place->version - 1];
    const answers::UrlVersion& former = history.versions[place->version - 2];
    values.set("changes",
               href_in(scope, "/url/changes",
                       "url=" + answers::url_part(capture.url) +
                           "&from=" + answers::url_part(former.first.digest) +
                           "&to=" + answers::url_part(own.first.digest)));
  }
  return values;
}

// The picture that a browser took of the capture; empty: there is none.
std::string picture_href(const answers::Scope& scope,
                         const answers::UrlCapture& capture,
                         const answers::UrlHistory& history) {
  const auto picture =
      picture_of_page(scope, history, answers::Picture::kLarge, capture.date);
  return picture ? view_href(scope, picture->date, picture->url,
                             answers::kViewMedia)
                 : std::string();
}

Values bar_values(const answers::Scope& scope,
                  const answers::ViewSource& source,
                  const answers::UrlCapture& capture,
                  const answers::PageView& page, const ViewFrame& frame) {
  const Words& words = words_of(scope);
  // The same capture, or that next to it, in each collection that has one, and
  // in all.
  std::vector<Values> collections;
  auto add_collection = [&](const answers::Collection* one,
                            const std::string& name) {
    collections.push_back(
        {{"name", name},
         {"href", path_before(one) + "/view/" +
                      answers::archived_path(capture.date, frame.modifier,
                                             capture.url)},
         {"is_current", one == source.collection}});
  };
  if (scope.is_one_of_many()) {
    add_collection(nullptr, std::string(words.of("All")));
    answers::RecordReport problems(*scope.holdings);
    for (const auto& one : scope.holdings->collections.all()) {
      bool has_capture = one.get() == source.collection;
      try {
        const auto cdx = open_cdx_files(*scope.holdings, one.get());
        has_capture =
            has_capture || find_part(*scope.holdings, *cdx, capture.url,
                                     capture.date, problems);
      } catch (const Error&) {
        // Its own pages say what is wrong with it.
      }
      if (has_capture) add_collection(one.get(), one->title(words.tag()));
    }
    if (collections.size() <= 2) collections.clear();
  }
  static const document::HtmlView kNone;
  const document::HtmlView& view = page.view ? *page.view : kNone;
  std::string missing;
  if (view.missing > 0) {
    missing = words.counted(view.missing, "%n% of %parts% parts is missing",
                            "%n% of %parts% parts are missing");
    const std::string_view mark = "%parts%";
    missing.replace(missing.find(mark), mark.size(), words.number(view.parts));
  }
  auto path_to = [&](std::string_view modifier, std::string_view url) {
    return source.before + "/view/" +
           answers::archived_path(capture.date, modifier, url);
  };
  std::string replay =
      answers::may_link(capture.url)
          ? replay_url(*scope.holdings, capture.date, capture.url)
          : std::string();
  const answers::UrlHistory history = url_history(scope, capture.url);
  const std::string title = title_or_url(
      view.title.empty() ? history.title : view.title, capture.url);
  const bool is_pdf = page.type == kPdf;
  const bool runs = frame.runs_scripts();
  // A package has no records that are cut.
  const bool can_run =
      !frame.scripted.empty() && view.scripts > 0 && !page.is_cut;
  std::string frame_href;
  if (runs) {
    frame_href = scripted_href(scope, source, frame, capture);
  } else if (page.view || answers::is_shown_in_frame(page.type)) {
    frame_href = path_to(answers::kViewFrame, capture.url);
  } else if (is_pdf) {
    frame_href = path_to(answers::kViewMedia, capture.url);
  }
  return {
      {"interface", words.tag()},
      {"title", title},
      {"has_scripts", view.scripts > 0},
      {"runs_scripts", runs},
      // Not twice for two links.
      {"says_scripts", view.scripts > 0 && frame.scripted.empty()},
      {"run", can_run && !runs ? path_to(kWithScripts, capture.url) : ""},
      {"do_not_run", runs ? path_to("", capture.url) : ""},
      {"is_empty", !runs && view.scripts > 0 && view.text_bytes < kFewBytes &&
                       view.seen < kFewParts},
      {"has_collections", !collections.empty()},
      {"is_pdf", is_pdf},
      {"cite", cite_href(scope, capture.date, capture.url)},
      {"has_logo", !site_of(scope).logo.empty()},
      {"has_colors", site_of(scope).has_colors()},
      {"is_right_to_left", words.is_right_to_left()},
      {"url", capture.url},
      {"short_url", short_url(capture.url)},
      {"picture", picture_href(scope, capture, history)},
      {"moment", moment_values(words, capture.date)},
      {"status", capture.status == "200" ? "" : capture.status},
      {"history", place_in_history(scope, capture, history)},
      {"collections", collections},
      {"calendar", days_href(scope, capture.url, capture.date)},
      {"details", capture_page_href(scope, capture.date, capture.url)},
      {"raw", raw_href(scope, capture.date, capture.url)},
      {"replay", replay},
      {"missing", runs ? std::string() : missing},
      {"is_cut", page.is_cut},
      {"leads_to", view.leads_later_to},
      {"leads_href", view.leads_later_to.empty()
                         ? std::string()
                         : path_to("", view.leads_later_to)},
      {"type", page.type},
      {"frame", frame_href}};
}

// The page around the view.
answers::Response bar_page(const answers::Scope& scope,
                           const answers::ViewSource& source,
                           const answers::CdxFiles& cdx,
                           const answers::UrlCapture& capture,
                           const ViewFrame& frame) {
  answers::PageView page = page_view(source, cdx, capture);
  if (page.view) page.view->html = {};  // the frame asks for it
  // The status of a revisit is that of another record.
  if (capture.is_revisit || capture.status.starts_with('3') ||
      (page.view && !page.view->leads_to.empty())) {
    const auto end = end_of_redirects(source, cdx, capture);
    if (end && !is_same_record(*end, capture)) {
      if (end->urlkey == capture.urlkey && end->date == capture.date) {
        return bar_page(scope, source, cdx, *end, frame);
      }
      return answers::redirect(
          source.before + "/view/" +
          answers::archived_path(end->date, frame.modifier, end->url));
    }
  }
  answers::Response response;
  response.type = "text/html; charset=utf-8";
  response.headers = {
      {"Content-Security-Policy",
       "default-src 'none'; style-src 'self'; img-src 'self'; "
       "frame-src " +
           (frame.runs_scripts() ? std::string(origin_in(frame.scripted))
                                 : "'self'") +
           "; form-action 'self'; base-uri 'none'; "
           "frame-ancestors 'none'"}};
  if (frame.runs_scripts()) {
    // Scripts of the frame reach no window of another site that opened this.
    response.headers.push_back({"Cross-Origin-Opener-Policy", "same-origin"});
  }
  response.headers.push_back({"Vary", "Accept-Language, Cookie"});
  response.body = rendered(
      "view", bar_values(scope, source, capture, page, frame), words_of(scope));
  return response;
}

}  // namespace

answers::Response view_page(const answers::Holdings& holdings,
                            answers::Collection* collection,
                            const answers::Request& request) {
  answers::ViewSource source;
  source.holdings = &holdings;
  source.collection = collection;
  source.before = path_before(collection);
  source.deadline = request.deadline;
  auto path = answers::read_archived_path(
      url_behind(request, source.before + "/view/"));
  const ViewFrame frame = {
      path && path->modifier == kWithScripts ? kWithScripts : "",
      scripted_url(holdings, request)};
  if (frame.runs_scripts() && frame.scripted.empty()) {
    throw answers::NotFound("This server shows no pages with their scripts.");
  }
  const bool is_bar = path && path->modifier == frame.modifier;
  if (!path || (!is_bar && path->modifier != answers::kViewFrame &&
                path->modifier != answers::kViewNested &&
                path->modifier != answers::kViewStyle &&
                path->modifier != answers::kViewMedia)) {
    throw UsageError(
        "The path is not of the form /view/DATE/URL, such as "
        "/view/20070531203500/http://example.com/.");
  }
  auto cdx = open_cdx_files(holdings, collection);
  answers::RecordReport problems(holdings);
  auto capture =
      path->modifier == answers::kViewStyle ||
              path->modifier == answers::kViewMedia
          ? find_part(holdings, *cdx, path->url, path->date, problems)
          : find_capture(answers::RecordSource(holdings, *cdx), cdx->files,
                         cdx->url_key, path->url, path->date,
                         answers::Wanted::kBody, problems);
  answers::check_asked_date(path->date, capture);
  if (!capture) {
    return without_capture(*cdx, [&] {
      return no_capture(holdings, collection, path->url, path->date);
    });
  }
  const bool is_moment = is_bar && capture->date != path->date;
  if (cdx->has_shards() && !is_moment) {
    answers::Response view = forwarded(*cdx, *capture, "/view/", request);
    add_gone(*cdx, view);
    return view;
  }
  if (!is_bar) {
    source.range = answers::asked_range(request);
    return part_of_view(source, *cdx, *capture, path->modifier);
  }
  if (is_moment) {
    answers::Response moment = answers::redirect(
        source.before + "/view/" +
        answers::archived_path(capture->date, frame.modifier, capture->url));
    add_gone(*cdx, moment);
    return moment;
  }
  answers::Scope scope;
  scope.holdings = &holdings;
  scope.languages = answers::asked_languages(request);
  scope.collection = collection != nullptr
                         ? collection
                         : holdings.collections.all().front().get();
  scope.generation = cdx->generations.front();
  return bar_page(scope, source, *cdx, *capture, frame);
}

}  // namespace wax::serve
