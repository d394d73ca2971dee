# The whole interface of the repository. `make` alone lists it.

SWIFT ?= swift
# Further options of every build, such as `-Xswiftc -warnings-as-errors`.
SWIFT_FLAGS ?=
# SwiftPM gives the traits to the compiler in the order of a set, which is another one at each start, and so
# compiles every module anew. With this, the order stays.
export SWIFT_DETERMINISTIC_HASHING := 1
threads = -Xswiftc -num-threads -Xswiftc $(shell getconf _NPROCESSORS_ONLN)
# The demo's debug build compiles each module as a whole: from a clean clone that takes a tenth to a third
# less work, since no file is read twice. `swift build` alone compiles less after a small change.
whole = -Xswiftc -whole-module-optimization -Xswiftc -disable-batch-mode $(threads) $(SWIFT_FLAGS)
# What is tested is built for release, but not optimised: that takes as long as a debug build, and leaves
# DEBUG undefined, with which ArgumentParser checks a command's declaration several times at each parse.
# That was half of the tests' time. Package.swift has the modules optimised that they call most.
options = -c release -Xswiftc -enable-testing -Xswiftc -Onone -Xcc -O0 $(threads) $(SWIFT_FLAGS)
# Another set of traits is another build, so each has a folder of its own.
tree = $(if $(1),--traits $(1) --scratch-path .build-tested/$(subst $(comma),-,$(1)))
tested = $(options) $(call tree,$(tested_traits))
whole_tested = $(options) $(call tree,Server$(comma)Hub)
# The traits of what `make build` and `make test` build: `make build TRAITS=` makes the lean tool, and
# `make test TRAITS=Server,Hub` tests everything, in one tree.
comma = ,
release_traits = $(if $(filter undefined,$(origin TRAITS)),Server,$(TRAITS))
tested_traits = $(if $(filter undefined,$(origin TRAITS)),,$(TRAITS))

# How many rounds the tests with random cases try with `make fuzz`.
ROUNDS ?= 100

# How many processes, or scenes of several, `make crash` kills.
RUNS ?= 1000

# How many seconds each fuzzer of `make fuzz` runs.
TIME ?= 60

# The seeds of `make simulate`.
SEEDS ?= 1000
FROM ?= 1

# How long `make soak` and `make leaks` run.
MINUTES ?= 30

# The arguments of the benchmarks.
ARGS ?=

sources = Package.swift Sources Tests Migrations Benchmarks/Package.swift Benchmarks/Sources Benchmarks/History \
	Examples/Package.swift Examples/Sources

# Swift Testing starts all tests at once, unless told: each of thousands then takes minutes, and those that
# wait for a server do so in vain on a slow machine.
few = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(shell expr 4 \* $$(getconf _NPROCESSORS_ONLN))

# The goals of what is tested share its builds.
built-tests test test-hub test-browser console fleet smoke docs examples fuzz simulate sanitize leaks \
	faults crash openapi serve-page operating hosts exchange growth traffic: export ROUTEDB_TESTS := 1

.DEFAULT_GOAL := help
.PHONY: help demo links flood flags build built-tests test test-hub fleet fleet-figures console test-browser smoke openapi serve-page operating hosts exchange growth traffic format lint docs examples fuzz mutants simulate sanitize leaks soak faults crash bench compare load install deb try-deb dist try-dist release try-container clean prepare prepare-hub

help: ## list these goals
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 18

demo: prepare ## build the tool and show it at work on an example registry
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(whole)" Examples/demo.sh

links: $(if $(findstring Hub,$(tested_traits)),prepare-hub,prepare) ## make short links, open them as several visitors do, and try a change on them
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(options) $(call tree,$(or $(tested_traits),Server))" Examples/links.sh

# On Linux the tool carries Swift's libraries with it, and starts in half the time. Nothing loads it
# to call it, so it exports no symbols, and the linker leaves out the C functions that are not called.
# Its generic types are made by functions: made by their names, each conformance is searched for among all
# those of the program, which takes a tenth of the time of `resolve`. The linker's map is what the list of
# all that is linked is made from.
static = --static-swift-stdlib -Xlinker --no-export-dynamic -Xlinker '-Map=$(CURDIR)/$(scratch)/routedb.map' \
	-Xcc -ffunction-sections -Xcxx -ffunction-sections \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

# Messages and debug information name files from the repository on, so that another folder gives the same bytes.
anywhere = -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' \
	-Xcc '-ffile-prefix-map=$(CURDIR)=.' -Xcxx '-ffile-prefix-map=$(CURDIR)=.'

scratch = .build-release/$(or $(subst $(comma),-,$(release_traits)),lean)
tool = $(scratch)/release/routedb

