#include "serve/api/scope.h"

#include "serve/http/error.h"

namespace wax::serve {

Scope scope_of(const Site& site, const Request& request) {
  Scope scope;
  scope.site = &site;
  std::string_view name = request.parameters.get("in");
  Collection* collection = name.empty() ? site.collections.all().front().get()
                                        : site.collections.find(name);
  if (collection == nullptr) {
    throw NotFound("There is no collection \"" + std::string(name) + "\".");
  }
  scope.collection = collection;
  scope.generation = collection->current();
  return scope;
}

}  // namespace wax::serve
