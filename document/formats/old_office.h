// Documents of Word, Excel and PowerPoint 97 to 2003, by the streams of their
// compound file. Each reader builds the text out of what it is given, reads no
// byte much more than twice, and throws as readers.h says.
#pragma once

#include <cstdint>
#include <string_view>

#include "document/formats/compound_file.h"
#include "document/formats/document_builder.h"

namespace wax::document {

// MS-DOC: the text with notes, comments, headers, footers and text boxes, and
// links of fields.
void read_word(CompoundFile& file, DocumentBuilder& builder);
// Finds the head of a Word document at the front of a sector, and gives the
// text after it: for a file whose directory is lost, as the end of a cut one.
// False without such a head.
bool read_cut_word(std::string_view bytes, DocumentBuilder& builder);
// MS-XLS (BIFF8, and BIFF5 of Excel 95): each sheet's name, also a hidden
// one's, its cells as they are stored, comments and links.
void read_excel(CompoundFile& file, DocumentBuilder& builder);
// MS-PPT: each slide's text, then notes and comments, and links. What was
// deleted by a later save is left out.
void read_powerpoint(CompoundFile& file, DocumentBuilder& builder);

// Title, author, date and number of pages (MS-OLEPS), where they are stated.
void read_summary(CompoundFile& file, DocumentText& document);

// A number as a workbook of today stores it in XML: "42", "0.5".
[[nodiscard]] std::string shortest_number(double number);

}  // namespace wax::document
