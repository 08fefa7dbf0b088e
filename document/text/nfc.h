// Unicode normalization form C: one spelling of every accented letter.
#pragma once

#include <span>
#include <string>

#include "text/ranges.h"

namespace wax::document {

// Composes well-formed UTF-8. Most text needs no more than a look at it.
void compose(std::string& text);
// Composes it, and moves ranges of it, which are in order, along.
void compose(std::string& text, std::span<text::TextRange> ranges);

}  // namespace wax::document
