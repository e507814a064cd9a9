// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Hides secrets in the arguments of this process, because other users of the machine can see the
/// arguments.
enum ArgumentMask {
    /// The options with secrets: the values of `secrets` are secrets, those of `users` may have a
    /// secret after a colon, and those of `addresses` may be URLs with passwords.
    private static let secrets = ["--apikey", "--appid"]
    private static let users = ["--user"]
    private static let addresses = ["--database", "--database-direct", "--replica", "--shard"]

    /// Overwrites the secrets in the process's arguments, as curl does, after they have been read.
    ///
    /// Before that, the secrets are visible for some milliseconds; `--password-file` avoids this.
    static func hideSecrets() {
        var option: String?
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { continue }
            let word = unsafe String(cString: bytes)
            var name = option
            var start = 0
            option = nil
            if name == nil, word.hasPrefix("--") {
                guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                    option = word
                    continue
                }
                name = String(word[..<equals])
                start = word.utf8.distance(from: word.startIndex, to: equals) + 1
            }
            guard let name else { continue }
            let value = Array(word.utf8.dropFirst(start))
            guard let secret = secret(in: value, of: name) else { continue }
            for position in secret {
                unsafe bytes[start + position] = CChar(UInt8(ascii: "x"))
            }
        }
    }

    /// Returns the range of the secret in an option's value, in bytes; `nil` if there is none.
    static func secret(in value: [UInt8], of option: String) -> Range<Int>? {
        let colon = UInt8(ascii: ":")
        if secrets.contains(option) { return value.indices }
        if users.contains(option), let first = value.firstIndex(of: colon) {
            return first + 1..<value.count
        }
        // postgresql://user:password@host
        guard addresses.contains(option), let end = value.lastIndex(of: UInt8(ascii: "@")),
            let scheme = value.firstIndex(of: colon), scheme + 3 <= end,
            let start = value[(scheme + 1)..<end].firstIndex(of: colon)
        else { return nil }
        return start + 1..<end
    }
}
