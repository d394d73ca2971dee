import CHeapSize

/// The bytes that the process has allocated and not freed.
enum HeapSize {
    /// The size now; `nil` where the system does not tell.
    static var now: Int? {
        let size = Int(clamping: routedb_benchmark_heap_size())
        return size == 0 ? nil : size
    }
}
