// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that stores cookies and adds them to the requests that it passes to another
/// transport.
///
/// It belongs below ``RedirectTransport``, so that each redirect gets the cookies for its own
/// address. A cookie that the request already has takes precedence over a cookie of the same name
/// in the jar. The request gets a single Cookie field (RFC 6265bis §5.8), and each Set-Cookie field
/// of the answer is parsed separately.
package struct CookieTransport: Transport {
    /// The transport that sends each request.
    package let base: any Transport
    /// The jar that keeps the cookies.
    package let jar: CookieJar

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends each request.
    ///   - jar: The jar that keeps the cookies.
    package init(base: any Transport, jar: CookieJar) {
        self.base = base
        self.jar = jar
    }

    /// Sends a request with its cookies and stores the cookies of the answer.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer, with its Set-Cookie fields.
    /// - Throws: The errors of the base transport.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let hasCookies = !jar.isEmpty || request.fields.contains(.cookie)
        let answer = try await base.send(
            hasCookies ? addingCookies(to: request) : request,
            timeouts: timeouts
        )
        guard answer.fields.contains(.setCookie), let uri = request.uri else { return answer }
        for field in answer.fields[values: .setCookie] { jar.set(field, from: uri) }
        return answer
    }

    private func addingCookies(to request: Request) -> Request {
        let own = request.fields[values: .cookie]
        guard let uri = request.uri, let cookies = Self.merge(own, jar.cookies(for: uri)) else {
            return request
        }
        var request = request
        request.fields[.cookie] = cookies
        return request
    }

    /// Returns the merged Cookie field of a request; `nil` if the request must not be changed.
    private static func merge(_ own: [String], _ kept: [Cookie]) -> String? {
        if own.isEmpty {
            return kept.isEmpty ? nil : kept.map(\.pair).joined(separator: "; ")
        }
        let pairs = own.flatMap { FieldList.split($0, at: UInt8(ascii: ";")) }.filter {
            !$0.isEmpty
        }
        let names = Set(pairs.map { $0.prefix { $0 != "=" } })
        let others = kept.filter { !names.contains($0.name[...]) }
        return (pairs.map(String.init) + others.map(\.pair)).joined(separator: "; ")
    }
}
