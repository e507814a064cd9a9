// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
package import RecadoHTTP

/// A SOAP message that has been read.
package struct SOAPEnvelope: Sendable {
    /// An element with its name.
    package typealias Element = (name: Document.Name, value: Document.Cursor)

    /// The version, determined by the namespace of the envelope.
    package let version: SOAP.Version
    /// The header blocks, which precede the body.
    package let headers: [Element]
    /// The children of the body; a call in the literal style has at most one.
    package let contents: [Element]
    private let envelope: Document.Cursor
    private let body: Document.Cursor

    /// Reads a message.
    ///
    /// A document type declaration is always refused (SOAP 1.1 §3, SOAP 1.2 part 1 §5).
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - mediaType: Its media type, which may name the encoding.
    /// - Throws: A fault that describes the error and its position.
    package init(reading bytes: [UInt8], mediaType: MediaType?) throws(SOAP.Fault) {
        let document: Document
        do throws(CodingError) {
            document = try Self.format.decoding(mediaType).document(from: bytes)
        } catch {
            throw SOAP.Fault(.sender, "The message cannot be read: \(error)")
        }
        let root = document.rootElement ?? Document.Name(local: "", namespace: "")
        guard root.local.hasSameBytes(as: "Envelope") else {
            throw SOAP.Fault(.sender, "Expected an Envelope of SOAP, found \(root)")
        }
        let version = SOAP.Version.allCases.first {
            $0.namespace.hasSameBytes(as: root.namespace)
        }
        guard let version else {
            let known = SOAP.Version.allCases.map(\.namespace).joined(separator: " or ")
            throw SOAP.Fault(
                .versionMismatch,
                "The Envelope is in the namespace \(root.namespace); expected \(known)"
            )
        }
        self.version = version
        envelope = document.root
        let children = envelope.childElements
        func child(_ local: String) -> Document.Cursor? {
            children.first {
                $0.name == Document.Name(local: local, namespace: version.namespace)
            }?.value
        }
        guard let body = child("Body") else {
            throw SOAP.Fault(.sender, "The Envelope has no Body of \(version)")
        }
        self.body = body
        headers = child("Header")?.childElements ?? []
        contents = body.childElements
    }

    private static let format = {
        var format = XML()
        format.doctype = .refuse
        return format
    }()

    /// The body itself, from which the inputs are read if a call has no element.
    package var emptyContent: Document.Cursor { body }

    // MARK: - Rules for calls

    /// Refuses a call with several elements or a style other than literal, or with a header block
    /// that must be understood but is unknown.
    package func check(understanding understood: Set<Document.Name> = []) throws(SOAP.Fault) {
        let unknown = headers.filter { mustBeUnderstood($0.value) && !understood.contains($0.name) }
        guard unknown.isEmpty else {
            let names = unknown.map(\.name.description).joined(separator: ", ")
            var fault = SOAP.Fault(
                .mustUnderstand,
                "The Header has blocks that must be understood and are not: \(names)"
            )
            fault.notUnderstood = unknown.map(\.name)
            throw fault
        }
        guard contents.count <= 1 else {
            let names = contents.prefix(4).map(\.name.description).joined(separator: ", ")
            let rest = contents.count > 4 ? " …" : ""
            throw SOAP.Fault(
                .sender,
                "The Body has \(contents.count) children, \(names)\(rest); expected one"
            )
        }
        try checkStyle("Envelope", envelope)
        try checkStyle("Body", body)
        for content in contents { try checkStyle(content.name.description, content.value) }
    }

    /// True if a header block is for the ultimate receiver and must be understood.
    private func mustBeUnderstood(_ block: Document.Cursor) -> Bool {
        let demand = block.attribute("mustUnderstand", in: version.namespace)
        guard demand?.hasSameBytes(as: "1") == true || demand?.hasSameBytes(as: "true") == true
        else { return false }
        let name = version == .soap11 ? "actor" : "role"
        let role = block.attribute(name, in: version.namespace) ?? ""
        // SOAP 1.1 §4.2.2, SOAP 1.2 part 1 §2.2: a block for another node must be understood by
        // that node only.
        let own = [
            "", "http://schemas.xmlsoap.org/soap/actor/next", version.namespace + "/role/next",
            version.namespace + "/role/ultimateReceiver",
        ]
        return own.contains { $0.hasSameBytes(as: role) }
    }

    /// Refuses an element that is encoded by the rules of SOAP itself rather than by a schema.
    private func checkStyle(_ name: String, _ element: Document.Cursor) throws(SOAP.Fault) {
        let style = element.attribute("encodingStyle", in: version.namespace) ?? ""
        guard style.utf8.starts(with: version.encoding.utf8) else { return }
        throw SOAP.Fault(
            .dataEncodingUnknown,
            "\(name) has the encodingStyle \(style); expected literal content without one"
        )
    }
}
