// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
package import RecadoHTTP

extension SOAP.Fault {
    /// Reads a fault from the element that holds it.
    ///
    /// Children are found by their local names, because many servers of SOAP 1.1 wrongly qualify
    /// them.
    ///
    /// - Parameters:
    ///   - element: The element `Fault`.
    ///   - status: The status of the answer, for problems that have no status of their own.
    package init(reading element: Document.Cursor, status: Status) {
        let code = element.member("faultcode") ?? element.member("Code")?.member("Value")
        let reason = element.member("faultstring") ?? element.member("Reason")?.member("Text")
        self.init(
            Code(named: Self.local(Self.text(code))),
            Self.text(reason)
        )
        role = (element.member("faultactor") ?? element.member("Role")).map { Self.text($0) }
        var subcode = element.member("Code")?.member("Subcode")
        while let found = subcode, subcodes.count < 16 {
            subcodes.append(Self.local(Self.text(found.member("Value"))))
            subcode = found.member("Subcode")
        }
        guard let detail = element.member("detail") ?? element.member("Detail") else { return }
        self.detail = try? detail.decode(Value.self, XML().choices)
        let name = Document.Name(local: "problem", namespace: ProblemDetails.namespace)
        if let part = detail.childElements.first(where: { $0.name == name })?.value {
            problem = Self.problem(in: part, status: status)
        }
    }

    private static func problem(in part: Document.Cursor, status: Status) -> ProblemDetails? {
        guard let value = try? part.decode(Value.self, XML().choices),
            var members = ProblemDetails.members(ofXML: value)
        else { return nil }
        if members["status"]?.intValue == nil {
            members["status"] = .number(Value.Number(Int64(status.code)))
        }
        guard let document = try? JSON().encode(Value.object(members)) else { return nil }
        return try? JSON().decode(ProblemDetails.self, from: document)
    }

    private static func text(_ value: Document.Cursor?) -> String {
        value?.textInXML.string?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
    }

    /// Returns a name without its prefix.
    private static func local(_ name: String) -> String {
        name.split(separator: ":", omittingEmptySubsequences: false).last.map(String.init) ?? name
    }
}
