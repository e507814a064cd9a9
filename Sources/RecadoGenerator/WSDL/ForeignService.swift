// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints

/// The parts of a third-party SOAP service that the generated code can call.
struct ForeignService {
    /// The name of the service in Swift.
    var name = "Service"
    var namespace = ""
    var address: String?
    var version = SOAP.Version.soap11
    var operations: [Operation] = []

    /// An operation of a SOAP service.
    struct Operation {
        let name: String
        let element: Document.Name
        let action: String?
        var about = ""
        var members: [ForeignType.Member] = []
        var output: Output
        var faults: [Fault] = []
        /// The header blocks that calls of the operation send.
        var headers: [Header] = []
    }

    /// The part of the answer that is the output of an operation.
    enum Output {
        case nothing
        /// The only child of the answer's element.
        case child(ForeignType.Member)
        /// The whole element of the answer.
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
