// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a stream that have arrived and are still needed.
///
/// ```
/// kept │ dropped │ the current record: scanned │ not yet scanned │ to come
///                ▲ start               scanned ▲                 ▲ end
/// ```
///
/// 1. Indexes into `bytes` are valid until the next `append` or `compact`. Only `start` and
///    `scanned` stay valid after that, because they are adjusted when bytes move.
/// 2. `scanned` never goes back: each search continues where the last one ended, however the stream
///    is split into pieces.
/// 3. Bytes are moved to the front only when at least as many bytes have been dropped, so each byte
///    is moved about once on average.
/// 4. The size of a record is limited. The scanner checks the limit before it requests more bytes.
/// 5. Lines are counted only when a location is requested, starting at `located`.
package struct ByteWindow: Sendable {
    /// The largest size of a record in bytes.
    let maximumBytes: Int
    /// The name of a record for error messages, with its article, such as "a value".
    private let name: String
    /// The message for a record that is too large.
    var refusal: String { "expected at most \(maximumBytes) bytes in \(name)" }
    package private(set) var bytes: [UInt8] = []
    /// The index of the first byte of the current record.
    package private(set) var start = 0
    /// The index of the first byte that no search has examined.
    package private(set) var scanned = 0
    /// The number of bytes at the front that the owner of the window still needs, although their
    /// records have been dropped.
    private var kept = 0
    /// The location in the stream of the byte at the index `located`; `located` is never after
    /// `start`.
    private var location: StreamLocation
    private var located = 0

    /// The minimum number of dropped bytes before the remaining bytes are moved to the front.
    private static let worthMoving = 1 << 12

    /// Creates a window at the start of a stream.
    ///
    /// - Parameters:
    ///   - maximumBytes: The largest size of a record in bytes.
    ///   - name: The name of a record in an error, with its article, such as "a value".
    ///   - lines: The line endings of the stream.
    init(maximumBytes: Int, of name: String, lines: StreamLocation.LineEnds) {
        (self.maximumBytes, self.name) = (maximumBytes, name)
        location = StreamLocation(lines: lines)
    }

    /// Creates a window at the start of a stream that has no lines.
    ///
    /// - Parameters:
    ///   - maximumBytes: The largest size of a record in bytes.
    ///   - name: The name of a record in an error, with its article, such as "a value".
    package init(maximumBytes: Int, of name: String) {
        self.init(maximumBytes: maximumBytes, of: name, lines: .none)
    }

    /// The index after the last byte that has arrived.
    package var end: Int { bytes.count }

    /// True if all bytes that have arrived have been dropped.
    package var isEmpty: Bool { start == bytes.count }

    @inline(__always)
    package subscript(index: Int) -> UInt8 { bytes[index] }

    /// True if no byte of the stream has been dropped.
    var isAtStart: Bool { offset(of: start) == 0 }

    // MARK: - Pieces

    /// Appends a piece of the stream, of any size, without copying it if the window holds nothing.
    package mutating func append(_ piece: [UInt8]) {
        if isEmpty, kept == 0 {
            locate()
            bytes = piece
            (start, scanned, located) = (0, 0, 0)
            return
        }
        if isCompactionDue { compact() }
        bytes += piece
    }

    /// Calls a function that appends bytes to the window; earlier bytes keep their indexes.
    mutating func append<Result>(_ write: (inout [UInt8]) -> Result) -> Result { write(&bytes) }

    /// True if enough bytes were dropped since the last move, and at least as many as are still
    /// held.
    var isCompactionDue: Bool {
        let dropped = start - kept
        return dropped >= Self.worthMoving && dropped >= bytes.count - dropped
    }

    /// Removes the bytes before the current record.
    ///
    /// - Parameter front: The bytes to keep before the record, instead of those kept so far.
    /// - Returns: The number of positions by which indexes have moved towards the front.
    @discardableResult
    mutating func compact(keeping front: [UInt8] = []) -> Int {
        locate()
        let count = start - front.count
        // A new array is created so that the memory of one large record is freed.
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

    /// Records how far the bytes have been searched; the index never decreases.
    @inline(__always)
    package mutating func scan(to index: Int) { scanned = index }

    /// Drops the bytes before an index, at which the next record begins.
    @inline(__always)
    package mutating func drop(to index: Int) {
        start = min(index, bytes.count)
        scanned = max(scanned, start)
    }

    /// Drops the bytes before an index; these bytes must be the rest of a line with its line
    /// ending.
    mutating func dropLine(to index: Int) {
        drop(to: index)
        location.advance(overLine: start - located)
        located = start
    }

    /// Returns the bytes in a range, and drops all bytes up to the end of the range; copies nothing
    /// if the range is the whole window.
    package mutating func take(_ range: Range<Int>) -> [UInt8] {
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

    /// Throws if a record, or the part of it that has arrived, exceeds the limit.
    @inline(__always)
    func check(_ record: Range<Int>) throws(CodingError) {
        guard record.count > maximumBytes else { return }
        let place = location(of: record.lowerBound).failurePlace
        throw CodingError(.tooLarge, refusal, place: place)
    }

    /// Drops a byte order mark of UTF-8 at the start of the stream.
    ///
    /// - Parameter isLast: True if no more pieces come.
    /// - Returns: False if more bytes are needed to recognize a mark.
    mutating func skipByteOrderMark(isLast: Bool) -> Bool {
        guard isAtStart else { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let first = bytes[start...].prefix(3)
        guard mark.starts(with: first) else { return true }
        if first.count == 3 { drop(to: start + 3) }
        return first.count == 3 || isLast
    }

    // MARK: - Locations

    /// Returns the offset of an index in the stream.
    package func offset(of index: Int) -> Int { location.offset + index - located }

    /// Returns the location of an index at or after the start of the current record.
    func location(of index: Int) -> StreamLocation {
        var location = location
        location.advance(over: bytes[located..<min(max(index, located), bytes.count)])
        return location
    }

    /// Counts lines up to the current record and returns its location.
    @discardableResult
    mutating func locate() -> StreamLocation {
        guard located < start else { return location }
        location.advance(over: bytes[located..<start])
        located = start
        return location
    }
}
