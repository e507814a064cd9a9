// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Service {
    /// The conventions of a service whose clients were written for another server.
    ///
    /// Such a server may choose formats by a parameter of its own, wrap its answers, or report
    /// errors in a form other than problem details. The declarations remain unchanged; conventions
    /// affect only the last step on the wire. Every member has a default, which is the usual
    /// behavior.
    ///
    /// ```swift
    /// struct OpenWeatherMapCompatibility: Service.Compatibility { … }
    /// service.compatibility = OpenWeatherMapCompatibility()
    /// ```
    public protocol Compatibility: Sendable {
        /// Chooses the format of an answer.
        ///
        /// - Parameter request: The request, whose path names no format.
        /// - Returns: The extension of a format that the endpoint has, such as `xml`; `nil` leaves
        ///   the choice to the request's Accept field.
        func ending(for request: Request) -> String?

        /// Changes a successful answer, before its entity tag is added and it is compressed.
        ///
        /// - Parameters:
        ///   - response: The answer, in its format.
        ///   - request: The request that it answers.
        func finish(_ response: inout Response, answering request: Request)

        /// Converts a problem to an answer of another form.
        ///
        /// - Parameters:
        ///   - problem: The problem.
        ///   - request: The request that caused the problem.
        /// - Returns: The answer, or `nil` for problem details.
        func response(to problem: ProblemDetails, of request: Request) -> Response?
    }
}

extension Service.Compatibility {
    /// Leaves the choice to the request's Accept field.
    public func ending(for request: Request) -> String? { nil }
    /// Changes nothing.
    public func finish(_ response: inout Response, answering request: Request) {}
    /// Answers with problem details.
    public func response(to problem: ProblemDetails, of request: Request) -> Response? { nil }
}
