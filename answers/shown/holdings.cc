#include "answers/shown/holdings.h"

#include <algorithm>

#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "text/ascii.h"

namespace wax::answers {
namespace {

Scope scope_with_limits(const Holdings& holdings, const Request& request) {
  Scope scope;
  scope.holdings = &holdings;
  scope.deadline = request.deadline;
  scope.memory = std::make_shared<index::MemoryBudget>(request.most_memory);
  scope.target = target_of(request);
  scope.languages = asked_languages(request);
  return scope;
}

bool asks_for_all(const Holdings& holdings, const Request& request) {
  return request.parameters.get(kIn) == kAllCollections &&
         holdings.collections.all().size() > 1;
}

}  // namespace

std::string target_of(const Request& request) {
  std::string target = request.path;
  char separator = '?';
  for (const auto& [name, value] : request.parameters.pairs()) {
    if (name == kIn.name || name == kStart.name) continue;
    target += separator + url_part(name) + '=' + url_part(value);
    separator = '&';
  }
  return target;
}

std::string asked_languages(const Request& request) {
  std::string_view cookies = request.header("Cookie");
  while (!cookies.empty()) {
    const size_t end = std::min(cookies.find(';'), cookies.size());
    const std::string_view cookie = text::trim(cookies.substr(0, end));
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    if (cookie.starts_with(kLanguageCookie) &&
        cookie.substr(kLanguageCookie.size()).starts_with('=')) {
      return std::string(cookie.substr(kLanguageCookie.size() + 1));
    }
  }
  return std::string(request.header("Accept-Language"));
}

const Scope& Scope::of_document(uint64_t document) const {
  if (!is_all()) return *this;
  const Scope* found = &members.front();
  uint64_t first = 0;
  for (const Scope& one : members) {
    if (document < first) break;
    found = &one;
    first += one.generation->reader->documents();
  }
  return *found;
}

void Scope::count_incomplete() const {
  if (collection != nullptr) collection->count_incomplete();
  for (const Scope& one : members) one.count_incomplete();
}

Scope scope_of(const Holdings& holdings, const Request& request) {
  if (asks_for_all(holdings, request)) {
    throw NotFound(
        "in=all is for searches and trends; name one collection, such as in=" +
        holdings.collections.all().front()->name() + '.');
  }
  std::string_view name = request.parameters.get(kIn);
  const auto& all = holdings.collections.all();
  bool is_first = name.empty() || name == kAllCollections;
  Collection* collection =
      is_first ? all.front().get() : holdings.collections.find(name);
  if (collection == nullptr) {
    throw NotFound("There is no collection \"" + std::string(name) + "\".");
  }
  Scope scope = scope_with_limits(holdings, request);
  scope.collection = collection;
  scope.generation = collection->current();
  return scope;
}

Scope search_scope_of(const Holdings& holdings, const Request& request) {
  if (!asks_for_all(holdings, request)) return scope_of(holdings, request);
  Scope scope = scope_with_limits(holdings, request);
  auto joined = holdings.collections.joined();
  scope.generation = joined->generation;
  for (size_t i = 0; i < joined->collections.size(); ++i) {
    Scope one = scope;
    one.members.clear();
    one.collection = joined->collections[i];
    one.generation = joined->generations[i];
    scope.members.push_back(std::move(one));
  }
  return scope;
}

void ReportedData::report(Problem problem) {
  scope_->generation->lost->add(problem);
  for (const Scope& one : scope_->members) {
    if (problem.file.starts_with(one.collection->files().folder + '/')) {
      one.generation->lost->add(problem);
    }
  }
  const auto& tell = scope_->holdings->report;
  if (tell) tell(problem.file + ": " + problem.text);
}

}  // namespace wax::answers
