// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// A request as Rails interprets it: the action, its parameters and the formats of the answer.
struct RailsCall: Sendable {
    let action: RailsRoute.Action
    /// The number of the score; 0 if the route has none.
    let id: Int
    /// The parameters of the query and the content; the content takes precedence.
    let parameters: Parameter
    /// The formats that the answer may have, the most preferred first; empty if the format is
    /// unknown.
    let formats: [RailsType]
    /// True if the Accept field determined the format.
    let isByAccept: Bool

    /// The greatest number of bytes of content that is read; Rails has no limit, but a server needs
    /// one.
    static let contentLimit = 1 << 20

    /// The columns of the table, which JSON content may also have outside of `score`.
    private static let columns: Set<ParameterName> = [
        "id", "name", "total", "created_at", "updated_at",
    ]

    /// Returns the changes to the score.
    ///
    /// - Throws: The status 400 if there are no parameters or they are not a map, or the errors of
    ///   values that no column can hold.
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

    /// Returns the most preferred of the offered formats; `nil` if none is accepted.
    func format(among offered: [RailsType] = [.html, .xml, .json]) -> RailsType? {
        for format in formats {
            if format == .any { return offered.first }
            if offered.contains(format) { return format }
        }
        return nil
    }
}

/// A failure with the format of its answer.
struct RailsError: Error {
    let failure: RailsFailure
    /// The first of the requested formats.
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
    /// The order of the steps is that of Rails: the method that a form names, the route, the
    /// parameters, the format.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content of the request.
    /// - Throws: The refusal of the request.
    init(_ request: Request, _ content: [UInt8]) async throws(RailsError) {
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
        guard body.hasType else { throw RailsError(.notAcceptable, .html) }
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
            throw RailsError(.notAcceptable, .html)
        }
        self.action = action
        self.id = if case .number(let number) = id.rubyInteger { number } else { 0 }
        self.parameters = parameters
    }

    /// Returns the method; a form or a header field may override POST.
    private static func method(of request: Request, _ form: Parameter?) -> String {
        guard request.method == .post else { return request.method.name }
        let named = form?["_method"]?.columnText ?? request.fields["X-HTTP-Method-Override"]
        // No known method is longer, so longer texts are not examined.
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

    /// Returns the formats that the answer may have: from the parameter `format`, from the Accept
    /// field unless a browser sent it, or else HTML.
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
        // The ending is taken from the path, because it is missing among the parameters if the
        // route or the content could not be read.
        if let ending = RailsRoute.ending(of: request.path), let type = RailsType(ending: ending) {
            return ([type], false)
        }
        return ([RailsAccept.isScript(request.fields) ? .other("js") : .html], false)
    }

    /// Returns the refusal of a request whose query or content cannot be read; its parameters are
    /// ignored.
    private static func unreadable(_ request: Request) -> RailsError {
        guard let found = try? formats(request, .map([:])) else {
            return RailsError(.notAcceptable, .html)
        }
        return RailsError(.badRequest, found.formats.first)
    }

    /// Returns the refusal of a request without a route.
    ///
    /// Here the Accept field takes precedence over the path's ending.
    private static func unrouted(
        _ status: Status,
        _ request: Request,
        _ body: RailsContent,
        _ form: Parameter?
    ) -> RailsError {
        guard body.hasType else { return RailsError(status, .html) }
        guard let query = try? query(of: request),
            let given = try? body.parameters(form),
            let found = try? formats(request, query.merged(with: given))
        else { return RailsError(status, (try? formats(request, .map([:])).formats)?.first) }
        return RailsError(status, found.formats.first)
    }
}

extension Parameter {
    /// Returns the members of both maps; members of `other` take precedence.
    fileprivate func merged(with other: Parameter) -> Parameter {
        guard case .map(let own) = self, case .map(let others) = other else { return self }
        if own.isEmpty { return other }
        if others.isEmpty { return self }
        return .map(own.merging(others) { _, other in other })
    }

    /// Returns the map with an additional member `score`, which contains the map's members that are
    /// named like columns.
    fileprivate func wrapped(_ columns: Set<ParameterName>) -> Parameter {
        guard case .map(var members) = self else { return self }
        members["score"] = .map(members.filter { columns.contains($0.key) })
        return .map(members)
    }
}

extension PercentEncoding {
    /// Decodes the percent-encoding of a segment; invalid escapes stay unchanged.
    ///
    /// - Returns: The text, or `nil` for bytes that are not UTF-8.
    fileprivate static func unescaped(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let plus = text.replacing("+", with: "%2B")
        return decodeForm(plus)
    }
}
