#include "index/lucenepp/postings.h"

#include <lucene++/TermPositions.h>

#include <algorithm>
#include <utility>

#include "index/store/impact_bounds.h"

namespace wax::index {
namespace {

using Lucene::newLucene;

constexpr int32_t kBatch = 1024;

Lucene::TermPtr lucene_term(const std::string& field, const std::string& text) {
  return newLucene<Lucene::Term>(wide_of(field), wide_of(text));
}

// One word of a row: the documents that have it, and where. A word that is a
// beginning stands for several terms.
class Slot {
 public:
  Slot(const LuceneShard& shard, const std::string& field,
       const std::vector<std::string>& texts, uint32_t position)
      : shard_(&shard), position_(static_cast<int32_t>(position)) {
    for (const std::string& text : texts) {
      Source source;
      source.positions = shard.joined->termPositions(lucene_term(field, text));
      source.live = source.positions->next();
      if (source.live) source.document = document_of(source);
      sources_.push_back(std::move(source));
    }
  }

  // The first document from `target` on, or -1.
  int32_t advance(int32_t target) {
    int32_t least = -1;
    for (Source& source : sources_) {
      if (source.live && source.document < target) {
        source.live = source.positions->skipTo(target);
        if (source.live) source.document = document_of(source);
        if (source.live && source.document < target) {
          throw unsound(shard_->columns.back().path);
        }
      }
      if (source.live && (least < 0 || source.document < least)) {
        least = source.document;
      }
    }
    return least;
  }

  // Where rows begin, judged by this word alone, in the document that advance()
  // gave; sorted. Once for each document.
  const std::vector<int32_t>& starts(int32_t document) {
    starts_.clear();
    for (Source& source : sources_) {
      if (!source.live || source.document != document) continue;
      for (int32_t n = source.positions->freq(); n > 0; --n) {
        starts_.push_back(source.positions->nextPosition() - position_);
      }
    }
    if (sources_.size() > 1) {
      std::sort(starts_.begin(), starts_.end());
      starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
    }
    return starts_;
  }

 private:
  struct Source {
    Lucene::TermPositionsPtr positions;
    int32_t document = -1;
    bool live = false;
  };
  [[nodiscard]] int32_t document_of(const Source& source) const {
    return static_cast<int32_t>(shard_->checked(source.positions->doc()));
  }

