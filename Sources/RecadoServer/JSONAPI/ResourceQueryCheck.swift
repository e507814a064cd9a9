// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The query rules of JSON:API 1.1, "Query Parameters", for an endpoint that answers in JSON:API.
struct ResourceQueryCheck: Sendable {
    /// The parameters that the endpoint declares; they may have any names.
    private let declared: Set<String>

    init(_ plan: EndpointLayout, takesFormatParameter: Bool) {
        var declared = Set(plan.inputs(in: .query).map(\.wireName))
        if takesFormatParameter { declared.insert("format") }
        self.declared = declared
    }

    /// Refuses with 400 parameters that the specification reserves and the endpoint does not
    /// declare.
    func check(_ request: Request) throws(ProblemDetails) {
        guard let query = request.query else { return }
        let items: QueryItems
        do throws(QueryItemsError) {
            items = try QueryItems(comparing: query, limit: 1_000)
        } catch {
            throw ProblemDetails(status: .badRequest, detail: "The query: \(error)")
        }
        let errors = items.filter { isUnknown($0.name) }.prefix(20).map { item in
            InputError(
                at: .query(item.name),
                code: "additionalProperties",
                detail: ResourceWords.unknownParameter
            )
        }
        if errors.isEmpty { return }
        throw ProblemDetails(
            status: .badRequest,
            detail: ResourceWords.unknownParameter,
            errors: Array(errors)
        )
    }

    private func isUnknown(_ name: String) -> Bool {
        let family = String(name.prefix { $0 != "[" })
        if declared.contains(name) || declared.contains(family) { return false }
        if family == "fields", name.utf8.count > family.utf8.count { return false }
        return Self.isReserved(family)
    }

    /// True for a parameter, or a family of parameters, that the specification reserves for itself.
    ///
    /// Only names of lowercase letters are reserved. Services may choose all other names, and
    /// ignore those that they do not know.
    static func isReserved(_ family: some StringProtocol) -> Bool {
        family.utf8.allSatisfy { $0 &- 0x61 < 26 }
    }
}
