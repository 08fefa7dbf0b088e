#include "index/writer/lucene_segment_merger.h"

#include <algorithm>

#include "index/writer/lucene_files.h"
#include "index/writer/merge_plan.h"
#include "index/writer/postings_files.h"
#include "index/writer/postings_merger.h"
#include "index/writer/stored_merger.h"
#include "io/ordered_pool.h"

namespace wax::index {
namespace {

void write_norms(const MergePlan& plan, const std::string& segment) {
  if (!plan.fields.with_positions()) return;
  IndexFile file(segment + ".nrm");
  file.write("NRM\xFF");
  std::string norms;  // of the field, by new number
  for (const Field* field : plan.fields.list()) {
    if (field->indexed != Indexed::kWords) continue;
    norms.assign(plan.documents, static_cast<char>(kNoNorm));
    for (const MergePart& part : plan.parts) {
      const uint32_t own = part.segment->field_number(field->name);
      if (own == UINT32_MAX) continue;
      NormReader reader = part.segment->norms(own);
      if (reader.empty()) continue;
      for (uint32_t i = 0; i < part.segment->documents(); ++i) {
        if (part.is_kept(i)) {
          norms[part.number(i)] = static_cast<char>(reader.at(i));
        }
      }
    }
    file.write(norms);
  }
  file.finish();
}

}  // namespace

std::vector<uint32_t> documents_by_number(
    const std::vector<MergeSource>& sources) {
  uint64_t documents = 0;
  for (const MergeSource& source : sources) {
    documents += static_cast<uint64_t>(
        std::count(source.kept.begin(), source.kept.end(), true));
  }
  std::vector<uint32_t> positions(documents);
  uint32_t position = 0;
  for (const MergeSource& source : sources) {
    for (size_t i = 0; i < source.kept.size(); ++i, ++position) {
      if (source.kept[i]) positions[source.numbers[i]] = position;
    }
  }
  return positions;
}

void merge_lucene_segments(const std::string& directory,
                           const std::vector<MergeSource>& sources,
                           const std::vector<JoinedDocument>& joined,
                           const io::Budget& budget) {
  const MergePlan plan = plan_merge(directory, sources, joined);
  const unsigned threads = io::thread_count(budget.jobs);
  const std::string segment = directory + "/_0";
  if (plan.documents > 0) {
    StoredMerger(plan, directory, threads).run();
    write_field_infos(segment, plan.fields.list());
    PostingsMerger(plan, segment, budget.memory, threads).run();
    write_norms(plan, segment);
  }
  write_commit(directory, plan.documents, plan.fields.with_positions());
  write_blocks(directory);
}

}  // namespace wax::index
