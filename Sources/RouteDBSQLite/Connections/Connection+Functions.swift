import RouteDBCSQLite

/// A function of texts that SQL statements call.
///
/// It gets the bytes of the arguments, none of which is NULL, and returns those of a text, or `nil` for
/// NULL. For the same arguments it always returns the same.
package typealias TextFunction = ([[UInt8]]) throws -> [UInt8]?

extension Connection {
    /// Registers a function; a call with an argument that is NULL gives NULL without asking it.
    ///
    /// After ``allowOnlyReading()``, statements may call it only if ``AllowedFunctions`` lists it. The
    /// connection keeps the function until it is closed.
    package func register(
        function name: String, arguments count: Int32, _ function: @escaping TextFunction
    ) throws(SQLiteError) {
        let box = unsafe Unmanaged.passRetained(TextFunctionBox(function)).toOpaque()
        // SQLite calls the last function also if this fails.
        try unsafe check(
            sqlite3_create_function_v2(
                try open(), name, count,
                SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, box, TextFunctionBox.call,
                nil, nil
            ) { box in
                guard let box = unsafe box else { return }
                unsafe Unmanaged<TextFunctionBox>.fromOpaque(box).release()
            })
    }
}

/// Holds a function, since SQLite stores only an address.
///
/// SQLite passes as many arguments as the function was registered with. Their bytes are copied before
/// it returns, and so are those of the result.
private final class TextFunctionBox {
    private let function: TextFunction

    init(_ function: @escaping TextFunction) { self.function = function }

    static let call:
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
            context, count, values in
            // The box is released only when the connection is closed.
            guard let values = unsafe values, let data = unsafe sqlite3_user_data(context) else {
                return
            }
            var arguments: [[UInt8]] = []
            for index in 0..<Int(count) {
                guard unsafe sqlite3_value_type(values[index]) != SQLITE_NULL else { return }
                unsafe arguments.append(SQLiteArgument.text(values[index]))
            }
            do {
                let box = unsafe Unmanaged<TextFunctionBox>.fromOpaque(data).takeUnretainedValue()
                guard let text = try box.function(arguments) else { return }
                unsafe SQLiteArgument.give(text[...], to: context)
            } catch {
                let message = Array("\(error)".utf8CString)
                unsafe sqlite3_result_error(context, message, -1)
            }
        }
}

/// The values that SQLite passes to functions of ours, and what these give back.
///
/// The pointers are valid until the function returns, and are not kept longer.
enum SQLiteArgument {
    static func blob(_ value: OpaquePointer?) -> [UInt8] {
        unsafe copy(sqlite3_value_blob(value), of: value)
    }

    static func text(_ value: OpaquePointer?) -> [UInt8] {
        unsafe copy(sqlite3_value_text(value), of: value)
    }

    /// The bytes of a value, whose length must be asked for after its pointer.
    private static func copy(_ start: UnsafeRawPointer?, of value: OpaquePointer?) -> [UInt8] {
        guard let start = unsafe start else { return [] }
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    static func give(_ bytes: ArraySlice<UInt8>, to context: OpaquePointer?) {
        unsafe bytes.withUnsafeBytes { buffer in
            // An empty buffer may have no address, which would stand for NULL.
            guard let start = buffer.baseAddress, buffer.count > 0 else {
                return unsafe routedb_result_text(context, "", 0)
            }
            unsafe routedb_result_text(context, start, UInt64(buffer.count))
        }
    }
}
