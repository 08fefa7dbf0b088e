// Cells of a workbook of Office Open XML (ECMA-376, part 1, 18).
#pragma once

#include <string>

#include "document/formats/readers.h"

namespace wax::document {

// The text of the sheets in their order, a line for each row; `part` is the
// workbook's.
void read_workbook(Package& package, const std::string& part,
                   DocumentBuilder& builder);

}  // namespace wax::document
