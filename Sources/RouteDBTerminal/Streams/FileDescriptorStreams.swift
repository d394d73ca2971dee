package import RouteDB

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writes to a file descriptor without ever closing it.
package struct FileDescriptorSink: ByteSink {
    private let descriptor: Int32

    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    package func write(_ bytes: [UInt8]) throws(StreamError) {
        do {
            try DescriptorBytes.write(bytes, to: descriptor)
        } catch {
            throw error.number == EPIPE ? .closed : .failed(SystemMessage.text(of: error.number))
        }
    }
}

/// Reads from a file descriptor without ever closing it.
package struct FileDescriptorSource: ByteSource {
    private static let pieceBytes = 65_536
    private let descriptor: Int32
    private let interruption: Interruption?

    /// Creates a source.
    package init(_ descriptor: Int32, until interruption: Interruption? = nil) {
        self.descriptor = descriptor
        self.interruption = interruption
    }

    package func read() throws(StreamError) -> [UInt8] {
        try waitForBytes()
        var count = 0
        // The call writes at most the capacity, and returns how many bytes it wrote.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) {
            buffer, initialized in
            count = unsafe receiveBytes(UnsafeMutableRawBufferPointer(buffer))
            initialized = max(0, count)
        }
        guard count < 0 else { return bytes }
        if errno == EINTR { throw .interrupted }
        throw .failed(SystemMessage.text(of: errno))
    }

    private func waitForBytes() throws(StreamError) {
        guard let interruption, interruption.descriptor >= 0 else { return }
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // If polling is not possible, the read itself waits.
        // The array has the two elements that the call is told of.
        let count = unsafe poll(&descriptors, 2, -1)
        if interruption.isInterrupted || count > 0 && descriptors[1].revents != 0 {
            throw .interrupted
        }
    }

    private func receiveBytes(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
