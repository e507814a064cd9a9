// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The part of writing that differs between formats.
///
/// The ``Writer`` keeps the order of values; a sink only produces their bytes. Every use is
/// specialised: a sink declares its own three container types, because the methods of a container
/// that is generic over the sink would look up the sink at run time for every byte.
protocol Sink {
    /// The writers that are not in use.
    static var writers: WriterPool<Self> { get }

    /// A container of members, as the standard library requires it.
    static func members<Key: CodingKey>(
        of token: Token<Self>,
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key>

    /// A container of elements.
    static func elements(of token: Token<Self>) -> any UnkeyedEncodingContainer

    /// An encoder for a value.
    static func encoder(for token: Token<Self>) -> any Encoder

    /// Writes a value as a whole, if the format has its own method for values of this kind.
    static func writeWhole<Model: Encodable>(
        _ value: Model,
        to writer: Writer<Self>
    ) throws -> Bool

    /// Writes a value by running its `encode(to:)`.
    ///
    /// This method, the one for values in place and `writeKnown` have one line each, which is
    /// inlined into the witnesses of each sink: code that is generic over models is specialised for
    /// a sink only there.
    static func writeModel<Model: Encodable>(_ value: Model, to writer: Writer<Self>) throws

    /// Writes a value by running its `encode(to:)`, without copying it first.
    static func writeModel<Model: Encodable>(
        inPlace value: inout Model,
        to writer: Writer<Self>
    ) throws

    /// Writes a value if its type is one that formats write themselves.
    static func writeKnown<Model: Encodable>(
        _ value: Model,
        _ way: EncodingTraits.Way,
        to writer: Writer<Self>
    ) throws -> Bool

    /// Begins an object or array at a level, counted from 0; the frame is new.
    mutating func open(_ frame: inout Frame, level: Int, into output: inout OutputBuffer)

    /// Ends an object or array at a level, counted from 0.
    mutating func close(_ frame: Frame, level: Int, into output: inout OutputBuffer)

    /// Begins a member; its value follows.
    mutating func name(
        _ name: String,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    )

    /// Begins a member whose name is prepared; its value follows.
    mutating func name(
        _ name: KeyName,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    )

    /// Begins an element; its value follows.
    mutating func element(in frame: inout Frame, level: Int, into output: inout OutputBuffer)

    /// Finds the name of the latest member of a frame, for the position of a failure.
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

    /// Records the role of the member that was begun last, if a wrapper states it.
    mutating func mark(_ role: MemberRole)

    /// Adjusts to a cut of the output, after which the given number of frames is still open.
    ///
    /// If a value began at the cut, it may be written again at the same position.
    mutating func takeBack(to level: Int, in output: OutputBuffer)

    /// Releases the data of a call that has ended.
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

/// The role of a member apart from its name, as the wrapper of a property defines it.
enum MemberRole {
    /// An ordinary member.
    case member
    /// Not a member itself: the members of the value replace it.
    case flat
    /// In XML, an attribute, the text of the enclosing element, or a CDATA section.
    case attribute, text, cdata
}

/// An object or array that is being written.
struct Frame: BitwiseCopyable {
    /// The serial number in the tokens of its containers.
    var serial: UInt64
    /// The serial number of the value that the frame belongs to.
    var value: UInt64
    /// True if it has members, not elements.
    var isObject: Bool
    /// The number of members or elements begun so far.
    var count = 0
    /// The start of the latest member's name in the output.
    var namePlace = 0
    /// A number that a sink may keep for its own use.
    var mark = 0
    /// The members that were begun with keys of the first type that occurred.
    var keys = WrittenKeys()
}

/// The keys of an object that have been used, so that a member which is written again replaces the
/// earlier one.
///
/// These are keys of a single type with prepared names, each recorded by its index in the type:
/// this is exact and needs no comparison. Keys that may have any text are recorded by the writer; a
/// second type with prepared names is not checked.
struct WrittenKeys: BitwiseCopyable {
    private var names: KeyNames?
    private var places = InlineArray<4, UInt64>(repeating: 0)
    /// True if there are keys that may have any text.
    var hasTexts = false

    /// Adds a key; returns `false` if it was there already.
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

/// The right to write into a frame, or to write a value at the position of a frame.
///
/// A token outlives its frame if a model keeps its container. This is detected by the serial
/// number, which is never reused.
///
/// A token counts no reference to its writer, which is never freed. The standard library treats a
/// container as changing in place: a counted reference in it would be counted twice for each value,
/// and this took a third of the time.
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
