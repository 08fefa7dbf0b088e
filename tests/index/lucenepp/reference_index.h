// The index that Lucene++'s own IndexWriter makes of the same documents, as one
// segment.
#pragma once

#include <lucene++/DefaultSimilarity.h>
#include <lucene++/LuceneHeaders.h>
#include <lucene++/PositionIncrementAttribute.h>
#include <lucene++/SerialMergeScheduler.h>
#include <lucene++/TermAttribute.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/lucenepp/directory.h"
#include "index/schema/fields.h"
#include "index/schema/main_ranges.h"
#include "index/schema/tokens.h"
#include "index/store/date_places.h"
#include "index/writer/index_writer.h"

namespace wax::index {

// Gives Lucene++ terms one by one.
class ReferenceTerms : public Lucene::TokenStream {
 public:
  LUCENE_CLASS(ReferenceTerms);
  void initialize() override {
    TokenStream::initialize();
    term_ = addAttribute<Lucene::TermAttribute>();
    increment_ = addAttribute<Lucene::PositionIncrementAttribute>();
  }
  void add(String term) {
    add(std::move(term), positions_.empty() ? 0 : positions_.back() + 1);
  }
  void add(String term, int32_t position) {
    terms_.push_back(std::move(term));
    positions_.push_back(position);
  }
  bool incrementToken() override {
    if (next_ == terms_.size()) return false;
    int32_t before = next_ == 0 ? -1 : positions_[next_ - 1];
    increment_->setPositionIncrement(positions_[next_] - before);
    term_->setTermBuffer(terms_[next_++]);
    return true;
  }