build: prepare ## build the whole tool for release (TRAITS= for it without `serve`)
	$(SWIFT) build -c release --product routedb $(if $(filter Linux,$(shell uname)),$(static)) $(anywhere) \
		$(if $(release_traits),--traits $(release_traits)) --scratch-path $(scratch) $(SWIFT_FLAGS)
	@SWIFT="$(SWIFT)" Packaging/manual $(tool) $(dir $(tool))man1
	@echo "$(tool)"

install: ## install what `make build` made: tool, manual pages, completions (PREFIX=/usr/local, DESTDIR=)
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Packaging/install $(tool)

deb: build ## make a Debian package of the tool (.build-deb)
	@SWIFT="$(SWIFT)" Packaging/deb $(tool) .build-deb

try-deb: ## install the Debian package in a bare root, and use it there (needs root)
	@Packaging/try-deb .build-deb/routedb_*.deb

dist: build ## make what a release offers: tar ball, Debian package, list of what is linked, sums (.build-dist)
	@SWIFT="$(SWIFT)" Packaging/dist $(tool) .build-dist

try-dist: ## check what `make dist` made, and use it in a bare root without Swift (needs root)
	@Packaging/try-dist .build-dist

release: ## say whether this commit can be released, with its notes and its tag; changes nothing
	@Packaging/release

try-container: build ## make the container image, and use it without a network (needs root)
	@SWIFT="$(SWIFT)" Packaging/try-container $(tool)

test: built-tests ## build and run every test (TRAITS=Server,Hub: also of the service and the hub)
	$(if $(findstring Hub,$(tested_traits)),.ci/hub) env -u SWIFT_DETERMINISTIC_HASHING $(few) \
		$(SWIFT) test --skip-build $(tested)

# Tests are built by `swift build`: `swift test` enables testing once more, which is another option of the
# compiler, so that everything would be compiled anew.
built-tests: $(if $(findstring Hub,$(tested_traits)),prepare-hub,prepare)
	$(SWIFT) build --build-tests $(tested)

test-hub: prepare-hub ## test hubs, at the PostgreSQL of $$ROUTEDB_TEST_HUB or one of their own
	$(SWIFT) build --build-tests $(whole_tested)
	.ci/hub $(SWIFT) test --skip-build $(whole_tested) --filter RouteDBHubTests

console: prepare-hub ## open the console on the demo's registry with sample traffic
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(whole_tested)" .ci/browser --show

test-browser: prepare-hub ## test the console in a browser (chromium and its driver)
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(whole_tested)" .ci/browser

openapi: prepare-hub ## check the service's OpenAPI document, and attack a service with its requests
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(whole_tested)" .ci/openapi

serve-page: prepare-hub ## run the commands of the pages of the service, the links and the hub
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(whole_tested)" .ci/hub .ci/serve-page

operating: prepare-hub ## check alerts, dashboard, units and manifests by their tools and beside running services
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(whole_tested)" .ci/hub .ci/operating/run

hosts: prepare ## check the hosts for UIKit and SwiftUI against stubs
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(tested)" .ci/hosts

exchange: prepare ## let other programs read what `export --to` writes
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(tested)" .ci/exchange

# With `ARGS="--tool $$(make -s build) --links 500000"` the figures are those of a release.
growth: prepare ## see how commands take longer as a registry grows (ARGS="--size 2000 --links 20000")
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(tested)" .ci/growth $(ARGS)

traffic: prepare ## count a made month of traffic by reports, SQL and plain SQLite (ARGS="--hits 20000 --seed 1")
	@PATH="$$($(SWIFT) build --show-bin-path $(tested)):$$PATH" .ci/traffic $(ARGS)

smoke: prepare ## run the README's command lines, and check what the tool answers
	SWIFT="$(SWIFT)" SWIFT_FLAGS="$(tested)" .ci/smoke

format: ## format every source file in place
	$(SWIFT) format --in-place --recursive --parallel $(sources)

lint: ## check the format and the house rules that a linter can
	$(SWIFT) format lint --strict --recursive --parallel $(sources)
	@.ci/mutants --check

docs: prepare-hub ## build the documentation of the products (.build/docs)
	SWIFT="$(SWIFT)" SWIFT_FLAGS="$(whole_tested)" .ci/docs

examples: prepare ## build the example server, and check what it answers
	SWIFT="$(SWIFT)" SWIFT_FLAGS="$(tested)" Examples/check

# With SUITES only the random tests of these suites run, as in SUITES=AppLinkOracle.
# The names of the targets are those of the folders in Tests/RouteDBFuzzing/Seeds. With TARGET only that
# fuzzer runs, for TIME seconds or on the one file INPUT; TRAITS=Server adds that of requests over HTTP.
fuzz: built-tests ## run random tests for longer (ROUNDS=100, SUITES=), and the fuzzers (TARGET=json, TIME=60, INPUT=)
ifneq ($(SUITES),)
	ROUTEDB_FUZZ_ROUNDS=$(ROUNDS) $(SWIFT) test --skip-build $(tested) --filter '$(SUITES)'
