import Foundation
import RouteDB
import RouteDBTerminal
import Testing

@Suite("Streams of file descriptors")
struct FileDescriptorStreamTests {
    @Test("what is written to a pipe is read from it, and its end is empty")
    func pipe() throws {
        let pipe = Pipe()
        let source = FileDescriptorSource(pipe.fileHandleForReading.fileDescriptor)
        try FileDescriptorSink(pipe.fileHandleForWriting.fileDescriptor).write(Array("a\0b".utf8))
        #expect(try source.read() == Array("a\0b".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try source.read() == [])
    }

    @Test("a descriptor that is not open is an error with the system's reason")
    func closed() {
        #expect(throws: StreamError.self) { try FileDescriptorSource(-1).read() }
        #expect(throws: StreamError.self) { try FileDescriptorSink(-1).write([1]) }
    }
}
