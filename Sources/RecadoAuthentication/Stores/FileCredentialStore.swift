// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP
public import RecadoTransport
import Synchronization

/// A store that keeps credentials permanently, in a file that only the user may read.
///
/// The file has mode 0600. It is written completely under another name and then renamed over the
/// old one, so that a program that ends suddenly leaves one of the two. A file that others may read
/// is refused. Passwords are stored unencrypted: whoever can read the user's files can read them.
public final class FileCredentialStore: CredentialStore {
    private struct Entry: Codable, Sendable {
        var side: ProtectionSpace.Side
        var origin: String
        var realm: String
        var user: String
        var password: String

        func isFor(_ space: ProtectionSpace) -> Bool {
            side == space.side && origin == space.origin && realm == space.realm
        }
    }

    private struct Document: Codable, Sendable {
        var credentials: [Entry] = []
    }

    private let path: String
    /// Held while the file is read, changed and written, so that no change is lost.
    private let changing = Mutex(())

    /// Creates a store over a file, which may not exist yet.
    ///
    /// - Parameter path: The file; its directory must exist.
    public init(path: String) {
        self.path = path
    }

    /// The credentials that were stored for a space.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used, as a call ends when the same credentials are offered again.
    /// - Returns: The credentials.
    /// - Throws: `CredentialFileError`.
    public func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) throws(CredentialFileError) -> BasicCredentials? {
        guard let entry = try read().credentials.first(where: { $0.isFor(space) }) else {
            return nil
        }
        return try? BasicCredentials(user: entry.user, password: entry.password)
    }

    /// Stores credentials for a space.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space of the credentials.
    /// - Throws: `CredentialFileError`.
    public func store(
        _ credentials: BasicCredentials,
        for space: ProtectionSpace
    ) throws(CredentialFileError) {
        try change { entries in
            entries.removeAll { $0.isFor(space) }
            entries.append(
                Entry(
                    side: space.side,
                    origin: space.origin,
                    realm: space.realm,
                    user: credentials.user,
                    password: credentials.password
                )
            )
        }
    }

    /// Removes the credentials for a space.
    ///
    /// - Parameter space: The protection space of the credentials.
    /// - Throws: `CredentialFileError`.
    public func remove(for space: ProtectionSpace) throws(CredentialFileError) {
        try change { entries in entries.removeAll { $0.isFor(space) } }
    }

    private func change(
        _ body: (inout [Entry]) -> Void
    ) throws(CredentialFileError) {
        try changing.withLock { _ throws(CredentialFileError) in
            var document = try read()
            body(&document.credentials)
            guard let bytes = try? JSON().encode(document) else {
                throw .malformed(line: 1, .notAStore)
            }
            try PrivateFile.write(bytes, to: path)
        }
    }

    private func read() throws(CredentialFileError) -> Document {
        guard let bytes = try PrivateFile.read(path) else { return Document() }
        // The message of the coder could quote a password.
        guard let document = try? JSON().decode(Document.self, from: bytes) else {
            throw .malformed(line: 1, .notAStore)
        }
        return document
    }
}
