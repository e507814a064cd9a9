// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc

extension Loop {
    /// Opens a socket for libcurl.
    @unsafe
    func open(_ address: UnsafePointer<curl_sockaddr>, for handle: EasyHandle) -> Int32 {
        let socket = unsafe recado_curl_open_socket(address)
        poller.opened(socket, isSilent: handle.isSilent)
        return socket
    }

    /// Listens no more on a socket that is taken over under another number.
    func surrender(_ socket: Int32) {
        poller.surrender(socket)
    }

    /// Takes over a socket that libcurl has opened.
    func adopt(_ socket: Int32) {
        poller.opened(socket, isSilent: false)
    }

    /// Closes a socket that has been taken over.
    func close(_ socket: Int32) {
        poller.closing(socket)
        Glibc.close(socket)
    }

    /// Closes a socket for libcurl.
    static func close(_ socket: Int32, for context: UnsafeMutableRawPointer?) -> Int32 {
        unsafe from(context)?.poller.closing(socket)
        return Glibc.close(socket)
    }
}
