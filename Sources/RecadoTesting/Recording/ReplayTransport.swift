// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP
public import RecadoTransport
import Synchronization

/// A transport that answers requests from a recording.
///
/// A request gets the responses that were recorded for the same method, URI and content, in the
/// recorded order; the last response is repeated for all later requests. A strict replay requires
/// the same requests in the same order, each once, and with the same values of certain header
/// fields.
///
/// A request that was not recorded fails with an error of the kind `TransportError.Kind.failed`,
/// which describes the difference; ``mismatches`` shows it line by line. Such errors show paths and
/// queries. Redacted parts match any text.
///
/// ```swift
/// let replay = ReplayTransport(recording, isStrict: true) { Issue.record("\($0)") }
/// let client = try Client(base: "https://example.org", transport: replay)
/// …
/// try replay.verify()
/// ```
public final class ReplayTransport: Transport {
    private struct State {
        var isUsed: [Bool]
        var mismatches: [ReplayMismatch] = []
    }

    /// The maximum size of a request's content that is compared: 64 MiB.
    private static let contentLimit = 64 << 20

    private let recording: Recording
    private let isStrict: Bool
    private let comparedFields: [FieldName]
    private let transferClock: TransferClock?
    private let report: (@Sendable (ReplayMismatch) -> Void)?
    private let state: Mutex<State>

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - recording: The recording to replay.
    ///   - isStrict: True if requests must come in the recorded order, each once.
    ///   - comparing: The fields whose values a strict replay compares; by default, Accept and
    ///     Content-Type.
    ///   - clock: The clock that measures the recorded delays; `nil`, which is the default, to
    ///     answer at once.
    ///   - report: Called with each mismatch as soon as it is found, to show it in the test.
    public init(
        _ recording: Recording,
        isStrict: Bool = false,
        comparing: [FieldName] = [.accept, .contentType],
        clock: (any Clock<Duration>)? = nil,
        report: (@Sendable (ReplayMismatch) -> Void)? = nil
    ) {
        self.recording = recording
        self.isStrict = isStrict
        comparedFields = comparing
        transferClock = clock.map { TransferClock($0) }
        self.report = report
        state = Mutex(State(isUsed: Array(repeating: false, count: recording.count)))
    }

    // MARK: - Looking back

    /// The requests that were not recorded.
    public var mismatches: [ReplayMismatch] { state.withLock(\.mismatches) }

    /// The recorded requests that were not made, each with its method and URI.
    public var unused: [String] {
        let isUsed = state.withLock(\.isUsed)
        return zip(recording.exchanges, isUsed).compactMap { $1 ? nil : $0.line }
    }

    /// Checks that exactly the recorded requests were made.
    ///
    /// - Throws: ``UnmetRecording``, which describes the differences.
    public func verify() throws(UnmetRecording) {
        let (unused, mismatches) = (unused, mismatches)
        guard unused.isEmpty, mismatches.isEmpty else {
            throw UnmetRecording(unused: unused, mismatches: mismatches)
        }
    }

    // MARK: - Answering

    /// Answers a request with the recorded answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeouts: The time limits, which apply to the recorded delays.
    /// - Returns: The recorded answer.
    /// - Throws: The recorded error, or an error if the request was not recorded.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        try TransferClock.checkCancellation()
        let request = try await request.collected(upTo: Self.contentLimit)
        let exchange = try find(request)
        if let transferClock {
            var limit = TimeLimit(timeouts)
            try await transferClock.wait(exchange.wait, within: &limit, .waiting)
        }
        switch exchange.outcome {
        case .failure(let error): throw error
        case .answer(let status, let fields, .bytes(let bytes)):
            let answer = Response(status: status, fields: fields, content: Content(bytes))
            return answer.asReceived(answering: request)
        case .answer(let status, let fields, .cut(let bytes)):
            let source = CutSource(bytes, length: fields[.contentLength].flatMap { Int($0) })
            return Response(status: status, fields: fields, content: Content(reading: source))
        case .answer(_, _, .missing):
            throw TransportError(.failed, "the recording does not hold the content of this answer")
        }
    }

    private func find(_ request: Request) throws(TransportError) -> RecordedExchange {
        let index = state.withLock { state in
            let index = place(of: request, state.isUsed)
            if let index { state.isUsed[index] = true }
            return index
        }
        if let index { return recording.exchanges[index] }
        let mismatch = mismatch(request)
        state.withLock { $0.mismatches.append(mismatch) }
        report?(mismatch)
        throw TransportError(.failed, mismatch.summary)
    }

    private func place(of request: Request, _ isUsed: [Bool]) -> Int? {
        let exchanges = recording.exchanges
        if isStrict {
            guard let next = isUsed.firstIndex(of: false),
                matches(exchanges[next], request, comparedFields)
            else { return nil }
            return next
        }
        var last: Int?
        for index in exchanges.indices where matches(exchanges[index], request, []) {
            if !isUsed[index] { return index }
            last = index
        }
        return last
    }

    private func matches(
        _ exchange: RecordedExchange,
        _ request: Request,
        _ fields: [FieldName]
    ) -> Bool {
        guard exchange.method == request.method.name,
            MaskedText(exchange.uri).matches(request.recordedURI)
        else { return false }
        let content = request.content.bytes ?? []
        return ComparedContent(exchange).matches(content)
            && fields.allSatisfy { name in
                let recorded = exchange.fields[values: name].joined(separator: ", ")
                let actual = request.fields[values: name].joined(separator: ", ")
                return MaskedText(recorded).matches(actual)
            }
    }

    private func mismatch(_ request: Request) -> ReplayMismatch {
        let isUsed = state.withLock(\.isUsed)
        let fields = isStrict ? comparedFields : []
        guard isStrict else {
            let nearest = recording.exchanges.max { one, other in
                nearness(one, request) < nearness(other, request)
            }
            return ReplayMismatch(request, number: nil, expected: nearest, fields)
        }
        let next = isUsed.firstIndex(of: false)
        let expected = next.map { recording.exchanges[$0] }
        return ReplayMismatch(
            request,
            number: (next ?? recording.count) + 1,
            expected: expected,
            fields
        )
    }

    /// Returns a score for the similarity of an exchange to a request; a higher score means more
    /// similar.
    private func nearness(_ exchange: RecordedExchange, _ request: Request) -> Int {
        let uri = request.recordedURI
        let path = uri[...].cut(at: "?").before
        let shared = zip(exchange.uri, uri).prefix { $0 == $1 }.count
        return (exchange.method == request.method.name ? 1 << 20 : 0)
            + (exchange.uri[...].cut(at: "?").before == path ? 1 << 21 : 0)
            + (MaskedText(exchange.uri).matches(uri) ? 1 << 22 : 0) + min(shared, 1 << 19)
    }
}

/// Content whose transfer ended early in the recording: it delivers the recorded bytes, and then
/// fails.
private final class CutSource: ContentSource {
    let length: Int?
    private let rest: Mutex<[UInt8]>

    init(_ bytes: [UInt8], length: Int?) {
        self.length = length
        rest = Mutex(bytes)
    }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        let bytes = rest.withLock { rest in
            defer { rest = [] }
            return rest
        }
        guard bytes.isEmpty else { return bytes }
        throw TransportError(.connectionLost, "the recorded content ends here")
    }
}
