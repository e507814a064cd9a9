// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP
import RecadoTesting
import Synchronization

/// A case of the suite http-tests/cache-tests: a client's requests, its server's responses, and the
/// expected results.
struct CacheSuiteCase: Sendable {
    /// The error of a case whose result is not the one that the suite expects.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// True if a precondition of the case is not met, rather than its expectation.
        let isSetup: Bool
    }

    /// A request as the server saw it, and the fields of the response that must reach the client.
    struct Seen: Sendable {
        let number: Int
        let request: Request
        let saved: Fields
    }

    let id: String
    /// The kind of the case: `required`, `optimal` or `check`.
    let kind: String
    let isForSharedCaches: Bool
    let steps: [Value]

    init?(_ value: Value) {
        guard let id = value["id"]?.stringValue, let steps = value["requests"]?.arrayValue else {
            return nil
        }
        self.id = id
        self.steps = steps
        kind = value["kind"]?.stringValue ?? "required"
        isForSharedCaches =
            value["cdn_only"]?.boolValue == true || value["browser_skip"]?.boolValue == true
    }

    /// Returns all cases of a document written by the suite's own `test-engine/export.mjs`.
    static func all(in document: String) throws -> [CacheSuiteCase] {
        let groups = try JSON().decode([Value].self, from: document)
        return groups.flatMap { $0["tests"]?.arrayValue ?? [] }.compactMap { CacheSuiteCase($0) }
    }

    // MARK: - Running

    /// Runs the case, and throws if the result is not the expected one.
    func run() async throws {
        let time = TestTime()
        let server = CacheSuiteServer(self, time)
        var options = CachePolicy.Options()
        options.isShared = isForSharedCaches
        let stub = StubTransport { request throws(TransportError) in try server.answer(request) }
        let store = MemoryCacheStore()
        let cache = CacheTransport(base: stub, store: store, options: options) { time.now }
        var responses: [Response] = []
        for (index, step) in steps.enumerated() {
            let request = try request(index, step, after: responses.last)
            var response = await send(request, over: cache)
            let content = try? await response.content.collect(upTo: 1 << 20)
            response.content = Content(content ?? [])
            responses.append(response)
            try CacheSuiteChecks(step, index + 1).check(response, contentRead: content != nil)
            await cache.finishRevalidations()
            if step["pause_after"]?.boolValue == true { time.advance(3) }
        }
        try checkServer(server.seen, responses)
    }

    private func send(_ request: Request, over cache: CacheTransport) async -> Response {
        do {
            return try await cache.send(request)
        } catch {
            // A proxy would answer with this status.
            return Response(status: .badGateway)
        }
    }

    private func request(_ index: Int, _ step: Value, after last: Response?) throws -> Request {
        var uri = CachePeer.page
        if let name = step["filename"]?.stringValue { uri += "/\(name)" }
        if let query = step["query_arg"]?.stringValue { uri += "?\(query)" }
        // The suite's own client sends these fields to keep its runtime's cache out of the way.
        var fields: Fields = ["Pragma": "foo", .cacheControl: "nothing-to-see-here"]
        for (name, value) in step.pairs("request_headers") {
            let text = CacheSuiteServer.text(value, name, step, now: last?.fields["Server-Now"])
            fields.append(text, to: name)
        }
        fields["Test-ID"] = id
        fields["Req-Num"] = "\(index + 1)"
        let method = step["request_method"]?.stringValue.flatMap { Method($0) } ?? .get
        let content = step["request_body"]?.stringValue.map { Content($0) } ?? .empty
        return try Request(method: method, uri: URI(uri), fields: fields, content: content)
    }

    // MARK: - What the server saw

    private func checkServer(_ seen: [Seen], _ responses: [Response]) throws {
        var place = 0
        for (index, step) in steps.enumerated() {
            let checks = CacheSuiteChecks(step, index + 1)
            let expected = step["expected_type"]?.stringValue
            if expected == "cached" { continue }
            let found = place < seen.count ? seen[place] : nil
            place += 1
            try checks.check(found, expected)
            guard let found else { continue }
            for name in Set(found.saved.map(\.name)) where name != .date {
                let (got, sent) = (responses[index].fields[list: name], found.saved[list: name])
                guard got == sent else {
                    throw Failure(description: "\(name) is \(got), sent \(sent)", isSetup: true)
                }
            }
        }
    }
}

extension Value {
    /// Returns the names and values of the fields under a key of the case.
    func pairs(_ key: String) -> [(FieldName, Value)] {
        (self[key]?.arrayValue ?? []).compactMap { pair in
            guard let name = pair[0]?.stringValue.flatMap({ FieldName($0) }), let value = pair[1]
            else { return nil }
            return (name, value)
        }
    }
}

/// The server that answers the requests of a case.
final class CacheSuiteServer: Sendable {
    private let steps: [Value]
    private let time: TestTime
    private let state = Mutex<[CacheSuiteCase.Seen]>([])

