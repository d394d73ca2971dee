#!/usr/bin/env bash
# Shows RouteDB at work: makes a registry of an imaginary shop's deep links in a temporary folder,
# asks it where some links lead, and replays yesterday's links against a change that breaks one.
# Prints each command before it runs it.
set -euo pipefail
cd "$(dirname "$0")/.."
. Examples/show.sh

swift=${SWIFT:-swift}
routes=$PWD/Examples/routes.ndjson

# A debug build is the quickest way to a result.
# The flags are words of a command line, so they are split on purpose.
# shellcheck disable=SC2086
"$swift" build --product routedb ${SWIFT_FLAGS:-} >&2
# shellcheck disable=SC2086
PATH=$("$swift" build --show-bin-path ${SWIFT_FLAGS:-}):$PATH

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$routes" "$scratch"
cd "$scratch"

say "A registry is one file. Fill it from a table of routes, then add one by hand."
show 0 routedb init --db nook.db
show 0 routedb import routes.ndjson --db nook.db
show 0 routedb add '/live/{channel:slug}' --target live.watch --name live --default quality=auto \
    --db nook.db
show 0 routedb list --db nook.db

say "Links that lead somewhere; the exit status is 0."
show 0 routedb resolve 'nook://user/42?ref=mail' --db nook.db
show 0 routedb resolve \
    'https://nook.example/shop/shoes/page/3' \
    'https://nook.example/shop/sale' \
    'https://nook.example/@ada/post/7' \
    'https://berlin.nook.example/gift/SPRING-24' \
    'https://nook.example/search?q=r%C3%B6merglas' \
    'https://nook.example/download/v2.11' \
    'https://nook.example/settings/notifications/push' \
    --db nook.db

say "The whole answer, for programs."
show 0 routedb resolve 'https://nook.example/live/studio-1' --json --db nook.db

say "Links that lead nowhere, or are no links; the exit status is 1."
show 1 routedb resolve 'nook://user/ada' --db nook.db
show 1 routedb resolve 'https://nook.example/p/%FF' --db nook.db

say "A change: tomorrow, people have numbers. Four links that were opened yesterday say what it breaks."
sed 's|"/@{handle}"|"/@{handle:int}"|' routes.ndjson >next.ndjson
cat >yesterday.csv <<'END'
time,url
2026-01-30T08:00:00Z,nook://user/42?ref=mail
2026-01-30T09:30:00Z,https://nook.example/@ada
2026-01-30T10:10:00Z,https://nook.example/@7
2026-01-30T11:00:00Z,https://nook.example/shop/shoes/page/3
END
show 1 routedb replay yesterday.csv --base nook.db --head next.ndjson --fail-on now-unmatched

say "The exit status is 1, so that a CI job with this command refuses the change."

say "That was all; the registry was in a temporary folder, which is gone now." \
    "'make console' opens one like it in a browser."
