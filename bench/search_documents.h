// Documents and queries for bench/search.sh.
#pragma once

#include <cstdint>
#include <string>

// The word of a rank: the more frequent, the shorter.
[[nodiscard]] std::string made_word(uint32_t rank);

// Writes FOLDER/segment with so many documents; the same as
// FOLDER/documents.jsonl; and FOLDER/queries.tsv. Words are drawn by Zipf's law
// from two million; no word depends on another.
void make_documents(uint64_t count, const std::string& folder);

// Writes the same files with the pages of a segment, each with 1 to 20 dates
// that follow from its URL, and queries drawn from them. With `times` above 1,
// each page comes so often, each time with another URL and digest and its
// blocks of text in another order.
void make_of_segment(const std::string& segment, uint64_t times,
                     const std::string& folder);

// Writes FOLDER/segment with the pieces of some 500 bytes of the pages of a
// segment, from the `first` on. When all pages have been cut, they are cut
// again a little further on, so there is no last one. FOLDER/lines has ten
// dates of each in the order of a date list, FOLDER/queries.tsv queries drawn
// from them.
void make_of_pieces(const std::string& segment, uint64_t first, uint64_t count,
                    const std::string& folder);
