// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

@main
struct PostsApp: App {
    private let model = AppServer.clients.map { PostListModel(PostCalls($0.posts)) }

    var body: some Scene {
        WindowGroup {
            if let model {
                PostListView(list: model)
            } else {
                WrongServerView()
            }
        }
    }
}
