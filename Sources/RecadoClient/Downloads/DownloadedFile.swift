// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// A file that was downloaded completely.
public struct DownloadedFile: Sendable {
    /// The path of the file.
    public let path: String
    /// The size of the file in bytes.
    public let size: Int
    /// The number of bytes of the file that came from an earlier, interrupted download; 0 if no
    /// earlier download was resumed.
    public let resumedFrom: Int
    /// The algorithm of the server's digest that the file matches; `nil` if there was no digest.
    public let verifiedBy: String?
    /// The header section of the last answer.
    public let fields: Fields
    /// The redirects before the last answer.
    public let redirects: [RedirectHop]
    /// The time from the start of the call until the file was complete.
    public let duration: Duration
}
