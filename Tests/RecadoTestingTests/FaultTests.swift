// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Fault injection` {
    let clock = VirtualClock(jumps: true)
    let stub = StubTransport()

    init() {
        stub.on("* /**", .text("0123456789"))
    }

    private func faulty(_ plan: FaultPlan) -> FaultTransport {
        FaultTransport(stub, plan, clock: clock)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let fault: Fault
        var text = ""
        var kind: TransportError.Kind?
        var isSent = true
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "none", fault: .none, text: "0123456789"),
        Case(name: "refused", fault: .refused, kind: .cannotConnect, isSent: false),
        Case(name: "unresolved", fault: .unresolved, kind: .cannotResolve, isSent: false),
        Case(name: "TLS", fault: .error(.tls), kind: .tls, isSent: false),
        Case(name: "reset", fault: .reset, kind: .connectionLost),
        Case(name: "drop at once", fault: .drop(after: 0), kind: .connectionLost),
        Case(name: "drop", fault: .drop(after: 4), text: "0123", kind: .connectionLost),
        Case(name: "drop behind the end", fault: .drop(after: 10), text: "0123456789"),
        Case(
            name: "too long a length",
            fault: .wrongLength(by: 3),
            text: "0123456789",
            kind: .connectionLost
        ),
        Case(name: "too short a length", fault: .wrongLength(by: -3), text: "0123456"),
        Case(
            name: "too slow a head",
            fault: .slowHead(.seconds(61)),
            kind: .timedOut(.waiting),
            isSent: false
        ),
        Case(name: "a slow head", fault: .slowHead(.seconds(59)), text: "0123456789"),
        Case(name: "drip", fault: .drip(3, every: .seconds(59)), text: "0123456789"),
        Case(
            name: "a drip with too long pauses",
            fault: .drip(3, every: .seconds(61)),
            kind: .timedOut(.receiving)
        ),
        Case(
            name: "a drip that lasts too long",
            fault: .drip(1, every: .seconds(59)),
            text: "01234",
            kind: .timedOut(.receiving)
        ),
        Case(
            name: "a storm",
            fault: .tooManyRequests(retryAfter: .seconds(2)),
            text: "429 Too Many Requests",
            isSent: false
        ),
    ]

    @Test(arguments: cases)
    func `each fault has its expected effect`(fault: Case) async throws {
        var text = ""
        var kind: TransportError.Kind?
        do {
            let answer = try await faulty(.always(fault.fault)).send(.club())
            let source = answer.content.makeSource()
            while let piece = try await source.next() {
                text += String(decoding: piece, as: UTF8.self)
            }
        } catch let error as TransportError {
            kind = error.kind
        }
        #expect(text == fault.text)
        #expect(kind == fault.kind)
        #expect(stub.requests.isEmpty != fault.isSent)
    }

    @Test func `garbage content has the right length and is reproducible`() async throws {
        let transport = faulty(.always(.garbage(seed: 4)))
        var texts: Set<[UInt8]> = []
        for _ in 0..<3 {
            let answer = try await transport.send(.club())
            #expect(answer.content.length == 10)
            texts.insert(try await answer.content.collect(upTo: 10))
        }
        #expect(texts.count == 1)
        #expect(texts.first != Array("0123456789".utf8))
    }

    @Test func `a retrying client succeeds after two 429 responses`() async throws {
        let storm = faulty(.first(2, .tooManyRequests(retryAfter: .seconds(7))))
        let retrying = ClientMiddleware.standard { $0.clock = clock }.over(storm)
        #expect(try await retrying.fetch(.club()).text == "0123456789")
        #expect(storm.faults.count == 3)
        #expect(clock.now.offset >= .seconds(14))
    }

    @Test func `random faults are reproducible by their seed`() async throws {
        func kinds(_ seed: UInt64) async -> [TransportError.Kind?] {
            let transport = faulty(.random(seed: seed, rate: 0.3, .refused, .reset))
            var kinds: [TransportError.Kind?] = []
            for _ in 0..<200 {
                kinds.append(await transportError { _ = try await transport.send(.club()) }?.kind)
            }
            return kinds
        }
        let first = await kinds(1)
        #expect(await kinds(1) == first)
        #expect(await kinds(2) != first)
        #expect((40...80).contains(first.count { $0 != nil }))
        #expect(first.contains(.cannotConnect) && first.contains(.connectionLost))
    }

    @Test func `faults are injected in the given sequence`() async throws {
        let transport = faulty(.sequence(.refused, .none, .unavailable()))
        #expect(await transportError { _ = try await transport.send(.club()) } != nil)
        #expect(try await transport.send(.club()).status == .ok)
        #expect(try await transport.send(.club()).status == .serviceUnavailable)
        #expect(try await transport.send(.club()).status == .ok)
    }

    @Test func `cancelling the reader ends content that is sent slowly`() async throws {
        let clock = VirtualClock()
        let plan = FaultPlan.always(.drip(1, every: .seconds(1)))
        let transport = FaultTransport(stub, plan, clock: clock)
        let call = Task { try await transport.fetch(.club()).text }
        await clock.sleepers(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }
}
