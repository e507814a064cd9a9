// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoArgon2

/// The argon2id function of RFC 9106, computed by libargon2.
enum Argon2id {
    static func tag(
        of password: [UInt8],
        salt: [UInt8],
        cost: PasswordHasher.Cost,
        length: Int
    ) throws(PasswordError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: length)
        let code = unsafe tag.withUnsafeMutableBytes { tag in
            unsafe password.withUnsafeBytes { password in
                unsafe salt.withUnsafeBytes { salt in
                    unsafe argon2id_hash_raw(
                        UInt32(clamping: cost.passes),
                        UInt32(clamping: cost.memory),
                        UInt32(clamping: cost.lanes),
                        password.baseAddress,
                        password.count,
                        salt.baseAddress,
                        salt.count,
                        tag.baseAddress,
                        tag.count
                    )
                }
            }
        }
        guard code == 0 else { throw .engine(code: Int(code)) }
        return tag
    }
}
