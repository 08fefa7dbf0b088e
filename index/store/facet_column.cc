#include "index/store/facet_column.h"

#include <map>

#include "index/store/block_cursor.h"
#include "index/store/index_directory.h"

namespace wax::index {

FacetColumn::FacetColumn(const IndexDirectory& index, std::string_view field)
    : numbers_(index.documents()) {
  // Segments may have the same values.
  bool has_segments = index.parts().size() > 1;
  std::map<std::string, uint32_t> known;
  index.each_term(
      field, "", [&](const std::string& term, const TermSource& source) {
        auto next = static_cast<uint32_t>(values_.size() + 1);
        uint32_t number = next;
        if (has_segments) {
          number = known.emplace_hint(known.end(), term, next)->second;
        }
        if (number == next) values_.push_back(term);
        uint32_t* numbers = numbers_.data() + source.base;
        each_document(*source.segment, source.field, source.place,
                      [=](const uint32_t* documents, uint32_t count) {
                        for (uint32_t i = 0; i < count; ++i) {
                          numbers[documents[i]] = number;
                        }
                      });
        return true;
      });
}

}  // namespace wax::index
