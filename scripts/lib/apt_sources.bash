# Reads the system's apt sources. Pure functions: files in, lines out; nothing here writes or calls apt.
# A source is printed as one line URI|SUITE|COMPONENTS|SIGNED-BY|TRUSTED, one per URI and suite. A key that
# stands inside a .sources file keeps its line breaks as the two characters \n.

# apt_list_entries FILE...: the enabled "deb" lines of one-line-format files.
apt_list_entries() {
    [ $# -gt 0 ] || return 0
    awk '
        { sub(/\r$/, ""); sub(/#.*/, "") }
        $1 != "deb" { next }
        {
            line = $0; signed = ""; trusted = ""
            sub(/^[ \t]*deb[ \t]+/, "", line)
            if (line ~ /^\[/) {
                options = line; sub(/^\[/, "", options); sub(/\].*/, "", options)
                sub(/^\[[^\]]*\][ \t]*/, "", line)
                n = split(options, option, /[ \t]+/)
                for (i = 1; i <= n; i++) {
                    if (option[i] ~ /^signed-by=/) { signed = substr(option[i], 11); gsub(/,/, " ", signed) }
                    if (option[i] ~ /^trusted=/) trusted = substr(option[i], 9)
                }
            }
            if (line ~ /^cdrom:/) next
            n = split(line, word, /[ \t]+/)
            parts = ""
            for (i = 3; i <= n; i++) if (word[i] != "") parts = parts (parts == "" ? "" : " ") word[i]
            if (parts != "") print word[1] "|" word[2] "|" parts "|" signed "|" trusted
        }' "$@"
}

# apt_deb822_entries FILE...: the enabled stanzas of .sources files, taken apart into URI x suite.
apt_deb822_entries() {
    [ $# -gt 0 ] || return 0
    awk '
        function flush(    nu, ns, i, j, uri, suite) {
            if (" " field["types"] " " ~ /[ \t]deb[ \t]/ && tolower(field["enabled"]) !~ /^(no|false|0|off|without|disable)$/) {
                nu = split(field["uris"], uri, /[ \t]+/)
                ns = split(field["suites"], suite, /[ \t]+/)
                for (i = 1; i <= nu; i++) for (j = 1; j <= ns; j++)
                    if (uri[i] != "" && uri[i] !~ /^cdrom:/ && suite[j] != "" && field["components"] != "")
                        print uri[i] "|" suite[j] "|" field["components"] "|" field["signed-by"] "|" field["trusted"]
            }
            split("", field); name = ""
        }
        FNR == 1 && NR > 1 { flush() }
        { sub(/\r$/, "") }
        /^#/ { next }
        /^[ \t]*$/ { flush(); next }
        /^[ \t]/ {
            if (name == "signed-by") { sub(/[ \t]+$/, ""); field[name] = field[name] "\\n" $0 }
            else if (name != "") { sub(/^[ \t]+/, ""); field[name] = field[name] " " $0 }
            next
        }
        {
            colon = index($0, ":")
            if (colon == 0) { name = ""; next }
            name = tolower(substr($0, 1, colon - 1))
            value = substr($0, colon + 1)
            gsub(/^[ \t]+|[ \t]+$/, "", value)
            field[name] = value
        }
        END { flush() }' "$@"
}

# apt_entries APT_DIR: every enabled source below a folder laid out like apt's own.
apt_entries() {
    local dir=$1 file lists=() stanzas=()
    for file in "$dir/sources.list" "$dir"/sources.list.d/*.list; do
        if [ -r "$file" ]; then lists+=("$file"); fi
    done
    for file in "$dir"/sources.list.d/*.sources; do
        if [ -r "$file" ]; then stanzas+=("$file"); fi
    done
    apt_list_entries "${lists[@]}"
    apt_deb822_entries "${stanzas[@]}"
}

# suite_enabled APT_DIR SUITE: true where any file, whoever wrote it, has the suite's main component.
suite_enabled() {
    apt_entries "$1" | awk -F'|' -v suite="$2" '$2 == suite && (" " $3 " ") ~ / main / { found = 1 } END { exit !found }'
}

# base_entry APT_DIR CODENAME: the entry the system takes its own release from; fails where there is none.
base_entry() {
    apt_entries "$1" | awk -F'|' -v codename="$2" '
        (" " $3 " ") !~ / main / { next }
        $2 == codename && exact == "" { exact = $0 }
        $2 ~ /^(old)*stable$/ && alias == "" { alias = $0 }
        END { if (exact != "") print exact; else if (alias != "") print alias; else exit 1 }'
}

# backports_stanza ENTRY CODENAME: the .sources text that adds CODENAME-backports beside that entry.
backports_stanza() {
    local uri signed trusted
    IFS='|' read -r uri _ _ signed trusted <<<"$1"
    printf '# Added by scripts/setup of kilter, from the same mirror as %s itself.\n' "$2"
    printf 'Types: deb\nURIs: %s\nSuites: %s-backports\nComponents: main\n' "$uri" "$2"
    if [ -n "$signed" ]; then printf 'Signed-By: %s\n' "${signed//\\n/$'\n'}"; fi
    if [ -n "$trusted" ]; then printf 'Trusted: %s\n' "$trusted"; fi
}