  const LuceneShard* shard_;
  std::vector<Source> sources_;
  int32_t position_;
  std::vector<int32_t> starts_;
};

// Rows of words in one document that all slots have.
size_t rows(std::vector<Slot>& slots, int32_t document) {
  std::vector<int32_t> starts = slots.front().starts(document);
  std::vector<int32_t> kept;
  for (size_t i = 1; i < slots.size() && !starts.empty(); ++i) {
    const std::vector<int32_t>& next = slots[i].starts(document);
    kept.clear();
    std::set_intersection(starts.begin(), starts.end(), next.begin(),
                          next.end(), std::back_inserter(kept));
    starts.swap(kept);
  }
  return starts.size();
}

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

Matches matches_of(const std::vector<bool>& documents, float score) {
  Matches matches;
  for (size_t i = 0; i < documents.size(); ++i) {
    if (documents[i]) matches.documents.push_back(static_cast<int32_t>(i));
  }
  if (score != 0) matches.scores.assign(matches.documents.size(), score);
  return matches;
}

Postings::Postings(const LuceneShard& shard)
    : shard_(&shard),
      reader_(shard.joined),
      documents_(Lucene::Collection<int32_t>::newInstance(kBatch)),
      frequencies_(Lucene::Collection<int32_t>::newInstance(kBatch)) {}

bool Postings::has_field(const std::string& field) const {
  return shard_->owners.contains(field);
}

uint64_t Postings::frequency(const std::string& field,
                             const std::string& term) const {
  if (!has_field(field)) return 0;
  return static_cast<uint64_t>(reader_->docFreq(lucene_term(field, term)));
}

const uint8_t* Postings::norms(const std::string& field) {
  auto found = norms_.find(field);
  if (found == norms_.end()) {
    Lucene::ByteArray bytes;
    String name = wide_of(field);
    if (reader_->hasNorms(name)) bytes = reader_->norms(name);
    found = norms_.emplace(field, bytes).first;
  }
  return found->second ? found->second.get() : nullptr;
}

Matches Postings::term(const std::string& field, const std::string& text,
                       float weight, Within within) {
  Matches out;
  if (!has_field(field)) return out;
  Lucene::TermPtr term = lucene_term(field, text);
  const uint8_t* norm = norms(field);
  auto add = [&](int32_t document, int32_t frequency) {
    static_cast<void>(shard_->checked(document));
    out.documents.push_back(document);
    out.scores.push_back(
        score_of(weight, static_cast<uint32_t>(frequency),
                 norm == nullptr ? 1 : factors_of(field)[norm[document]]));
  };
  auto expected = static_cast<uint64_t>(reader_->docFreq(term));
  if (expected == 0) return out;
  Lucene::TermDocsPtr postings = reader_->termDocs(term);
  // Reading on costs a few nanoseconds a document, skipping some hundred.
  if (within != nullptr && within->size() * 16 < expected) {
    if (!postings->next()) return out;
    int32_t at = postings->doc();
    for (int32_t document : *within) {
      if (at < document) {
        if (!postings->skipTo(document)) break;
        at = postings->doc();
      }
      if (at == document) add(document, postings->freq());
    }
    return out;
  }
  out.documents.reserve(expected);
  out.scores.reserve(expected);
  while (int32_t n = postings->read(documents_, frequencies_)) {
    for (int32_t i = 0; i < n; ++i) add(documents_[i], frequencies_[i]);
  }
  return out;
}

Matches Postings::phrase(const std::string& field,
                         const std::vector<Query::Word>& words, float weight,
                         Within within) {
  Matches out;
  if (!has_field(field)) return out;
  std::vector<Slot> slots;
  for (const Query::Word& word : words) {
    std::vector<std::string> texts = {word.text};
    if (word.prefix) texts = terms_with_prefix(field, word.text);
    slots.emplace_back(*shard_, field, texts, word.position);
  }
  const uint8_t* norm = norms(field);
  size_t wanted = 0;
  int32_t target = 0;
  while (target >= 0) {
    if (within != nullptr) {
      while (wanted < within->size() && (*within)[wanted] < target) ++wanted;
      if (wanted == within->size()) break;
      target = (*within)[wanted];
    }
    int32_t document = target;
    for (size_t i = 0; i < slots.size(); ++i) {
      int32_t found = slots[i].advance(document);
      if (found < 0) return out;
      if (found > document) {
        document = found;
        if (i > 0) i = SIZE_MAX;  // from the first slot again
      }
    }
    bool is_wanted =
        within == nullptr || document == target ||
        std::binary_search(within->begin(), within->end(), document);
    if (size_t n = is_wanted ? rows(slots, document) : 0; n > 0) {
      out.documents.push_back(document);
      out.scores.push_back(
          score_of(weight, static_cast<uint32_t>(n),
                   norm == nullptr ? 1 : factors_of(field)[norm[document]]));
    }
    target = document + 1;
  }
  return out;
}

void Postings::mark(const Lucene::TermPtr& term, std::vector<bool>& documents) {
  Lucene::TermDocsPtr postings = reader_->termDocs(term);
  while (int32_t n = postings->read(documents_, frequencies_)) {
    for (int32_t i = 0; i < n; ++i) {
      documents[shard_->checked(documents_[i])] = true;
    }
  }
}

std::vector<std::string> Postings::terms_with_prefix(const std::string& field,
                                                     const std::string& text) {
  std::vector<std::string> texts;
  String name = wide_of(field);
  String begin = wide_of(text);
  Lucene::TermEnumPtr terms =
      reader_->terms(newLucene<Lucene::Term>(name, begin));
  do {
    Lucene::TermPtr term = terms->term();
    if (!term || term->field() != name) break;
    String found = term->text();
    if (found.compare(0, begin.size(), begin) != 0) break;
    texts.push_back(utf8_of(found));
  } while (terms->next());
  return texts;
}

Matches Postings::prefix(const std::string& field, const std::string& text,
                         float score) {
  Matches matches = any_of(field, {text}, true);
  matches.scores.assign(matches.documents.size(), score);
  return matches;
}

std::vector<bool> Postings::range(const std::string& field,
                                  const std::string& first,
                                  const std::string& last) {
  std::vector<bool> documents(static_cast<size_t>(shard_->documents));
  if (!has_field(field)) return documents;
  String name = wide_of(field);
  String end = wide_of(last);
  Lucene::TermEnumPtr terms =
      reader_->terms(newLucene<Lucene::Term>(name, wide_of(first)));
  do {
    Lucene::TermPtr term = terms->term();
    if (!term || term->field() != name || term->text() > end) break;
    mark(term, documents);
  } while (terms->next());
  return documents;
}

Matches Postings::any_of(const std::string& field,
                         const std::vector<std::string>& texts, bool prefixes) {
  std::vector<bool> documents(static_cast<size_t>(shard_->documents));
  if (!has_field(field)) return {};
  for (const std::string& text : texts) {
    if (!prefixes) {
      mark(lucene_term(field, text), documents);
      continue;
    }
    for (const std::string& term : terms_with_prefix(field, text)) {
      mark(lucene_term(field, term), documents);
    }
  }
  return matches_of(documents, 0);
}

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
