// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The rules that only give advice: no standard requires them, but they improve a service.
extension CheckRule {
    /// The rules that apply if the user requests advice.
    static let advice: [CheckRule] = [
        CheckRule("JSON is an object") { exchange in
            guard exchange.status.isSuccess, exchange.mediaType?.isJSON == true,
                let first = exchange.content.first(where: { !isBlank($0) })
            else { return .notApplicable }
            if first == UInt8(ascii: "{") { return .holds }
            return .advised("an array or a single value has no room for a further member")
        },
        CheckRule("GET says when its answer was changed last") { exchange in
            guard exchange.request.method == .get, exchange.status == .ok, mayBeKept(exchange),
                exchange.fields.contains(.eTag) || exchange.fields.contains(.lastModified)
            else { return .notApplicable }
            if exchange.fields.contains(.lastModified) { return .holds }
            return .advised("Last-Modified beside ETag serves those who know dates alone")
        },
    ]

    private static func isBlank(_ byte: UInt8) -> Bool {
        [0x09, 0x0A, 0x0D, 0x20].contains(byte)
    }

    private static func mayBeKept(_ exchange: CheckedExchange) -> Bool {
        !exchange.fields[list: .cacheControl].contains { $0.lowercased() == "no-store" }
    }
}
