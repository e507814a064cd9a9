// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The input and the outputs of a command.
struct Terminal: Sendable {
    /// True if standard output is a terminal, not a pipe or a file.
    let isInteractive: Bool
    /// True if standard error is a terminal, on which a line can be redrawn repeatedly.
    let showsProgress: Bool
    /// The number of columns of a line: that of the terminal, or else 80.
    let width: Int
    /// The number of columns of a table, which is unlimited if the output is not a terminal.
    var tableWidth: Int { isInteractive ? width : .max }

    /// The terminal of this process.
    init() {
        isInteractive = isatty(STDOUT_FILENO) == 1
        showsProgress = isatty(STDERR_FILENO) == 1
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        width = isKnown && size.ws_col > 20 ? Int(size.ws_col) : 80
    }

    /// Writes to standard output.
    ///
    /// - Throws: ``CommandError/outputClosed`` when its reader has gone; a failure of this machine
    ///   when writing fails, such as on a full disk.
    func write(_ text: String) throws(CommandError) {
        let code = Self.write(text, to: STDOUT_FILENO)
        guard code != 0 else { return }
        guard code != EPIPE else { throw .outputClosed }
        throw .failed("standard output cannot be written: \(Self.words(of: code))")
    }

    /// Writes a line to standard output, in the reader's language.
    func say(_ line: LocalizedText) throws(CommandError) {
        try write(DisplayText.clean(line.description) + "\n")
    }

    /// Writes a line to standard error, under the command's name.
    func complain(_ line: String) {
        note("recado: " + line)
    }

    /// Writes a line to standard error.
    func note(_ line: String) {
        // There is nowhere left to report that this failed.
        _ = Self.write(DisplayText.clean(line) + "\n", to: STDERR_FILENO)
    }

    /// Draws a line on standard error, which replaces the previous one.
    ///
    /// - Parameter line: The line to draw, without control characters; an empty text removes it.
    func draw(_ line: String) {
        _ = Self.write("\r\(line)\u{1B}[K", to: STDERR_FILENO)
    }

    /// True if questions are possible: standard input and standard error are a terminal.
    var canAsk: Bool { isatty(STDIN_FILENO) == 1 && showsProgress }

    /// Asks a question, and returns the typed line; empty at the end of input.
    func ask(_ question: String) -> String {
        _ = Self.write(DisplayText.clean(question), to: STDERR_FILENO)
        return readLine() ?? ""
    }

    /// Reads standard input to its end.
    ///
    /// - Parameter limit: The greatest number of bytes that are useful; slightly more are read, to
    ///   detect longer input.
    /// - Returns: The bytes.
    /// - Throws: A failure of this machine.
    func readInput(upTo limit: Int) throws(CommandError) -> [UInt8] {
        var input: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while input.count <= limit {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .failed("standard input cannot be read: \(Self.words(of: errno))")
            }
            input += chunk[..<count]
        }
        return input
    }

    // MARK: - System

    /// Writes a whole text; returns the number of the error, or 0.
    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// The system's message for an error number.
    static func words(of code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
}

/// The system's function, under a name that ``Terminal/write(_:)`` does not shadow.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
