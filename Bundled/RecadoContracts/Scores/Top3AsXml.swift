// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Lists the best three scores by SOAP, as printed in the course's document (see ``Scores``).
///
/// The result, inside the answer's envelope, is the document that `/scores/top3.xml` returns.
public struct Top3AsXml: Endpoint {
    /// The method and the path for callers without SOAP.
    public static let route: Route = "GET /tops3"
    /// The description of the endpoint.
    public static let about = About(
        "Lists the best three scores by SOAP.",
        detail: "The result of Top3AsXml at /tops3.asmx is the document of this path.",
        tags: ["scores"]
    )
    /// XML only.
    public static let formats: [Format] = .rails().filter { $0 == .xml }
    /// At most three scores.
    public typealias Output = [Score]

    /// Creates a call.
    public init() {}
}
