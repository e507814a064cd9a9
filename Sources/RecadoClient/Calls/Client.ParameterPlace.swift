// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Client {
    /// The part of a request that carries the parameters of a call.
    public enum ParameterPlace: Sendable, Hashable {
        /// In the query for GET, HEAD and DELETE, and in the content for all others.
        case byMethod
        /// In the query.
        case query
        /// In the content, as JSON unless the options of the call name another format, such as a
        /// form.
        case content
    }
}
