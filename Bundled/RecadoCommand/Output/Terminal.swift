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
    /// True if standard error is a terminal, on which a progress line can be redrawn.
    let showsProgress: Bool
    /// The number of columns of the terminal, or 80 if it is not known.
    let width: Int
    /// The number of columns of a table; unlimited if standard output is not a terminal.
    var tableWidth: Int { isInteractive ? width : .max }

    /// Creates the terminal of this process.
    init() {
        isInteractive = isatty(STDOUT_FILENO) == 1
        showsProgress = isatty(STDERR_FILENO) == 1
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        width = isKnown && size.ws_col > 20 ? Int(size.ws_col) : 80
    }

    /// Writes text to standard output.
    ///
    /// - Throws: ``CommandError/outputClosed`` if the reader has closed the pipe; a failure if
    ///   writing fails, for example on a full disk.
    func write(_ text: String) throws(CommandError) {
        let code = Self.write(text, to: STDOUT_FILENO)
        guard code != 0 else { return }
        guard code != EPIPE else { throw .outputClosed }
        throw .failed("standard output cannot be written: \(Self.words(of: code))")
    }

    /// Writes a line to standard output, in the user's language.
    func say(_ line: LocalizedText) throws(CommandError) {
        try write(DisplayText.clean(line.description) + "\n")
    }

    /// Writes a line to standard error, after the command's name.
    func complain(_ line: String) {
        note("recado: " + line)
    }

    /// Writes a line to standard error.
    func note(_ line: String) {
        // If this fails, the failure cannot be reported anywhere.
        _ = Self.write(DisplayText.clean(line) + "\n", to: STDERR_FILENO)
    }

    /// Draws a line on standard error, which replaces the previous one.
    ///
    /// - Parameter line: The line to draw, without control characters; an empty text removes it.
    func draw(_ line: String) {
        _ = Self.write("\r\(line)\u{1B}[K", to: STDERR_FILENO)
    }

    /// True if the user can be asked a question, because standard input and standard error are
    /// terminals.
    var canAsk: Bool { isatty(STDIN_FILENO) == 1 && showsProgress }

    /// Asks a question and returns the typed line; an empty string at the end of input.
    func ask(_ question: String) -> String {
        _ = Self.write(DisplayText.clean(question), to: STDERR_FILENO)
        return readLine() ?? ""
    }

    /// Reads standard input to its end.
    ///
    /// - Parameter limit: The greatest number of bytes that the caller accepts; slightly more are
    ///   read, so that the caller can detect longer input.
    /// - Returns: The bytes.
    /// - Throws: A failure if reading fails.
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

    /// Writes all of a text; returns the error number, or 0 for success.
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

    /// Returns the system's message for an error number.
    static func words(of code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
}

/// Calls the system function `write`, whose name ``Terminal/write(_:)`` shadows.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
