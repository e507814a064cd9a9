// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

/// One post.
struct PostView: View {
    @State private var post: PostModel
    @State private var form: PostFormModel?
    @Environment(\.dismiss) private var dismiss

    init(post: PostModel) {
        _post = State(initialValue: post)
    }

    var body: some View {
        List {
            if let error = post.state.post.error ?? post.state.removal.error {
                ErrorRow(error: error) { await post.load() }
            }
            if let value = post.state.post.value {
                Text(verbatim: value.body)
                if let author = value.author {
                    LabeledContent("post.author", value: "\(author)")
                }
            }
            Button("button.delete", role: .destructive) {
                Task { await post.delete() }
            }
            .disabled(post.state.removal.isLoading)
        }
        .navigationTitle(Text(verbatim: post.state.post.value?.title ?? ""))
        .toolbar {
            ToolbarItem(placement: .topBarTrailing) {
                Button("button.edit") { form = post.editing() }
            }
        }
        .fullScreenCover(item: $form) { PostFormView(model: $0) }
        .task { await post.load() }
        .refreshable { await post.load() }
        .onChange(of: post.state.isGone) { dismiss() }
    }
}
