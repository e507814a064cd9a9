// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

/// The best three scores; the title shows the progress of loading them.
struct Top3View: View {
    @State private var model: Top3Model
    @State private var isLive = false

    init(calls: ScoreCalls) {
        _model = State(initialValue: Top3Model(calls))
    }

    var body: some View {
        NavigationStack {
            List {
                if let error = model.state.error {
                    ErrorRow(error: error) { await model.refresh() }
                }
                Picker("game.way", selection: $model.way) {
                    ForEach(ScoreCalls.ReadingWay.allCases, id: \.self) { way in
                        Text(verbatim: way.rawValue.uppercased())
                    }
                }
                Toggle("game.live", isOn: $isLive)
                ForEach(model.state.scores) { score in
                    LabeledContent {
                        Text(verbatim: score.total.map { "\($0)" } ?? "–")
                    } label: {
                        Text(verbatim: score.name ?? "–")
                    }
                }
            }
            .navigationTitle(title)
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    Button("button.refresh", systemImage: "arrow.clockwise") {
                        Task { await model.refresh() }
                    }
                    .disabled(!model.state.canRefresh)
                }
            }
            .refreshable { await model.refresh() }
            .task(id: model.way) { await model.refresh() }
            .task(id: isLive) { if isLive { await model.watch() } }
        }
    }

    private var title: LocalizedStringKey {
        switch model.state.phase {
        case .idle, .upToDate: "game.top3"
        case .downloading: "game.downloading"
        case .analysing: "game.analysing"
        case .outdated: "game.outdated"
        case .wrongData: "game.wrongData"
        case .connectionFailed: "game.connectionFailed"
        case .failed: "game.failed"
        }
    }
}
