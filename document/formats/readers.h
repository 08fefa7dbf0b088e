// Readers, one for each format. Each builds the document out of `bytes`, which
// were captured at `url`. Readers throw Unreadable when there is no text,
// TextFull when there is too much, and nothing else on purpose; what was built
// before stays.
#pragma once

#include <string_view>

#include "document/formats/document_builder.h"
#include "document/formats/package.h"

namespace wax::document {

// Office Open XML, OpenDocument or EPUB.
void read_package(std::string_view bytes, DocumentBuilder& builder);
// Word documents, workbooks and presentations (ECMA-376): the text with notes,
// comments, headers and footers, cells as they are stored, links.
void read_office_open_xml(Package& package, DocumentBuilder& builder);
// Texts, spreadsheets, presentations, drawings (OASIS OpenDocument 1.3),
// with comments, headers and footers, without changes that are tracked.
void read_open_document(Package& package, DocumentBuilder& builder);
// Chapters in reading order (EPUB 2 and 3).
void read_epub(Package& package, DocumentBuilder& builder);
// RSS and Atom: items as blocks, newest wherever the feed has them.
void read_feed(std::string_view bytes, std::string_view url,
               DocumentBuilder& builder);
// Rich Text Format 1.9.1.
void read_rtf(std::string_view bytes, DocumentBuilder& builder);

// Word, Excel and PowerPoint 97 to 2003 (old_office.h).
void read_old_office(std::string_view bytes, DocumentBuilder& builder);

// Portable Document Format, by Poppler: a page after another, the links to
// URLs and remarks, words that a line end divides joined; then what is
// attached. Throws Unreadable (kIncomplete) at the end when the text lacks much
// of what the pages draw, or more than a tenth of them, but not all, are
// pictures.
void read_pdf(std::string_view bytes, unsigned depth, DocumentBuilder& builder);
// Messages, by GMime: subject, sender and date, the text of the parts; of
// alternatives the plain one. Attached documents and messages are read too.
void read_mail(std::string_view bytes, bool mailbox, unsigned depth,
               DocumentBuilder& builder);

}  // namespace wax::document
