// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Content that signals when more of it is available, so that a server needs no waiting task.
///
/// The content is read either by polling, or by a task like any other content.
package protocol PolledSource: ContentSource {
    /// The longest time that may pass before something is sent.
    var silence: Duration { get }
    /// The bytes to send when ``silence`` has passed without a piece.
    var filler: [UInt8] { get }

    /// Takes the next piece, if it is available.
    ///
    /// - Returns: The next piece, or the case that says why there is none.
    /// - Throws: The error that interrupted the content.
    func poll() throws -> PolledPiece

    /// Registers a closure to call each time that more content is available, until the source is
    /// released.
    ///
    /// - Parameter signal: The closure; it may be called on any thread, even if there is nothing
    ///   new.
    func follow(_ signal: @escaping @Sendable () -> Void)
}

/// The result of ``PolledSource/poll()``.
package enum PolledPiece: Sendable, Hashable {
    /// The next piece, which is not empty.
    case bytes([UInt8])
    /// No piece is available yet.
    case nothing
    /// There will be no more pieces.
    case end
}
