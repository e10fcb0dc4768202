// The subcommands of `kilter suite` that make new folders, for suite.cpp. One file each.
#pragma once

#include "cli/command.hpp"

namespace kilter {

void add_suite_import(CLI::App& suite_command, Invocation& invocation);
void add_suite_init(CLI::App& suite_command, Invocation& invocation);
void add_suite_generate(CLI::App& suite_command, Invocation& invocation);

}  // namespace kilter
