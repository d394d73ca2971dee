#!/usr/bin/env bash
# Shows the link server at work: makes short links in a temporary folder, opens them as several visitors do, counts
# what they opened, and tries a change on them. Prints each command before it runs it.
set -euo pipefail
cd "$(dirname "$0")/.."
. Examples/show.sh

swift=${SWIFT:-swift}
# The flags are words of a command line, so they are split on purpose.
# shellcheck disable=SC2086
"$swift" build --product routedb ${SWIFT_FLAGS:-} >&2
# shellcheck disable=SC2086
PATH=$("$swift" build --show-bin-path ${SWIFT_FLAGS:-}):$PATH

scratch=$(mktemp -d)
service=
stop() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    wait 2>/dev/null || true
}
trap 'stop; rm -rf "$scratch"' EXIT
cd "$scratch"
export ROUTEDB_DB=routes.db USER=${USER:-ada}
unset ROUTEDB_HUB ROUTEDB_HISTORY ROUTEDB_PRIVACY

say "Two links of a host: one leads telephones to their stores."
show 0 routedb namespace add go --host go.example.com
show 0 routedb link https://www.example.com/app --slug app \
    --variant 'context.platform in ios,ipados => https://apps.apple.com/app/id361309726' \
    --variant 'context.platform = android => https://play.google.com/store/apps/details?id=com.example.app'
show 0 routedb link https://www.example.com/spring --slug spring --utm source=mail --until 2099-06-30

say "A service answers them for everybody."
routedb serve --links 127.0.0.1:0 --json >start 2>serve.log &
service=$!
for _ in $(seq 100); do [ -s start ] && break || sleep 0.1; done
links=$(sed 's/.*"links":"\([^"]*\)".*/\1/' start)

# open EXPECTED PATH AGENT: opens a link as a browser with a user agent does.
open() {
    local answer
    answer=$(curl --silent --noproxy '*' --output /dev/null --write-out '%{http_code} %{redirect_url}' \
        --header 'Host: go.example.com' --user-agent "$3" "$links$2")
    printf '%-8s %s\n         %s\n' "$2" "$answer" "$3"
    [ "$answer" = "$1" ] || {
        printf 'where %s was expected\n' "$1" >&2
        exit 1
    }
}

iphone='Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1'
android='Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36'
desktop='Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:125.0) Gecko/20100101 Firefox/125.0'
crawler='Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
open '302 https://apps.apple.com/app/id361309726' /app "$iphone"
open '302 https://play.google.com/store/apps/details?id=com.example.app' /app "$android"
open '302 https://www.example.com/app' /app "$desktop"
open '302 https://www.example.com/spring?utm_source=mail' /spring "$crawler"
open '404 ' /autumn "$desktop"
stop
service=

say "What they opened."
show 0 routedb stats top --format table
show 0 routedb stats unmatched --format table

say "Before iPhones are sent to a page of their own, the change is tried on these visitors."
show 0 routedb backup next.db
show 0 routedb set go:/app --db next.db \
    variants='context.platform in ios,ipados => https://www.example.com/ios
context.platform = android => https://play.google.com/store/apps/details?id=com.example.app'
show 1 routedb replay --head next.db
