// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoSockets
import RecadoURLSession
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Conformance of transports` {
    struct Pairing: Sendable, CustomTestStringConvertible {
        let subject: Subject
        let promise: Promise
        var testDescription: String { "\(subject.rawValue): \(promise.name)" }
    }

    static let pairings = Subject.allCases.flatMap { subject in
        (Promise.messages + Promise.course).compactMap { promise -> Pairing? in
            if subject == .replay, !promise.isReplayable { return nil }
            if Defects.unsuited[subject]?.contains(promise.name) == true { return nil }
            return Pairing(subject: subject, promise: promise)
        }
    }

    @Test(arguments: pairings)
    func `each transport meets each requirement`(pairing: Pairing) async throws {
        let (subject, promise) = (pairing.subject, pairing.promise)
        guard let reason = Defects.known[subject]?[promise.name] else {
            return try await subject.check(promise)
        }
        await withKnownIssue(Comment(rawValue: reason)) { try await subject.check(promise) }
    }

    @Test(arguments: WirePromise.all)
    func `the socket transport meets each requirement against a scripted server`(
        promise: WirePromise
    ) async throws {
        try await promise.check(SocketTransport())
    }

    @Test(
        arguments: WirePromise.all.filter {
            Defects.unsuited[.urlSession]?.contains($0.name) != true
        }
    )
    func `URLSession meets each requirement against a scripted server`(
        promise: WirePromise
    ) async throws {
        let transport = URLSessionTransport()
        guard let reason = Defects.known[.urlSession]?[promise.name] else {
            return try await promise.check(transport)
        }
        await withKnownIssue(Comment(rawValue: reason)) { try await promise.check(transport) }
    }
}
