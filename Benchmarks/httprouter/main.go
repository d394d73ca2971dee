// Measures httprouter, for `routedb-benchmark compare`, which cannot be linked with Go.
//
// Reads lines from standard input: `R` and a route, all before the first `U` and a path to look up.
// Prints the median time of a look-up in nanoseconds of the processor, and how many of the paths were
// found. Ends with status 2 if the router cannot hold the routes.
package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"sort"
	"strconv"
	"syscall"

	"github.com/julienschmidt/httprouter"
)

func main() {
	rounds, err := strconv.Atoi(os.Args[1])
	if err != nil || rounds < 1 {
		fail(1, "The argument is the number of rounds.")
	}
	routes, paths := read()
	router := build(routes)
	hits, _ := lookUp(router, paths)
	times := make([]float64, rounds)
	for round := range times {
		start := processorTime()
		lookUp(router, paths)
		times[round] = float64(processorTime()-start) / float64(len(paths))
	}
	sort.Float64s(times)
	fmt.Println(times[rounds/2], hits)
}

func read() (routes, paths []string) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		line := lines.Text()
		if line[0] == 'R' {
			routes = append(routes, line[1:])
		} else {
			paths = append(paths, line[1:])
		}
	}
	return routes, paths
}

func build(routes []string) *httprouter.Router {
	// The router refuses routes by a panic, such as a literal beside a parameter.
	defer func() {
		if problem := recover(); problem != nil {
			fail(2, problem)
		}
	}()
	router := httprouter.New()
	handle := func(http.ResponseWriter, *http.Request, httprouter.Params) {}
	for _, route := range routes {
		router.GET(route, handle)
	}
	return router
}

// The sum keeps the values that were captured in use.
func lookUp(router *httprouter.Router, paths []string) (hits, sum int) {
	for _, path := range paths {
		handle, parameters, _ := router.Lookup("GET", path)
		if handle != nil {
			hits++
			for _, parameter := range parameters {
				sum += len(parameter.Value)
			}
		}
	}
	return hits, sum
}

// All threads of the process, those of the garbage collector too.
func processorTime() int64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func fail(status int, message interface{}) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(status)
}
