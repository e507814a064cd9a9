// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

extension TLSConfiguration.Source {
    /// Reads every certificate in the text, at least one.
    func certificates() throws(TLSError) -> [X509Certificate] {
        try read { pem throws(PEMError) in try pem.certificates() }
    }

    /// Reads the first private key in the text.
    func privateKey() throws(TLSError) -> PrivateKey {
        try read { pem throws(PEMError) in try pem.privateKey() }
    }

    private func read<Result>(
        _ body: (PEM) throws(PEMError) -> Result
    ) throws(TLSError) -> Result {
        do throws(PEMError) {
            switch self {
            case .bytes(let bytes): return try body(PEM(bytes))
            case .file(let path): return try body(PEM(file: path))
            }
        } catch {
            throw TLSError(description, TLSError.Reason(error))
        }
    }
}

extension TLSError.Reason {
    /// Creates the public form of a PEM error.
    fileprivate init(_ error: PEMError) {
        self =
            switch error {
            case .unreadable(let code): .unreadable(code: code)
            case .tooLarge: .tooLarge
            case .noCertificate: .noCertificate
            case .noKey: .noKey
            case .encryptedKey: .encryptedKey
            case .malformed: .malformed
            }
    }
}
