// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// A request as Rails interprets it: the action, its parameters and the formats of the answer.
struct RailsCall: Sendable {
    let action: RailsRoute.Action
    /// The number, if the route has one.
    let id: Int
    /// The query and the content together; the content takes precedence over the query.
    let parameters: Parameter
    /// The formats that the answer may have, the most wanted first; empty if the format is unknown.
    let formats: [RailsType]
    /// True if the Accept field determined the format.
    let isByAccept: Bool
    /// True if no content is wanted.
    let isHead: Bool

    /// The greatest size of content that is read: Rails has no limit, but a server needs one.
    static let contentLimit = 1 << 20

    /// The columns of the table, which JSON content may also have outside of `score`.
    private static let columns: Set<ParameterName> = [
        "id", "name", "total", "created_at", "updated_at",
    ]

    /// The parameters of the change.
    ///
    /// - Throws: 400 if there are none, or they are not a map; the errors of values that no column
    ///   can hold.
    func changes() throws(RailsFailure) -> ScoreChanges {
        guard case .map(let members)? = parameters["score"], !members.isEmpty else {
            throw .status(.badRequest)
        }
        var changes = ScoreChanges()
        var invalid = InvalidScore()
        if let name = members["name"], name.isScalar {
            let text = name.columnText
            let count = text?.unicodeScalars.count ?? 0
            if count > ScoresService.nameLimit { invalid.refuseName() }
            changes.name = .some(text)
        }
        if let total = members["total"], total.isScalar {
            switch total.whole {
            case .nothing: changes.total = .some(nil)
            case .number(let number): changes.total = number
            case .tooLarge(let isNegative): invalid.refuseTotal(isNegative: isNegative)
            }
        }
        guard !invalid.isValid else { return changes }
        invalid.fields = changes.applied(to: ScoreFields())
        throw .invalid(invalid)
    }

    /// The best of the offered formats; `nil` if none of them is wanted.
    func format(among offered: [RailsType] = [.html, .xml, .json]) -> RailsType? {
        for format in formats {
            if format == .any { return offered.first }
            if offered.contains(format) { return format }
        }
        return nil
    }
}

/// A failure with the format of its answer.
struct RailsRefusal: Error {
    let failure: RailsFailure
    /// The first of the formats that were asked for.
    let format: RailsType?

    init(_ status: Status, _ format: RailsType?) {
        failure = .status(status)
        self.format = format
    }

    init(_ failure: RailsFailure, _ format: RailsType?) {
        self.failure = failure
        self.format = format
    }
}

// MARK: - Understanding

extension RailsCall {
    /// Interprets a request.
    ///
    /// The order is Rails': the method that a form names, the route, the parameters, the format.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: Its content.
    /// - Throws: The refusal of the request.
    init(_ request: Request, _ content: [UInt8]) async throws(RailsRefusal) {
        let body = RailsContent(request, content)
        let form = await body.form()
        let method = Self.method(of: request, form)
        guard Method.known.contains(method) else {
            throw Self.unrouted(.methodNotAllowed, request, body, form)
        }
        guard let verb = Method(method == "HEAD" ? "GET" : method),
            let route = RailsRoute(path: request.path), let action = route.action(of: verb)
        else { throw Self.unrouted(.notFound, request, body, form) }
        guard let id = PercentEncoding.unescaped(route.id),
            let ending = PercentEncoding.unescaped(route.ending ?? "")
        else { throw Self.unrouted(.badRequest, request, body, form) }
        guard body.hasType else { throw RailsRefusal(.notAcceptable, .html) }
        var parameters: Parameter
        do {
            parameters = try Self.query(of: request).merged(with: body.parameters(form))
        } catch {
            throw Self.unreadable(request)
        }
        if body.type == .json, parameters["score"] == nil {
            parameters = parameters.wrapped(Self.columns)
        }
        if route.ending != nil {
            parameters = parameters.merged(with: .map(["format": .text(ending)]))
        }
        do {
            (formats, isByAccept) = try Self.formats(request, parameters)
        } catch {
            throw RailsRefusal(.notAcceptable, .html)
        }
        self.action = action
        isHead = method == "HEAD"
        self.id = if case .number(let number) = id.rubyInteger { number } else { 0 }
        self.parameters = parameters
    }

    /// The method, or the one that a form or a field names instead of POST.
    private static func method(of request: Request, _ form: Parameter?) -> String {
        guard request.method == .post else { return request.method.name }
        let named = form?["_method"]?.columnText ?? request.fields["X-HTTP-Method-Override"]
        // No known method is longer; longer texts are not examined.
        guard let named, named.utf8.count <= 8, case let name = named.uppercased(),
            Method.overriding.contains(name)
        else {
            return request.method.name
        }
        return name
    }

    private static func query(of request: Request) throws(Unreadable) -> Parameter {
        guard let query = request.query else { return .map([:]) }
        return try .form(Array(query.utf8), separatedBy: Array("&;".utf8))
    }

    /// Returns the formats that the answer may have: by the parameter `format`, by the Accept field
    /// unless a browser sent it, or else a page.
    private static func formats(
        _ request: Request,
        _ parameters: Parameter
    ) throws(RailsAccept.Nonsense) -> (formats: [RailsType], isByAccept: Bool) {
        if let format = parameters["format"], format != .null, format != .bool(false) {
            return (RailsType(ending: format.columnText ?? "").map { [$0] } ?? [], false)
        }
        if RailsAccept.counts(request.fields) {
            return (try RailsAccept.types(request.fields), true)
        }
        // The ending is not a parameter yet if the route or the content could not be read.
        if let ending = RailsRoute.ending(of: request.path), let type = RailsType(ending: ending) {
            return ([type], false)
        }
        return ([RailsAccept.isScript(request.fields) ? .other("js") : .html], false)
    }

    /// A refusal of a query or content that cannot be read: parameters are ignored.
    private static func unreadable(_ request: Request) -> RailsRefusal {
        guard let found = try? formats(request, .map([:])) else {
            return RailsRefusal(.notAcceptable, .html)
        }
        return RailsRefusal(.badRequest, found.formats.first)
    }

    /// A refusal of a request without a route: the ending is not a parameter, and the Accept field
    /// takes precedence over it.
    private static func unrouted(
        _ status: Status,
        _ request: Request,
        _ body: RailsContent,
        _ form: Parameter?
    ) -> RailsRefusal {
        guard body.hasType else { return RailsRefusal(status, .html) }
        guard let query = try? query(of: request),
            let given = try? body.parameters(form),
            let found = try? formats(request, query.merged(with: given))
        else { return RailsRefusal(status, (try? formats(request, .map([:])).formats)?.first) }
        return RailsRefusal(status, found.formats.first)
    }
}

extension Parameter {
    /// The members of both maps; those of the other map take precedence.
    fileprivate func merged(with other: Parameter) -> Parameter {
        guard case .map(let own) = self, case .map(let others) = other else { return self }
        if own.isEmpty { return other }
        if others.isEmpty { return self }
        return .map(own.merging(others) { _, other in other })
    }

    /// The same map, in which `score` also has the members from outside of it.
    fileprivate func wrapped(_ columns: Set<ParameterName>) -> Parameter {
        guard case .map(var members) = self else { return self }
        members["score"] = .map(members.filter { columns.contains($0.key) })
        return .map(members)
    }
}

extension PercentEncoding {
    /// Resolves the escapes of a segment; invalid escapes stay as they are.
    ///
    /// - Returns: The text, or `nil` for bytes that are not UTF-8.
    fileprivate static func unescaped(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let plus = text.replacing("+", with: "%2B")
        return decodeForm(plus)
    }
}
