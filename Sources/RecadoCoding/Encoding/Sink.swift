// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The part of an encoder that depends on the format.
///
/// The ``Writer`` enforces the order of values; a sink only produces their bytes. Each sink
/// declares its own three container types, so that the compiler specializes them: a container that
/// is generic over the sink would look up the sink's methods at run time.
protocol Sink {
    /// The pool of idle writers.
    static var writers: WriterPool<Self> { get }

    /// Creates a keyed container.
    static func members<Key: CodingKey>(
        of token: Token<Self>,
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key>

    /// Creates an unkeyed container.
    static func elements(of token: Token<Self>) -> any UnkeyedEncodingContainer

    /// Creates the encoder for a value.
    static func encoder(for token: Token<Self>) -> any Encoder

    /// Writes a value if the format has a method of its own for the type; returns false otherwise.
    static func writeWhole<Model: Encodable>(
        _ value: Model,
        to writer: Writer<Self>
    ) throws -> Bool

    /// Writes a value by running its `encode(to:)`.
    ///
    /// Each sink implements `writeModel` and `writeKnown` in one line that inlines the shared code,
    /// because only there does the compiler specialize this generic code for the sink.
    static func writeModel<Model: Encodable>(_ value: Model, to writer: Writer<Self>) throws

    /// Writes a value by running its `encode(to:)`, without copying it first.
    static func writeModel<Model: Encodable>(
        inPlace value: inout Model,
        to writer: Writer<Self>
    ) throws

    /// Writes a value if the format writes values of the type itself; returns false otherwise.
    static func writeKnown<Model: Encodable>(
        _ value: Model,
        _ way: EncodingTraits.Way,
        to writer: Writer<Self>
    ) throws -> Bool

    /// Begins an object or array at a level, counted from 0; nothing has been written into the
    /// frame yet.
    mutating func open(_ frame: inout Frame, level: Int, into output: inout OutputBuffer)

    /// Ends an object or array at a level, counted from 0.
    mutating func close(_ frame: Frame, level: Int, into output: inout OutputBuffer)

    /// Begins a member, whose value is written next.
    mutating func name(
        _ name: String,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    )

    /// Begins a member whose name is already stored as bytes of the format; its value is written
    /// next.
    mutating func name(
        _ name: KeyName,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    )

    /// Begins an element, whose value is written next.
    mutating func element(in frame: inout Frame, level: Int, into output: inout OutputBuffer)

    /// Returns the name of the latest member of a frame (an open object), for the position of an
    /// error.
    func latestName(of frame: Frame, before next: Frame?, in output: OutputBuffer) -> String

    mutating func null(into output: inout OutputBuffer)
    mutating func bool(_ value: Bool, into output: inout OutputBuffer)
    mutating func signed(_ value: Int64, into output: inout OutputBuffer)
    mutating func unsigned(_ value: UInt64, into output: inout OutputBuffer)
    mutating func double(_ value: Double, into output: inout OutputBuffer)
    mutating func float(_ value: Float, into output: inout OutputBuffer)
    /// Writes a number given by its digits.
    mutating func number(_ digits: String, into output: inout OutputBuffer)
    mutating func text(_ value: String, into output: inout OutputBuffer)
    mutating func date(_ value: Timestamp, into output: inout OutputBuffer)

    /// The first content that the format cannot express, if there is any.
    var refusal: SinkError? { get }

    /// Records the role (such as attribute) that a property wrapper or a key gives to the latest
    /// member.
    mutating func mark(_ role: MemberRole)

    /// Adjusts the sink after the writer has truncated the output and left only `level` frames
    /// open.
    ///
    /// A value that began at the new end of the output may then be written again.
    mutating func takeBack(to level: Int, in output: OutputBuffer)

    /// Releases the data of an encode call that has ended.
    mutating func forget()
}

extension Sink {
    static func writeWhole<Model: Encodable>(
        _ value: Model,
        to writer: Writer<Self>
    ) throws -> Bool { false }