 private:
  Lucene::TermAttributePtr term_;
  Lucene::PositionIncrementAttributePtr increment_;
  std::vector<String> terms_;
  std::vector<int32_t> positions_;
  size_t next_ = 0;
};
using ReferenceTermsPtr = boost::shared_ptr<ReferenceTerms>;

class ReferenceNorms : public Lucene::DefaultSimilarity {
 public:
  LUCENE_CLASS(ReferenceNorms);
  double lengthNorm(const String&, int32_t words) override {
    return 1 / std::sqrt(static_cast<double>(std::max(words, 1)));
  }
};

using TestDocument = std::vector<std::pair<std::string_view, std::string>>;

inline Lucene::FieldPtr reference_terms(const String& name,
                                        const ReferenceTermsPtr& terms) {
  auto field = Lucene::newLucene<Lucene::Field>(name, terms);
  field->setOmitNorms(true);
  field->setOmitTermFreqAndPositions(true);
  return field;
}

inline Lucene::ByteArray lucene_bytes(std::string_view bytes) {
  auto made =
      Lucene::ByteArray::newInstance(static_cast<int32_t>(bytes.size()));
  std::memcpy(made.get(), bytes.data(), bytes.size());
  return made;
}

// As Lucene compresses values.
inline std::string deflated(std::string_view text) {
  uLongf size = ::compressBound(static_cast<uLong>(text.size()));
  std::string bytes(size, '\0');
  ::compress(reinterpret_cast<Bytef*>(bytes.data()), &size,
             reinterpret_cast<const Bytef*>(text.data()),
             static_cast<uLong>(text.size()));
  bytes.resize(size);
  return bytes;
}

inline void add_reference_words(std::string_view text, ReferenceTerms& words,
                                ReferenceTerms* exact = nullptr) {
  Tokenizer tokenizer;
  tokenizer.set(text);
  for (Token token; tokenizer.next(token);) {
    words.add(String(token.text.begin(), token.text.end()));
    if (exact != nullptr && !token.exact.empty()) {
      exact->add(String(token.exact.begin(), token.exact.end()));
    }
  }
}

inline void add_reference_value(std::string_view name, std::string_view value,
                                ReferenceTerms& exact,
                                Lucene::Document& document) {
  using Lucene::newLucene;
  const Field& field = *find_field(name);
  String wide_name = wide_of(name);
  if (field.indexed == Indexed::kNumber) {
    document.add(newLucene<Lucene::Field>(wide_name, wide_of(value),
                                          Lucene::Field::STORE_YES,
                                          Lucene::Field::INDEX_NO));
    auto number = newLucene<ReferenceTerms>();
    number->add(wide_of(number_term(value)));
    document.add(reference_terms(wide_name, number));
    return;
  }
  if (field.indexed == Indexed::kExact) {
    auto whole = newLucene<Lucene::Field>(
        wide_name, wide_of(value),
        field.stored == Stored::kNo ? Lucene::Field::STORE_NO
                                    : Lucene::Field::STORE_YES,
        Lucene::Field::INDEX_NOT_ANALYZED_NO_NORMS);
    whole->setOmitTermFreqAndPositions(true);
    document.add(whole);
    return;
  }
  if (field.stored == Stored::kCompressed) {
    document.add(newLucene<Lucene::Field>(
        wide_name, lucene_bytes(deflated(value)), Lucene::Field::STORE_YES));
  } else {
    document.add(newLucene<Lucene::Field>(wide_name, wide_of(value),
                                          Lucene::Field::STORE_YES,
                                          Lucene::Field::INDEX_NO));
  }
  if (field.indexed != Indexed::kWords) return;
  std::string_view text = value;
  if (size_t at = text.find("://"); name == "url" && at != text.npos) {
    text.remove_prefix(at + 3);
  }
  auto words = newLucene<ReferenceTerms>();
  add_reference_words(text, *words, name == "title" ? &exact : nullptr);
  document.add(newLucene<Lucene::Field>(wide_name, words));
}

// `content`, of which some parts are the field `main`, and words near these
// are in the field `border` too.
inline void add_reference_content(std::string_view text,
                                  const std::string& ranges,
                                  ReferenceTerms& main, ReferenceTerms& border,
                                  ReferenceTerms& exact,
                                  Lucene::Document& document) {
  using Lucene::newLucene;
  document.add(newLucene<Lucene::Field>(String(L"content"),
                                        lucene_bytes(deflated(text)),
                                        Lucene::Field::STORE_YES));
  auto rest = newLucene<ReferenceTerms>();
  std::vector<String> words;
  std::vector<bool> in_main;
  auto add_words = [&](std::string_view part, bool is_main) {
    Tokenizer tokenizer;
    tokenizer.set(part);
    for (Token token; tokenizer.next(token);) {
      String word(token.text.begin(), token.text.end());
      auto position = static_cast<int32_t>(words.size());
      (is_main ? main : *rest).add(word, position);
      if (!token.exact.empty()) {
        exact.add(String(token.exact.begin(), token.exact.end()));
      }
      words.push_back(std::move(word));
      in_main.push_back(is_main);
    }
  };
  size_t at = 0;
  for (TextRange range : parse_main_ranges(ranges)) {
    range.begin = std::min(range.begin, text.size());
    range.end = std::min(range.end, text.size());
    add_words(text.substr(at, range.begin - at), false);
    add_words(text.substr(range.begin, range.end - range.begin), true);
    at = range.end;
  }
  add_words(text.substr(at), false);
  for (size_t i = 0; i < words.size(); ++i) {
    // Those of its own side that stand near to the other.
    bool is_near = false;
    for (size_t k = i; k-- > 0 && i - k <= kBorderWords && !is_near;) {
      is_near = in_main[k] != in_main[i];
    }
    for (size_t k = i + 1;
         k < words.size() && k - i <= kBorderWords && !is_near; ++k) {
      is_near = in_main[k] != in_main[i];
    }
    if (is_near) border.add(words[i], static_cast<int32_t>(i));
  }
  document.add(newLucene<Lucene::Field>(L"content", rest));
}

inline void write_reference(const std::string& path,
                            const std::vector<TestDocument>& documents,
                            double megabytes) {
  using Lucene::newLucene;
  Lucene::DirectoryPtr directory = Lucene::FSDirectory::open(wide_of(path));
  auto writer = newLucene<Lucene::IndexWriter>(
      directory, newLucene<Lucene::KeywordAnalyzer>(), true,
      Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
  writer->setMergeScheduler(newLucene<Lucene::SerialMergeScheduler>());
  writer->setSimilarity(newLucene<ReferenceNorms>());
  writer->setRAMBufferSizeMB(megabytes);
  writer->setUseCompoundFile(false);
  boost::dynamic_pointer_cast<Lucene::LogMergePolicy>(writer->getMergePolicy())
      ->setUseCompoundDocStore(false);
  for (const TestDocument& values : documents) {
    auto document = newLucene<Lucene::Document>();
    auto years = newLucene<ReferenceTerms>();
    auto months = newLucene<ReferenceTerms>();
    auto days = newLucene<ReferenceTerms>();
    bool dated = false;
    std::string ranges;
    auto main = newLucene<ReferenceTerms>();
    auto border = newLucene<ReferenceTerms>();
    auto exact = newLucene<ReferenceTerms>();
    bool has_exact = false;
    for (size_t i = 0; i < values.size(); ++i) {
      const auto& [name, value] = values[i];
      std::vector<std::string_view> dates;
      for (size_t k = i; k < values.size() && values[k].first == "date"; ++k) {
        dates.push_back(values[k].second);
      }
      std::string packed;
      if (!dates.empty() && pack_dates(dates, packed)) {
        dated = true;
        document->add(newLucene<Lucene::Field>(
            String(L"date"), lucene_bytes(packed), Lucene::Field::STORE_YES));
        // Indexed, without a term.
        document->add(reference_terms(L"date", newLucene<ReferenceTerms>()));
        for (std::string_view date : dates) {
          years->add(wide_of(date.substr(0, 4)));
          months->add(wide_of(date.substr(0, 6)));
          days->add(wide_of(date.substr(0, 8)));
        }
        i += dates.size() - 1;
        continue;
      }
      if (name == "date" && has_calendar_day(value)) {
        dated = true;
        years->add(wide_of(value.substr(0, 4)));
        months->add(wide_of(value.substr(0, 6)));
        days->add(wide_of(value.substr(0, 8)));
      }
      if (name == "content") {
        add_reference_content(value, ranges, *main, *border, *exact, *document);
      } else {
        add_reference_value(name, value, *exact, *document);
      }
      if ((name == "title" || name == "content") && !has_exact) {
        has_exact = true;
        document->add(reference_terms(L"exact", exact));
      }
      if (name == "main_ranges") {
        ranges = value;
        document->add(newLucene<Lucene::Field>(L"main", main));
        document->add(newLucene<Lucene::Field>(L"border", border));
      }
      if (name == "url")
        add_reference_value("exacturl", value, *exact, *document);
    }
    if (dated) {
      document->add(reference_terms(L"year", years));
      document->add(reference_terms(L"month", months));
      document->add(reference_terms(L"day", days));
    }
    writer->addDocument(document);
  }
  writer->optimize();
  writer->close();
}

}  // namespace wax::index
