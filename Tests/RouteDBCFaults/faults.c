#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- What a disk keeps ----------------------------------------------------------------------------

enum { sector = 512 };

// A write, or a truncation if there are no bytes.
typedef struct change {
    struct change *next;
    sqlite3_int64 offset;
    int count;
    unsigned char bytes[];
} change;

// A file, under whatever name or none.
typedef struct node {
    struct node *next;
    // The content at the last sync.
    unsigned char *bytes;
    sqlite3_int64 size;
    // What changed since, in order.
    change *first, **last;
} node;

// The creation of a name, or its removal if there is no node.
typedef struct entry {
    struct entry *next;
    node *file;
    char path[];
} entry;

typedef struct {
    int is_used;
    char directory[PATH_MAX];
    rdb_fault fault;
    long calls;
    int happened;
    // Whether a write went through.
    int has_written;
    uint64_t state;
    node *nodes;
    // What happened to the directory, in order; `durable` points to the first that was not synced.
    entry *entries, **last_entry, **durable;
} plan;

enum { most_plans = 64 };
static plan plans[most_plans];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs layer;
static sqlite3_vfs *system_layer;

// SplitMix64: https://prng.di.unimi.it/splitmix64.c
static uint64_t random_number(plan *p) {
    uint64_t z = (p->state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static void *allocate(size_t size) {
    void *memory = calloc(1, size == 0 ? 1 : size);
    if (memory == NULL) abort();
    return memory;
}

static void forget_changes(node *n) {
    for (change *c = n->first, *next; c != NULL; c = next) {
        next = c->next;
        free(c);
    }
    n->first = NULL;
    n->last = &n->first;
}

static node *add_node(plan *p) {
    node *n = allocate(sizeof(node));
    n->last = &n->first;
    n->next = p->nodes;
    p->nodes = n;
    return n;
}

static void add_entry(plan *p, const char *path, node *n) {
    entry *e = allocate(sizeof(entry) + strlen(path) + 1);
    strcpy(e->path, path);
    e->file = n;
    *p->last_entry = e;
    p->last_entry = &e->next;
}

// The file that has the name now, or NULL.
static node *file_named(plan *p, const char *path) {
    node *found = NULL;
    for (entry *e = p->entries; e != NULL; e = e->next)
        if (strcmp(e->path, path) == 0) found = e->file;
    return found;
}

static void add_change(node *n, sqlite3_int64 offset, const void *bytes, int count) {
    change *c = allocate(sizeof(change) + (size_t)count);
    c->offset = offset;
    c->count = count;
    if (count > 0) memcpy(c->bytes, bytes, (size_t)count);
    *n->last = c;
    n->last = &c->next;
}

static void resize(unsigned char **bytes, sqlite3_int64 *size, sqlite3_int64 new_size) {
    *bytes = realloc(*bytes, (size_t)(new_size == 0 ? 1 : new_size));
    if (*bytes == NULL) abort();
    if (new_size > *size) memset(*bytes + *size, 0, (size_t)(new_size - *size));
    *size = new_size;
}

// Makes of a file what a disk may have kept of it.
static void settle(plan *p, node *n) {
    // A third of the losses keeps nothing since the sync, a third everything.
    uint64_t mood = random_number(p) % 3;
    for (change *c = n->first; c != NULL; c = c->next) {
        if (mood == 0 || (mood == 1 && random_number(p) % 2 == 0)) continue;
        if (c->count == 0) {
            resize(&n->bytes, &n->size, c->offset);
            continue;
        }
        int is_torn = mood == 1 && random_number(p) % 2 == 0;
        for (int start = 0; start < c->count; start += sector) {
            if (is_torn && random_number(p) % 2 == 0) continue;
            int count = c->count - start < sector ? c->count - start : sector;
            sqlite3_int64 end = c->offset + start + count;
            if (end > n->size) resize(&n->bytes, &n->size, end);
            memcpy(n->bytes + c->offset + start, c->bytes + start, (size_t)count);
        }
    }
    forget_changes(n);
}

static int put(const char *path, const node *n) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return -1;
    sqlite3_int64 done = 0;
    while (done < n->size) {
        ssize_t count = write(file, n->bytes + done, (size_t)(n->size - done));
        if (count <= 0) break;
        done += count;
    }
    return close(file) == 0 && done == n->size ? 0 : -1;
}

// --- Planning -------------------------------------------------------------------------------------

static plan *plan_for(const char *path) {
    if (path == NULL) return NULL;
    plan *found = NULL;
    // Other tests make and end their plans meanwhile; the one that is found belongs to who asks.
    pthread_mutex_lock(&guard);
    for (int i = 0; i < most_plans && found == NULL; i++) {
        size_t length = strlen(plans[i].directory);
        if (plans[i].is_used && strncmp(path, plans[i].directory, length) == 0 &&
            path[length] == '/')
            found = &plans[i];
    }
    pthread_mutex_unlock(&guard);
    return found;
}

static int tracks(const plan *p) { return p != NULL && p->fault.kind == RDB_FAULT_POWER; }

// What a call does, for the faults that can hit it.
enum { looks = 0, writes = 1, creates = 2, syncs = 4, locks = 8, removes = 16, moves_bytes = 32 };

static const int changes_something = writes | creates | syncs | removes;

static int can_hit(rdb_fault_kind kind, int what) {
    switch (kind) {
    case RDB_FAULT_NONE: return 1;
    case RDB_FAULT_IO: return 1;
    case RDB_FAULT_FULL: return (what & (writes | creates)) != 0;
    case RDB_FAULT_SYNC: return (what & syncs) != 0;
    case RDB_FAULT_BUSY: return (what & locks) != 0;
    case RDB_FAULT_POWER: return (what & changes_something) != 0;
    case RDB_FAULT_SHORT: return (what & moves_bytes) != 0;
    case RDB_FAULT_KILL: return (what & changes_something) != 0;
    }
    return 0;
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

// Counts a call, and returns whether it fails.
static int fails(plan *p, int what) {
    if (p == NULL) return 0;
    pthread_mutex_lock(&guard);
    int result = p->happened && p->fault.kind == RDB_FAULT_POWER;
    int counts = p->fault.kind != RDB_FAULT_KILL || p->has_written;
    if (!result && counts && can_hit(p->fault.kind, what)) {
        p->calls += 1;
        result = p->fault.call != 0 && p->fault.kind != RDB_FAULT_NONE &&
                 (p->calls == p->fault.call || (p->fault.lasts && p->calls > p->fault.call));
        if (p->fault.kind == RDB_FAULT_KILL && p->calls != p->fault.call) result = 0;
        if (result) p->happened = 1;
    }
    pthread_mutex_unlock(&guard);
    int is_cut_in_half = p->fault.lasts && (what & writes) != 0 && (what & moves_bytes) != 0;
    if (result && p->fault.kind == RDB_FAULT_KILL && !is_cut_in_half) die();
    return result;
}

// --- Short reads and writes -----------------------------------------------------------------------

// How many of this thread's next calls of the system that read or write go wrong: the first of two
// is interrupted by a signal, the last moves only half of the bytes.
static _Thread_local int cuts;

static ssize_t (*system_pread)(int, void *, size_t, off_t);
static ssize_t (*system_pwrite)(int, const void *, size_t, off_t);

// Returns whether a call is interrupted, else how many bytes it may move.
static int is_interrupted(size_t *count) {
    if (cuts == 0) return 0;
    cuts -= 1;
    if (cuts == 1) {
        errno = EINTR;
        return 1;
    }
    if (*count > 1) *count /= 2;
    return 0;
}

static ssize_t short_pread(int file, void *bytes, size_t count, off_t offset) {
    if (is_interrupted(&count)) return -1;
    return system_pread(file, bytes, count, offset);
}

static ssize_t short_pwrite(int file, const void *bytes, size_t count, off_t offset) {
    if (is_interrupted(&count)) return -1;
    return system_pwrite(file, bytes, count, offset);
}

// Puts our calls in place of those that the system's layer uses. It has either of each pair.
static void replace_calls(void) {
    const char *reads[] = {"pread", "pread64"}, *written[] = {"pwrite", "pwrite64"};
    for (int i = 0; i < 2; i++) {
        sqlite3_syscall_ptr read = system_layer->xGetSystemCall(system_layer, reads[i]);
        if (read != NULL) {
            system_pread = (ssize_t(*)(int, void *, size_t, off_t))read;
            system_layer->xSetSystemCall(
                system_layer, reads[i], (sqlite3_syscall_ptr)short_pread);
        }
        sqlite3_syscall_ptr write = system_layer->xGetSystemCall(system_layer, written[i]);
        if (write != NULL) {
            system_pwrite = (ssize_t(*)(int, const void *, size_t, off_t))write;
            system_layer->xSetSystemCall(
                system_layer, written[i], (sqlite3_syscall_ptr)short_pwrite);
        }
    }
}

int rdb_faults_can_cut_short(void) { return system_pread != NULL && system_pwrite != NULL; }

// --- Files ----------------------------------------------------------------------------------------

typedef struct {
    sqlite3_file base;
    plan *plan;
    node *node;
    // A journal or log whose first sync also syncs the directory, as the system's layer does.
    int syncs_directory;
    sqlite3_file *real;
} fault_file;

static sqlite3_file *real(sqlite3_file *file) { return ((fault_file *)file)->real; }
static plan *plan_of(sqlite3_file *file) { return ((fault_file *)file)->plan; }

static int file_close(sqlite3_file *file) {
    return real(file)->pMethods->xClose(real(file));
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    plan *p = plan_of(file);
    if (fails(p, moves_bytes)) {
        if (p->fault.kind != RDB_FAULT_SHORT) return SQLITE_IOERR_READ;
        cuts = 2;
    }
    int code = real(file)->pMethods->xRead(real(file), bytes, count, offset);
    cuts = 0;
    return code;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    fault_file *f = (fault_file *)file;
    if (fails(f->plan, writes | moves_bytes)) {
        rdb_fault_kind kind = f->plan->fault.kind;
        if (kind == RDB_FAULT_POWER) return SQLITE_IOERR_WRITE;
        if (kind == RDB_FAULT_SHORT) {
            cuts = 2;
        } else {
            if (count / 2 > 0) real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
            if (kind == RDB_FAULT_KILL) die();
            return kind == RDB_FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        }
    }
    if (f->node != NULL) {
        pthread_mutex_lock(&guard);
        add_change(f->node, offset, bytes, count);
        pthread_mutex_unlock(&guard);
    }
    int code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
    cuts = 0;
    if (f->plan != NULL && code == SQLITE_OK) {
        pthread_mutex_lock(&guard);
        f->plan->has_written = 1;
        pthread_mutex_unlock(&guard);
    }
    return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    fault_file *f = (fault_file *)file;
    if (fails(f->plan, writes)) return SQLITE_IOERR_TRUNCATE;
    if (f->node != NULL) {
        pthread_mutex_lock(&guard);
        add_change(f->node, size, NULL, 0);
        pthread_mutex_unlock(&guard);
    }
    return real(file)->pMethods->xTruncate(real(file), size);
}

// Nothing waits for the real disk: a killed process leaves what it wrote to the system, and the power
// fails by plan only, for which the content is noted here.
static int file_sync(sqlite3_file *file, int flags) {
    fault_file *f = (fault_file *)file;
    if (fails(f->plan, syncs)) return SQLITE_IOERR_FSYNC;
    if (f->node == NULL) return SQLITE_OK;
    sqlite3_int64 size = 0;
    int code = real(file)->pMethods->xFileSize(real(file), &size);
    if (code != SQLITE_OK) return code;
    pthread_mutex_lock(&guard);
    resize(&f->node->bytes, &f->node->size, size);
    if (size > 0) code = real(file)->pMethods->xRead(real(file), f->node->bytes, (int)size, 0);
    forget_changes(f->node);
    if (f->syncs_directory) {
        f->plan->durable = f->plan->last_entry;
        f->syncs_directory = 0;
    }
    pthread_mutex_unlock(&guard);
    return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    if (fails(plan_of(file), looks)) return SQLITE_IOERR_FSTAT;
    return real(file)->pMethods->xFileSize(real(file), size);
}

// Whether this thread's last lock was refused by a plan, so that waiting for it is in vain.
static _Thread_local int is_refused;

// Counts an attempt to lock, and returns 0, or the error that the plan has for it.
static int refusal(plan *p, int error) {
    is_refused = 0;
    if (!fails(p, locks)) return 0;
    if (p->fault.kind != RDB_FAULT_BUSY) return error;
    is_refused = 1;
    return SQLITE_BUSY;
}

static int file_lock(sqlite3_file *file, int level) {
    int error = refusal(plan_of(file), SQLITE_IOERR_LOCK);
    if (error != 0) return error;
    return real(file)->pMethods->xLock(real(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int file_check_lock(sqlite3_file *file, int *result) {
    if (fails(plan_of(file), looks)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

// A disk that tears writes at sectors promises nothing.
static int file_device(sqlite3_file *file) {
    if (tracks(plan_of(file))) return 0;
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int shm_map(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    if (fails(plan_of(file), looks)) return SQLITE_IOERR_SHMMAP;
    return real(file)->pMethods->xShmMap(real(file), region, size, extends, memory);
}

static int shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    int error = flags & SQLITE_SHM_LOCK ? refusal(plan_of(file), SQLITE_IOERR_SHMLOCK) : 0;
    if (error != 0) return error;
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int shm_unmap(sqlite3_file *file, int removes) {
    return real(file)->pMethods->xShmUnmap(real(file), removes);
}

// Files are never memory-mapped: version 2 has no xFetch.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

// --- The layer ------------------------------------------------------------------------------------

// Begins to follow a file that was there before; the guard is held.
static node *follow(plan *p, const char *path) {
    node *n = file_named(p, path);
    if (n != NULL) return n;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    struct stat facts;
    n = add_node(p);
    if (fstat(file, &facts) == 0) {
        resize(&n->bytes, &n->size, facts.st_size);
        if (pread(file, n->bytes, (size_t)facts.st_size, 0) != facts.st_size) abort();
    }
    // Before any connection has it open, so closing it drops no lock.
    close(file);
    add_entry(p, path, n);
    p->durable = p->last_entry;
    return n;
}

static int layer_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags
) {
    fault_file *f = (fault_file *)file;
    memset(f, 0, sizeof(*f));
    f->real = (sqlite3_file *)(f + 1);
    f->plan = plan_for(path);
    if (fails(f->plan, flags & SQLITE_OPEN_CREATE ? creates : looks)) return SQLITE_CANTOPEN;
    int is_tracked = tracks(f->plan) && (flags & SQLITE_OPEN_READWRITE) != 0;
    int existed = path != NULL && access(path, F_OK) == 0;
    if (is_tracked && existed) {
        pthread_mutex_lock(&guard);
        f->node = follow(f->plan, path);
        pthread_mutex_unlock(&guard);
    }
    int code = system_layer->xOpen(system_layer, path, f->real, flags, out_flags);
    if (f->real->pMethods == NULL) return code;
    f->base.pMethods = &methods;
    if (code == SQLITE_OK && is_tracked && !existed) {
        pthread_mutex_lock(&guard);
        f->node = add_node(f->plan);
        add_entry(f->plan, path, f->node);
        pthread_mutex_unlock(&guard);
        f->syncs_directory = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) != 0;
    }
    return code;
}

static int layer_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory) {
    plan *p = plan_for(path);
    if (fails(p, removes)) return SQLITE_IOERR_DELETE;
    int code = system_layer->xDelete(system_layer, path, syncs_directory);
    if (code == SQLITE_OK && tracks(p)) {
        pthread_mutex_lock(&guard);
        add_entry(p, path, NULL);
        if (syncs_directory) p->durable = p->last_entry;
        pthread_mutex_unlock(&guard);
    }
    return code;
}

static int layer_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    if (fails(plan_for(path), looks)) return SQLITE_IOERR_ACCESS;
    return system_layer->xAccess(system_layer, path, flags, result);
}

// SQLite tries a lock of a WAL a hundred times, for ten seconds in all, whatever the busy handler says.
// One that a plan refuses is held by nobody, and waits cost no time.
static int layer_sleep(sqlite3_vfs *vfs, int microseconds) {
    if (is_refused) return microseconds;
    return system_layer->xSleep(system_layer, microseconds);
}

static void install(void) {
    system_layer = sqlite3_vfs_find(NULL);
    if (system_layer == NULL) abort();
    if (system_layer->iVersion >= 3) replace_calls();
    layer = *system_layer;
    layer.zName = "routedb-faults";
    layer.szOsFile = (int)sizeof(fault_file) + system_layer->szOsFile;
    layer.pNext = NULL;
    layer.xOpen = layer_open;
    layer.xDelete = layer_delete;
    layer.xAccess = layer_access;
    layer.xSleep = layer_sleep;
    if (sqlite3_vfs_register(&layer, 1) != SQLITE_OK) abort();
}

int rdb_faults_plan(const char *directory, rdb_fault fault) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    int result = -1;
    pthread_mutex_lock(&guard);
    for (int i = 0; i < most_plans && result < 0; i++) {
        plan *p = &plans[i];
        if (p->is_used) continue;
        memset(p, 0, sizeof(*p));
        if (realpath(directory, p->directory) == NULL) break;
        p->fault = fault;
        p->state = fault.seed;
        p->last_entry = &p->entries;
        p->durable = &p->entries;
        p->is_used = 1;
        result = i;
    }
    pthread_mutex_unlock(&guard);
    return result;
}

long rdb_faults_calls(int index) { return plans[index].calls; }

int rdb_faults_happened(int index) { return plans[index].happened; }

int rdb_faults_lose_power(int index) {
    plan *p = &plans[index];
    int result = 0;
    pthread_mutex_lock(&guard);
    // Changes of the directory reach the disk in order: any number of those not synced may be lost.
    int unsynced = 0;
    for (entry *e = *p->durable; e != NULL; e = e->next) unsynced += 1;
    int kept = (int)(random_number(p) % (uint64_t)(unsynced + 1));
    entry **end = p->durable;
    while (kept-- > 0) end = &(*end)->next;
    entry *lost = *end;
    *end = NULL;
    for (node *n = p->nodes; n != NULL; n = n->next) settle(p, n);
    for (entry *e = lost; e != NULL; e = e->next) unlink(e->path);
    for (entry *e = p->entries; e != NULL; e = e->next) {
        node *n = file_named(p, e->path);
        if (n == NULL) {
            unlink(e->path);
        } else if (put(e->path, n) != 0) {
            result = -1;
        }
    }
    for (entry *e = lost, *next; e != NULL; e = next) {
        next = e->next;
        free(e);
    }
    p->last_entry = end;
    pthread_mutex_unlock(&guard);
    return result;
}

void rdb_faults_end(int index) {
    plan *p = &plans[index];
    pthread_mutex_lock(&guard);
    for (node *n = p->nodes, *next; n != NULL; n = next) {
        next = n->next;
        forget_changes(n);
        free(n->bytes);
        free(n);
    }
    for (entry *e = p->entries, *next; e != NULL; e = next) {
        next = e->next;
        free(e);
    }
    p->is_used = 0;
    pthread_mutex_unlock(&guard);
}
