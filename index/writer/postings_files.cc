#include "index/writer/postings_files.h"

#include <algorithm>
#include <utility>

namespace wax::index {

void TermBlock::encode() {
  PostingsEncoder encoder(frq, prx, skip_interval);
  const char* at = bytes.data();
  size_t part = 0;
  for (Term& term : terms) {
    uint64_t frq_begin = frq.size();
    uint64_t prx_begin = prx.size();
    at += term.size;
    encoder.begin(with_positions);
    for (; part < term.end; ++part) {
      TermPostings postings = parts[part].numbers;
      postings.documents = {at, parts[part].documents};
      at += parts[part].documents;
      postings.positions = {at, parts[part].positions};
      at += parts[part].positions;
      encoder.add(postings);
    }
    term.info = encoder.end();
    term.info.field = field;
    term.info.frq = frq_begin;
    term.info.prx = prx_begin;
  }
}

void PostingsFiles::add(std::string_view term, const TermPostings& postings) {
  if (long_term_ && long_term_->text == term) {
    long_term_->encoder.add(postings);
    long_term_->encoder.write(frq_, prx_ ? *prx_ : frq_);
    return;
  }
  if (long_term_) end_long_term();
  if (filling_ && !filling_->terms.empty()) {
    const TermBlock::Term& last = filling_->terms.back();
    if (std::string_view(filling_->bytes.data() + last.begin, last.size) ==
        term) {
      filling_->add(postings);
      size_t own = filling_->bytes.size() - last.begin;
      if (own > 4 * block_) begin_long_term();
      return;
    }
    if (filling_->bytes.size() >= block_) end_block();
  }
  if (!filling_) {
    filling_ = std::make_unique<TermBlock>();
    filling_->field = field_;
    filling_->skip_interval = skip_interval_;
    filling_->with_positions = with_positions_;
  }
  filling_->begin_term(term);
  filling_->add(postings);
}

// Takes the last term out of the block: it is put together in this thread.
void PostingsFiles::begin_long_term() {
  TermBlock& block = *filling_;
  TermBlock::Term term = block.terms.back();
  block.terms.pop_back();
  size_t first_part = block.terms.empty() ? 0 : block.terms.back().end;
  std::vector<TermBlock::Part> parts(
      block.parts.begin() + static_cast<ptrdiff_t>(first_part),
      block.parts.end());
  block.parts.resize(first_part);
  io::ByteBuffer bytes;
  bytes.append(block.bytes.view().substr(term.begin));
  block.bytes.cut(term.begin);
  end_block();
  drain(0);

  auto made = std::make_unique<LongTerm>(skip_interval_);
  made->text = bytes.view().substr(0, term.size);
  made->info.field = field_;
  made->info.frq = frq_.size();
  made->info.prx = prx_ ? prx_->size() : 0;
  made->encoder.begin(with_positions_);
  const char* at = bytes.data() + term.size;
  for (const TermBlock::Part& part : parts) {
    TermPostings postings = part.numbers;
    postings.documents = {at, part.documents};
    at += part.documents;
    postings.positions = {at, part.positions};
    at += part.positions;
    made->encoder.add(postings);
  }
  made->encoder.write(frq_, prx_ ? *prx_ : frq_);
  long_term_ = std::move(made);
}

void PostingsFiles::end_long_term() {
  TermInfo end = long_term_->encoder.end();
  frq_.write(long_term_->frq.view());
  long_term_->info.documents = end.documents;
  long_term_->info.skip_offset = end.skip_offset;
  dictionary_.add(long_term_->text, long_term_->info);
  long_term_.reset();
}

void PostingsFiles::end_block() {
  if (long_term_) end_long_term();
  if (!filling_) return;
  drain(2 * threads_ - 1);
  blocks_.put(std::move(filling_));
}

void PostingsFiles::drain(size_t most) {
  while (blocks_.size() > most) write(*blocks_.take());
}

void PostingsFiles::write(const TermBlock& block) {
  uint64_t prx = prx_ ? prx_->size() : 0;
  for (const TermBlock::Term& term : block.terms) {
    TermInfo info = term.info;
    info.frq += frq_.size();
    info.prx += prx;
    dictionary_.add({block.bytes.data() + term.begin, term.size}, info);
  }
  frq_.write(block.frq.view());
  if (prx_) prx_->write(block.prx.view());
}

}  // namespace wax::index
