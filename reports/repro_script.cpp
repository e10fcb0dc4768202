// The script and the program of a bundle. What they hold of an engine is its address and the name
// of a variable; nothing that a model wrote.
#include "reports/repro_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kilter {

namespace {

bool is_variable_name(std::string_view name) {
    const auto letter = [](char c) {
        return c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    return !name.empty() && letter(name.front()) &&
           std::all_of(name.begin(), name.end(),
                       [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

constexpr std::string_view k_intro = R"(#!/bin/sh
# Sends the bytes of request.json N times, one after the other, and keeps each reply as it came:
#   sh curl.sh [N] [FOLDER]
# FOLDER (again) must not exist. KILTER_URL asks another address.
)";

constexpr std::string_view k_body = R"SH(set -eu
cd "$(dirname "$0")"
n=${1:-$runs}
folder=${2:-again}
url=${KILTER_URL:-$address}
mkdir "$folder"
# The key goes to curl by a pipe: arguments can be read by everybody on a machine.
key_line() {
  if [ -n "$key" ]; then printf 'header = "Authorization: Bearer %s"\n' "$key"; fi
}
i=0
while [ "$i" -lt "$n" ]; do
  file=$(printf '%s/run-%03d.body' "$folder" "$i")
  status=$(key_line | curl --config - --silent --show-error --no-buffer --http1.1 \
    --header 'Content-Type: application/json' --header "Accept: $accept" \
    --header 'Accept-Encoding: identity' --header 'Expect:' \
    --data-binary @request.json --output "$file" --write-out '%{http_code}' "$url")
  printf '%s: status %s, %s bytes\n' "$file" "$status" "$(wc -c < "$file" | tr -d ' ')"
  i=$((i + 1))
done
if command -v python3 > /dev/null 2>&1; then
  python3 compare.py runs "$folder"
else
  echo 'python3 is not here; compare.py groups the replies by their texts'
fi
)SH";

constexpr std::string_view k_program =
    R"PY("""Which replies say the same? Groups the raw bodies of folders by reasoning and content.

python3 compare.py runs again     (Python 3, nothing else)

Ids, times and token counts differ from reply to reply, so the bodies themselves say little. This reads the texts
out of them, whole or streamed, and gives each different pair of texts a letter in the order of appearance.
"""
import hashlib
import json
import pathlib
import sys

REASONING = ("reasoning", "reasoning_content")


def pieces(body):
    """The JSON documents of a reply: one, or those of its events."""
    text = body.decode("utf-8", "surrogateescape")
    if text.lstrip()[:1] == "{":
        return [json.loads(text)]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    data = [line[5:].strip() for line in lines if line.startswith("data:")]
    return [json.loads(one) for one in data if one and one != "[DONE]"]


def texts(body):
    """Reasoning and content; None where there is no such text."""
    found = {"reasoning": None, "content": None}
    choices = [choice for piece in pieces(body) for choice in (piece.get("choices") or [])[:1]]
    if not choices:
        raise ValueError("no choices")
    for choice in choices:
        message = choice.get("message") or choice.get("delta") or {}
        thought = next((message[name] for name in REASONING if isinstance(message.get(name), str)), None)
        for name, value in (("reasoning", thought), ("content", message.get("content"))):
            if isinstance(value, str):
                found[name] = (found[name] or "") + value
    return found["reasoning"], found["content"]


def short(text):
    if text is None:
        return "-" * 12
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def main(folders):
    letters = {}
    for folder in folders:
        seen = []
        for path in sorted(pathlib.Path(folder).glob("*.body")):
            try:
                key = texts(path.read_bytes())
            except (ValueError, AttributeError, TypeError, RecursionError) as error:
                print(f"{path}: cannot be read as a chat completion: {type(error).__name__}")
                continue
            number = letters.setdefault(key, len(letters))
            letter = chr(ord("A") + number) if number < 26 else f"#{number + 1}"
            seen.append(letter)
            print(f"{path}: {letter}  reasoning {short(key[0])}  content {short(key[1])}")
        print(f"{folder}: {len(set(seen))} different of {len(seen)}: {' '.join(seen)}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["runs"])
)PY";

}  // namespace

std::string shell_quote(std::string_view word) {
    std::string out = "'";
    for (const char c : word) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + "'";
}

std::string repro_script(const ReproModel& repro) {
    if (repro.url.empty() || repro.request_sha256.empty()) return {};
    std::string out{k_intro};
    const bool has_key = is_variable_name(repro.api_key_env);
    if (has_key) {
        out += fmt::format("# The key is read from the variable {}; it stands in no file here.\n",
                           repro.api_key_env);
    }
    out += fmt::format("address={}\n", shell_quote(repro.url));
    out += fmt::format("accept={}\n",
                       shell_quote(repro.stream ? "text/event-stream" : "application/json"));
    out += fmt::format("runs={}\n", std::max<std::size_t>(repro.runs.size(), 2));
    out += has_key ? fmt::format("key=${{{}:-}}\n", repro.api_key_env) : "key=\n";
    return out + std::string{k_body};
}

std::string_view repro_compare_program() {
    return k_program;
}

}  // namespace kilter
