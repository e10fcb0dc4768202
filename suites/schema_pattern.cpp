#include "suites/schema_pattern.hpp"

#include <re2/re2.h>

namespace kilter {
namespace {

RE2::Options quiet() {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    return options;
}

class Re2Pattern : public SchemaPattern {
  public:
    explicit Re2Pattern(const std::string& pattern) : compiled_(pattern, quiet()) {}

    bool found_in(std::string_view text) const override {
        return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_);
    }
    bool ok() const { return compiled_.ok(); }
    const std::string& error() const { return compiled_.error(); }

  private:
    RE2 compiled_;
};

}  // namespace

Result<std::shared_ptr<const SchemaPattern>> compile_pattern(const std::string& pattern) {
    const auto compiled = std::make_shared<Re2Pattern>(pattern);
    if (!compiled->ok()) return fail(compiled->error());
    return std::shared_ptr<const SchemaPattern>{compiled};
}

}  // namespace kilter
