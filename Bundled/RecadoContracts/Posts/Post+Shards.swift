// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

extension ShardKey {
    /// Creates the shard key of a post from the end of its identifier, a counter that grows with
    /// each post.
    ///
    /// - Parameter id: The identifier of the post, of hexadecimal digits.
    public init(post id: String) {
        self.init(number: Int(id.suffix(2), radix: 16) ?? 0)
    }
}

extension ShowPost: ShardedEndpoint {
    /// The shard key of the post.
    public var shardKey: ShardKey { ShardKey(post: id) }
}

extension EditPost: ShardedEndpoint {
    /// The shard key of the post.
    public var shardKey: ShardKey { ShardKey(post: id) }
}

extension DeletePost: ShardedEndpoint {
    /// The shard key of the post.
    public var shardKey: ShardKey { ShardKey(post: id) }
}
