// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoAuthentication
import RecadoClient
import RecadoContracts
import RecadoHTTP

extension VideoclubCalls {
    /// The origin and the realm of the videoclub, for which a login is stored.
    public var protectionSpace: ProtectionSpace {
        ProtectionSpace(origin: catalog.base.origin ?? "", realm: Member.realm)
    }
}
