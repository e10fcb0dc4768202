"""Real shells for the tests of the completions: each is asked what it offers for a line."""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import time

LIMIT = 60  # seconds after which something hangs


def missing(program, purpose="shells"):
    """True, and one loud line, where a program is not installed; `purpose` as of scripts/setup."""
    if shutil.which(program):
        return False
    print(f"SKIPPED: {program} is not installed; scripts/setup --for {purpose} installs it", file=sys.stderr, flush=True)
    return True


def bash_offers(script, words, cwd):
    """What the completion function leaves for the last of the words, as bash would call it."""
    quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
    text = f'source "{script}"; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _kilter; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "--norc", "--noprofile", "-c", text], cwd=cwd, timeout=LIMIT, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"bash: {done.returncode} {done.stderr}")
    return sorted(line for line in done.stdout.splitlines() if line)


def fish_offers(script, line, cwd):
    home = {name: str(pathlib.Path(script).parent) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    done = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"], cwd=cwd, timeout=LIMIT,
                          capture_output=True, text=True, env={**os.environ, **home})
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"fish: {done.returncode} {done.stderr}")
    return sorted(row.split("\t")[0] for row in done.stdout.splitlines())


class Terminal:
    """An interactive shell in a terminal of its own, in which kilter is a function that prints what it was called with."""

    START = {
        "bash": (["bash", "--norc", "--noprofile", "-i"], "bind 'set enable-bracketed-paste off'; bind 'set bell-style none'; source {}"),
        "zsh": (["zsh", "-f", "-i"], "unsetopt zle_bracketed_paste prompt_cr prompt_sp; autoload -Uz compinit; compinit -u -D; source {}"),
    }

    def __init__(self, shell, script, cwd):
        command, start = self.START[shell]
        self.process_id, self.end = pty.fork()
        if self.process_id == 0:
            os.chdir(cwd)
            os.environ.update({"TERM": "dumb", "PS1": "", "HOME": str(cwd), "COLUMNS": "500", "HISTFILE": ""})
            os.execvp(command[0], command)
        self.seen = ""
        self.send(start.format(script) + "\n")
        self.send("kilter() { printf 'GOT<%s>\\n' \"$*\"; }; echo READY$((1+1))\n")
        self.wait_for(r"READY2")

    def send(self, text):
        os.write(self.end, text.encode())

    def wait_for(self, pattern):
        end = time.monotonic() + LIMIT
        while True:
            found = re.search(pattern, self.seen)
            if found:
                self.seen = self.seen[found.end():]
                return found
            if not select.select([self.end], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"never came: {pattern} in {self.seen!r}")
            self.seen += os.read(self.end, 65536).decode(errors="replace")

    def completed(self, line):
        """The arguments that the line has after the completion key."""
        self.send(line + "\t\n")
        return self.wait_for(r"(?m)GOT<(.*)>\r?$").group(1)

    def close(self):
        self.send("exit\n")
        os.close(self.end)
        os.waitpid(self.process_id, 0)


def write_script(kilter, shell, folder):
    path = pathlib.Path(folder, {"zsh": "_kilter", "fish": "kilter.fish"}.get(shell, "kilter"))
    path.write_text(kilter("completion", shell, code=0).out, encoding="utf-8")
    return path
