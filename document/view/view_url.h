// How the URLs of a page become those of its view: the page as it was archived,
// read through a server.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "io/error.h"

namespace wax::document {

enum class ViewPart {
  kPage,     // a link leads there
  kFrame,    // a page within the page
  kStyle,    // a style sheet
  kMedia,    // an image, a font, sound, video
  kDropped,  // a script, a plug-in: no view shows it
};

// Returns the reference that the view uses for a whole URL (http, https or ftp;
// without a fragment). Empty: what names the URL is left out and counted as
// missing.
using ViewUrl = std::function<std::string(std::string_view url, ViewPart part)>;

// A view would be far larger than its page.
class ViewTooLarge : public Error {
 public:
  ViewTooLarge() : Error("The view of this page is too large.") {}
};

// What one view may come to: a page can have a long URL, or base, before many
// short references. For one thread.
class ViewBudget {
 public:
  // `keep_on` is called now and then while a view is made, and may throw; it
  // may be empty.
  ViewBudget(uint64_t page_bytes, std::function<void()> keep_on)
      : most_((uint64_t{12} << 20) + 4 * page_bytes),
        keep_on_(std::move(keep_on)) {}

  // Throws ViewTooLarge for a view, or a part of it, of so many bytes.
  void check(uint64_t bytes) const {
    if (bytes > most_) throw ViewTooLarge();
  }
  // The same references, which throw when their sum does not fit. `view` and
  // this must outlive them.
  [[nodiscard]] ViewUrl counted(const ViewUrl& view);
  // A step of the work.
  void step() {
    constexpr uint64_t kStepsBetween = 32;
    if (++steps_ % kStepsBetween == 0 && keep_on_) keep_on_();
  }

 private:
  uint64_t most_;
  std::function<void()> keep_on_;
  uint64_t made_ = 0;
  uint64_t steps_ = 0;
};

// Returns the reference that the view uses for `reference`, which the page at
// `base` has. Fragments stay, and "data:" URLs where `part` is kMedia. Empty
// for what is not followed (scripts, an empty reference unless a link has it)
// or not there.
[[nodiscard]] std::string viewed_reference(std::string_view base,
                                           std::string_view reference,
                                           ViewPart part, const ViewUrl& view);

}  // namespace wax::document
