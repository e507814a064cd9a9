// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServerStore
import RecadoStore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A store for handlers` {
    private enum Failure: String, Problem, CaseIterable {
        case missing

        static var all: [Failure] { allCases }
        var status: Status { .notFound }
        var title: String { "There is none" }
    }

    private final class Reports: Sendable {
        private let errors = Mutex<[StoreError]>([])
        var codes: [StoreError.Code] { errors.withLock { $0.map(\.code) } }
        func add(_ error: StoreError) { errors.withLock { $0.append(error) } }
    }

    @Test(arguments: Shared.kinds)
    func `returns values and failures, and turns store errors into status 503`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let reports = Reports()
        let store = ReportingStore(shared.one) { reports.add($0) }
        let three = try await store.read {
            transaction throws(TransactionError<Failure>) in
            try transaction.value("SELECT 3", as: Int.self)
        }
        #expect(three == 3)
        await #expect(throws: HandlerError<Failure>.self) {
            try await store.write { _ throws(TransactionError<Failure>) -> Int in
                throw .failed(.missing)
            }
        }
        #expect(reports.codes.isEmpty)
        await shared.close()
        do throws(HandlerError<Failure>) {
            _ = try await store.read { transaction throws(TransactionError<Failure>) in
                try transaction.value("SELECT 3", as: Int.self)
            }
            Issue.record("a store that is closed has answered")
        } catch {
            guard case .problem(let problem) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(problem.status == .serviceUnavailable)
            #expect(problem.retryAfter == .seconds(1))
        }
        #expect(reports.codes == [.closed])
    }

    @Test func `adds a trace span for each transaction`() async throws {
        let shared = try await Shared(.sqlite)
        let store = ReportingStore(shared.one) { _ in }
        let spans = Mutex<[TraceSpan]>([])
        let tracer = Tracer { span in spans.withLock { $0.append(span) } }
        try await Tracer.$current.withValue(tracer) {
            try await Tracer.withSpan("handler") { _ async throws(HandlerError<Failure>) in
                _ = try await store.read { transaction throws(TransactionError<Failure>) in
                    try transaction.value("SELECT 3", as: Int.self)
                }
                _ = try? await store.write { _ throws(TransactionError<Failure>) -> Int in
                    throw .failed(.missing)
                }
                await shared.close()
                _ = try? await store.write { transaction throws(TransactionError<Failure>) in
                    try transaction.value("SELECT 3", as: Int.self)
                }
            }
        }
        let all = spans.withLock { $0 }
        #expect(all.map(\.name) == ["read", "write", "write", "handler"])
        #expect(all.dropLast().allSatisfy { $0.parentID == all.last?.context.spanID })
        #expect(all.map { $0.error == nil } == [true, true, false, true])
    }
}
