// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
import RecadoHTTP

/// The description of a web service in OpenAPI 3.1.
///
/// The document is generated entirely from the declaration, so it needs no maintenance by hand.
public struct OpenAPI: Sendable {
    /// The document as a value, before it is written as JSON.
    public let value: Value

    init(value: Value) {
        self.value = value
    }

    /// Creates the description of a service.
    ///
    /// - Parameter api: The declaration of the service.
    /// - Throws: `UndescribedType` when a type's schema cannot be found; `API.check()` lists all
    ///   such types.
    public init(_ api: API) throws(UndescribedType) {
        value = try Self.document(of: api, answeredBy: nil)
    }

    /// Returns the document of an API, with the parts that a service adds to the declaration.
    static func document(
        of api: API,
        answeredBy service: Service?
    ) throws(UndescribedType) -> Value {
        let recorder = SchemaRecorder()
        var writer = OpenAPIWriter(api: api, service: service)
        do {
            for endpoint in api.endpoints {
                try describe(endpoint, with: recorder, in: &writer)
            }
        } catch {
            throw UndescribedType(reason: "\(error)")
        }
        return writer.document(schemas: recorder.library)
    }

    private static func describe<E: Endpoint>(
        _ endpoint: E.Type,
        with recorder: SchemaRecorder,
        in writer: inout OpenAPIWriter
    ) throws {
        writer.add(endpoint, try EndpointLayout(of: endpoint, with: recorder))
    }

    /// Returns the document as indented JSON.
    ///
    /// - Returns: The text, which ends with a line break.
    /// - Throws: `CodingError` when an example in the document cannot be written.
    public func json() throws(CodingError) -> String {
        var format = JSON()
        format.isPretty = true
        return String(decoding: try format.encode(value), as: UTF8.self) + "\n"
    }
}
