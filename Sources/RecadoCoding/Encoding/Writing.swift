// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The settings of a format that apply to writing.
struct WritingOptions {
    var userInfo: [CodingUserInfoKey: any Sendable]
    var sortsKeys: Bool
    var strategies = CodingStrategies()
    /// The maximum nesting of objects and arrays.
    var depth: Int
}

/// Encodes values to bytes, in the same way for every sink (the format-specific part of an
/// encoder).
enum Writing {
    /// The size in bytes of each of two stack buffers: one for the output, one for the frames of
    /// open objects and arrays.
    ///
    /// For a buffer of more than 1 KiB, the standard library would use the heap.
    private static let lentBytes = 1024

    /// Encodes a value and passes the written bytes to a function.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - sink: The format.
    ///   - options: The options that apply to every format.
    ///   - body: Receives the bytes, which are valid only until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: ``CodingError`` if the model throws or the format cannot express the value.
    @inline(__always)
    static func encode<Target: Sink, Result>(
        _ value: some Encodable,
        to sink: Target,
        options: WritingOptions,
        _ body: (OutputBuffer) -> Result
    ) throws(CodingError) -> Result {
        let outcome: Swift.Result<Result, CodingError> = unsafe withUnsafeTemporaryAllocation(
            of: UInt8.self,
            capacity: lentBytes
        ) { unsafe encode(value, to: sink, options: options, into: $0, ("", ""), body) }
        return try outcome.get()
    }

    /// Encodes a value into the given memory, or into an allocation if the given memory is too
    /// small.
    @inline(__always)
    private static func encode<Target: Sink, Result>(
        _ value: some Encodable,
        to sink: Target,
        options: WritingOptions,
        into bytes: UnsafeMutableBufferPointer<UInt8>,
        _ around: (prologue: StaticString, epilogue: StaticString),
        _ body: (OutputBuffer) -> Result
    ) -> Swift.Result<Result, CodingError> {
        unsafe withUnsafeTemporaryAllocation(
            of: Frame.self,
            capacity: lentBytes / MemoryLayout<Frame>.stride
        ) { frames in
            var output = unsafe OutputBuffer(lending: bytes)
            if around.prologue.utf8CodeUnitCount > 0 { output.append(around.prologue) }
            let frames = unsafe FrameStack(lending: frames)
            let writer = Target.writers.take { Writer(sink, frames: frames, output: output) }
            writer.begin(sink, options: options, output: output, frames: frames)
            defer {
                writer.close()
                Target.writers.release(writer)
            }
            return Swift.Result { () throws(CodingError) in
                try run(value, writer)
                if around.epilogue.utf8CodeUnitCount > 0 { writer.output.append(around.epilogue) }
                return body(writer.output)
            }
        }
    }

    /// Encodes a value into an array.
    ///
    /// If the last document of the same type was large, this document is written directly into the
    /// array. The array's capacity is the size of the last document plus a sixteenth and 1 KiB. The
    /// bytes are copied to another array only if this capacity was too small, or if more than a
    /// quarter of it would stay empty.
    @inline(__always)
    static func bytes<Model: Encodable, Target: Sink>(
        of value: Model,
        to sink: Target,
        options: WritingOptions,
        around: (prologue: StaticString, epilogue: StaticString) = ("", "")
    ) throws(CodingError) -> [UInt8] {
        let known = EncodingTraits.of(Model.self)
        let guess = known.with { $0.latestSize.load(ordering: .relaxed) }
        if guess == 0 {
            let outcome = unsafe withUnsafeTemporaryAllocation(
                of: UInt8.self,
                capacity: lentBytes
            ) { unsafe encode(value, to: sink, options: options, into: $0, around) { $0.bytes } }
            let bytes = try outcome.get()
            if bytes.count > lentBytes { note(bytes.count, known) }
            return bytes
        }
        let bytes = try largeBytes(of: value, to: sink, options: options, around, guess)
        // If this document fits on the stack, the next document of the type is encoded on the
        // stack.
        note(bytes.count > lentBytes ? bytes.count : 0, known)
        return bytes
    }

    /// Returns the value if it is a `String` that fits into the memory on the stack; otherwise
    /// `nil`.
    @inline(__always)
    static func shortText<Model: Encodable>(_ value: Model) -> String? {
        same(value, as: String.self).flatMap { $0.utf8.count <= lentBytes ? $0 : nil }
    }

    /// Encodes a document that is only one text, which needs no writer.
    static func bytes(of text: String, to sink: JSONSink) -> [UInt8] {
        OutputBuffer.bytes(room: lentBytes) { sink.text(text, into: &$0) }
    }

    private static func note(_ size: Int, _ known: Immortal<EncodingTraits>) {
        known.with { $0.latestSize.store(size, ordering: .relaxed) }
    }

    private static func largeBytes<Target: Sink>(
        of value: some Encodable,
        to sink: Target,
        options: WritingOptions,
        _ around: (prologue: StaticString, epilogue: StaticString),
        _ guess: Int
    ) throws(CodingError) -> [UInt8] {
        var outcome = Swift.Result<[UInt8]?, CodingError>.success(nil)
        let capacity = guess + guess / 16 + lentBytes
        let direct = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
            let most = room.count
            outcome = unsafe encode(value, to: sink, options: options, into: room, around) {
                output in
                guard output.isLent, output.count >= most - most / 4 else { return output.bytes }
                count = output.count
                return nil
            }
        }
        return try outcome.get() ?? direct
    }

    private static func run<Target: Sink>(
        _ value: some Encodable,
        _ writer: Writer<Target>
    ) throws(CodingError) {
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
            throw CodingError(.unsupported, refusal.message, pointer: refusal.pointer)
        }
    }
}
