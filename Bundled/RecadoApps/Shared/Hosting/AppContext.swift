// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer

/// The state and the settings that all apps share.
struct AppContext: Sendable {
    /// The stored answers to forms.
    let submissions = FormSubmissions()
    /// The vault that encrypts cookies.
    let vault: Vault
    /// The store of login sessions.
    let sessions: Sessions
    /// True if pages ask for passwords even over connections without TLS.
    let takesSecretsInClear: Bool
    /// True if everybody may log in as the demonstration's member.
    let isDemonstration: Bool
    /// The Content-Security-Policy of pages.
    let policy: String
    /// Returns the current time in seconds since 1970-01-01 00:00:00 UTC.
    let now: @Sendable () -> Int64
    /// The apps, in the order of the first page.
    let apps: [AppIdentity]
    /// The latest news of the apps, for the first page.
    let glances: Glances
}
