#include "serve/pages/template.h"

#include <map>
#include <stdexcept>

#include "serve/templates/templates.h"
#include "text/ascii.h"
#include "text/markup_writer.h"

namespace wax::serve {
namespace {

std::string_view template_text(std::string_view name) {
  for (const TemplateFile& file : template_files()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("there is no template " + std::string(name));
}

// The lines as one.
std::string joined_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text::trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    bool joins = out.empty() || out.ends_with('>') || out.ends_with("}}") ||
                 line.starts_with('<') || line.starts_with("{{");
    if (!joins) out += ' ';
    out += line;
  }
  return out;
}

// Words with the values in them, as HTML.
std::string translated(std::string_view english, const Words& words) {
  std::string out;
  std::string_view text = words.of(english);
  bool is_value = false;
  while (true) {
    const size_t mark = std::min(text.find('%'), text.size());
    if (is_value) {
      out.append("{{").append(text.substr(0, mark)).append("}}");
    } else {
      text::append_markup_text(text.substr(0, mark), out);
    }
    if (mark == text.size()) return out;
    text.remove_prefix(mark + 1);
    is_value = !is_value;
  }
}

// In the words of a language.
std::string template_in(std::string_view name, const Words& words) {
  constexpr std::string_view kWords = "{{_";
  std::string out;
  const std::string text = joined_lines(template_text(name));
  size_t at = 0;
  for (size_t begin; (begin = text.find(kWords, at)) != text.npos;) {
    const size_t english = begin + kWords.size();
    const size_t end = text.find("}}", english);
    if (end == text.npos) break;
    out.append(text, at, begin - at);
    out += translated(std::string_view(text).substr(english, end - english),
                      words);
    at = end + 2;
  }
  return out.append(text, at);
}

// With all that it includes.
std::string whole_template(std::string_view name, const Words& words) {
  std::string out;
  const std::string text = template_in(name, words);
  size_t at = 0;
  for (size_t begin; (begin = text.find("{{>", at)) != text.npos;) {
    size_t end = text.find("}}", begin);
    if (end == text.npos) break;
    out.append(text, at, begin - at);
    out += whole_template(text.substr(begin + 3, end - begin - 3), words);
    at = end + 2;
  }
  return out.append(text, at);
}

kainjow::mustache::mustache parsed_template(std::string_view name,
                                            const Words& words) {
  kainjow::mustache::mustache parsed(whole_template(name, words));
  if (!parsed.is_valid()) {
    throw std::logic_error("template " + std::string(name) + ": " +
                           parsed.error_message());
  }
  parsed.set_custom_escape([](const std::string& text) {
    std::string out;
    text::append_markup_text(text, out);
    return out;
  });
  return parsed;
}

}  // namespace

Value::Value(Values object) : data_(std::move(object.data_)) {}

Value::Value(const std::vector<Values>& list) : data_(Data::type::list) {
  for (const Values& one : list) data_.push_back(one.data_);
}

std::string rendered(std::string_view name, const Values& values,
                     const Words& words) {
  // Each thread has its own: the library does not say that they can be shared.
  using Parsed =
      std::map<std::string, kainjow::mustache::mustache, std::less<>>;
  thread_local std::map<const Words*, Parsed> all;
  Parsed& parsed = all[&words];
  auto found = parsed.find(name);
  if (found == parsed.end()) {
    found = parsed.emplace(name, parsed_template(name, words)).first;
  }
  std::string out;
  found->second.render(values.data_,
                       [&out](const std::string& piece) { out += piece; });
  return out;
}

}  // namespace wax::serve
