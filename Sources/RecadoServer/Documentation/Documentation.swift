// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The pages that tell of an application's services: what there is, how to try it, what problems mean.
///
/// | path | content |
/// |---|---|
/// | `/videoclub/docs` | every endpoint, to be read and tried |
/// | `/videoclub/openapi.json` | the OpenAPI 3.1 document |
/// | `/videoclub/problems/already-rented` | a failure that endpoints of the service declare |
/// | `/problems/not-found` | a problem that says no more than its status |
///
/// A service's own routes and an application's own pages come first.
public struct Documentation: Sendable {
    /// Values for the inputs of examples and forms, by their names: `["id": "8"]`; none by default.
    public var samples: [String: String] = [:]

    /// Creates the default options.
    public init() {}
}
