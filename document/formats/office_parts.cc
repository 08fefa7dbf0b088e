#include "document/formats/office_parts.h"

namespace wax::document {
namespace {

class RelationshipsHandler final : public XmlHandler {
 public:
  RelationshipsHandler(std::string_view part, Relationships& all)
      : part_(part), all_(&all) {}
  void begin(std::string_view name, const XmlAttributes& attributes) override {
    if (name != "Relationship") return;
    Relationship one;
    std::string_view type = attributes.find("Type");
    one.type.assign(type.substr(type.rfind('/') + 1));
    one.external = attributes.find("TargetMode") == "External";
    std::string_view target = attributes.find("Target");
    one.target =
        one.external ? std::string(target) : package_path(part_, target);
    all_->emplace(attributes.find("Id"), std::move(one));
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

 private:
  std::string_view part_;
  Relationships* all_;
};

class OfficeOrderHandler final : public XmlHandler {
 public:
  explicit OfficeOrderHandler(std::string_view element) : element_(element) {}
  void begin(std::string_view name, const XmlAttributes& attributes) override {
    constexpr size_t kMostParts = 100'000;
    if (name != element_ || parts.size() >= kMostParts) return;
    parts.emplace_back(attributes.find("id", kRelationshipSpace),
                       attributes.find("name"));
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

  std::vector<std::pair<std::string, std::string>> parts;

 private:
  std::string_view element_;
};

}  // namespace

bool read_part(Package& package, std::string_view part, XmlHandler& handler) {
  auto source = package.open(part);
  return source && read_xml(*source, handler, XmlNames::kNamespaces);
}

Relationships relationships_of(Package& package, std::string_view part) {
  size_t name = part.rfind('/') + 1;
  std::string file = std::string(part.substr(0, name)) + "_rels/" +
                     std::string(part.substr(name)) + ".rels";
  Relationships all;
  RelationshipsHandler handler(part, all);
  (void)read_part(package, file, handler);
  return all;
}

const Relationship* first_of_type(const Relationships& all,
                                  std::string_view type) {
  for (const auto& [id, one] : all) {
    if (one.type == type && !one.external) return &one;
  }
  return nullptr;
}

const std::string* external_url(const Relationships& all, std::string_view id) {
  auto found = all.find(id);
  return found != all.end() && found->second.external ? &found->second.target
                                                      : nullptr;
}

std::vector<std::pair<std::string, std::string>> parts_in_order(
    Package& package, std::string_view part, std::string_view element) {
  OfficeOrderHandler order(element);
  (void)read_part(package, part, order);
  return std::move(order.parts);
}

}  // namespace wax::document
