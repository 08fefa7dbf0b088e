#include "index/writer/lucene_segment_merger.h"

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
  std::string bytes;
  for (uint32_t number = 0; number < plan.fields.list().size(); ++number) {
    const Field& field = *plan.fields.list()[number];
    if (field.indexed != Indexed::kWords) continue;
    for (const MergePart& part : plan.parts) {
      uint32_t own = part.segment->field_number(field.name);
      NormReader norms;
      if (own != UINT32_MAX) norms = part.segment->norms(own);
      for (uint32_t i = 0; i < part.segment->documents(); ++i) {
        if (!part.is_kept(i)) continue;
        bytes += norms.empty() ? static_cast<char>(kNoNorm)
                               : static_cast<char>(norms.at(i));
        if (bytes.size() < 65536) continue;
        file.write(bytes);
        bytes.clear();
      }
    }
    file.write(bytes);
    bytes.clear();
  }
  file.finish();
}

}  // namespace

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
