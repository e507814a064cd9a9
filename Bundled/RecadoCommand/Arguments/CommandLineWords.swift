// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The words of this process's command line, without the program's name.
enum CommandLineWords {
    /// Returns the words.
    ///
    /// - Throws: A usage error for a word that is not UTF-8: Swift would replace its bytes, and the
    ///   command would store or search another text, or look for another file.
    static func all() throws(CommandError) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { continue }
            guard let word = unsafe String(validatingCString: bytes) else {
                let shown = unsafe DisplayText.clean(String(cString: bytes))
                throw .usage("argument \(index) is no UTF-8: “\(shown)”")
            }
            words.append(word)
        }
        return words
    }
}
