// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a format's choices mean for writing.
struct WritingOptions {
    var userInfo: [CodingUserInfoKey: any Sendable]
    var sortsKeys: Bool
    var strategies = CodingStrategies()
    /// The levels of objects and arrays.
    var depth: Int
}

/// The way from a value to bytes, the same for every sink.
enum Writing {
    /// The bytes of output and the frames that begin on the stack; 1 KiB each is what the standard
    /// library still takes from there.
    private static let lentBytes = 1024

    /// Encodes a value and hands out what was written.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - sink: The format.
    ///   - options: What applies to every format.
    ///   - body: Takes the bytes; the output is gone when it returns.
    /// - Returns: What `body` made of the bytes.
    /// - Throws: ``CodingFailure`` if the value or the format does not allow it.
    @inline(__always)
    static func encode<Target: Sink, Result>(
        _ value: some Encodable,
        to sink: Target,
        options: WritingOptions,
        _ body: (Output) -> Result
    ) throws(CodingFailure) -> Result {
        let outcome: Swift.Result<Result, CodingFailure> = unsafe withUnsafeTemporaryAllocation(
            of: UInt8.self,
            capacity: lentBytes
        ) { bytes in
            unsafe withUnsafeTemporaryAllocation(
                of: Frame.self,
                capacity: lentBytes / MemoryLayout<Frame>.stride
            ) { frames in
                let writer = Writer(
                    sink,
                    options: options,
                    output: unsafe Output(lending: bytes),
                    frames: unsafe FrameStack(lending: frames)
                )
                defer { writer.close() }
                return Swift.Result { () throws(CodingFailure) in
                    try run(value, writer)
                    return body(writer.output)
                }
            }
        }
        return try outcome.get()
    }

    private static func run<Target: Sink>(
        _ value: some Encodable,
        _ writer: Writer<Target>
    ) throws(CodingFailure) {
        do {
            if writer.sortsKeys {
                try writer.write(writer.makeTree(of: value))
            } else {
                try writer.write(value)
            }
        } catch {
            throw writer.failure(for: error)
        }
        if let failure = writer.failure { throw failure }
        if let refusal = writer.sink.refusal {
            throw CodingFailure(.unsupported, refusal.message, pointer: refusal.pointer)
        }
    }
}
