// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The part of writing that differs between formats.
///
/// The ``Writer`` keeps the order of things; a sink only knows what bytes they are. Every use is
/// specialised: a sink declares its own three container types, because the methods of a container
/// that is generic over the sink would find the sink at run time, byte for byte.
protocol Sink {
    /// The writers that no call uses.
    static var writers: WriterPool<Self> { get }

    /// A container of members, as the standard library wants it.
    static func members<Key: CodingKey>(
        of token: Token<Self>,
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key>

    /// A container of elements.
    static func elements(of token: Token<Self>) -> any UnkeyedEncodingContainer

    /// An encoder for a value.
    static func encoder(for token: Token<Self>) -> any Encoder

    /// Writes a value as a whole, if it is of a kind for which the format has a way of its own.
    static func writeWhole<Model: Encodable>(
        _ value: Model,
        to writer: Writer<Self>
    ) throws -> Bool

    /// Writes a value by running its `encode(to:)`.
    ///
    /// This method, the one for values in place and `writeKnown` are a line each, the same in every
    /// sink: code that is generic over models is compiled for a sink only where it stands in one.
    static func writeModel<Model: Encodable>(_ value: Model, to writer: Writer<Self>) throws

    /// Writes a value by running its `encode(to:)`, without copying it first.
    static func writeModel<Model: Encodable>(
        inPlace value: inout Model,
        to writer: Writer<Self>
    ) throws

    /// Writes a value if its type is one that formats write by themselves.
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

    /// Finds the name of the latest member of a frame, for the place of a failure.
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

    /// The first thing written that the format cannot express, if there is one.
    var refusal: SinkError? { get }

    /// Takes note of what the member is that was begun last, where a wrapper says so.
    mutating func mark(_ role: MemberRole)

    /// Takes note that the output was cut, with so many frames left open.
    ///
    /// The value that began there, if one did, may be written again in the same place.
    mutating func takeBack(to level: Int, in output: OutputBuffer)

    /// Lets go of what belongs to a call that has ended.
    mutating func forget()
}

extension Sink {
    mutating func mark(_ role: MemberRole) {}
    mutating func takeBack(to level: Int, in output: OutputBuffer) {}
    mutating func forget() {}
}

/// Something that a format cannot express.
struct SinkError {
    let message: String
    /// The place in the document, as far as it is known.
    var pointer = ""
}

/// The role of a member apart from its name, as the wrapper of a property defines it.
enum MemberRole {
    /// A member like any other.
    case member
    /// No member: the members of the value stand in its place.
    case flat
    /// In XML, an attribute, the text of the element around it, or a CDATA section.
    case attribute, text, cdata
}

/// An object or array that is being written.
struct Frame: BitwiseCopyable {
    /// The number that the tokens of its containers carry.
    var serial: UInt64
    /// The number of the value that it is.
    var value: UInt64
    /// Whether it has members, not elements.
    var isObject: Bool
    /// The members or elements begun so far.
    var count = 0
    /// The start of the latest member's name in the output.
    var namePlace = 0
    /// A number that a sink may keep for its own use.
    var mark = 0
    /// The members that were begun with keys of the first type that was met.
    var keys = WrittenKeys()
}

/// The keys of an object that were used by now, so that a member which is written
/// again replaces the one before.
///
/// They are those of one type with prepared names, each by its place among them: exact, and found
/// without a comparison. Keys that may have any text are kept by the writer; a second type with
/// prepared names is not looked at.
struct WrittenKeys: BitwiseCopyable {
    private var names: KeyNames?
    private var places = InlineArray<4, UInt64>(repeating: 0)
    /// Whether there are keys that may have any text.
    var hasTexts = false

    /// Adds a key; `false` if it was there.
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

/// The right to write into a frame, or to write a value in the place where a frame would be.
///
/// A token outlives its frame if a model keeps its container. The serial number, which is never
/// given twice, tells.
///
/// It counts no reference to its writer, which is never freed. Containers change in place in the
/// eyes of the standard library, so that reading a counted reference from one would count twice per
/// value, which took a third of the time.
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
