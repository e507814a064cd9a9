// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl

/// An easy handle of libcurl, and the text of its last error.
///
/// A handle serves one request after another. What differs between requests is set anew for each,
/// so that it need not be reset.
@safe
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>

    init?() {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = pointer
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe set(CURLOPT_ERRORBUFFER, to: UnsafeRawPointer(errorText))
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe errorText.deallocate()
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

    /// A measure of the transfer.
    func measure(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        unsafe recado_curl_get_size(pointer, info, &value)
        return Int(value)
    }
}
