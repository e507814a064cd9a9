// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient

/// What came of an attempt to receive or to send bytes without waiting.
enum Passage {
    /// So many bytes, one at least.
    case bytes(Int)
    /// None at the moment.
    case nothing
    /// The other side sends no more.
    case ended
    /// The connection is lost, for a reason in words.
    case failed(TransportError.Kind, String)

    /// Receives bytes from a socket without waiting; there has to be room for one at least.
    @unsafe
    static func receive(
        from socket: Int32,
        into room: UnsafeMutableRawBufferPointer
    ) -> Passage {
        var count = 0
        repeat {
            count = unsafe recv(socket, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        } while count < 0 && errno == EINTR
        if count > 0 { return .bytes(count) }
        return count == 0 ? .ended : Passage(of: errno)
    }

    /// What an error of the system's comes to.
    init(of number: Int32) {
        if number == EAGAIN {
            self = .nothing
            return
        }
        var text = [CChar](repeating: 0, count: 128)
        let count = text.count
        guard unsafe strerror_r(number, &text, count) == 0 else {
            self = .failed(.connectionLost, "error \(number)")
            return
        }
        self = .failed(.connectionLost, String(decodingNulTerminated: text))
    }
}

extension Opening {
    /// Receives bytes without waiting.
    @unsafe
    func receive(_ room: UnsafeMutableRawBufferPointer) -> Passage {
        var count = 0
        // Nothing that is read would pass for the end.
        if unsafe room.isEmpty { return .nothing }
        if isDetached { return unsafe Passage.receive(from: socket, into: room) }
        let code = unsafe curl_easy_recv(handle.pointer, room.baseAddress, room.count, &count)
        if code == CURLE_OK { return count > 0 ? .bytes(count) : .ended }
        return passage(of: code)
    }

    /// Sends bytes without waiting.
    @unsafe
    func send(_ bytes: UnsafeRawBufferPointer) -> Passage {
        var count = 0
        if isDetached {
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
            repeat {
                count = unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, flags)
            } while count < 0 && errno == EINTR
            return count > 0 ? .bytes(count) : Passage(of: errno)
        }
        let code = unsafe curl_easy_send(handle.pointer, bytes.baseAddress, bytes.count, &count)
        if code == CURLE_OK { return count > 0 ? .bytes(count) : .nothing }
        return passage(of: code)
    }

    /// Whether nothing has come, as it should be while nobody has asked; a byte that has is lost.
    var isQuiet: Bool {
        var byte: UInt8 = 0
        let passage = unsafe withUnsafeMutableBytes(of: &byte) { unsafe receive($0) }
        if case .nothing = passage { return true }
        return false
    }

    private func passage(of code: CURLcode) -> Passage {
        if code == CURLE_AGAIN { return .nothing }
        return .failed(code.kind(in: .waiting), handle.message(for: code))
    }
}
