#include "collection/import/capture_batch.h"

namespace wax::collection {
namespace {

// Reasons come from hostile data too: past this many they are counted as one.
constexpr size_t kMostReasons = 500;

}  // namespace

void ImportedBlock::clear() {
  block.clear();
  printed.clear();
  stats = {};
  skipped = {};
  met.all.clear();
  made.all.clear();
  bytes_done = 0;
}

uint64_t ImportedBlock::weight() const {
  uint64_t bytes = sizeof(ImportedBlock) + block.weight();
  for (const std::string& text : printed) bytes += text.size();
  return bytes;
}

void count_skipped(ImportStats& stats, std::string reason) {
  if (stats.skipped.size() >= kMostReasons && !stats.skipped.count(reason)) {
    reason = "other";
  }
  ++stats.skipped[reason];
}

}  // namespace wax::collection
