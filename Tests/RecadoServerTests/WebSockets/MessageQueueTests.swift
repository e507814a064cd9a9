// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoServer

@Suite struct `Messages that wait for their handler` {
    /// An object by which a test sees whether the queue still holds it.
    private final class Message {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    /// A weak reference to a message.
    private struct Weak {
        weak var message: Message?
    }

    @Test func `are released once the handler has taken them`() {
        var queue = MessageQueue<Message>()
        var sent: [Weak] = []
        var count = 0
        func send() {
            let message = Message(count)
            count += 1
            queue.append(message)
            sent.append(Weak(message: message))
        }
        // First many messages wait, then two or three at a time, in a buffer that has grown for
        // many.
        for _ in 0..<1_000 { send() }
        for _ in 0..<997 { _ = queue.popFirst() }
        #expect(sent.count { $0.message != nil } == 3)
        for _ in 0..<1_000 {
            send()
            #expect(queue.popFirst() != nil)
            #expect(sent.suffix(100).count { $0.message != nil } == 3)
        }
        #expect(sent.count { $0.message != nil } == 3)
        while queue.popFirst() != nil {}
        #expect(sent.allSatisfy { $0.message == nil })
    }

    @Test(arguments: [1, 2, 31, 32, 33, 64, 500])
    func `arrive in order, however many wait`(_ waiting: Int) {
        var queue = MessageQueue<Int>()
        #expect(queue.isEmpty)
        for number in 0..<waiting { queue.append(number) }
        for number in 0..<1_000 {
            queue.append(number + waiting)
            #expect(queue.popFirst() == number)
        }
        for number in 1_000..<(1_000 + waiting) {
            #expect(!queue.isEmpty)
            #expect(queue.popFirst() == number)
        }
        #expect(queue.isEmpty)
        #expect(queue.popFirst() == nil)
    }
}
