# Functions of the examples that print commands and run them. To be sourced.

say() { printf '\n# %s\n' "$*"; }

# show STATUS COMMAND...: prints a command, runs it, and insists on its exit status.
show() {
    local expected=$1 status=0 line= word
    shift
    for word in "$@"; do
        case $word in
        *[!A-Za-z0-9_./:=@-]*) line="$line '$word'" ;;
        *) line="$line $word" ;;
        esac
    done
    printf '\n$%s\n' "$line"
    "$@" || status=$?
    [ "$status" -eq "$expected" ] || {
        printf 'exit status %s, where %s was expected\n' "$status" "$expected" >&2
        exit 1
    }
}
