// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc

extension EasyHandle {
    /// What libcurl reads at once, in bytes.
    static let receiveBuffer = 65_536

    /// Sets what is the same for every request of every transport.
    func setUp() {
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA,
            CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_DEBUGDATA, CURLOPT_RESOLVER_START_DATA,
            CURLOPT_OPENSOCKETDATA,
        ] { unsafe set(option, to: reference) }
        set(CURLOPT_NOSIGNAL, to: true)
        set(CURLOPT_PROTOCOLS_STR, to: "http,https")
        set(CURLOPT_FOLLOWLOCATION, to: false)
        set(CURLOPT_NETRC, to: Int(CURL_NETRC_IGNORED.rawValue))
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, to: true)
        // The target is sent as it stands, dot segments and all.
        set(CURLOPT_PATH_AS_IS, to: true)
        set(CURLOPT_HTTP09_ALLOWED, to: false)
        // A call that is cancelled while its host is looked up must not wait for the answer.
        set(CURLOPT_QUICK_EXIT, to: true)
        // A fourth of the calls to the system that libcurl's own size takes for a large answer.
        set(CURLOPT_BUFFERSIZE, to: Self.receiveBuffer)
        // The first request to a host tells whether one connection will do for all.
        set(CURLOPT_PIPEWAIT, to: true)
        set(CURLOPT_EXPECT_100_TIMEOUT_MS, to: 1000)
        setUpProxies()
        setUpReceiving()
        setUpSending()
        setUpReporting()
    }

    private func setUpReceiving() {
        unsafe recado_curl_set_data_callback(pointer, CURLOPT_WRITEFUNCTION) {
            data,
            _,
            count,
            context in
            guard let transfer = unsafe EasyHandle.transfer(from: context) else { return 0 }
            let content = unsafe UnsafeRawBufferPointer(start: data, count: count)
            return unsafe transfer.receive(content.assumingMemoryBound(to: UInt8.self))
                ? count : recado_curl_write_pause
        }
        unsafe recado_curl_set_data_callback(pointer, CURLOPT_HEADERFUNCTION) {
            data,
            _,
            count,
            context in
            guard let transfer = unsafe EasyHandle.transfer(from: context) else { return 0 }
            let line = unsafe UnsafeRawBufferPointer(start: data, count: count)
            let bytes = unsafe line.assumingMemoryBound(to: UInt8.self)
            return transfer.receiveLine(unsafe bytes.span) ? count : 0
        }
    }

    private func setUpSending() {
        unsafe recado_curl_set_data_callback(pointer, CURLOPT_READFUNCTION) {
            data,
            size,
            count,
            context in
            guard let transfer = unsafe EasyHandle.transfer(from: context) else {
                return recado_curl_read_abort
            }
            let buffer = unsafe UnsafeMutableRawBufferPointer(start: data, count: size * count)
            switch unsafe transfer.send(into: buffer) {
            case .bytes(let count): return count
            case .starved: return recado_curl_read_pause
            case .ended: return 0
            }
        }
        unsafe recado_curl_set_seek_callback(pointer) { context, offset, origin in
            guard let transfer = unsafe EasyHandle.transfer(from: context) else {
                return CURL_SEEKFUNC_FAIL
            }
            let isPossible = offset == 0 && origin == SEEK_SET && transfer.rewind()
            return isPossible ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
        }
        unsafe recado_curl_set_prerequest_callback(pointer) { context, _, _, _, _ in
            let mayBegin = unsafe EasyHandle.transfer(from: context)?.beginAttempt() ?? false
            return mayBegin ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    private func setUpReporting() {
        unsafe recado_curl_set_resolver_callback(pointer) { _, _, context in
            unsafe EasyHandle.transfer(from: context)?.beginResolving()
            return 0
        }
        unsafe recado_curl_set_debug_callback(pointer) { _, kind, data, count, context in
            guard kind == CURLINFO_TEXT, let transfer = unsafe EasyHandle.transfer(from: context)
            else { return 0 }
            let text = unsafe UnsafeRawBufferPointer(start: data, count: count)
            let remark = unsafe String(decoding: text, as: UTF8.self)
            for line in remark.split(whereSeparator: \.isNewline) {
                transfer.receiveRemark(String(line))
            }
            return 0
        }
    }

    /// Lets a loop open and close the sockets.
    ///
    /// A socket is closed when there may be no transfer any more.
    @unsafe
    func setUpSockets(_ loop: Loop) {
        self.loop = loop
        unsafe recado_curl_set_open_callback(pointer) { context, _, address in
            guard let address = unsafe address,
                let handle = unsafe EasyHandle.handle(from: context), let loop = handle.loop
            else { return -1 }
            unsafe handle.transfer?.beginConnecting(to: address)
            let socket = unsafe loop.open(address, for: handle)
            if socket < 0 { handle.transfer?.noteFailedSocket(errno) }
            return socket
        }
        unsafe set(CURLOPT_CLOSESOCKETDATA, to: Unmanaged.passUnretained(loop).toOpaque())
        unsafe recado_curl_set_close_callback(pointer) { context, socket in
            unsafe Loop.close(socket, for: context)
        }
    }
}
