// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl

extension EasyHandle {
    /// Sets what is the same for every request of a transport.
    func setUp(_ options: CurlTransport.Options) {
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA,
            CURLOPT_READDATA, CURLOPT_SEEKDATA,
        ] { unsafe set(option, to: reference) }
        set(CURLOPT_NOSIGNAL, to: true)
        set(CURLOPT_PROTOCOLS_STR, to: "http,https")
        set(CURLOPT_FOLLOWLOCATION, to: false)
        set(CURLOPT_NETRC, to: Int(CURL_NETRC_IGNORED.rawValue))
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, to: true)
        // The target is sent as it stands, dot segments and all.
        set(CURLOPT_PATH_AS_IS, to: true)
        // An empty text keeps libcurl from reading http_proxy and its like.
        set(CURLOPT_PROXY, to: "")
        set(CURLOPT_HTTP09_ALLOWED, to: false)
        set(CURLOPT_SSL_VERIFYPEER, to: true)
        set(CURLOPT_SSL_VERIFYHOST, to: 2)
        // A call that is cancelled while its host is looked up must not wait for the answer.
        set(CURLOPT_QUICK_EXIT, to: true)
        // The first request to a host tells whether one connection will do for all.
        set(CURLOPT_PIPEWAIT, to: true)
        if let file = options.certificateFile { set(CURLOPT_CAINFO, to: file) }
        // With a folder of certificates, libcurl would read all of them again for every connection;
        // what it has read from a file it keeps for a day.
        set(CURLOPT_CAPATH, to: nil as String?)
        setUpReceiving()
        setUpSending()
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

    /// Lets a loop open and close the sockets.
    @unsafe
    func setUpSockets(context: UnsafeMutableRawPointer) {
        unsafe set(CURLOPT_OPENSOCKETDATA, to: context)
        unsafe recado_curl_set_open_callback(pointer) { context, _, address in
            guard let address = unsafe address else { return -1 }
            return unsafe Loop.open(address, for: context)
        }
        unsafe set(CURLOPT_CLOSESOCKETDATA, to: context)
        unsafe recado_curl_set_close_callback(pointer) { context, socket in
            unsafe Loop.close(socket, for: context)
        }
    }
}
