# Mends what ArgumentParser's generator writes: pages are named `routedb-add`, as git's are; examples
# keep their lines; a line that begins with a quote is text; and the exit status is ours.

{ last = line; line = $0 }
function endExamples() { if (inExamples) print ".Ed"; inExamples = 0 }

/^\.Dt / { gsub(/\./, "-", $2); print; next }
/^\.Xr / { gsub(/\./, "-", $2); print; next }

# The name of a page is one word for `man -k`; the synopsis has the command as it is typed.
/^\.Nm "/ { command = $0; gsub(/ /, "-"); sub(/-/, " "); gsub(/"/, ""); print; next }
/^\.Nd "/ { sub(/"/, ""); sub(/\.?"$/, ""); print; next }
/^\.Nm$/ { print command == "" ? $0 : command; next }

/^EXAMPLES:$/ {
    print (last ~ /^\.Sh/ ? "" : ".Pp\n") "Examples:\n.Bd -literal -offset indent"
    inExamples = 1
    next
}
inExamples && /^$/ { endExamples(); print ".Pp"; next }
inExamples && /^\./ { endExamples() }
inExamples { sub(/^  /, "") }
/^$/ { print ".Pp"; next }

/^\.Ex -std$/ {
    print "0 success; 1 a negative answer, such as"
    print ".Sq unmatched ;"
    print "2 failure; 3 finished, but part of the input was rejected; 64 invalid command line;"
    print "130 interrupted."
    next
}
/^'/ { print "\\&" $0; next }
{ print }
END { endExamples() }
