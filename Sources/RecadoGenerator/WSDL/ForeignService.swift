// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints

/// A third-party SOAP service, as far as Swift can call it.
struct ForeignService {
    /// The name in Swift.
    var name = "Service"
    var namespace = ""
    var address: String?
    var version = SOAP.Version.soap11
    var operations: [Operation] = []

    /// An operation.
    struct Operation {
        let name: String
        let element: Document.Name
        let action: String?
        var about = ""
        var members: [ForeignType.Member] = []
        var output: Output
        var faults: [Fault] = []
        /// The header blocks that calls take along.
        var headers: [Header] = []
    }

    /// The output of an operation.
    enum Output {
        case nothing
        /// The only child of the element.
        case child(ForeignType.Member)
        /// The whole element.
        case whole(ForeignType.TypeName)
    }

    /// A fault and its detail.
    struct Fault {
        let element: String
        let type: ForeignType.TypeName
    }

    /// A header block and its content.
    struct Header {
        let element: Document.Name
        let type: ForeignType.TypeName
    }
}
