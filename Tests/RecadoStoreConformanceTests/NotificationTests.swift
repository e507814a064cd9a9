// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import TemporaryPostgreSQL
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Notifications of every store` {
    /// Returns the next notifications of a subscription.
    private func next(
        _ count: Int,
        of sequence: NotificationSequence
    ) async -> [StoreNotification] {
        var found: [StoreNotification] = []
        for await notification in sequence {
            found.append(notification)
            if found.count == count { break }
        }
        return found
    }

    @Test(arguments: StoreKind.all)
    func `notifications reach every store in the order of the commits`(kind: StoreKind) async throws
    {
        let database = try Database(kind)
        let sender = try await database.open()
        let other = try await database.open()
        let own = try await sender.notifications(on: "films")
        let foreign = try await other.notifications(on: "films")
        let unrelated = try await other.notifications(on: "Films")
        for number in 0..<20 {
            try await sender.write { try $0.notify("films", "\(number)") }
        }
        try await sender.write { try $0.notify("Films") }
        let expected = (0..<20).map { StoreNotification.message("\($0)") }
        #expect(await next(20, of: own) == expected)
        #expect(await next(20, of: foreign) == expected)
        #expect(await next(1, of: unrelated) == [.message("")])
        await sender.close()
        await other.close()
    }

    @Test(arguments: StoreKind.all)
    func `notifications are sent only when their transaction commits`(kind: StoreKind) async throws
    {
        struct Refused: Error {}
        try await withStore(kind) { store in
            let films = try await store.notifications(on: "films")
            _ = await storeError {
                try await store.write { transaction in
                    try transaction.notify("films", "lost")
                    throw Refused()
                }
            }
            let gate = Gate()
            let held = Task {
                try await store.write { transaction in
                    try transaction.notify("films", "late")
                    gate.pass()
                }
            }
            await gate.arrival()
            if kind == .postgreSQL {
                // Only PostgreSQL allows a second write meanwhile; SQLite's only writer is blocked.
                try await store.write { try $0.notify("films", "early") }
                #expect(await next(1, of: films) == [.message("early")])
            }
            gate.open()
            try await held.value
            #expect(await next(1, of: films) == [.message("late")])
        }
    }

    @Test(arguments: StoreKind.all)
    func `a subscriber that is too slow is notified of a gap`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let slow = try await store.notifications(on: "films")
            let witness = try await store.notifications(on: "end")
            try await store.write { transaction in
                for number in 0..<400 { try transaction.notify("films", "\(number)") }
            }
            try await store.write { try $0.notify("end") }
            #expect(await next(1, of: witness) == [.message("")])
            let found = await next(2, of: slow)
            #expect(found == [.gap, .message("256")])
        }
    }

    @Test(arguments: StoreKind.all)
    func `subscriptions that begin while others end receive notifications`(
        kind: StoreKind
    ) async throws {
        try await withStore(kind) { store in
            for round in 0..<50 {
                // Each subscription is the only one of its channel, and ends with the round.
                let told = try await withThrowingTaskGroup(of: [StoreNotification].self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            let channel = Channel("round \(round), \(number)")
                            let films = try await store.notifications(on: channel)
                            try await store.write { try $0.notify(channel, "\(number)") }
                            return await next(1, of: films)
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(told.count == 4)
            }
        }
    }

    @Test(arguments: StoreKind.all)
    func `closing ends every subscription, and so does cancelling the task`(
        kind: StoreKind
    ) async throws {
        try await withStore(kind) { store in
            let films = try await store.notifications(on: "films")
            let cancelled = Task { await next(1, of: films) }
            cancelled.cancel()
            #expect(await cancelled.value == [])
            let closed = Task { await next(1, of: films) }
            await store.close()
            #expect(await closed.value == [])
            let error = await storeError { try await store.notifications(on: "films") }
            #expect(error?.code == .closed)
        }
    }

    @Test(arguments: StoreKind.all)
    func `invalid channel names and messages are refused`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let long = Channel(String(repeating: "x", count: 64))
            let tooLong = await storeError { try await store.write { try $0.notify(long) } }
            #expect(tooLong?.code == .misuse)
            let empty = await storeError { try await store.notifications(on: "") }
            #expect(empty?.code == .misuse)
            let text = String(repeating: "x", count: 8_000)
            let tooLarge = await storeError {
                try await store.write { try $0.notify("films", text) }
            }
            #expect(tooLarge?.code == .tooLarge)
            let nul = await storeError { try await store.write { try $0.notify("films", "\0") } }
            #expect(nul?.code == .misuse)
            let quoted = Channel("a \"quoted\" name; -- é")
            let subscription = try await store.notifications(on: quoted)
            try await store.write { try $0.notify(quoted, "it's here") }
            #expect(await next(1, of: subscription) == [.message("it's here")])
        }
    }
}
