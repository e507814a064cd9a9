// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension DescribedService {
    /// An operation of the service, with example values for its inputs.
    struct Operation: Sendable {
        let method: Method
        let uri: URI
        let fields: Fields
        /// The content to send, if the operation accepts JSON.
        let content: [UInt8]?
        /// True if the operation accepts content of any type.
        let takesContent: Bool
        /// True if the answers of the operation are streams.
        let isStream: Bool
        /// True if the operation opens a WebSocket.
        let isWebSocket: Bool
        /// True if the operation declares the answer to a failed precondition.
        let declaresConditions: Bool
    }
}

extension DescribedService.Operation {
    /// Creates an operation with example values for its inputs.
    ///
    /// - Parameters:
    ///   - method: The method of the operation.
    ///   - operation: The document's description of the operation.
    ///   - root: The URL of the operation, with parameter names in braces.
    ///   - inputs: The parameters of the operation and of its path.
    ///   - samples: The source of example values.
    /// - Throws: An error if the URL or the content cannot be written.
    init(
        _ method: Method,
        _ operation: Value,
        root: String,
        _ inputs: [Value],
        _ samples: SampleValues
    ) throws {
        let (address, fields) = Self.head(root, inputs, samples)
        let formats = samples.resolve(operation["requestBody"] ?? .null)["content"]?.objectValue
        let json = formats?.first { $0.key.hasPrefix("application/json") }?.value
        self.method = method
        uri = try URI(address)
        self.fields = fields
        content = try json.map { try JSON().encode(samples.sample(of: $0["schema"] ?? .null)) }
        takesContent = formats?.isEmpty == false
        isStream = StreamedContent.isDescribed(by: operation, samples)
        isWebSocket = operation["x-websocket"] != nil
        declaresConditions = operation["responses"]?["412"] != nil
    }

    /// Returns the URL and the header fields, with values for all required inputs.
    private static func head(
        _ root: String,
        _ inputs: [Value],
        _ samples: SampleValues
    ) -> (address: String, fields: Fields) {
        var (address, query, fields) = (root, [String](), Fields())
        for input in inputs {
            guard let name = input["name"]?.stringValue, let place = input["in"]?.stringValue,
                place == "path" || input["required"]?.boolValue == true
            else { continue }
            let text = samples.text(of: input)
            switch place {
            case "path":
                let escaped = PercentEncoding.encode(text, keeping: .pathSegment)
                address = address.split(separator: "{\(name)}", omittingEmptySubsequences: false)
                    .joined(separator: escaped)
            case "query":
                let names = PercentEncoding.encode(name, keeping: .unreserved)
                query.append(names + "=" + PercentEncoding.encode(text, keeping: .unreserved))
            case "header":
                if let name = FieldName(name) { fields[name] = text }
            default: break
            }
        }
        // Replaces parameters that the document does not declare.
        while let start = address.firstIndex(of: "{"),
            let end = address[start...].firstIndex(of: "}")
        { address.replaceSubrange(start...end, with: "1") }
        if !query.isEmpty { address += "?" + query.joined(separator: "&") }
        return (address, fields)
    }
}
