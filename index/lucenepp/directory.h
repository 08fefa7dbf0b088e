// The files of an index for Lucene++.
#pragma once

#include <lucene++/LuceneHeaders.h>

#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "index/store/manifest.h"
#include "io/error.h"

namespace wax::index {

using Lucene::LuceneObject;  // LUCENE_CLASS needs these two
using Lucene::String;

// Converts text to and from that of Lucene++, where a wchar_t is a code point.
// Ill-formed text is repaired on the way in (text::append_sane).
[[nodiscard]] Lucene::String wide_of(std::string_view utf8);
void append_utf8(const Lucene::String& text, std::string& utf8);
[[nodiscard]] std::string utf8_of(const Lucene::String& text);

// For reading alone. Unlike Lucene++'s own directories, this one does not read
// beyond the end of files, and checks every block of a file against the
// manifest before its first byte is used.
//
// Only exceptions of Lucene++ may pass through Lucene++, so the true cause of
// an error is kept here for `rethrow`.
class Directory : public Lucene::Directory {
 public:
  // `manifest` may be null; then blocks are not checked.
  Directory(std::string path, std::shared_ptr<const Manifest> manifest);
  ~Directory() override;
  LUCENE_CLASS(Directory);

  Lucene::HashSet<Lucene::String> listAll() override;
  bool fileExists(const Lucene::String& name) override;
  uint64_t fileModified(const Lucene::String& name) override;
  void touchFile(const Lucene::String& name) override;
  void deleteFile(const Lucene::String& name) override;
  int64_t fileLength(const Lucene::String& name) override;
  Lucene::IndexOutputPtr createOutput(const Lucene::String& name) override;
  Lucene::IndexInputPtr openInput(const Lucene::String& name) override;
  Lucene::IndexInputPtr openInput(const Lucene::String& name,
                                  int32_t buffer) override;
  void close() override {}

  [[nodiscard]] const std::string& path() const { return path_; }
  // Whether damage is found before it is used.
  [[nodiscard]] bool is_checked() const { return manifest_ != nullptr; }

  // Keeps the first of the errors, and throws one that may pass Lucene++.
  template <typename E>
  [[noreturn]] void fail(const E& error) {
    if (!first_) first_ = std::make_exception_ptr(error);
    boost::throw_exception(Lucene::IOException(wide_of(error.what())));
  }
  // Throws the first of the errors, if there was one.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  [[noreturn]] static void only_read();

  std::string path_;
  std::shared_ptr<const Manifest> manifest_;
  std::exception_ptr first_;
};
using DirectoryPtr = boost::shared_ptr<Directory>;

// What an exception from Lucene++ means for the index at `path`.
[[nodiscard]] FormatError unsound(const std::string& path,
                                  const Lucene::LuceneException& exception);
// A number in the index that there cannot be.
[[nodiscard]] FormatError unsound(const std::string& path);

// Runs code that calls Lucene++. Every exception becomes an IoError or a
// FormatError that names the file or the index.
template <typename Work>
auto guarded(const DirectoryPtr& directory, Work&& work) {
  try {
    return work();
  } catch (const Lucene::LuceneException& e) {
    directory->rethrow();
    throw unsound(directory->path(), e);
  } catch (const std::length_error&) {
    throw unsound(directory->path());
  } catch (const std::bad_alloc&) {
    if (directory->is_checked()) throw;
    throw unsound(directory->path());
  }
}

}  // namespace wax::index
