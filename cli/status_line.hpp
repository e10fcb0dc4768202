// The last line of stderr while something runs: rewritten in place on a terminal, a line each time
// elsewhere. Lines of their own may stand between. Loop's thread.
#pragma once

#include <string>

namespace kilter {

class StatusLine {
  public:
    explicit StatusLine(bool terminal) : terminal_(terminal) {}
    ~StatusLine();  // leaves the cursor on a fresh line
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    bool on_terminal() const { return terminal_; }
    void show(const std::string& text);
    void notice(const std::string& line);

  private:
    bool terminal_;
    bool open_ = false;  // the cursor stands behind a shown text
};

}  // namespace kilter