    @inline(__always)
    static func writeModel<Model: Encodable>(_ value: Model, to writer: Writer<Self>) throws {
        try writer.runModel(value)
    }

    @inline(__always)
    static func writeModel<Model: Encodable>(
        inPlace value: inout Model,
        to writer: Writer<Self>
    ) throws {
        try writer.runModel(inPlace: &value)
    }

    @inline(__always)
    static func writeKnown<Model: Encodable>(
        _ value: Model,
        _ way: EncodingTraits.Way,
        to writer: Writer<Self>
    ) throws -> Bool {
        try writer.writeByFormat(value, way)
    }

    mutating func mark(_ role: MemberRole) {}
    mutating func takeBack(to level: Int, in output: OutputBuffer) {}
    mutating func forget() {}
}

/// Content that a format cannot express.
struct SinkError {
    let message: String
    /// The position in the document, as far as it is known.
    var pointer = ""
}

/// The role of a member in its object; the member's property wrapper or its key selects the role.
enum MemberRole {
    /// An ordinary member.
    case member
    /// A property that is not a member itself; the members of its value become members of the
    /// enclosing object.
    case flat
    /// In XML, an attribute, the text of the enclosing element, or a CDATA section.
    case attribute, text, cdata
}

/// An object or array that is being written.
struct Frame: BitwiseCopyable {
    /// The serial number of the frame; the tokens of its containers have the same number.
    var serial: UInt64
    /// The serial number of the value that the frame belongs to.
    var value: UInt64
    /// True for an object, false for an array.
    var isObject: Bool
    /// The number of members or elements begun so far.
    var count = 0
    /// The start of the latest member's name in the output.
    var namePlace = 0
    /// A number that the sink may use for its own purposes.
    var mark = 0
    /// The keys of this object that have been used so far.
    var keys = WrittenKeys()
}

/// The keys of an object that have been used, so that a member which is written again replaces the
/// earlier one.
///
/// Keys of a type with a table of names (``KeyNames``) are recorded here, by their indexes in the
/// table, so that no names are compared. Other keys, such as those of dictionaries, are recorded by
/// the writer instead. If an object uses a second key type with a table, keys of the second type
/// are not checked.
struct WrittenKeys: BitwiseCopyable {
    private var names: KeyNames?
    private var places = InlineArray<4, UInt64>(repeating: 0)
    /// True if the object has keys that are recorded by the writer.
    var hasTexts = false

    /// Adds a key; returns false if it was already used.
    @inline(always)
    mutating func insert(_ place: Int, of names: KeyNames) -> Bool {
        if let known = self.names {
            guard known.isSame(as: names) else { return true }
        } else {
            self.names = names
        }
        let word = (place >> 6) & 3
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place)
        if places[word] & bit != 0 { return false }
        places[word] |= bit
        return true
    }
}

/// A handle with which a container writes into its frame, or an encoder writes its value.
///
/// A token outlives its frame if a model keeps its container. This is detected by the serial
/// number, which is never reused.
///
/// A token holds an unmanaged reference to its writer, which is never freed. A counted reference
/// would be retained and released for each value, because the standard library mutates containers
/// in place; that took a third of the encoding time.
@safe
struct Token<Target: Sink>: BitwiseCopyable {
    private let reference: Unmanaged<Writer<Target>>
    let level: UInt32
    let serial: UInt64

    @inline(__always)
    init(_ writer: Writer<Target>, level: Int, serial: UInt64) {
        unsafe reference = .passUnretained(writer)
        self.level = UInt32(truncatingIfNeeded: level)
        self.serial = serial
    }

    /// The writer.
    var writer: Writer<Target> { unsafe reference.takeUnretainedValue() }

    /// Uses the writer without counting references.
    @inline(__always)
    func with<Result>(_ body: (Writer<Target>) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
    }
}
