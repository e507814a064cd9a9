// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient

extension EasyHandle {
    /// Where the time of the transfer went, apart from the time in the queue.
    ///
    /// libcurl counts its marks from when it looks for a connection, and leaves at zero those that it
    /// has not reached. What follows the last one belongs to the phase in which the transfer ended.
    ///
    /// - Parameter spent: The time since libcurl looked for a connection.
    /// - Returns: The timings, without the time in the queue.
    func timings(spent: Duration) -> PhaseTimings {
        var timings = PhaseTimings()
        // Without a byte there is no beginning of the answer, though libcurl sets a mark at the end.
        let isAnswered = number(CURLINFO_HEADER_SIZE) > 0
        let resolved = measure(CURLINFO_NAMELOOKUP_TIME_T)
        let connected = measure(CURLINFO_CONNECT_TIME_T)
        let secured = measure(CURLINFO_APPCONNECT_TIME_T)
        let ready = measure(CURLINFO_PRETRANSFER_TIME_T)
        let answered = isAnswered ? measure(CURLINFO_STARTTRANSFER_TIME_T) : 0
        var past = 0
        // A mark can precede the one before it, as that of a connection which is used again.
        func phase(until mark: Int) -> Duration {
            defer { past = max(past, mark) }
            return .microseconds(max(0, mark - past))
        }
        timings.nameResolution = phase(until: resolved)
        timings.connect = phase(until: connected)
        timings.tls = phase(until: max(secured, ready))
        timings.firstByte = phase(until: answered)
        let rest = max(.zero, spent - .microseconds(past))
        if isAnswered {
            timings.content = rest
        } else if ready > 0 {
            timings.firstByte = rest
        } else if connected > 0 {
            timings.tls += rest
        } else if resolved > 0 {
            timings.connect += rest
        } else {
            timings.nameResolution += rest
        }
        noteConnection(in: &timings, isConnected: connected > 0 || ready > 0)
        return timings
    }

    private func noteConnection(in timings: inout PhaseTimings, isConnected: Bool) {
        timings.bytesSent = number(CURLINFO_REQUEST_SIZE) + measure(CURLINFO_SIZE_UPLOAD_T)
        timings.bytesReceived = number(CURLINFO_HEADER_SIZE) + measure(CURLINFO_SIZE_DOWNLOAD_T)
        guard isConnected else { return }
        timings.isConnectionReused = number(CURLINFO_NUM_CONNECTS) == 0
        timings.version = Self.version(number(CURLINFO_HTTP_VERSION))
        timings.remoteAddress = text(CURLINFO_PRIMARY_IP)
        timings.remotePort = number(CURLINFO_PRIMARY_PORT)
    }

    private static func version(_ number: Int) -> PhaseTimings.Version? {
        switch number {
        case CURL_HTTP_VERSION_1_0: .http10
        case CURL_HTTP_VERSION_1_1: .http11
        case CURL_HTTP_VERSION_2_0: .http2
        case CURL_HTTP_VERSION_3: .http3
        default: nil
        }
    }
}
