// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A stand-in for Apple's module: what RecadoCrypto uses of it. Nothing here works.

public import Foundation

public protocol HashFunction {
    associatedtype Digest: CryptoKit.Digest
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Digest
}

extension HashFunction {
    public mutating func update<D: DataProtocol>(data: D) {}
}

public protocol Digest: ContiguousBytes, Hashable, Sequence<UInt8>, Sendable {}

public struct StubDigest: Digest {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}

public struct SHA256: HashFunction, Sendable {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> StubDigest { StubDigest() }
}

public struct SHA512: HashFunction, Sendable {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> StubDigest { StubDigest() }
}

public enum Insecure {
    public struct MD5: HashFunction, Sendable {
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        public func finalize() -> StubDigest { StubDigest() }
    }

    public struct SHA1: HashFunction, Sendable {
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        public func finalize() -> StubDigest { StubDigest() }
    }
}

public struct SymmetricKey: Sendable {
    public init<D: ContiguousBytes>(data: D) {}
}

public struct HMAC<H: HashFunction>: Sendable {
    public static func authenticationCode<D: DataProtocol>(
        for data: D,
        using key: SymmetricKey
    ) -> StubDigest {
        StubDigest()
    }
}

public enum AES {
    public enum GCM {
        public struct Nonce: Sendable {
            public init() {}
        }

        public struct SealedBox: Sendable {
            public let combined: Data?
            public init<D: DataProtocol>(combined: D) throws { self.combined = nil }
        }

        public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
            _ message: Plaintext,
            using key: SymmetricKey,
            nonce: Nonce? = nil,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> SealedBox {
            try SealedBox(combined: Data())
        }

        public static func open<AuthenticatedData: DataProtocol>(
            _ sealedBox: SealedBox,
            using key: SymmetricKey,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> Data {
            Data()
        }
    }
}
