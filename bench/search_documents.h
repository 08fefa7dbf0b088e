// Documents and queries for bench/search.sh.
#pragma once

#include <cstdint>
#include <string>

// The word of a rank: the more frequent, the shorter.
[[nodiscard]] std::string made_word(uint32_t rank);

// Writes FOLDER/segment with so many documents, and the same as
// FOLDER/documents.jsonl. Words are drawn by Zipf's law from two million; no
// word depends on another.
void make_documents(uint64_t count, const std::string& folder);

// Writes the same files with the pages of a segment, each with 1 to 20 dates
// that follow from its URL. With `times` above 1, each page comes so often,
// each time with another URL and digest and its blocks of text in another
// order.
void make_of_segment(const std::string& segment, uint64_t times,
                     const std::string& folder);

// Writes FOLDER/segment with the pieces of some 500 bytes of the pages of a
// segment, from the `first` on. When all pages have been cut, they are cut
// again a little further on, so there is no last one. FOLDER/lines has ten
// dates of each in the order of a date list.
void make_of_pieces(const std::string& segment, uint64_t first, uint64_t count,
                    const std::string& folder);

// Draws 40 queries of each kind from the words of a segment and writes them to
// a file: kind, words, and for the kind "dates" the first and the last day. The
// same seed gives the same queries. Frequent words are in more than a fifth of
// the pages, rare ones in one or two, middle ones in 1 to 10 %; an AND is of a
// frequent and a middle one, an OR of a frequent and two middle ones, a phrase
// is two or three words that stand in a page, a prefix three letters. Each page
// is in the segment `times` times. Throws UsageError for too few pages.
void draw_queries(const std::string& segment, uint64_t times, uint64_t seed,
                  const std::string& path);
