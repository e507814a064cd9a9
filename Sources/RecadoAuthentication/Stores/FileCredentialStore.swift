// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP
public import RecadoTransport
import Synchronization

/// A store that keeps credentials permanently, in a file that only the user may read.
///
/// The file has mode 0600; a file that other users may read is refused. Changes are written to a
/// new file that replaces the old one, so that a crash leaves either the old or the new content.
/// Passwords are stored unencrypted: anyone who can read the user's files can read them.
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
    /// The lock for reading, changing and writing the file as one step, so that no change is lost.
    private let changing = Mutex(())

    /// Creates a store in a file, which need not exist yet.
    ///
    /// - Parameter path: The path of the file; its directory must exist.
    public init(path: String) {
        self.path = path
    }

    /// Returns the credentials that are stored for a protection space.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used, because the call ends when the same credentials are returned again.
    /// - Returns: The credentials.
    /// - Throws: `CredentialFileError` if the file cannot be read.
    public func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) throws(CredentialFileError) -> BasicCredentials? {
        guard let entry = try read().credentials.first(where: { $0.isFor(space) }) else {
            return nil
        }
        return try? BasicCredentials(user: entry.user, password: entry.password)
    }

    /// Stores credentials for a protection space.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space of the credentials.
    /// - Throws: `CredentialFileError` if the file cannot be read or written.
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

    /// Removes the credentials for a protection space.
    ///
    /// - Parameter space: The protection space of the credentials.
    /// - Throws: `CredentialFileError` if the file cannot be read or written.
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
        // The decoder's error message could quote a password, so it is not used.
        guard let document = try? JSON().decode(Document.self, from: bytes) else {
            throw .malformed(line: 1, .notAStore)
        }
        return document
    }
}
