// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A socket that is lent to the reader of an answer's content, so that the rest of it goes from the one to the
/// other without waking anybody.
///
/// 1. The thread of the loop lends it with a piece of content that is full, while more of it is arriving.
/// 2. From then on it neither reads nor watches nor closes the socket before it has taken it back.
/// 3. The reader gives it back when the content is complete, when no more is there at the moment, or when the
///    connection is lost. Whoever ends the transfer takes it back before. All of it happens under the lock of the
///    transfer.
struct SocketLoan {
    private let socket: Int32
    private let pieceSize: Int
    /// How much content is still to come.
    private var rest: Int
    /// How much the reader has received.
    private(set) var received = 0
    /// Why there will be no more, if the connection has ended.
    private(set) var failure: Passage?
    /// Whether the thread has to go on.
    private(set) var isOver = false
    /// The piece before, whose memory is used again once nobody has it any more.
    private var former: [UInt8] = []

    /// Creates a loan.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - rest: How much content is still to come, one byte at least.
    ///   - pieceSize: How much is received at once, one byte at least.
    init(_ socket: Int32, rest: Int, pieceSize: Int) {
        (self.socket, self.rest, self.pieceSize) = (socket, rest, pieceSize)
    }

    /// Receives a piece of content without waiting; `nil` when there is none, and the loan is over.
    mutating func receive() -> [UInt8]? {
        if isOver { return nil }
        var piece: [UInt8] = []
        swap(&piece, &former)
        // Another piece of memory takes its place if somebody still has this one.
        piece.removeAll(keepingCapacity: true)
        let room = min(rest, pieceSize)
        var passage = Passage.nothing
        piece.append(addingCapacity: room) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
                let start = UnsafeMutableRawBufferPointer(buffer.extracting(..<room))
                unsafe passage = Passage.receive(from: socket, into: start)
                if case .bytes(let count) = passage { filled = count }
            }
        }
        former = piece
        switch passage {
        case .bytes(let count):
            rest -= count
            received += count
            // With less than there is room for, the socket is empty: the thread gathers more.
            isOver = count < room || rest == 0
            return piece
        case .nothing: break
        case .ended, .failed: failure = passage
        }
        isOver = true
        return nil
    }
}
