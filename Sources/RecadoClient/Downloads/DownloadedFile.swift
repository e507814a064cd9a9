// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A file that was downloaded, whole.
public struct DownloadedFile: Sendable {
    /// The path of the file.
    public let path: String
    /// The size of the file in bytes.
    public let size: Int
    /// The bytes of it that came from an earlier download.
    public let resumedFrom: Int
    /// The algorithm of the server's digest that the file was compared
    /// with; `nil` if there was none.
    public let verifiedBy: String?
    /// The header section of the last answer.
    public let fields: Fields
    /// The redirects on the way to it.
    public let redirects: [RedirectHop]
    /// From the call to the file.
    public let duration: Duration
}
