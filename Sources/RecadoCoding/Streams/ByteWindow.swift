// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a stream that have arrived and are still wanted.
///
/// ```
/// kept │ dropped │ the record in hand: scanned │ not yet scanned │ to come
///                ▲ start               scanned ▲                 ▲ end
/// ```
///
/// 1. Positions are indexes, which hold until the next `append` or `compact`. Between calls a
///    scanner has `start` and `scanned` alone, which move along with the bytes.
/// 2. `scanned` never goes back: where one search ends the next one goes
///    on, however the stream is cut.
/// 3. Bytes are moved to the front when at least as many have been dropped:
///    each is moved once on average.
/// 4. A record has a limit in bytes. The scanner checks what it holds of
///    one before it asks for more.
/// 5. Lines are counted from `located` on, when a location is asked for.
struct ByteWindow: Sendable {
    /// The bytes that one record may have, and what a record is called.
    struct Limit: Sendable {
        let maximumBytes: Int
        /// The record in an error, with its article.
        let name: String

        var message: String { "expected at most \(maximumBytes) bytes in \(name)" }
    }

    let limit: Limit
    private(set) var bytes: [UInt8] = []
    /// The index of the first byte of the record in hand.
    private(set) var start = 0
    /// The index of the first byte that no search has seen.
    private(set) var scanned = 0
    /// The bytes in front that outlive the records they came from.
    private var kept = 0
    /// The location of the byte at the index `located`, which is not behind `start`.
    private var location: StreamLocation
    private var located = 0

    /// Fewer bytes than these are not worth moving.
    private static let worthMoving = 1 << 12

    /// Creates a window at the start of a stream.
    ///
    /// - Parameters:
    ///   - maximumBytes: The bytes that one record may have.
    ///   - name: The record in an error, with its article, such as "a value".
    ///   - lines: The ends of lines of the stream.
    init(maximumBytes: Int, of name: String, lines: StreamLocation.LineEnds = .none) {
        limit = Limit(maximumBytes: maximumBytes, name: name)
        location = StreamLocation(lines: lines)
    }

    /// The index behind the last byte that has arrived.
    var end: Int { bytes.count }

    /// Whether every byte that has arrived was dropped.
    var isEmpty: Bool { start == bytes.count }

    @inline(__always)
    subscript(index: Int) -> UInt8 { bytes[index] }

    // MARK: - Pieces

    /// Takes a piece of the stream, of any size; it is not copied if nothing else is held.
    mutating func append(_ piece: [UInt8]) {
        if isEmpty, kept == 0 {
            locate()
            bytes = piece
            (start, scanned, located) = (0, 0, 0)
            return
        }
        if isCompactionDue { compact() }
        bytes += piece
    }

    /// Takes bytes that are written by a conversion of a piece; nothing is moved.
    mutating func append<Result>(_ write: (inout [UInt8]) -> Result) -> Result { write(&bytes) }

    /// Whether moving what is held costs no more than was read since the last time.
    var isCompactionDue: Bool {
        let dropped = start - kept
        return dropped >= Self.worthMoving && dropped >= bytes.count - dropped
    }

    /// Takes away the bytes before the record in hand.
    ///
    /// - Parameter front: The bytes to keep in front of it, in the place of
    ///   those that were kept so far.
    /// - Returns: The number of places that indexes have moved towards the front.
    @discardableResult
    mutating func compact(keeping front: [UInt8] = []) -> Int {
        locate()
        let count = start - front.count
        // Not in place: what one large record needed is not held for ever.
        var held = front
        held.reserveCapacity(bytes.count - count + Self.worthMoving)
        held += bytes[start...]
        bytes = held
        kept = front.count
        start -= count
        scanned -= count
        located = start
        return count
    }

    // MARK: - Records

    /// Takes note of how far the bytes have been searched, which is never further back than before.
    @inline(__always)
    mutating func scan(to index: Int) { scanned = index }

    /// Lets go of the bytes before an index, at which the next record begins.
    @inline(__always)
    mutating func drop(to index: Int) {
        start = min(index, bytes.count)
        scanned = max(scanned, start)
    }

    /// Lets go of the bytes before an index, which are the rest of a line and its end.
    mutating func dropLine(to index: Int) {
        drop(to: index)
        location.advance(overLine: start - located)
        located = start
    }

    /// Copies bytes and lets go of them and all before; if they are everything
    /// at hand, they are not copied.
    mutating func take(_ range: Range<Int>) -> [UInt8] {
        let isWhole = range == 0..<bytes.count
        var taken = isWhole ? [] : Array(bytes[range])
        drop(to: range.upperBound)
        if isWhole {
            locate()
            swap(&taken, &bytes)
            (start, scanned, located) = (0, 0, 0)
        }
        return taken
    }

    /// Refuses a record, or as much of it as is at hand, that is longer than the limit.
    @inline(__always)
    func check(_ record: Range<Int>) throws(CodingError) {
        guard record.count > limit.maximumBytes else { return }
        let place = location(of: record.lowerBound).failurePlace
        throw CodingError(.tooLarge, limit.message, place: place)
    }

    // MARK: - Locations

    /// The number of bytes of the stream before an index.
    func offset(of index: Int) -> Int { location.offset + index - located }

    /// The location of an index that is not before the record in hand.
    func location(of index: Int) -> StreamLocation {
        var location = location
        location.advance(over: bytes[located..<min(max(index, located), bytes.count)])
        return location
    }

    /// Counts on to the record in hand, whose location is returned.
    @discardableResult
    mutating func locate() -> StreamLocation {
        guard located < start else { return location }
        location.advance(over: bytes[located..<start])
        located = start
        return location
    }
}
