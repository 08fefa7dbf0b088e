#include "index/lucenepp/matches.h"

#include <utility>

namespace wax::index {
namespace {

void add(Matches& out, int32_t document, float score) {
  out.documents.push_back(document);
  out.scores.push_back(score);
}

Matches merged(const Matches& a, const Matches& b) {
  Matches out;
  size_t i = 0;
  size_t j = 0;
  out.documents.reserve(a.documents.size() + b.documents.size());
  out.scores.reserve(a.documents.size() + b.documents.size());
  while (i < a.documents.size() && j < b.documents.size()) {
    if (a.documents[i] < b.documents[j]) {
      add(out, a.documents[i], a.score(i));
      ++i;
    } else if (b.documents[j] < a.documents[i]) {
      add(out, b.documents[j], b.score(j));
      ++j;
    } else {
      add(out, a.documents[i], a.score(i) + b.score(j));
      ++i;
      ++j;
    }
  }
  for (; i < a.documents.size(); ++i) add(out, a.documents[i], a.score(i));
  for (; j < b.documents.size(); ++j) add(out, b.documents[j], b.score(j));
  return out;
}

Matches intersection(const Matches& a, const Matches& b) {
  Matches out;
  size_t i = 0;
  size_t j = 0;
  while (i < a.documents.size() && j < b.documents.size()) {
    if (a.documents[i] < b.documents[j]) {
      ++i;
    } else if (b.documents[j] < a.documents[i]) {
      ++j;
    } else {
      add(out, a.documents[i], a.score(i) + b.score(j));
      ++i;
      ++j;
    }
  }
  return out;
}

}  // namespace

Matches both(const Matches& a, const Matches& b) {
  if (a.all_but && b.all_but) {
    Matches out = merged(a, b);
    out.scores.clear();
    out.all_but = true;
    return out;
  }
  if (a.all_but) return without(b, a.documents);
  if (b.all_but) return without(a, b.documents);
  return intersection(a, b);
}

Matches either(const Matches& a, const Matches& b) { return merged(a, b); }

Matches without(Matches a, const std::vector<int32_t>& excluded) {
  size_t kept = 0;
  size_t j = 0;
  for (size_t i = 0; i < a.documents.size(); ++i) {
    while (j < excluded.size() && excluded[j] < a.documents[i]) ++j;
    if (j < excluded.size() && excluded[j] == a.documents[i]) continue;
    a.documents[kept] = a.documents[i];
    if (!a.scores.empty()) a.scores[kept] = a.scores[i];
    ++kept;
  }
  a.documents.resize(kept);
  if (!a.scores.empty()) a.scores.resize(kept);
  return a;
}

Matches listed(Matches matches, int32_t documents) {
  if (!matches.all_but) return matches;
  Matches out;
  size_t j = 0;
  for (int32_t document = 0; document < documents; ++document) {
    if (j < matches.documents.size() && matches.documents[j] == document) {
      ++j;
    } else {
      out.documents.push_back(document);
    }
  }
  return out;
}

}  // namespace wax::index
