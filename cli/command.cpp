#include "cli/command.hpp"

namespace kilter {

void StoreOption::add_to(CLI::App& command) {
    command.add_option("--store", path, "the store (default: the config's, else kilter.db here)")
        ->type_name("FILE");
}

void JsonOption::add_to(CLI::App& command) {
    command.add_flag("--json", json, "print one JSON document instead of text");
}

}  // namespace kilter
