#include "serve/answers/holdings.h"

#include "serve/answers/parameter_table.h"

namespace wax::serve {

Scope scope_of(const Holdings& holdings, const Request& request) {
  Scope scope;
  scope.holdings = &holdings;
  std::string_view name = request.parameters.get(kIn);
  Collection* collection = name.empty()
                               ? holdings.collections.all().front().get()
                               : holdings.collections.find(name);
  if (collection == nullptr) {
    throw NotFound("There is no collection \"" + std::string(name) + "\".");
  }
  scope.collection = collection;
  scope.generation = collection->current();
  scope.deadline = request.deadline;
  scope.memory = std::make_shared<index::MemoryBudget>(request.most_memory);
  return scope;
}

}  // namespace wax::serve
