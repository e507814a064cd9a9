// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
public import RecadoHTTP

/// A pattern that a request must match for a rule of a stub to answer it.
///
/// A literal contains a method, or `*` for any method, and a path. In the path, a name in braces
/// matches any one segment, and a final `**` matches all further segments. A scheme with a host,
/// and a query, are optional; a request may have more query items than the literal:
///
/// ```swift
/// "GET /films/{id}"
/// "* https://example.org/films/**"
/// "GET /films?genre=drama&page={page}"
/// ```
///
/// Modifiers add further conditions. A pattern matches only if all of them hold:
///
/// ```swift
/// stub.on(RequestPattern("POST /films").field(.authorization).json(film), .status(.created))
/// ```
public struct RequestPattern: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// A condition that requests must meet.
    struct Criterion: Sendable {
        /// The weight of the criterion in the search for the pattern that a request comes closest
        /// to.
        var weight = 1
        /// Returns the difference between a request and the criterion; `nil` if the request meets
        /// the criterion.
        let difference: @Sendable (StubbedRequest) -> String?
    }

    /// The text of the pattern, followed by descriptions of its modifiers.
    public private(set) var description: String
    /// The reason why the text is not a valid pattern; `nil` if it is valid.
    public let flaw: String?

    private var criteria: [Criterion] = []
    private var path: PathTemplate?
    private var queryPlaceholders: [(name: String, parameter: String)] = []

    /// Creates a pattern from a literal, whose form is described at ``RequestPattern``.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Creates a pattern from its text.
    ///
    /// An invalid text does not stop the program: it matches nothing, and ``flaw`` contains the
    /// reason.
    ///
    /// - Parameter text: A method or `*`, one blank, and a path or a URI.
    public init(_ text: String) {
        description = text
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let method = parts.first.flatMap { Method(String($0)) }
        guard parts.count == 2, parts[0] == "*" || method != nil else {
            flaw = "expected a method or “*”, one blank, and a path or a URI"
            return
        }
        var rest = parts[1]
        var origin: Substring?
        if let mark = rest.range(of: "://") {
            let end = rest[mark.upperBound...].firstIndex { $0 == "/" || $0 == "?" }
            origin = rest[..<(end ?? rest.endIndex)]
            rest = rest[(end ?? rest.endIndex)...]
        }
        guard origin != nil || rest.hasPrefix("/") || rest == "*" else {
            flaw = "expected a path that begins with a slash"
            return
        }
        flaw = nil
        if parts[0] != "*", let method { add(method) }
        if let origin { add(origin: String(origin)) }
        let (path, query) = rest.cut(at: "?")
        add(PathTemplate(path.isEmpty ? "/" : path))
        if let query { add(query: query) }
    }

    // MARK: - Asking for more

    /// Requires a host.
    ///
    /// - Parameter host: The host that the request must name, with its port if it has one.
    /// - Returns: The stricter pattern.
    public func host(_ host: String) -> RequestPattern {
        asking("host \(host)", weight: 3) { request in
            let actual = request.request.authority
            return actual.lowercased() == host.lowercased()
                ? nil : "host \(actual), expected \(host)"
        }
    }

    /// Requires a query item; other items are allowed.
    ///
    /// - Parameters:
    ///   - name: The name of the item.
    ///   - value: The decoded value; `nil`, which is the default, for any.
    /// - Returns: The stricter pattern.
    public func query(_ name: String, _ value: String? = nil) -> RequestPattern {
        asking("query \(name)" + (value.map { "=\($0)" } ?? "")) { request in
            let values = request.query[all: name]
            if let value, values.contains(value) { return nil }
            if value == nil, !values.isEmpty { return nil }
            return Self.difference(in: "query \(name)", values, value)
        }
    }

    /// Requires a field of the header section.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value; `nil`, which is the default, for any.
    /// - Returns: The stricter pattern.
    public func field(_ name: FieldName, _ value: String? = nil) -> RequestPattern {
        asking("field \(name)" + (value.map { ": \($0)" } ?? "")) { request in
            let values = request.request.fields[values: name]
            if let value, values.contains(value) { return nil }
            if value == nil, !values.isEmpty { return nil }
            return Self.difference(in: "field \(name)", values, value)
        }
    }

    /// Requires exactly this content, byte by byte.
    ///
    /// - Parameter text: The content, as UTF-8.
    /// - Returns: The stricter pattern.
    public func content(_ text: String) -> RequestPattern {
        asking("content of \(text.utf8.count) bytes") { request in
            request.bytes.elementsEqual(text.utf8)
                ? nil : LineDifference(expected: text, actual: request.text).summary("content")
        }
    }

    /// Requires content with the same JSON value; white space, the order of members and the
    /// notation of numbers and strings do not matter.
    ///
    /// - Parameter value: The value that the content must encode.
    /// - Returns: The stricter pattern.
    public func json(_ value: some Encodable) -> RequestPattern {
        let expected = try? JSON().value(from: JSON().encode(value))
        return asking("JSON content") { request in
            guard let expected else { return "content: the value expected cannot be encoded" }
            let actual = try? JSON().value(from: request.bytes)
            if actual == expected { return nil }
            guard let actual else { return "content that is no JSON" }
            return LineDifference(expected: expected.lines, actual: actual.lines).summary("content")
        }
    }

    /// Requires a property that a closure checks.
    ///
    /// - Parameters:
    ///   - what: A short description of the property.
    ///   - holds: Returns true if a request has it.
    /// - Returns: The stricter pattern.
    public func matching(
        _ what: String,
        _ holds: @escaping @Sendable (StubbedRequest) -> Bool
    ) -> RequestPattern {
        asking(what) { holds($0) ? nil : "not \(what)" }
    }

    /// Replaces the pattern's description.
    mutating func relabel(_ words: String) {
        description = words
    }

    private func asking(
        _ what: String,
        weight: Int = 1,
        _ difference: @escaping @Sendable (StubbedRequest) -> String?
    ) -> RequestPattern {
        var pattern = self
        pattern.description += ", \(what)"
        pattern.criteria.append(Criterion(weight: weight, difference: difference))
        return pattern
    }

    private static func difference(
        in what: String,
        _ actual: [String],
        _ expected: String?
    ) -> String {
        let found = actual.isEmpty ? "missing" : actual.joined(separator: ", ")
        return "\(what) \(found)" + (expected.map { ", expected \($0)" } ?? "")
    }

    // MARK: - Reading the text

    private mutating func add(_ method: Method) {
        criteria.append(
            Criterion(weight: 2) { request in
                let actual = request.request.method
                return actual == method ? nil : "method \(actual), expected \(method)"
            }
        )
    }

    private mutating func add(origin: String) {
        let expected = origin.lowercased()
        criteria.append(
            Criterion(weight: 3) { request in
                let actual = "\(request.request.scheme)://\(request.request.authority)"
                return actual.lowercased() == expected
                    ? nil : "origin \(actual), expected \(origin)"
            }
        )
    }

    private mutating func add(_ template: PathTemplate) {
        path = template
        criteria.append(
            Criterion(weight: 4) { request in
                let actual = request.request.path
                return template.match(actual) != nil
                    ? nil : "path \(actual), expected \(template.text)"
            }
        )
    }

    private mutating func add(query: Substring) {
        for item in (try? QueryItems(parsing: query)) ?? QueryItems() {
            var stricter: RequestPattern
            if item.value.hasPrefix("{"), item.value.hasSuffix("}") {
                let parameter = String(item.value.dropFirst().dropLast())
                queryPlaceholders.append((item.name, parameter))
                stricter = self.query(item.name)
            } else {
                stricter = self.query(item.name, item.value)
            }
            // The pattern's text already contains the query.
            stricter.description = description
            self = stricter
        }
    }

    // MARK: - Matching

    /// Returns the differences between a request and the pattern, and their total weight.
    func differences(of request: StubbedRequest) -> (weight: Int, differences: [String]) {
        if let flaw { return (.max, ["“\(description)” is no pattern: \(flaw)"]) }
        var weight = 0
        var differences: [String] = []
        for criterion in criteria {
            guard let difference = criterion.difference(request) else { continue }
            weight += criterion.weight
            differences.append(difference)
        }
        return (weight, differences)
    }

    /// Returns the values of the pattern's parameters, which are its names in braces.
    func parameters(of request: StubbedRequest) -> [String: String] {
        var parameters = path?.match(request.request.path) ?? [:]
        for (name, parameter) in queryPlaceholders {
            parameters[parameter] = request.query[name]
        }
        return parameters
    }
}

extension Substring {
    /// Returns the parts before and after the first occurrence of a character; the second is `nil`
    /// if the character does not occur.
    func cut(at mark: Character) -> (before: Substring, behind: Substring?) {
        guard let index = firstIndex(of: mark) else { return (self, nil) }
        return (self[..<index], self[self.index(after: index)...])
    }

    /// Returns the range of the first occurrence of a text; `nil` if it does not occur.
    func range(of text: String) -> Range<Index>? {
        firstRange(of: text)
    }
}

extension Value {
    /// The value as JSON with one member on each line, for comparisons.
    var lines: String {
        var json = JSON()
        json.isPretty = true
        json.sortsKeys = true
        return (try? json.encodeToString(self)) ?? ""
    }
}
