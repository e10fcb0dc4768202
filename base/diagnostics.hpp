// The user's mistakes in files, gathered so that all are shown at once: file:line:column: kind:
// text. Not for failures of engines (those are outcomes) and not for bugs. One thread per
// collector.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kilter {

struct SourcePosition {
    int line = 0;    // 1-based; 0: unknown
    int column = 0;  // 1-based, in code points; 0: unknown
};

struct Diagnostic {
    enum class Severity { error, warning, note };
    Severity severity = Severity::error;
    std::string file;  // as the user named it
    SourcePosition at;
    std::string message;
};

class Diagnostics {
  public:
    void error(std::string_view file, SourcePosition at, std::string message);
    void warning(std::string_view file, SourcePosition at, std::string message);

    bool has_errors() const { return errors_ > 0; }
    const std::vector<Diagnostic>& all() const { return all_; }

  private:
    std::vector<Diagnostic> all_;
    int errors_ = 0;
};

// "suite.yaml:12:3: error: duplicate key 'gold'"; parts that are unknown are left out.
std::string to_line(const Diagnostic& diagnostic);
// One a line, by file and position, ends with a newline; of a kind beyond 20 only how many more.
std::string to_text(const Diagnostics& diagnostics);

}  // namespace kilter
