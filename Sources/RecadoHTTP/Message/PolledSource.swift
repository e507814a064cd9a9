// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Content that says when there is more of it, so that a server needs no task that waits.
///
/// It is read in one of two ways: by polling, or by a task as any other content.
package protocol PolledSource: ContentSource {
    /// The longest time in which nothing may be sent.
    var silence: Duration { get }
    /// The bytes that are sent when it is over.
    var filler: [UInt8] { get }

    /// Takes the next piece, if it is there.
    ///
    /// - Returns: The piece.
    /// - Throws: The error that stopped the content from arriving whole.
    func poll() throws -> PolledPiece

    /// Has a closure called each time that there is more, until the source is released.
    ///
    /// - Parameter signal: May be called on any thread, and although there is nothing new.
    func follow(_ signal: @escaping @Sendable () -> Void)
}

/// The result of looking for content.
package enum PolledPiece: Sendable, Hashable {
    /// The next piece, which is not empty.
    case bytes([UInt8])
    /// There is none so far.
    case nothing
    /// There will be none any more.
    case end
}
