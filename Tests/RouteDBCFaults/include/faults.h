#ifndef ROUTEDB_FAULTS_H
#define ROUTEDB_FAULTS_H

#include <stdint.h>

// A file layer for SQLite over the system's, which fails on purpose.
//
// It becomes the default layer of the process and passes everything on, except for files in
// directories for which faults are planned. So tests beside it are not disturbed. Syncs it only
// counts: the tests do not outlive the machine that they run on.

// What goes wrong.
typedef enum {
    // Nothing; calls are only counted.
    RDB_FAULT_NONE,
    // Any call fails with an input or output error.
    RDB_FAULT_IO,
    // A write, or the creation of a file, finds the disk full. Half of what it writes may be there.
    RDB_FAULT_FULL,
    // A sync fails.
    RDB_FAULT_SYNC,
    // A lock is refused.
    RDB_FAULT_BUSY,
    // The power fails before a call that changes something: all later calls fail, and
    // `rdb_faults_lose_power` leaves in the directory what a disk may have kept.
    RDB_FAULT_POWER,
    // The system reads or writes fewer bytes than asked, after a signal interrupted it once. That
    // is no error: whoever calls it goes on.
    RDB_FAULT_SHORT,
    // The process is killed before a call that changes something. Calls count from the first write
    // on, so that a killed process has written something.
    RDB_FAULT_KILL,
} rdb_fault_kind;

typedef struct {
    rdb_fault_kind kind;
    // Which call of those that the fault can hit, from 1; 0 for none.
    long call;
    // Whether all later calls that the fault can hit fail too; if the process is killed, whether a
    // write that it is killed in leaves half of its bytes.
    int lasts;
    // Decides what a disk keeps.
    uint64_t seed;
} rdb_fault;

// Plans a fault for the files of a directory. Returns a handle, or -1 if there are too many plans.
int rdb_faults_plan(const char *directory, rdb_fault fault);

// Whether this SQLite lets its calls of the system be replaced, as short reads and writes need.
int rdb_faults_can_cut_short(void);

// The number of calls so far that the fault can hit.
long rdb_faults_calls(int plan);

// Whether the fault has happened.
int rdb_faults_happened(int plan);

// Replaces the files of the directory by what a disk may have kept: of each file what was synced
// last, and of the writes since then any selection, each whole or torn at sectors. Files may be
// missing, or be back, if their directory was not synced since. No connection may be open.
// Returns 0, or -1 if a file cannot be written.
int rdb_faults_lose_power(int plan);

// Ends a plan.
void rdb_faults_end(int plan);

#endif
