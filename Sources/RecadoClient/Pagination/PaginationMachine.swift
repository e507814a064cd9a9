// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

/// A state machine that decides which page to request next, without I/O.
///
/// 1. No address is requested twice, and the number of pages does not exceed the limit.
/// 2. Header fields that are removed before a request to another origin are never restored.
struct PaginationMachine: Sendable {
    enum Verdict: Sendable {
        case end
        case next(Request)
        case fail(LinkError)
    }

    /// The reason why the next page is not requested.
    enum LinkError: Error, Sendable, CustomStringConvertible {
        case tooManyPages(Int)
        case repeatedAddress(page: Int)
        case repeatedContent(page: Int)
        case otherOrigin
        case malformedAddress
        case noCursor
        case unreadable(CodingError)

        var description: String {
            switch self {
            case .tooManyPages(let limit): "more than \(limit) pages"
            case .repeatedAddress(let page): "page \(page) leads to a page that came before"
            case .repeatedContent(let page):
                "page \(page) is the same as the one before; the query may be disregarded"
            case .otherOrigin: "the next page is at another origin, which is not allowed"
            case .malformedAddress: "the address of the next page is malformed"
            case .noCursor: "expected a text or a number that leads to the next page"
            case .unreadable(let failure): "no way to the next page: \(failure)"
            }
        }
    }

    private let pagination: Pagination
    private var request: Request
    private var visited: Set<String> = []
    private var lastContent: [UInt8] = []
    private var items = 0
    private var count = 0

    /// Creates the machine for the pages of one list.
    ///
    /// - Parameters:
    ///   - pagination: The rule that finds the next page.
    ///   - request: The request for the first page.
    init(_ pagination: Pagination, _ request: Request) {
        self.pagination = pagination
        self.request = request
        visited.insert(Self.address(of: request))
    }

    /// Finds the next page.
    ///
    /// - Parameters:
    ///   - fields: The header section of the page.
    ///   - content: The content of the page.
    ///   - uri: The address of the page, after redirects.
    /// - Returns: The request for the next page, the end, or the reason why there is no request.
    mutating func receive(_ fields: Fields, _ content: [UInt8], from uri: URI?) -> Verdict {
        count += 1
        do throws(LinkError) {
            guard let next = try next(fields, content, uri ?? request.uri) else { return .end }
            guard count < pagination.pages else { throw .tooManyPages(pagination.pages) }
            guard visited.insert(Self.address(of: next)).inserted else {
                throw .repeatedAddress(page: count)
            }
            request = next
            return .next(next)
        } catch {
            return .fail(error)
        }
    }

    private static func address(of request: Request) -> String {
        "\(request.origin)\(request.target)"
    }

    // MARK: - Ways

    private mutating func next(
        _ fields: Fields,
        _ content: [UInt8],
        _ uri: URI?
    ) throws(LinkError) -> Request? {
        switch pagination.way {
        case .link(let relation):
            let link = LinkField(fields[values: .link])[relation]
            return try link.map { link throws(LinkError) in try target(link.target, uri) }
        case .address(let path):
            guard let value = try value(at: path, in: content) else { return nil }
            let text = value.stringValue ?? value[path: "href"]?.stringValue
            guard let text else { throw .noCursor }
            return text.isEmpty ? nil : try target(text, uri)
        case .cursor(let path, let name):
            guard let value = try value(at: path, in: content), value != .bool(false) else {
                return nil
            }
            guard let text = value.stringValue ?? value.intValue.map(String.init) else {
                throw .noCursor
            }
            guard !text.isEmpty else { return nil }
            return setting(name, to: text)
        case .offset(let name, let path):
            let offset = number(name) ?? 0
            guard let count = try countItems(at: path, fields, content, before: offset) else {
                return nil
            }
            return setting(name, to: "\(offset.addingReportingOverflow(count).partialValue)")
        case .number(let name, let first, let path):
            guard try countItems(at: path, fields, content, before: items) != nil else {
                return nil
            }
            let number = (number(name) ?? first).addingReportingOverflow(1).partialValue
            return setting(name, to: "\(number)")
        }
    }

    /// Returns the number of items on a page; `nil` if the page is the last.
    private mutating func countItems(
        at path: CodingPath,
        _ fields: Fields,
        _ content: [UInt8],
        before: Int
    ) throws(LinkError) -> Int? {
        let count: Int
        do throws(CodingError) {
            count = try JSON().decodeIfPresent([Item].self, from: content, at: path)?.count ?? 0
        } catch {
            throw .unreadable(error)
        }
        guard count > 0 else { return nil }
        guard content != lastContent else { throw .repeatedContent(page: self.count) }
        lastContent = content
        items += count
        let seen = before.addingReportingOverflow(count).partialValue
        if let total = fields["X-Total-Count"].flatMap({ Int($0) }), seen >= total { return nil }
        return count
    }

    /// A type that decodes any value and discards it, for counting.
    private struct Item: Decodable {
        init(from decoder: any Decoder) {}
    }

    private func value(at path: CodingPath, in content: [UInt8]) throws(LinkError) -> Value? {
        do throws(CodingError) {
            let value = try JSON().decodeIfPresent(Value.self, from: content, at: path)
            return value == .null ? nil : value
        } catch {
            throw .unreadable(error)
        }
    }

    // MARK: - Requests

    private func target(_ reference: String, _ uri: URI?) throws(LinkError) -> Request {
        guard let uri, let target = try? uri.resolving(LocationText.escaped(reference)),
            var next = try? Request(
                method: request.method,
                uri: target,
                fields: request.fields,
                content: request.content
            )
        else { throw .malformedAddress }
        guard next.origin != request.origin else { return next }
        let isDowngrade = request.scheme == "https" && next.scheme != "https"
        guard pagination.allowsOtherOrigins, !isDowngrade else { throw .otherOrigin }
        let secrets = Set(request.fields.map(\.name).filter(Redaction.isSensitive))
        for name in secrets { next.fields.removeAll(name) }
        return next
    }

    private func number(_ name: String) -> Int? {
        (try? QueryItems(parsing: request.query ?? ""))?[name].flatMap { Int($0) }
    }

    /// Returns the request with one name and value replaced in its query.
    private func setting(_ name: String, to value: String) -> Request {
        let kept = (request.query ?? "").split(separator: "&").filter { pair in
            let found = pair.prefix { $0 != "=" }
            return PercentEncoding.decodeForm(found) != name
        }
        var items = QueryItems()
        items.append(value, to: name)
        var next = request
        let query = (kept.map(String.init) + [items.encoded]).joined(separator: "&")
        next.target = "\(request.path)?\(query)"
        return next
    }
}
