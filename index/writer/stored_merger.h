// Writes the stored values of merged documents.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/store/stored_file.h"
#include "index/writer/merge_plan.h"
#include "index/writer/stored_writer.h"
#include "io/compress/text_dictionary.h"

namespace wax::index {

class StoredMerger {
 public:
  // `plan` must outlive it. Memory: some blocks for each thread.
  StoredMerger(const MergePlan& plan, std::string directory, unsigned threads)
      : plan_(plan), directory_(std::move(directory)), threads_(threads) {}

  // Writes the dictionary, the file of our own and Lucene's. Throws
  // FormatError, IoError.
  void run();

 private:
  // Documents whose stored values one thread writes, in whole blocks.
  struct Job {
    std::vector<MergePlan::Place> documents;
    StoredBlocks blocks;
    LuceneStored lucene;
  };
  // The makers of one thread.
  struct Makers {
    StoredBlockMaker blocks;
    LuceneStoredMaker lucene;
  };

  void make_dictionary();
  void write(Job& job, Makers& makers) const;
  void write_united(std::string_view field, uint32_t number,
                    const MergePart& part, uint32_t document,
                    Makers& makers) const;
  void write_value(const MergePart& part, uint32_t field, StoredAs as,
                   std::string_view bytes, Makers& makers) const;
  void write_text(uint32_t number, std::string_view text, Makers& makers) const;

  static constexpr uint32_t kDocumentsOfAJob = 8 * StoredFile::kDocuments;
  static constexpr size_t kSha1Text = 37;  // bytes

  const MergePlan& plan_;
  std::string directory_;
  unsigned threads_;
  std::unique_ptr<io::TextDictionary> dictionary_;
};

}  // namespace wax::index
