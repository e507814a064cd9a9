// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP

/// Calls each operation of a service as the service's document describes, and in some ways that the
/// document does not allow.
struct ServiceCheck: Sendable {
    let service: DescribedService
    let caller: CheckCaller
    /// True if unsafe methods, which may change data, are called as well.
    let callsUnsafe: Bool
    var report: CheckReport

    init(
        service: DescribedService,
        caller: CheckCaller,
        callsUnsafe: Bool,
        rules: [CheckRule]
    ) {
        self.service = service
        self.caller = caller
        self.callsUnsafe = callsUnsafe
        report = CheckReport(rules: rules)
    }

    /// A media type that no service supports.
    private static let strangeType = "application/x-recado-check"
    private static let strangeMethod = Method("RECADO-CHECK") ?? .head

    mutating func run() async {
        for path in service.paths where !path.operations.isEmpty {
            await checkMethods(of: path)
            var isTagged = false
            for operation in path.operations where operation.method == .get {
                isTagged = await checkReading(operation)
            }
            guard callsUnsafe else { continue }
            for operation in path.operations where !operation.method.isSafe {
                await checkChanging(operation, isTagged: isTagged)
            }
        }
        await checkUnknownPath()
    }

    // MARK: - Methods

    private mutating func checkMethods(of path: DescribedService.Path) async {
        guard let uri = path.operations.first?.uri else { return }
        if let options = await send(.options, uri) {
            let allowed: Set<String> = Set(
                options.fields[values: .allow].joined(separator: ",").split(separator: ",")
                    .map { name in String(name.filter { $0 != " " }) }
            )
            let missing = path.operations.map(\.method.name).filter { !allowed.contains($0) }
            report.note(
                "OPTIONS names the methods",
                options,
                CheckRule.verdict(
                    options.status.class == .success && missing.isEmpty,
                    missing.isEmpty
                        ? "answered \(options.status)"
                        : "Allow lacks \(missing.joined(separator: ", "))"
                )
            )
        }
        if let strange = await send(Self.strangeMethod, uri) {
            let isRefused = [.methodNotAllowed, .notImplemented].contains(strange.status)
            let verdict = CheckRule.verdict(isRefused, "answered \(strange.status)")
            report.note("unknown methods are refused with 405", strange, verdict)
        }
    }

    private mutating func checkUnknownPath() async {
        let name = "recado-check-\(UInt64.random(in: 0 ... .max))"
        guard let uri = try? service.base.resolving(name), let exchange = await send(.get, uri)
        else { return }
        let verdict = CheckRule.verdict(
            exchange.status == .notFound,
            "answered \(exchange.status)"
        )
        report.note("unknown paths are 404", exchange, verdict)
    }

    // MARK: - Reading

    /// Checks several ways of reading a resource; returns true if the answer has an ETag.
    private mutating func checkReading(_ operation: DescribedService.Operation) async -> Bool {
        let isStream = operation.isStream
        guard let get = await send(.get, operation.uri, operation.fields, expectsStream: isStream)
        else { return false }
        if operation.isWebSocket {
            let verdict = CheckRule.verdict(get.status.code >= 400, "answered \(get.status)")
            report.note("a WebSocket needs Upgrade", get, verdict)
            return false
        }
        if let head = await send(.head, operation.uri, operation.fields) {
            let isSame =
                head.status == get.status && head.content.isEmpty
                && head.mediaType == get.mediaType
            let verdict = CheckRule.verdict(
                isSame,
                "HEAD answered \(head.status), GET \(get.status)"
            )
            report.note("HEAD is GET without content", head, verdict)
        }
        guard get.status == .ok else { return false }
        await checkConditions(of: operation, after: get)
        var fields = operation.fields
        fields[.accept] = Self.strangeType
        if let other = await send(.get, operation.uri, fields, expectsStream: isStream) {
            let verdict = CheckRule.verdict(
                other.status == .notAcceptable,
                "Accept: \(Self.strangeType) was answered with \(other.status)"
            )
            report.note("Accept is honoured, or refused with 406", other, verdict)
        }
        return get.fields.contains(.eTag)
    }

    // MARK: - Changing

    private mutating func checkChanging(
        _ operation: DescribedService.Operation,
        isTagged: Bool
    ) async {
        var fields = operation.fields
        if operation.takesContent {
            await checkStrangeContent(operation)
            guard operation.content != nil else { return }
            fields[.contentType] = "application/json"
        }
        let content = operation.content.map { Content($0) } ?? .empty
        if isTagged || operation.declaresConditions {
            await checkLostUpdate(operation, fields, content)
        }
        let answer = await send(
            operation.method,
            operation.uri,
            fields,
            content,
            expectsStream: operation.isStream
        )
        guard let exchange = answer, exchange.status == .created,
            let location = exchange.fields[.location],
            let target = try? operation.uri.resolving(location),
            target.origin == operation.uri.origin,
            let created = await send(.get, target)
        else { return }
        let verdict = CheckRule.verdict(
            created.status.code < 400,
            "Location was answered with \(created.status)"
        )
        report.note("Location leads to what was created", created, verdict)
    }

    private mutating func checkStrangeContent(_ operation: DescribedService.Operation) async {
        var fields = operation.fields
        fields[.contentType] = Self.strangeType
        let content = Content("?")
        guard let refused = await send(operation.method, operation.uri, fields, content),
            ![.unauthorized, .forbidden].contains(refused.status)
        else { return }
        let verdict = CheckRule.verdict(
            refused.status == .unsupportedMediaType,
            "content of \(Self.strangeType) was answered with \(refused.status)"
        )
        report.note("unknown content is refused with 415", refused, verdict)
    }

    // MARK: - Exchanges

    /// Makes a request and applies all rules to the answer; a failed transfer is recorded as a
    /// finding.
    mutating func send(
        _ method: Method,
        _ uri: URI,
        _ fields: Fields = [:],
        _ content: Content = .empty,
        expectsStream: Bool = false
    ) async -> CheckedExchange? {
        guard let request = try? Request(method: method, uri: uri, fields: fields, content: content)
        else { return nil }
        do {
            let exchange = try await caller.send(request, expectsStream: expectsStream)
            report.count(exchange)
            // An answer to too many requests (429) provides no information about the operation.
            return exchange.status == .tooManyRequests ? nil : exchange
        } catch {
            report.fail("\(method) \(request.target)", "\(error)")
            return nil
        }
    }
}
