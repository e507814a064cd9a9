// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Stand-ins for the types of Foundation's sessions, with the names, labels and types of Apple's reference pages.

public import FoundationEssentials

// MARK: - Messages

public struct URLRequest: Sendable {
    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy = 0
        case reloadIgnoringLocalCacheData = 1
    }

    public init(url: URL) {}
    public var url: URL?
    public var httpMethod: String?
    public var httpBody: Data?
    public var httpBodyStream: InputStream? {
        get { nil }
        set {}
    }
    public var cachePolicy = CachePolicy.useProtocolCachePolicy
    public var timeoutInterval: TimeInterval = 60
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

open class URLResponse: NSObject, @unchecked Sendable {}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { 0 }
    open var allHeaderFields: [AnyHashable: Any] { [:] }
}

public struct URLError: Error {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    public let code: Code
}

extension URLError.Code {
    public static var unknown: Self { Self(rawValue: -1) }
    public static var cancelled: Self { Self(rawValue: -999) }
    public static var badURL: Self { Self(rawValue: -1000) }
    public static var timedOut: Self { Self(rawValue: -1001) }
    public static var unsupportedURL: Self { Self(rawValue: -1002) }
    public static var cannotFindHost: Self { Self(rawValue: -1003) }
    public static var cannotConnectToHost: Self { Self(rawValue: -1004) }
    public static var networkConnectionLost: Self { Self(rawValue: -1005) }
    public static var dnsLookupFailed: Self { Self(rawValue: -1006) }
    public static var notConnectedToInternet: Self { Self(rawValue: -1009) }
    public static var badServerResponse: Self { Self(rawValue: -1011) }
    public static var cannotDecodeRawData: Self { Self(rawValue: -1015) }
    public static var cannotDecodeContentData: Self { Self(rawValue: -1016) }
    public static var cannotParseResponse: Self { Self(rawValue: -1017) }
    public static var dataNotAllowed: Self { Self(rawValue: -1020) }
    public static var requestBodyStreamExhausted: Self { Self(rawValue: -1021) }
    public static var appTransportSecurityRequiresSecureConnection: Self { Self(rawValue: -1022) }
    public static var secureConnectionFailed: Self { Self(rawValue: -1200) }
    public static var serverCertificateHasBadDate: Self { Self(rawValue: -1201) }
    public static var serverCertificateUntrusted: Self { Self(rawValue: -1202) }
    public static var serverCertificateHasUnknownRoot: Self { Self(rawValue: -1203) }
    public static var serverCertificateNotYetValid: Self { Self(rawValue: -1204) }
    public static var clientCertificateRejected: Self { Self(rawValue: -1205) }
    public static var clientCertificateRequired: Self { Self(rawValue: -1206) }
}

// MARK: - Challenges

public let NSURLAuthenticationMethodServerTrust = ""
public let NSURLAuthenticationMethodClientCertificate = ""

open class URLProtectionSpace: NSObject, @unchecked Sendable {
    open var host: String { "" }
    open var port: Int { 0 }
    open var authenticationMethod: String { "" }
    open func isProxy() -> Bool { false }
}

open class URLCredential: NSObject, @unchecked Sendable {
    public enum Persistence: UInt, Sendable {
        case none, forSession, permanent, synchronizable
    }
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var protectionSpace: URLProtectionSpace { URLProtectionSpace() }
}

open class URLCredentialStorage: NSObject, @unchecked Sendable {}

// MARK: - Sessions

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}

extension HTTPCookie {
    public enum AcceptPolicy: UInt, Sendable {
        case always, never, onlyFromMainDocumentDomain
    }
}

open class HTTPCookie: NSObject, @unchecked Sendable {}

open class URLCache: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
    open var httpCookieStorage: HTTPCookieStorage?
    open var httpShouldSetCookies = true
    open var httpCookieAcceptPolicy = HTTPCookie.AcceptPolicy.always
    open var urlCache: URLCache?
    open var urlCredentialStorage: URLCredentialStorage?
    open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    open var httpMaximumConnectionsPerHost = 6
    open var timeoutIntervalForRequest: TimeInterval = 60
}

open class OperationQueue: NSObject, @unchecked Sendable {}

open class URLSession: NSObject, @unchecked Sendable {
    public enum ResponseDisposition: Int, Sendable {
        case cancel, allow, becomeDownload, becomeStream
    }

    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge
        case rejectProtectionSpace
    }

    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {}

    open var delegate: (any URLSessionDelegate)? { nil }
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
    open func invalidateAndCancel() {}
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { 0 }
    open var response: URLResponse? { nil }
    open func resume() {}
    open func suspend() {}
    open func cancel() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

// MARK: - Delegates, whose functions are optional on Apple's systems

public protocol URLSessionDelegate: NSObject, Sendable {
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    )
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    )
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
