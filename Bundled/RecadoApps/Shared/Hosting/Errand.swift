// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// What the apps do for somebody: the calls that they make while they answer a request.
package enum Errand {
    /// Who has sent the request; `nil` outside of one.
    @TaskLocal package static var peer: Peer?
}
