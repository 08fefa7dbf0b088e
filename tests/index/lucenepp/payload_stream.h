// Payloads, which Lucene can keep with each position of a word.
#pragma once

#include <lucene++/LuceneHeaders.h>
// The others need the first.
#include <lucene++/Payload.h>
#include <lucene++/PayloadAttribute.h>
#include <lucene++/TermAttribute.h>

#include <string>
#include <utility>
#include <vector>

#include "index/lucenepp/directory.h"

namespace wax::index {

// Words of a text; some carry a payload, as Lucene allows.
class PayloadStream : public Lucene::TokenStream {
 public:
  explicit PayloadStream(std::vector<std::string> words)
      : words_(std::move(words)) {}
  LUCENE_CLASS(PayloadStream);
  void initialize() override {
    TokenStream::initialize();
    term_ = addAttribute<Lucene::TermAttribute>();
    payload_ = addAttribute<Lucene::PayloadAttribute>();
  }
  bool incrementToken() override {
    if (next_ == words_.size()) return false;
    const std::string& word = words_[next_++];
    term_->setTermBuffer(wide_of(word));
    auto size = static_cast<int32_t>((word.size() + next_) % 4);
    auto bytes = Lucene::ByteArray::newInstance(size);
    for (int32_t i = 0; i < size; ++i) bytes[i] = 'p';
    payload_->setPayload(size == 0 ? Lucene::PayloadPtr()
                                   : Lucene::newLucene<Lucene::Payload>(bytes));
    return true;
  }

 private:
  std::vector<std::string> words_;
  size_t next_ = 0;
  Lucene::TermAttributePtr term_;
  Lucene::PayloadAttributePtr payload_;
};

}  // namespace wax::index