    init(_ test: CacheSuiteCase, _ time: TestTime) {
        steps = test.steps
        self.time = time
    }

    var seen: [CacheSuiteCase.Seen] { state.withLock { $0 } }

    /// Returns the text of a field's value; a number in a date field is an offset from now in
    /// seconds.
    static func text(_ value: Value, _ name: FieldName, _ step: Value, now: String?) -> String {
        if let text = value.stringValue { return text }
        let dates: [FieldName] = [
            .date, "Expires", .lastModified, .ifModifiedSince, "If-Unmodified-Since",
        ]
        guard let offset = value.intValue else { return "" }
        guard dates.contains(name), let now = now.flatMap({ Int64($0) }) else { return "\(offset)" }
        let date = HTTPDate(secondsSince1970: now + Int64(offset))
        let old = step["rfc850date"]?.arrayValue?.compactMap { $0.stringValue } ?? []
        return old.contains(name.rawName.lowercased()) ? date.inOldForm : date.description
    }

    func answer(_ request: Request) throws(TransportError) -> Response {
        let count = seen.count + 1
        let number = request.fields["Req-Num"].flatMap { Int($0) } ?? count
        guard number <= steps.count else { throw TransportError(.failed, "one request too many") }
        let step = steps[number - 1]
        var response = Response(status: status(for: request, number, step))
        response.fields["Server-Base-Url"] = request.target
        response.fields["Server-Request-Count"] = "\(count)"
        response.fields["Client-Request-Count"] = "\(number)"
        response.fields["Server-Now"] = "\(time.now.secondsSince1970)"
        addFields(of: step, to: &response.fields, answering: request)
        let saved = saved(of: step, response.fields)
        if !response.fields.contains(.date) { response.fields[.date] = time.now.description }
        if !response.fields.contains(.contentType) { response.fields[.contentType] = "text/plain" }
        let found = CacheSuiteCase.Seen(number: number, request: request, saved: saved)
        let all = state.withLock { state in
            state.append(found)
            return state.map { "\($0.number)" }
        }
        response.fields["Request-Numbers"] = all.joined(separator: " ")
        if step["disconnect"]?.boolValue == true { throw TransportError(.connectionLost) }
        if ![204, 304].contains(response.status.code), request.method != .head {
            response.content = Content(step["response_body"]?.stringValue ?? "body")
        }
        return response
    }

    private func addFields(of step: Value, to fields: inout Fields, answering request: Request) {
        let movesLocations = step["magic_locations"]?.boolValue == true
        for (name, value) in step.pairs("response_headers") {
            for value in value.arrayValue ?? [value] {
                var text = Self.text(value, name, step, now: fields["Server-Now"])
                if movesLocations, [.location, "Content-Location"].contains(name) {
                    text = request.target + (text.isEmpty ? "" : "/\(text)")
                }
                fields.append(text, to: name)
            }
        }
    }

    /// Returns the fields of a response that must reach the client.
    private func saved(of step: Value, _ fields: Fields) -> Fields {
        var saved: Fields = [:]
        for pair in step["response_headers"]?.arrayValue ?? [] {
            guard let name = pair[0]?.stringValue.flatMap({ FieldName($0) }),
                pair[2]?.boolValue ?? true
            else { continue }
            saved.removeAll(name)
            for value in fields[values: name] { saved.append(value, to: name) }
        }
        return saved
    }

    private func status(for request: Request, _ number: Int, _ step: Value) -> Status {
        let told = step["response_status"]?[0]?.intValue ?? 200
        guard step["expected_type"]?.stringValue?.hasSuffix("validated") == true, number > 1 else {
            return Status(told) ?? .ok
        }
        let before = steps[number - 2].pairs("response_headers")
        func last(_ name: FieldName) -> String? {
            before.last { $0.0 == name }?.1.stringValue
        }
        // The date in the previous response was computed then, so it is compared with the one that
        // was sent.
        let dates = seen.last?.saved[.lastModified]
        if let date = dates, request.fields[.ifModifiedSince] == date { return .notModified }
        if let tag = last(.eTag), request.fields[.ifNoneMatch] == tag { return .notModified }
        return Status(999) ?? .internalServerError
    }
}

extension HTTPDate {
    /// The date in the obsolete format of RFC 850.
    fileprivate var inOldForm: String {
        let parts = description.split(separator: " ")
        guard parts.count == 6 else { return description }
        let days = [
            "Mon,": "Monday", "Tue,": "Tuesday", "Wed,": "Wednesday", "Thu,": "Thursday",
            "Fri,": "Friday", "Sat,": "Saturday", "Sun,": "Sunday",
        ]
        let day = days[String(parts[0])] ?? ""
        return "\(day), \(parts[1])-\(parts[2])-\(parts[3].suffix(2)) \(parts[4]) GMT"
    }
}
