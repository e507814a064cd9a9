// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The description of a service as data, from which pages, forms and generated code are made.
///
/// ```swift
/// for endpoint in try ServiceDescription(service).endpoints {
///     print(endpoint.method, endpoint.path, endpoint.about.summary)
/// }
/// ```
///
/// Titles are in `Language.current`. ``OpenAPI`` has the same data in a form that other tools read.
public struct ServiceDescription: Sendable {
    /// The declaration of the service.
    public let api: API
    /// The endpoints, in the order of the declaration.
    public let endpoints: [EndpointDescription]
    /// The definitions that schemas refer to by name.
    public let library: SchemaLibrary
    /// Values for inputs and members of examples, keyed by their names.
    public let samples: [String: String]

    /// Creates the description of a service.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - samples: Values for inputs and members of examples, keyed by their names: `["id": "8"]`;
    ///     none by default.
    /// - Throws: `UndescribedType` when a type's schema cannot be found; `Service.check()` lists
    ///   all such types.
    public init(
        _ service: Service,
        samples: [String: String] = [:]
    ) throws(UndescribedType) {
        let recorder = SchemaRecorder()
        api = service.api
        self.samples = samples
        do {
            endpoints = try service.api.endpoints.map {
                try EndpointDescription($0, of: service, with: recorder, samples: samples)
            }
        } catch {
            throw UndescribedType(reason: "\(error)")
        }
        library = recorder.library
    }

    /// Example values that use the samples.
    public var exampleValues: ExampleValues { ExampleValues(library: library, samples: samples) }
}
