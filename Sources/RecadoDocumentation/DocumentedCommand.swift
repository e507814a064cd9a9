// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A command line that calls the endpoints of services, for samples of documentation pages.
public struct DocumentedCommand: Sendable {
    /// The name that pages show for the command, such as `recado`.
    public let title: String
    /// Returns the command line that calls an endpoint, given the names of the service and of the
    /// endpoint; `nil` if there is none.
    let line: @Sendable (_ service: String, _ endpoint: String) -> String?

    /// Creates a command line.
    ///
    /// - Parameters:
    ///   - title: The name that pages show for the command.
    ///   - line: Returns the command line that calls an endpoint, given the names of the service
    ///     and of the endpoint; `nil` if there is none.
    public init(
        _ title: String,
        line: @escaping @Sendable (_ service: String, _ endpoint: String) -> String?
    ) {
        self.title = title
        self.line = line
    }
}
