// Unicode normalization form C: one spelling of every accented letter.
#pragma once

#include <string>

namespace wax::index {

// Composes well-formed UTF-8. Most text needs no more than a look at it.
void compose(std::string& text);

}  // namespace wax::index
