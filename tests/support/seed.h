// The seed of tests that draw at random.
#pragma once

namespace wax::tests {

// The value of WAX_SEED, or one that is the same in every run. Prints it, so
// that a failure can be repeated: call it once in a test.
[[nodiscard]] unsigned seed_of_test();

}  // namespace wax::tests
