// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Content that signals when there is more of it, so that a server needs no task that waits.
///
/// It is read in one of two ways: by polling, or by a task as any other content.
package protocol PolledSource: ContentSource {
    /// The longest time in which nothing may be sent.
    var silence: Duration { get }
    /// The bytes that are sent when that time is over.
    var filler: [UInt8] { get }

    /// Takes the next piece, if it is there.
    ///
    /// - Returns: The piece.
    /// - Throws: The error that stopped the content from arriving whole.
    func poll() throws -> PolledPiece

    /// Registers a closure to call each time that there is more, until the source is released.
    ///
    /// - Parameter signal: The closure; it may be called on any thread, even if there is nothing
    ///   new.
    func follow(_ signal: @escaping @Sendable () -> Void)
}

/// The result of looking for content.
package enum PolledPiece: Sendable, Hashable {
    /// The next piece, which is not empty.
    case bytes([UInt8])
    /// There is no piece so far.
    case nothing
    /// There will be no more pieces.
    case end
}
