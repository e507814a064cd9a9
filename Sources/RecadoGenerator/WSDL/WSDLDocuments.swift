// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// The documents of a third-party service's description: WSDL 1.1 and the schemas that it refers
/// to.
///
/// This type does not fetch documents. The caller adds the documents that each document refers to,
/// until there are no more:
///
/// ```swift
/// var documents = WSDLDocuments()
/// var locations = try documents.add(wsdl)
/// ```
public struct WSDLDocuments: Sendable {
    /// The maximum number of documents; split descriptions have about a dozen.
    public static let limit = 100

    private(set) var definitions: [MarkupTree] = []
    private(set) var schemas: [SchemaDocument] = []
    /// The number of documents.
    public private(set) var count = 0

    /// A schema, and the namespace of its declarations.
    struct SchemaDocument: Sendable {
        let root: MarkupTree
        let namespace: String
        /// True if local elements are in the schema's target namespace (`elementFormDefault`).
        let isQualified: Bool
    }

    /// Creates a description without documents.
    public init() {}

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - namespace: The target namespace of the schema that includes this document; an included
    ///     schema without a namespace takes this one.
    /// - Returns: The locations of other documents, exactly as written, each with the namespace of
    ///   the schema that includes it, if any.
    /// - Throws: `CodingError` for a document that is not XML, or is neither WSDL 1.1 nor XML
    ///   Schema.
    public mutating func add(
        _ bytes: [UInt8],
        includedIn namespace: String? = nil
    ) throws(CodingError) -> [(location: String, namespace: String?)] {
        let root = try MarkupTree.read(bytes)
        count += 1
        switch (root.name.local, root.name.namespace) {
        case ("definitions", DescriptionNamespace.wsdl):
            definitions.append(root)
            let imports = root.children("import", in: DescriptionNamespace.wsdl)
                .compactMap { $0["location"] }.map { (location: $0, namespace: String?.none) }
            let types = root.children("types", in: DescriptionNamespace.wsdl)
                .flatMap { $0.children("schema", in: DescriptionNamespace.schema) }
            return imports + types.flatMap { add(schema: $0, includedIn: nil) }
        case ("schema", DescriptionNamespace.schema):
            return add(schema: root, includedIn: namespace)
        case ("description", "http://www.w3.org/ns/wsdl"):
            throw CodingError(.unsupported, "this is WSDL 2.0; expected WSDL 1.1")
        default:
            let name = Document.Name(local: root.name.local, namespace: root.name.namespace)
            throw CodingError(.unsupported, "expected WSDL 1.1 or XML Schema, found \(name)")
        }
    }

    private mutating func add(
        schema: MarkupTree,
        includedIn namespace: String?
    ) -> [(location: String, namespace: String?)] {
        let namespace = schema["targetNamespace"] ?? namespace ?? ""
        schemas.append(
            SchemaDocument(
                root: schema,
                namespace: namespace,
                isQualified: schema["elementFormDefault"] == "qualified"
            )
        )
        return schema.children.compactMap { child in
            guard child.name.namespace == DescriptionNamespace.schema,
                let location = child["schemaLocation"]
            else { return nil }
            switch child.name.local {
            case "import": return (location, nil)
            case "include", "redefine": return (location, namespace)
            default: return nil
            }
        }
    }
}
