#include "answers/shown/open_cdx.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "answers/requests/message.h"
#include "answers/shown/collection_answers.h"
#include "io/error.h"

namespace wax::answers {
namespace {

// Lines of both have no common order.
[[noreturn]] void throw_different_keys(const Collection& one,
                                       cdx::UrlKeyKind its_key,
                                       const Collection& other,
                                       cdx::UrlKeyKind other_key) {
  throw UsageError("The captures of all collections are not given together: " +
                   one.name() + " has URL keys by the rules of " +
                   std::string(cdx::name(its_key)) + ", and " + other.name() +
                   " by those of " + std::string(cdx::name(other_key)) +
                   ". Ask one of them: with in=" + one.name() + ", or with /" +
                   one.name() + " before paths such as /cdx and /raw.");
}

std::shared_ptr<CdxFiles> open_files(
    const Holdings& holdings, Collection* collection,
    Searchables (*open)(const Generation& generation)) {
  auto cdx = std::make_shared<CdxFiles>();
  const Collection* first = nullptr;
  auto add = [&](Collection& one) {
    auto generation = one.current();
    if (!generation->has_captures()) return;
    if (!cdx->generations.empty() && generation->url_key != cdx->url_key) {
      throw_different_keys(*first, cdx->url_key, one, generation->url_key);
    }
    if (first == nullptr) first = &one;
    cdx->url_key = generation->url_key;
    Searchables files = open(*generation);
    cdx->generations.push_back(std::move(generation));
    std::move(files.begin(), files.end(), std::back_inserter(cdx->files));
  };
  if (collection != nullptr) {
    add(*collection);
  } else {
    for (const auto& one : holdings.collections.all()) add(*one);
  }
  if (cdx->generations.empty()) {
    throw NotFound("This server has no CDX files for this collection.");
  }
  return cdx;
}

}  // namespace

bool CdxFiles::has_shards() const {
  return std::any_of(generations.begin(), generations.end(),
                     [](const auto& one) { return one->shards != nullptr; });
}

std::vector<std::string> CdxFiles::gone() const {
  std::vector<std::string> reasons;
  Scope scope;
  for (const auto& generation : generations) {
    scope.generation = generation;
    for (std::string& reason : answers_of(scope)->gone()) {
      reasons.push_back(std::move(reason));
    }
  }
  return reasons;
}

CdxFiles::~CdxFiles() {
  if (!gives_back || has_shards()) return;
  auto file = files.begin();
  for (const auto& generation : generations) {
    Searchables its_files;
    while (its_files.size() < generation->files() && file != files.end()) {
      its_files.push_back(std::move(*file++));
    }
    if (its_files.size() == generation->files()) {
      generation->idle.give(std::move(its_files));
    }
  }
}

std::shared_ptr<CdxFiles> open_cdx_files(const Holdings& holdings,
                                         Collection* collection) {
  return open_files(holdings, collection, open_cdx);
}

std::shared_ptr<CdxFiles> open_whole_cdx_files(const Holdings& holdings,
                                               Collection* collection) {
  auto cdx = open_files(holdings, collection, open_whole_cdx);
  cdx->gives_back = false;
  return cdx;
}

std::shared_ptr<CdxFiles> open_listed_cdx_files(const Holdings& holdings,
                                                Collection* collection) {
  auto cdx = open_files(holdings, collection, open_listed_cdx);
  cdx->gives_back = false;
  return cdx;
}

}  // namespace wax::answers
