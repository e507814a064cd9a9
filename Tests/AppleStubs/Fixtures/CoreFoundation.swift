// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Stand-ins for the types of Core Foundation that Foundation exports.
//
// Here they are Swift's own types, so `as` between them needs no bridging, which Linux does not
// have. This check therefore cannot show whether such a cast is right on Apple's systems.

public import FoundationEssentials

public typealias CFString = String
public typealias CFData = Data
public typealias CFArray = [Any]
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFTypeRef = AnyObject
public typealias CFTypeID = UInt
public typealias CFOptionFlags = UInt

public final class CFAllocator {}
public final class CFError {}
public final class CFRunLoop {}
public final class CFReadStream {}

public func CFGetTypeID(_ value: CFTypeRef!) -> CFTypeID { 0 }
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! { "" }

public struct CFStreamEventType: OptionSet, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
}

public struct CFStreamClientContext {}

public typealias CFReadStreamClientCallBack = @convention(c) (
    OpaquePointer?, UInt, UnsafeMutableRawPointer?
) -> Void
