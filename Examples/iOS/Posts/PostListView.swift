// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import SwiftUI

/// The list of posts, which shows every change at once.
struct PostListView: View {
    let list: PostListModel
    @State private var form: PostFormModel?

    var body: some View {
        NavigationStack {
            List {
                if let error = list.state.posts.error {
                    ErrorRow(error: error) { await list.load() }
                }
                if list.state.posts.value?.posts.isEmpty == true {
                    Text("posts.none").foregroundStyle(.secondary)
                }
                ForEach(list.state.posts.value?.posts ?? []) { post in
                    NavigationLink(value: post) { PostRow(post: post) }
                }
                if list.state.hasMore {
                    ProgressView().task { await list.loadMore() }
                }
            }
            .navigationTitle("posts.title")
            .navigationDestination(for: Post.self) { post in
                PostView(post: list.post(post))
            }
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    Button("posts.new", systemImage: "square.and.pencil") { form = list.writing() }
                }
            }
            .refreshable { await list.load() }
            .task { await list.load() }
            .task { await list.watch() }
        }
        .fullScreenCover(item: $form) { PostFormView(model: $0) }
    }
}

/// A post in the list.
struct PostRow: View {
    let post: Post

    var body: some View {
        LabeledContent {
            Text(verbatim: post.author.map { "\($0)" } ?? "")
        } label: {
            Text(verbatim: post.title)
        }
    }
}
