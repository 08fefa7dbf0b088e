// Numbers that tell a model of main content of each block of a page.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/content/block_sums.h"
#include "document/content/feature_row.h"
#include "document/content/page_blocks.h"
#include "document/content/page_features.h"
#include "document/text/words.h"

namespace wax::document {

// Numbers of a block that come from the structure and the counts of the page.
// A change of their meaning or order needs a newly trained model.
inline constexpr size_t kBlockNumbers = 171;
// Numbers of the page, which are the same for all its blocks, come last.
inline constexpr size_t kMainNumbers = kBlockNumbers + kPageNumbers;

// Computes the rows of a page: numbers of each block, and those of the page,
// which come last. main_features.cc names each number where it is made. Memory:
// some 100 bytes a block; the page's blocks must outlive it.
class MainFeatures {
 public:
  MainFeatures(const PageBlocks& page, std::string_view url);

  // Writes the numbers of one block. All are finite.
  void fill(size_t block, std::span<float, kMainNumbers> row) const;
  [[nodiscard]] const std::array<float, kPageNumbers>& page() const {
    return page_numbers_;
  }
  // Names the numbers of fill(), for people; those that a block does not have
  // are empty. `url` is that of the page.
  [[nodiscard]] std::vector<std::string> names(size_t block,
                                               std::string_view url) const;
  // The last heading before the block; kNoNumber: none.
  [[nodiscard]] uint32_t heading_before(size_t block) const {
    return places_[block].heading;
  }

 private:
  struct Place {
    uint32_t heading = kNoNumber;  // the block of the last heading before it
    uint32_t occurrences = 1;      // of its text on the page
    uint32_t occurrence = 0;       // which of them it is
    float of_title = 0;            // share of the title's words that it has
    float in_title = 0;            // share of its words that the title has
    std::array<uint32_t, 3> groups{};  // of signatures of three levels
  };
  // Blocks whose elements look alike.
  struct Group {
    uint32_t blocks = 0, words = 0, link_words = 0, stop_words = 0;
    uint32_t first = 0, last = 0;
  };

  void compare_with_title();
  void find_headings();
  void count_repeats();
  void group_by_signature();

  [[nodiscard]] PageFindings findings() const;
  template <typename Row>
  void describe_block(size_t index, Row& row) const;
  template <typename Row>
  void own(const PageBlock& block, Row& row) const;
  template <typename Row>
  void place(size_t index, Row& row) const;
  template <typename Row>
  void neighbours(size_t index, Row& row) const;
  template <typename Row>
  void repeats(size_t index, Row& row) const;
  template <typename Row>
  void containers(const PageBlock& block, Row& row) const;
  template <typename Row>
  void distances(const PageBlock& block, Row& row) const;
  template <typename Row>
  void structured_data(const PageBlock& block, Row& row) const;

  const PageBlocks* blocks_;
  BlockSums sums_;
  std::vector<Place> places_;
  std::vector<Group> groups_;
  HashSet title_words_;
  uint32_t title_size_ = 0;  // distinct words
  uint32_t first_h1_ = kNoNumber;
  uint32_t title_block_ = kNoNumber;
  HashSet body_sequences_;
  HashSet description_sequences_;
  std::array<float, kPageNumbers> page_numbers_{};
};

}  // namespace wax::document
