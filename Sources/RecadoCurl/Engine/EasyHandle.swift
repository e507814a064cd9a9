// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl

/// An easy handle of libcurl, and the text of its last error.
///
/// A handle serves one request after another. What differs between requests is set anew for each,
/// so that it need not be reset; what the next request has in common with the last one stays.
@safe
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    /// The transfer that the handle serves; callbacks of libcurl speak of no other.
    var transfer: ActiveTransfer?
    /// Whether the handle opens a connection that libcurl itself does not use.
    var isForOthers = false
    /// What opens the sockets, and closes them.
    unowned var loop: Loop?
    /// Whose options the handle has; it keeps the bytes that libcurl was given.
    let setup: HostSetup
    private let errorText: UnsafeMutablePointer<CChar>
    /// Where requests go, and in libcurl's form.
    private var origin: String?
    private var address: OpaquePointer?
    /// The header section, and in libcurl's form.
    private var fieldLines: [UInt8] = []
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    private var redirection: UnsafeMutablePointer<curl_slist>?
    private var connectTimeout: Int?
    private var hasRemarks = false
    /// Whether a proxy reads the requests and sends them on.
    private(set) var isForwarded = false
    /// The proxy that requests go through.
    private(set) var proxy: ProxyServer?

    init?(_ setup: HostSetup, _ options: CurlTransport.Options) {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = pointer
        self.setup = setup
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe (address, fieldList, redirection) = (nil, nil, nil)
        unsafe set(CURLOPT_ERRORBUFFER, to: UnsafeRawPointer(errorText))
        setUp()
        setUp(setup, options)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_url_cleanup(address)
        unsafe curl_slist_free_all(fieldList)
        unsafe curl_slist_free_all(redirection)
        unsafe errorText.deallocate()
    }

    /// The transfer of which a callback of libcurl speaks.
    ///
    /// The pointer is that of ``reference``. The loop keeps a handle until it has taken it back from
    /// libcurl, after which there are no more callbacks.
    static func transfer(from context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
        unsafe handle(from: context)?.transfer
    }

    /// The handle of which a callback of libcurl speaks.
    static func handle(from context: UnsafeMutableRawPointer?) -> EasyHandle? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
    }

    /// What callbacks are given.
    var reference: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// What libcurl said about the last error, in one line.
    var errorMessage: String {
        let text = unsafe String(cString: errorText)
        return String(
            String.UnicodeScalarView(text.unicodeScalars.prefix(200).filter { $0.value > 31 })
        )
    }

    /// Forgets the last error.
    func clearError() {
        unsafe errorText.pointee = 0
    }

    func set(_ option: CURLoption, to value: Int) {
        unsafe recado_curl_set_number(pointer, option, value)
    }

    func set(_ option: CURLoption, to value: Bool) {
        set(option, to: value ? 1 : 0)
    }

    func set(_ option: CURLoption, toSize value: Int) {
        unsafe recado_curl_set_size(pointer, option, curl_off_t(value))
    }

    /// Sets a text, of which libcurl keeps a copy.
    func set(_ option: CURLoption, to value: String?) {
        guard let value else {
            unsafe recado_curl_set_text(pointer, option, nil)
            return
        }
        unsafe value.withCString { text in
            _ = unsafe recado_curl_set_text(pointer, option, text)
        }
    }

    @unsafe
    func set(_ option: CURLoption, to value: UnsafeRawPointer?) {
        unsafe recado_curl_set_pointer(pointer, option, value)
    }

    // MARK: - What requests often have in common

    /// Directs the handle to a server; `false` if it is directed there already.
    ///
    /// libcurl takes the address apart once for all requests to it; targets are sent as they stand.
    func setOrigin(_ origin: String) -> Bool {
        if origin == self.origin { return false }
        self.origin = origin
        let former = unsafe address
        let address = unsafe curl_url()
        let isUnderstood = unsafe origin.withCString { text in
            unsafe curl_url_set(address, CURLUPART_URL, text, 0) == CURLUE_OK
        }
        unsafe set(CURLOPT_CURLU, to: isUnderstood ? UnsafeRawPointer(address) : nil)
        // libcurl itself has to say what is wrong with the others.
        set(CURLOPT_URL, to: isUnderstood ? nil : origin)
        unsafe self.address = address
        unsafe curl_url_cleanup(former)
        return true
    }

    /// Directs connections elsewhere, in the words of `CURLOPT_CONNECT_TO`.
    func setConnectTo(_ rule: String) {
        unsafe redirection = curl_slist_append(redirection, rule)
        unsafe recado_curl_set_list(pointer, CURLOPT_CONNECT_TO, redirection)
    }

    /// Sends requests through a proxy from now on, or through none.
    func setProxy(_ proxy: ProxyServer?, isSecure: Bool) {
        isForwarded = !isSecure && proxy?.kind.forwards == true
        self.proxy = proxy
        setProxy(proxy)
    }

    /// Sets the header section: lines with a NUL byte after each.
    func setFields(_ lines: [UInt8]) {
        if lines == fieldLines { return }
        fieldLines = lines
        let former = unsafe fieldList
        unsafe fieldList = nil
        unsafe lines.withUnsafeBytes { lines in
            var start = 0
            for index in lines.indices where unsafe lines[index] == 0 {
                guard let line = unsafe lines.baseAddress.map({ unsafe $0 + start }) else { return }
                let text = unsafe line.assumingMemoryBound(to: CChar.self)
                unsafe fieldList = curl_slist_append(fieldList, text)
                start = index + 1
            }
        }
        unsafe recado_curl_set_list(pointer, CURLOPT_HTTPHEADER, fieldList)
        unsafe curl_slist_free_all(former)
    }

    /// Sets the time to connect, for which libcurl takes zero as its own default.
    func setConnectTimeout(_ timeout: Duration?) {
        let most = Double(Int32.max)
        let milliseconds = Int(
            timeout.map { min(max(($0 / .milliseconds(1)).rounded(.up), 1), most) } ?? most
        )
        if milliseconds == connectTimeout { return }
        connectTimeout = milliseconds
        set(CURLOPT_CONNECTTIMEOUT_MS, to: milliseconds)
    }

    /// Sets whether libcurl tells what it does, which costs time.
    func setRemarks(_ hasRemarks: Bool) {
        if hasRemarks == self.hasRemarks { return }
        self.hasRemarks = hasRemarks
        set(CURLOPT_VERBOSE, to: hasRemarks)
    }

    /// A measure of the transfer.
    func measure(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        unsafe recado_curl_get_size(pointer, info, &value)
        return Int(value)
    }

    /// A number that libcurl knows of the transfer.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        unsafe recado_curl_get_number(pointer, info, &value)
        return value
    }

    /// A text that libcurl knows of the transfer; `nil` when it is empty.
    func text(_ info: CURLINFO) -> String? {
        guard let text = unsafe recado_curl_get_text(pointer, info), unsafe text.pointee != 0 else {
            return nil
        }
        return unsafe String(cString: text)
    }
}
