#include "serve/answers/parameter_table.h"

namespace wax::serve {
namespace {

constexpr const Parameter* kParameters[] = {&kIn,
                                            &kQuery,
                                            &kFrom,
                                            &kTo,
                                            &kFilterSite,
                                            &kFilterDomain,
                                            &kFilterType,
                                            &kFilterFamily,
                                            &kFilterLang,
                                            &kFilterStatus,
                                            &kFilterCharset,
                                            &kFilterCollection,
                                            &kFilterUrlKey,
                                            &kFilterDigest,
                                            &kFilterFilename,
                                            &kStart,
                                            &kCount,
                                            &kSort,
                                            &kCollapse,
                                            &kFacet,
                                            &kFacetValues,
                                            &kFormat,
                                            &kNutchWaxSort,
                                            &kNutchWaxReverse,
                                            &kHitsPerSite,
                                            &kDedupField,
                                            &kTrendQuery,
                                            &kPeriod,
                                            &kShare,
                                            &kUrl,
                                            &kMostCaptures,
                                            &kFirstRow,
                                            &kDate,
                                            &kFromDigest,
                                            &kToDigest,
                                            &kCdxUrl,
                                            &kXmlQuery,
                                            &kMatchType,
                                            &kCdxFrom,
                                            &kCdxTo,
                                            &kFilter,
                                            &kCdxCollapse,
                                            &kCollapseToFirst,
                                            &kCollapseToLast,
                                            &kCollapseTime,
                                            &kLimit,
                                            &kOffset,
                                            &kCdxSort,
                                            &kReverse,
                                            &kClosest,
                                            &kFields,
                                            &kOutput,
                                            &kGzip,
                                            &kPage,
                                            &kPageSize,
                                            &kShowNumPages,
                                            &kShowPagedIndex,
                                            &kShowResumeKey,
                                            &kResumeKey,
                                            &kShowDupeCount,
                                            &kResolveRevisits,
                                            &kOmitSelfRedirects,
                                            &kMethod,
                                            &kRequestBody,
                                            &kDialect,
                                            &kBadLines};

}  // namespace

std::span<const Parameter* const> all_parameters() { return kParameters; }

const Parameter* filter_of(std::string_view field) {
  if (field.empty()) return nullptr;
  for (const Parameter* parameter : kParameters) {
    if (parameter->field == field) return parameter;
  }
  return nullptr;
}

}  // namespace wax::serve
