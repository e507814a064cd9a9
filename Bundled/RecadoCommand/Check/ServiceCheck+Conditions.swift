// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Conditional requests (RFC 9110 §13).
extension ServiceCheck {
    /// An entity tag that no resource has.
    private static let strangeTag = "\"recado-check\""
    /// A date so early that every resource was modified later.
    private static let longAgo = HTTPDate(secondsSince1970: 0)

    /// Reads a resource again with conditional requests, if the earlier answer had an ETag or a
    /// modification date.
    ///
    /// - Parameters:
    ///   - operation: The operation that reads the resource.
    ///   - get: The earlier exchange, with the answer.
    mutating func checkConditions(
        of operation: DescribedService.Operation,
        after get: CheckedExchange
    ) async {
        if let tag = get.fields[.eTag] {
            await checkTag(tag, operation)
            await checkRefusal(.ifMatch, Self.strangeTag, operation, operation.fields)
        }
        // Without a modification date, a service ignores the condition (RFC 9110 §13.1.4).
        if let modified = get.fields[.lastModified].flatMap({ CheckRule.date($0) }),
            modified > Self.longAgo
        {
            let date = Self.longAgo.description
            await checkRefusal(.ifUnmodifiedSince, date, operation, operation.fields)
        }
    }

    private mutating func checkTag(_ tag: String, _ operation: DescribedService.Operation) async {
        let isTag = EntityTag(tag) != nil
        var fields = operation.fields
        fields[.ifNoneMatch] = tag
        guard let exchange = await send(operation.method, operation.uri, fields) else { return }
        let verdict = CheckRule.verdict(
            isTag && exchange.status == .notModified && exchange.content.isEmpty,
            isTag ? "its own ETag was answered with \(exchange.status)" : "the ETag is none"
        )
        report.note("an ETag that matches is 304", exchange, verdict)
    }

    /// Requests a change that the service must refuse, because the `If-Match` field does not match.
    ///
    /// - Parameters:
    ///   - operation: The operation that changes the resource; only PUT, PATCH and DELETE are
    ///     checked, because a POST overwrites nothing.
    ///   - fields: The fields of the change.
    ///   - content: The content of the change.
    mutating func checkLostUpdate(
        _ operation: DescribedService.Operation,
        _ fields: Fields,
        _ content: Content
    ) async {
        guard [.put, .patch, .delete].contains(operation.method) else { return }
        await checkRefusal(.ifMatch, Self.strangeTag, operation, fields, content)
    }

    /// Makes a request with a condition that is false, and checks that it is refused.
    private mutating func checkRefusal(
        _ condition: FieldName,
        _ value: String,
        _ operation: DescribedService.Operation,
        _ fields: Fields,
        _ content: Content = .empty
    ) async {
        var fields = fields
        fields[condition] = value
        guard
            let exchange = await send(
                operation.method,
                operation.uri,
                fields,
                content,
                expectsStream: operation.isStream
            )
        else { return }
        let verdict: CheckRule.Verdict =
            switch exchange.status {
            case .preconditionFailed: .holds
            // An error that does not depend on the condition comes first (RFC 9110 §13.2.1).
            case let status where status.code >= 400: .notApplicable
            case let status: .broken("\(condition): \(value) was answered with \(status)")
            }
        report.note("\(condition) that fails is 412", exchange, verdict)
    }
}
