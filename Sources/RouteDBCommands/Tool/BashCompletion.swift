/// The completion script for bash, which takes names from a registry as they are.
///
/// The parser's script gives the names to `compgen -W`, which expands them as the shell does: a name with
/// a quote is lost, and one such as `$(command)` runs the command. So names get a function of their own, which
/// quotes them: bash does so for files only, and leaves `$` as it is.
enum BashCompletion {
    private static let given = "__routedb_add_completions -W \"$(__routedb_custom_complete "
    private static let own = "__routedb_add_names \"$(__routedb_custom_complete "

    private static let function = #"""
        __routedb_add_names() {
            local name quoted
            # Names are no files: a folder of that name adds no slash, and they are quoted here.
            compopt +o filenames 2>/dev/null
            while IFS='' read -r name; do
                [[ -n "${name}" ]] || continue
                printf -v quoted %q "${name}"
                case "${name}" in "${cur}"*) COMPREPLY+=("${quoted}") && continue ;; esac
                case "${quoted}" in "${cur}"*) COMPREPLY+=("${quoted}") && continue ;; esac
                # Behind a quotation mark, the shell takes it as it is.
                for quoted in "'${name}" "\"${name}"; do
                    case "${quoted}" in "${cur}"*) COMPREPLY+=("${name}") && break ;; esac
                done
            done <<< "${1}"
        }


        """#

    /// Returns the parser's script with names taken as they are.
    static func takingNames(in script: String) -> String {
        let start = "__routedb_add_completions() {\n"
        return script.replacing(given, with: own).replacing(start, with: function + start)
    }
}
