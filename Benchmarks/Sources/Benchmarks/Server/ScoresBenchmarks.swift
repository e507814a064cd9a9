// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The scores beside the Rails application whose place they take.
///
/// Rails comes from Debian, with two workers. Both have both processors, of which the load takes a share.
enum ScoresBenchmarks {
    private static let port = 18_130

    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recado-bench-scores")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print(
            "\nthe best three scores, and new ones, each acknowledged when it will outlive the process"
        )
        let few = try await measure("Recado, 1 000 scores", count: 1_000, in: folder)
        let many = try await measure("Recado, 10 000 000 scores", count: 10_000_000, in: folder)
        guard let rails = try await RailsPeer.measure(in: folder, port: port + 1) else {
            return print(
                "  Rails is not installed: apt-get install ruby-railties puma ruby-sqlite3"
            )
        }
        print("  top3: \((few.top / rails.top).rounded(to: 1)) × Rails (wanted: 30)")
        print("  new:  \((few.new / rails.new).rounded(to: 1)) × Rails (wanted: 30)")
        let slowdown = few.top / many.top
        print(
            "  top3 of 1 000 scores beside that of 10 000 000: \(slowdown.rounded(to: 2)) × (wanted: below 1.2)"
        )
    }

    /// Requests a second.
    struct Rates {
        let top: Double
        let new: Double
    }

    private static func measure(_ name: String, count: Int, in folder: URL) async throws -> Rates {
        let database = folder.appending(path: "scores-\(count).sqlite").path()
        // The service makes its tables, and is started anew over those that were filled.
        for isFilled in [false, true] {
            let recado = try Child(
                name,
                [
                    "taskset", "-c", "0-1", ServerBenchmarks.command, "serve", "--address",
                    "127.0.0.1", "--port",
                    "\(port)", "--database",
                    database,
                ],
                processor: 0
            )
            try await Task.sleep(for: .seconds(3))
            defer { recado.stop() }
            if isFilled { return try rates(of: name, at: port, in: folder) }
            recado.stop()
            _ = try output(of: ["python3", "-c", filling, database, "\(count)"])
        }
        throw BenchmarkFailure("unreachable")
    }

    private static let filling = """
        import sqlite3, sys
        connection = sqlite3.connect(sys.argv[1])
        connection.execute('''WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            INSERT INTO score (name, total, created_at, updated_at)
            SELECT 'Ana', i * 7919 % 1000003, 0, 0 FROM n''', (int(sys.argv[2]),))
        connection.commit()
        """

    /// What a server does for 64 connections.
    static func rates(of name: String, at port: Int, in folder: URL) throws -> Rates {
        let script = folder.appending(path: "score.lua").path()
        let lines = """
            wrk.method = "POST"
            wrk.body = '{"name":"Pedro","total":125}'
            wrk.headers["Content-Type"] = "application/json"
            """
        try Data(lines.utf8).write(to: URL(filePath: script))
        let base = "http://127.0.0.1:\(port)/scores"
        let load = ["taskset", "-c", "1", "wrk", "-t1", "-c64", "-d5s"]
        let rates = Rates(
            top: try rate(load + ["\(base)/top3.json"]),
            new: try rate(load + ["-s", script, "\(base).json"])
        )
        print("  \(name.padded(to: 30)) top3 \(Int(rates.top))/s, new \(Int(rates.new))/s")
        return rates
    }

    private static func rate(_ command: [String]) throws -> Double {
        let text = try output(of: command)
        guard !text.contains("Non-2xx"),
            let rate = text.firstMatch(of: /Requests\/sec: +([0-9.]+)/).flatMap({ Double($0.1) })
        else { throw BenchmarkFailure(text) }
        return rate
    }
}

/// The Rails application of the course, written anew for each run.
enum RailsPeer {
    static func measure(in folder: URL, port: Int) async throws -> ScoresBenchmarks.Rates? {
        let found =
            (try? output(of: ["sh", "-c", "ruby -e 'require %q(rails)' && command -v puma"])) ?? ""
        guard found.contains("puma") else { return nil }
        let file = folder.appending(path: "config.ru").path()
        try Data(application.utf8).write(to: URL(filePath: file))
        let database = folder.appending(path: "rails.sqlite").path()
        let rails = try Child(
            "Rails",
            [
                "taskset", "-c", "0-1", "env", "DATABASE=\(database)", "puma", "-e", "production",
                "-w", "2",
                "-t", "5:5", "-b", "tcp://127.0.0.1:\(port)", file,
            ],
            processor: 0
        )
        defer { rails.stop() }
        try await Task.sleep(for: .seconds(8))
        return try ScoresBenchmarks.rates(of: "Rails, 2 workers", at: port, in: folder)
    }

    private static let application = """
        ENV["RAILS_ENV"] = "production"
        require "rails"
        require "action_controller/railtie"
        require "active_record/railtie"
        require "active_record/connection_adapters/sqlite3_adapter"
        ENV["DATABASE_URL"] = "sqlite3:#{ENV["DATABASE"]}"
        class Game < Rails::Application
          config.root = __dir__
          config.load_defaults 6.1
          config.eager_load = true
          config.secret_key_base = "x" * 64
          config.logger = Logger.new(nil)
          config.hosts.clear
        end
        Game.initialize!
        ActiveRecord::ConnectionAdapters::SQLite3Adapter.prepend(Module.new {
          def configure_connection
            super
            @connection.execute("PRAGMA synchronous = NORMAL")
          end
        })
        ActiveRecord::Base.establish_connection(
          adapter: "sqlite3", database: ENV["DATABASE"], pool: 16, timeout: 5000)
        connection = ActiveRecord::Base.connection
        connection.execute("PRAGMA journal_mode = WAL")
        unless connection.table_exists?(:scores)
          ActiveRecord::Schema.verbose = false
          ActiveRecord::Schema.define do
            create_table(:scores) do |t|
              t.string :name
              t.integer :total, limit: 8
              t.timestamps
              t.index :total
            end
          end
          connection.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n " \\
            "WHERE i < 1000) INSERT INTO scores (name, total, created_at, updated_at) " \\
            "SELECT 'Ana', i * 7919 % 1000003, '2020-01-01', '2020-01-01' FROM n")
        end
        class Score < ActiveRecord::Base; end
        class ScoresController < ActionController::Base
          protect_from_forgery with: :null_session
          wrap_parameters format: [:json]
          def top3
            @scores = Score.order("total desc").limit(3)
            respond_to { |format| format.json { render json: @scores } }
          end
          def create
            @score = Score.new(params.require(:score).permit(:name, :total))
            @score.save!
            respond_to do |format|
              format.json { render json: @score, status: :created, location: @score }
            end
          end
        end
        Game.routes.draw { resources(:scores) { collection { get "top3" } } }
        run Game
        """
}
