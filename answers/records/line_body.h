// Bodies that are made of lines while they are sent. One thread at a time uses
// an object.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/requests/message.h"
#include "lines/line_stream.h"

namespace wax::answers {

// What is written for each line.
class BodyLineWriter {
 public:
  virtual ~BodyLineWriter() = default;
  virtual void begin(std::string&) {}
  virtual void line(std::string_view line, std::string& out) = 0;
  // Called after the last line.
  virtual void end(std::string&) {}
};

// The time for a piece of a body. It begins again with each piece, so that a
// long body may take long, but no piece of it.
class PieceTime {
 public:
  explicit PieceTime(const Request& request)
      : most_(std::min<std::chrono::steady_clock::duration>(
            request.deadline - std::chrono::steady_clock::now(),
            std::chrono::hours(24))),
        deadline_(request.deadline) {}
  void start_piece() {
    if (!first_) deadline_ = std::chrono::steady_clock::now() + most_;
    first_ = false;
  }
  // Throws OutOfTime when it is over.
  void check() const {
    if (std::chrono::steady_clock::now() > deadline_) throw OutOfTime();
  }

 private:
  std::chrono::steady_clock::duration most_;
  std::chrono::steady_clock::time_point deadline_;
  bool first_ = true;
};

class LineBody final : public BodyStream {
 public:
  // `kept` is whatever `lines` reads from.
  LineBody(std::shared_ptr<void> kept, std::shared_ptr<PieceTime> time,
           std::unique_ptr<lines::LineStream> lines,
           std::unique_ptr<BodyLineWriter> writer)
      : kept_(std::move(kept)),
        time_(std::move(time)),
        lines_(std::move(lines)),
        writer_(std::move(writer)) {}

  // What trailers() gives; null: none.
  void say_after(std::function<std::vector<Header>()> trailers) {
    trailers_ = std::move(trailers);
  }
  [[nodiscard]] std::vector<Header> trailers() const override {
    return trailers_ ? trailers_() : std::vector<Header>();
  }

  bool next(std::string& piece) override {
    if (ended_) return false;
    time_->start_piece();
    if (!begun_) writer_->begin(piece);
    begun_ = true;
    std::string_view line;
    while (piece.size() < kPiece) {
      if (!lines_->next(line)) {
        writer_->end(piece);
        ended_ = true;
        break;
      }
      writer_->line(line, piece);
    }
    return !piece.empty();
  }

 private:
  std::shared_ptr<void> kept_;
  std::shared_ptr<PieceTime> time_;
  std::unique_ptr<lines::LineStream> lines_;
  std::unique_ptr<BodyLineWriter> writer_;
  std::function<std::vector<Header>()> trailers_;
  bool begun_ = false;
  bool ended_ = false;
};

// Writes the lines as they are.
class PlainLines final : public BodyLineWriter {
 public:
  void line(std::string_view line, std::string& out) override {
    out.append(line) += '\n';
  }
};

}  // namespace wax::answers
