// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

extension CookieJar {
    /// Creates a jar with the cookies in a file; the jar is empty if the file does not exist.
    ///
    /// Cookies that no server could have set are ignored.
    ///
    /// - Parameters:
    ///   - path: The path of a file that ``save(to:keepingSession:)`` wrote.
    ///   - publicSuffixes: The domains for which no cookie is accepted; by default a small built-in
    ///     set.
    ///   - limits: The limits on the number of cookies.
    /// - Throws: ``CookieJar/FileError`` if the file exists and cannot be read.
    public convenience init(
        contentsOf path: String,
        publicSuffixes: PublicSuffixes = .builtIn,
        limits: Limits = Limits()
    ) throws(FileError) {
        self.init(publicSuffixes: publicSuffixes, limits: limits)
        try load(path)
    }

    /// The maximum size of a file that is read, in bytes.
    private static let fileLimit = 32 << 20

    /// Adds the cookies in a file, if the file exists.
    package func load(_ path: String) throws(FileError) {
        let bytes: [UInt8]?
        do throws(CredentialFileError) {
            bytes = try PrivateFile.read(path, limit: Self.fileLimit, isGuarded: false)
        } catch {
            guard case .system(_, let number) = error else { throw FileError(.tooLarge) }
            throw FileError(.unreadable(number))
        }
        guard let bytes else { return }
        restore(try CookieFile.cookies(in: bytes))
    }

    /// Writes the cookies to a file that only its owner can read.
    ///
    /// The file is replaced in one step, so that a reader finds either all of the old cookies or
    /// all of the new ones.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a directory that exists.
    ///   - keepingSession: True to also write cookies that expire at the end of the session;
    ///     `false` by default, as in browsers.
    /// - Throws: ``CookieJar/FileError`` if the file cannot be written.
    public func save(to path: String, keepingSession: Bool = false) throws(FileError) {
        let kept = cookies.filter { keepingSession || $0.expires != nil }
        let bytes: [UInt8]
        do {
            bytes = try JSON().encode(CookieFile(kept))
        } catch {
            throw FileError(.malformed)
        }
        do throws(CredentialFileError) {
            try PrivateFile.write(bytes, to: path)
        } catch {
            guard case .system(_, let number) = error else { throw FileError(.unwritable(0)) }
            throw FileError(.unwritable(number))
        }
    }
}
