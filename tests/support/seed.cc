#include "tests/support/seed.h"

#include <cstdlib>
#include <iostream>

namespace wax::tests {

unsigned seed_of_test() {
  const char* given = std::getenv("WAX_SEED");
  const unsigned seed =
      given == nullptr
          ? 1
          : static_cast<unsigned>(std::strtoul(given, nullptr, 10));
  std::cout << "WAX_SEED=" << seed << '\n';
  return seed;
}

}  // namespace wax::tests
