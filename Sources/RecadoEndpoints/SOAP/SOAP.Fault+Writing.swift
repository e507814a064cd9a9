// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

extension SOAP.Fault {
    /// Returns the message that contains the fault.
    package func envelope(in version: SOAP.Version) -> [UInt8] {
        version.envelope(around: Array(body(in: version).utf8), header: header(in: version))
    }

    /// Returns the status of the answer (SOAP 1.1 §6.2, SOAP 1.2 part 2 table 20).
    ///
    /// A problem keeps the status 401, 413, 429 or 503, so that a client can ask for a password,
    /// send less, or wait.
    package func status(in version: SOAP.Version) -> Status {
        if let status = problem?.status, Self.statusesOfHTTP.contains(status.code) {
            return status
        }
        return version == .soap12 && code == .sender ? .badRequest : .internalServerError
    }

    private static let statusesOfHTTP: Set<Int> = [401, 413, 429, 503]

    private func body(in version: SOAP.Version) -> String {
        let code = "soap:" + code.name(in: version)
        let reason = Markup.escaped(reason)
        switch version {
        case .soap11:
            // The children are in no namespace, so no default namespace may be declared (§4.4).
            return """
                <soap:Fault><faultcode>\(code)</faultcode><faultstring>\(reason)</faultstring>\
                \(detailText.map { "<detail>\($0)</detail>" } ?? "")</soap:Fault>
                """
        case .soap12:
            let language = Language.current?.tag ?? "en"
            return """
                <soap:Fault><soap:Code><soap:Value>\(code)</soap:Value></soap:Code>\
                <soap:Reason><soap:Text xml:lang="\(Markup.escaped(language))">\(reason)</soap:Text>\
                </soap:Reason>\(detailText.map { "<soap:Detail>\($0)</soap:Detail>" } ?? "")\
                </soap:Fault>
                """
        }
    }

    private var detailText: String? {
        guard let problem, let bytes = try? problem.encodedAsXML(asPart: true) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the header blocks that SOAP 1.2 adds to some faults (part 1 §5.4.7 and §5.4.8).
    private func header(in version: SOAP.Version) -> String {
        if code == .versionMismatch {
            // A message of either version may state the supported versions.
            let envelopes = SOAP.Version.allCases.reversed().enumerated().map {
                #"<soap:SupportedEnvelope qname="v\#($0):Envelope" xmlns:v\#($0)="\#($1.namespace)"/>"#
            }
            return version == .soap12
                ? "<soap:Upgrade>\(envelopes.joined())</soap:Upgrade>" : ""
        }
        guard version == .soap12, code == .mustUnderstand else { return "" }
        return notUnderstood.map { name in
            name.namespace.isEmpty
                ? #"<soap:NotUnderstood qname="\#(Markup.escaped(name.local))"/>"#
                : """
                <soap:NotUnderstood qname="m:\(Markup.escaped(name.local))" \
                xmlns:m="\(Markup.escaped(name.namespace))"/>
                """
        }.joined()
    }
}
