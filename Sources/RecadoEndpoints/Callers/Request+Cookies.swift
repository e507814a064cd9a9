// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Request {
    /// The values of the cookies of a name (RFC 6265 §4.2), of which a careful client sends one.
    package func cookies(named name: String) -> [String] {
        fields[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            guard pair.hasPrefix(name + "=") else { return nil }
            return String(pair.dropFirst(name.count + 1))
        }
    }
}
