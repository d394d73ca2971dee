#!/usr/bin/env bash
# Shows RouteDB at work: makes a registry of an imaginary shop's deep links in a temporary folder,
# and asks it where some links lead. Prints each command before it runs it.
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

say "That was all; the registry was in a temporary folder, which is gone now."
