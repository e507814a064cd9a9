// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer

/// The state and the settings that all apps share.
struct AppContext: Sendable {
    /// The answers to forms.
    let submissions = FormSubmissions()
    /// The vault that seals cookies.
    let vault: Vault
    /// The logins that hold.
    let sessions: Sessions
    /// True if passwords are asked for even over connections that others can read.
    let takesSecretsInClear: Bool
    /// True if everybody may try the videoclub as the same member.
    let isDemonstration: Bool
    /// The Content-Security-Policy of pages: they run and load only resources of this server.
    let policy: String
    /// The seconds since 1970-01-01 00:00:00 UTC.
    let now: @Sendable () -> Int64
    /// The apps, in their order on the first page.
    let apps: [AppIdentity]
    /// News of the apps, for the first page.
    let glances: Glances
}
