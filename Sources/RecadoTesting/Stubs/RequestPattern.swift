// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
public import RecadoHTTP

/// A pattern that a request must match for a rule of a stub to answer it.
///
/// A literal contains the main parts: the method, or `*` for any, and the path, with a name in
/// braces for a segment of any text, and optionally `**` for any further segments. A scheme and a
/// host, and a query of which the request must have at least these items, may be added:
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
    /// One thing that must hold.
    struct Criterion: Sendable {
        /// The weight of the criterion in the search for the nearest pattern.
        var weight = 1
        /// Returns the difference between a request and the criterion; `nil` if the request meets
        /// the criterion.
        let difference: @Sendable (StubbedRequest) -> String?
    }

    /// The pattern in words, as it was written.
    public private(set) var description: String
    /// The reason why the text is not a valid pattern; `nil` if it is valid.
    public let flaw: String?

    private var criteria: [Criterion] = []
    private var path: PathTemplate?
    private var queryPlaceholders: [(name: String, parameter: String)] = []

    /// Creates a pattern from a literal; see the type for its form.
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
    /// - Parameter host: The authority of the request, with its port if it has one.
    /// - Returns: The stricter pattern.
    public func host(_ host: String) -> RequestPattern {
        asking("host \(host)", weight: 3) { request in
            let actual = request.request.authority
            return actual.lowercased() == host.lowercased()
                ? nil : "host \(actual), expected \(host)"
        }
    }

    /// Requires an item of the query; others are allowed.
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

    /// Requires certain content, compared byte by byte.
    ///
    /// - Parameter text: The content, as UTF-8.
    /// - Returns: The stricter pattern.
    public func content(_ text: String) -> RequestPattern {
        asking("content of \(text.utf8.count) bytes") { request in
            request.bytes.elementsEqual(text.utf8)
                ? nil : LineDifference(expected: text, actual: request.text).summary("content")
        }
    }

    /// Requires content with the same JSON value, in any notation.
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

    /// Requires another property.
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
            // The text contains this already.
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

    /// The texts at the positions of the pattern's names in braces.
    func parameters(of request: StubbedRequest) -> [String: String] {
        var parameters = path?.match(request.request.path) ?? [:]
        for (name, parameter) in queryPlaceholders {
            parameters[parameter] = request.query[name]
        }
        return parameters
    }
}

extension Substring {
    /// The parts before and after a character; the second is `nil` if the character does not occur.
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
    /// The value as JSON with a line for each member, to compare.
    var lines: String {
        var json = JSON()
        json.isPretty = true
        json.sortsKeys = true
        return (try? json.encodeToString(self)) ?? ""
    }
}
