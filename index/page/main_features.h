// What a model of main content is told of each block of a page: numbers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "index/page/page_blocks.h"
#include "index/text/words.h"

namespace wax::index {

// Numbers of a block that come from the structure and the counts of the page.
// A change of their meaning or order needs a newly trained model.
inline constexpr size_t kBlockNumbers = 171;
// Numbers that are the same for all blocks of a page; they come last in a row.
inline constexpr size_t kPageNumbers = 50;
inline constexpr size_t kMainNumbers = kBlockNumbers + kPageNumbers;

// Computes the rows of a page. Memory: some 100 bytes a block; the page's
// blocks must outlive it.
class MainFeatures {
 public:
  MainFeatures(const PageBlocks& page, std::string_view url);

  // Writes the numbers of one block. All are finite.
  void fill(size_t block, std::span<float, kMainNumbers> row) const;
  [[nodiscard]] const std::array<float, kPageNumbers>& page() const {
    return page_numbers_;
  }
  // The heading that stands last before the block; kNone: none.
  [[nodiscard]] uint32_t heading_before(size_t block) const {
    return places_[block].heading;
  }

 private:
  // Sums over the blocks before one.
  struct Sums {
    uint32_t words = 0, link_words = 0, stop_words = 0;
  };
  struct Range {
    uint32_t blocks, words, link_words, stop_words;
  };
  struct Place {
    uint32_t heading = kNone;  // the block of the last heading before it
    uint32_t occurrences = 1;  // of its text on the page
    uint32_t occurrence = 0;   // which of them it is
    float of_title = 0;        // share of the title's words that it has
    float in_title = 0;        // share of its words that the title has
    std::array<uint32_t, 3> groups{};  // of signatures of three levels
  };
  // Blocks whose elements look alike.
  struct Group {
    uint32_t blocks = 0, words = 0, link_words = 0, stop_words = 0;
    uint32_t first = 0, last = 0;
  };

  [[nodiscard]] Range range(size_t begin, size_t end) const;
  [[nodiscard]] Range range_of(uint32_t element) const;
  void sum();
  void compare_with_title();
  void find_headings();
  void count_repeats();
  void group_by_signature();
  void describe_page(std::string_view url);

  class Row;
  void own(const PageBlock& block, Row& row) const;
  void place(size_t index, Row& row) const;
  void neighbours(size_t index, Row& row) const;
  void repeats(size_t index, Row& row) const;
  void containers(const PageBlock& block, Row& row) const;
  void distances(const PageBlock& block, Row& row) const;
  void structured_data(const PageBlock& block, Row& row) const;

  const PageBlocks* blocks_;
  std::vector<Sums> sums_;
  std::vector<Place> places_;
  std::vector<Group> groups_;
  HashSet title_words_;
  uint32_t title_size_ = 0;  // distinct words
  uint32_t first_h1_ = kNone;
  uint32_t title_block_ = kNone;
  HashSet body_sequences_;
  HashSet description_sequences_;
  std::array<float, kPageNumbers> page_numbers_{};
};

}  // namespace wax::index
