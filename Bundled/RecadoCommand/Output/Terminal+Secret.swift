// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Terminal {
    /// The greatest length of a secret, in bytes.
    private static let secretLimit = 1_024

    /// Asks for a secret without showing it; `nil` if there is no terminal.
    ///
    /// Keys are read one by one, because Ctrl-C must not end the process before the echo of the
    /// terminal is on again.
    ///
    /// - Throws: ``CommandError/interrupted`` for Ctrl-C.
    func askForSecret(_ prompt: String) throws(CommandError) -> String? {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        _ = Self.write(DisplayText.clean(prompt), to: STDERR_FILENO)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            _ = Self.write("\n", to: STDERR_FILENO)
        }
        return try Self.readSecret()
    }

    private static func readSecret() throws(CommandError) -> String? {
        var secret: [UInt8] = []
        var byte: UInt8 = 0
        while secret.count < secretLimit {
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch byte {
            case 0x0A, 0x0D: return String(decoding: secret, as: UTF8.self)
            case 0x03: throw .interrupted
            case 0x04: return nil
            case 0x15: secret.removeAll()
            case 0x08, 0x7F:
                // Removes the last UTF-8 character: first its continuation bytes, then its first
                // byte.
                while let last = secret.popLast(), last & 0xC0 == 0x80 {}
            default: secret.append(byte)
            }
        }
        throw .usage("the password is longer than \(secretLimit) bytes")
    }
}
