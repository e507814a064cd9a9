// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoHTTP

extension SOAP {
    /// A fault of SOAP: the reason that a call was not answered with its result.
    public struct Fault: Error, Sendable, Hashable {
        /// The kind of the fault, which identifies the side at fault.
        public var code: Code
        /// Further codes, each more specific than the one before, without prefixes; only SOAP 1.2
        /// has them.
        public var subcodes: [String] = []
        /// The human-readable description of the fault.
        public var reason: String
        /// The node that found the fault: the `faultactor` of SOAP 1.1, the `Role` of SOAP 1.2.
        public var role: String?
        /// The problem in the details, if they contain one in the form that Recado services send
        /// (RFC 9457 appendix B).
        public var problem: ProblemDetails?
        /// All details as an untyped value; `nil` if there are none.
        public var detail: Value?
        /// The message that contained the fault.
        package var message: [UInt8] = []
        /// The names of header blocks that had to be understood but were not.
        package var notUnderstood: [Document.Name] = []

        /// Creates a fault.
        ///
        /// - Parameters:
        ///   - code: The kind of the fault, which identifies the side at fault.
        ///   - reason: The human-readable description of the fault.
        ///   - problem: The problem to be sent in the details of the fault; none by default.
        public init(_ code: Code, _ reason: String, problem: ProblemDetails? = nil) {
            self.code = code
            self.reason = reason
            self.problem = problem
        }

        /// Reads one element of the details into a model.
        ///
        /// - Parameters:
        ///   - type: The type of the model; inferred if the result's type is known.
        ///   - name: The name of the element in the detail, without a prefix.
        /// - Returns: The model, or `nil` if the detail has no such element.
        /// - Throws: `CodingError` for an element that does not match the model.
        public func detail<T: Decodable>(
            _ type: T.Type = T.self,
            named name: String
        ) throws(CodingError) -> T? {
            let envelope = try? SOAPEnvelope(reading: message, mediaType: nil)
            let fault = envelope?.contents.first?.value
            let detail = fault?.member("detail") ?? fault?.member("Detail")
            let element = detail?.childElements.first { $0.name.local == name }
            return try element?.value.decode(type, XML().choices)
        }

        /// The kind of a fault, which identifies the side at fault.
        @nonexhaustive
        public enum Code: Sendable, Hashable {
            /// The message is in another version of SOAP.
            case versionMismatch
            /// A header block that must be understood is unknown.
            case mustUnderstand
            /// The content uses an unknown encoding; only SOAP 1.2 has this code.
            case dataEncodingUnknown
            /// A mistake of the caller: `Client` in SOAP 1.1.
            case sender
            /// A mistake of the server: `Server` in SOAP 1.1.
            case receiver
            /// A code of the service's own, without its prefix.
            case other(String)
        }
    }
}

extension SOAP.Fault: CustomStringConvertible {
    /// The code and the reason, in one line.
    public var description: String { "\(code.name(in: .soap12)): \(reason)" }
}

extension SOAP.Fault.Code {
    /// The name on the wire, without a prefix.
    package func name(in version: SOAP.Version) -> String {
        switch self {
        case .versionMismatch: "VersionMismatch"
        case .mustUnderstand: "MustUnderstand"
        // SOAP 1.1 has no such code, so the code for any mistake of the caller is used.
        case .dataEncodingUnknown: version == .soap11 ? "Client" : "DataEncodingUnknown"
        case .sender: version == .soap11 ? "Client" : "Sender"
        case .receiver: version == .soap11 ? "Server" : "Receiver"
        case .other(let name): name
        }
    }

    /// Creates the code with the given name; in SOAP 1.1 the part after a dot refines it (§4.4.1).
    package init(named name: String) {
        switch name.prefix(while: { $0 != "." }) {
        case "VersionMismatch": self = .versionMismatch
        case "MustUnderstand": self = .mustUnderstand
        case "DataEncodingUnknown": self = .dataEncodingUnknown
        case "Client", "Sender": self = .sender
        case "Server", "Receiver": self = .receiver
        default: self = .other(name)
        }
    }
}

extension SOAP.Fault {
    /// Creates the fault for a problem: a mistake of the caller for 4xx, of the server for 5xx.
    package init(_ problem: ProblemDetails) {
        let words = [problem.title, problem.detail ?? ""].filter { !$0.isEmpty }
        self.init(
            problem.status.class == .serverError ? .receiver : .sender,
            words.joined(separator: ": "),
            problem: problem
        )
    }
}