else ifeq ($(TARGET),)
	ROUTEDB_FUZZ_ROUNDS=$(ROUNDS) $(SWIFT) test --skip-build $(tested) --filter 'Fuzz|Oracle|RoundTrip|Coverage'
	@SWIFT="$(SWIFT)" TIME="$(TIME)" .ci/fuzz
else
	@SWIFT="$(SWIFT)" .ci/fuzz "$(TARGET)" $(or $(INPUT),$(TIME))
endif

simulate: built-tests ## run random sequences of everything against a model (SEEDS=1000, FROM=1; SEED=7)
	ROUTEDB_SIMULATE_SEEDS=$(SEEDS) ROUTEDB_SIMULATE_FROM=$(FROM) ROUTEDB_SIMULATE_SEED=$(SEED) \
		$(SWIFT) test --skip-build $(tested) --filter SimulationTests

sanitize: prepare ## run the tests with the thread sanitizer, then with that of addresses (SUITES=, SANITIZER=)
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(tested)" .ci/sanitize $(SANITIZER)

leaks: built-tests ## loop over the library, then over all commands, for minutes each, and see that memory stays flat (MINUTES=30)
	ROUTEDB_LEAKS_MINUTES=$(MINUTES) $(SWIFT) test --skip-build $(tested) --filter RouteDBFaultTests.LeakTests
	ROUTEDB_LEAKS_MINUTES=$(MINUTES) $(SWIFT) test --skip-build $(tested) --filter CommandLeakTests

mutants: prepare-hub ## plant mistakes in a copy of the sources, and see which test finds each (ONLY=priority-turned)
	@SWIFT="$(SWIFT)" .ci/mutants $(ONLY)

soak: build ## let many processes use one registry, and count what they lose (MINUTES=30)
	@.ci/soak $(MINUTES)

faults: built-tests ## let every single call of the disk fail; `make test` tries one in 61
	ROUTEDB_FAULTS=all $(SWIFT) test --skip-build $(tested) --filter RouteDBFaultTests

crash: built-tests ## kill processes while they write (RUNS=10000 SEED=1); `make test` kills a few
	ROUTEDB_CRASH_RUNS=$(RUNS) ROUTEDB_CRASH_SEED=$(or $(SEED),1) $(SWIFT) test --skip-build $(tested) --filter RouteDBFaultTests.KillTests

bench: prepare ## run the benchmarks (ARGS="compile --tables 10k"; without: matcher)
	$(SWIFT) run -c release --package-path Benchmarks $(SWIFT_FLAGS) routedb-benchmark $(ARGS)

# Debian's package of httprouter, golang-github-julienschmidt-httprouter-dev, is in /usr/share/gocode.
httprouter = $(abspath Benchmarks/.build/httprouter)

compare: prepare ## measure beside the barest matcher, Hummingbird and httprouter (ARGS="--tables paths1k")
	@mkdir -p $(dir $(httprouter)) && rm -f $(httprouter)
	@if command -v go > /dev/null && test -d /usr/share/gocode/src/github.com/julienschmidt/httprouter; then \
		GO111MODULE=off GOPATH=/usr/share/gocode go build -o $(httprouter) Benchmarks/httprouter/main.go; \
	else \
		echo "compare: without httprouter; install golang-go and golang-github-julienschmidt-httprouter-dev" >&2; \
	fi
	ROUTEDB_HTTPROUTER=$$(ls $(httprouter) 2> /dev/null) \
		ROUTEDB_PEERS=1 $(SWIFT) run -c release --package-path Benchmarks $(SWIFT_FLAGS) routedb-benchmark compare $(ARGS)

flood: ## open unknown links as fast as wrk can, kill the service, and fill its disk (SECONDS_EACH=60)
	@TOOL="$(TOOL)" .ci/flood

load: build ## measure the service under load, beside an empty handler (wrk)
	@SWIFT="$(SWIFT)" .ci/load

clean: ## remove what was built
	rm -rf .build .build-tested .build-release .build-fuzz .build-mutants .build-thread .build-address .build-manual .build-deb .build-dist .build-tools Benchmarks/.build Examples/.build

# The options of the builds that are tested, for scripts that look for them.
flags:
	@echo '$(tested)'

prepare:
	@SWIFT="$(SWIFT)" .ci/prepare

prepare-hub: prepare
	@.ci/prepare-hub

fleet: prepare-hub ## kill nodes, a hub and links, and count the hits (SEED=1 SECONDS_EACH=30 SCENES=chaos)
	@SWIFT="$(SWIFT)" SWIFT_FLAGS="$(whole_tested)" .ci/fleet/run

fleet-figures: prepare-hub ## measure what a hub carries, on a quiet machine (ARGS="--hits 300000")
	@$(MAKE) --no-print-directory build TRAITS=Server,Hub
	@python3 -B .ci/fleet/figures.py .build-release/Server-Hub/release/routedb $(ARGS)
