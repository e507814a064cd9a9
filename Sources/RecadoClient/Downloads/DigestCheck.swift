// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP

/// A digest of content that a server has sent (RFC 9530).
struct DigestCheck: Sendable, Hashable {
    /// The supported algorithms, which RFC 9530 §5 considers secure, the strongest first.
    enum Algorithm: String, Sendable, CaseIterable {
        case sha512 = "sha-512"
        case sha256 = "sha-256"

        var function: HashFunction { self == .sha512 ? .sha512 : .sha256 }
    }

    let algorithm: Algorithm
    let digest: [UInt8]

    /// Parses the strongest digest with a supported algorithm; returns `nil` if there is none.
    ///
    /// - Parameter field: The value of a Content-Digest or a Repr-Digest
    ///   field, such as `sha-256=:…=:`.
    init?(_ field: String) {
        var found: [Algorithm: [UInt8]] = [:]
        for member in field.split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2,
                let algorithm = Algorithm(rawValue: FieldList.trimmed(parts[0]).lowercased())
            else { continue }
            let value = FieldList.trimmed(parts[1])
            guard value.count >= 2, value.first == ":", value.last == ":",
                let bytes = Base64.decode(String(value.dropFirst().dropLast()))
            else { continue }
            found[algorithm] = bytes
        }
        guard let algorithm = Algorithm.allCases.first(where: { found[$0] != nil }),
            let digest = found[algorithm]
        else { return nil }
        self.algorithm = algorithm
        self.digest = digest
    }

    /// Compares the digest with the digest of a part of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - range: The offsets of the part.
    /// - Returns: True if the part has this digest.
    /// - Throws: ``DownloadError`` if the file cannot be read, or `CancellationError`.
    func matches(_ file: TransferFile, in range: Range<Int>) throws -> Bool {
        guard let hasher = MessageHasher(algorithm.function) else { return false }
        var offset = range.lowerBound
        while offset < range.upperBound {
            try Task.checkCancellation()
            let size = min(TransferFile.pieceSize, range.upperBound - offset)
            let bytes = try file.read(at: offset, atMost: size)
            if bytes.isEmpty { break }
            hasher.update(bytes)
            offset += bytes.count
        }
        return hasher.finish() == digest
    }
}
