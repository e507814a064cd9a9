// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import Synchronization
import Testing

/// The time that a test gives to the service.
private final class Moment: Sendable {
    private let seconds = Mutex<Int64>(0)

    var time: Int64 {
        get { seconds.withLock(\.self) }
        set { seconds.withLock { $0 = newValue } }
    }
}

/// The generated weather, which is the same on every server and plausible for the place and the
/// season.
@Suite(.timeLimit(.minutes(3)))
struct `Generated weather` {
    /// 2026-01-01 00:00:00 UTC.
    private static let newYear: Int64 = 1_767_225_600

    private let now: Moment
    private let stand: Stand

    init() throws {
        let now = Moment()
        self.now = now
        stand = try Stand([WeatherService(now: { now.time }).service])
    }

    private func report(
        _ city: String,
        at time: Int64,
        lang: String = "en"
    ) async throws -> WeatherReport {
        now.time = time
        let query = "q=\(city)&units=metric&lang=\(lang)&appid=k"
        let reply = try await stand.send(.get, "/data/2.5/weather?\(query)")
        return try JSON().decode(WeatherReport.self, from: reply.text)
    }

    /// The report for Alicante on 2026-07-15 at 13:00 UTC.
    private static let golden = """
        {"coord":{"lon":-0.4815,"lat":38.3452},"weather":[{"id":802,"main":"Clouds",\
        "description":"scattered clouds","icon":"03d"}],"base":"stations","main":{"temp":26.31,\
        "feels_like":23.22,"temp_min":25.51,"temp_max":27.21,"pressure":1013,"humidity":48,\
        "sea_level":1013,"grnd_level":1011},"visibility":10000,"wind":{"speed":6.35,"deg":307},\
        "clouds":{"all":26},"dt":1784120400,"sys":{"type":1,"id":6978,"country":"ES",\
        "sunrise":1784090977,"sunset":1784143548},"timezone":7200,"id":2521978,\
        "name":"Alicante","cod":200}
        """

    /// Returns the mean temperature of a month, from a report every five hours.
    private func mean(_ city: String, month: Int64) async throws -> Double {
        var sum = 0.0
        let readings: Int64 = 144
        for reading in 0..<readings {
            let time = Self.newYear + month * 2_629_800 + reading * 18_000
            sum += try await report(city, at: time).readings.temperature
        }
        return sum / Double(readings)
    }

    @Test func `the weather of an hour is the same on every machine`() async throws {
        let report = try await report("Alicante", at: 1_784_121_600)
        #expect(report.time == 1_784_120_400)
        #expect(try await self.report("Alicante", at: 1_784_123_999) == report)
        let text = try JSON().encodeToString(report)
        #expect(text == Self.golden, "\(text)")
    }

    struct Season: Sendable, CustomTestStringConvertible {
        let city: String
        let january: ClosedRange<Double>
        let july: ClosedRange<Double>
        var testDescription: String { city }
    }

    @Test(arguments: [
        Season(city: "Alicante", january: 7...17, july: 22...32),
        Season(city: "Madrid", january: 0...11, july: 20...31),
        Season(city: "London", january: 0...10, july: 13...23),
        Season(city: "Moscow", january: -22 ... -2, july: 14...26),
        Season(city: "Yakutsk", january: -45 ... -18, july: 8...24),
        Season(city: "Singapore", january: 24...31, july: 24...31),
        Season(city: "Sydney", january: 18...29, july: 6...17),
        Season(city: "Riyadh", january: 8...22, july: 28...42),
        Season(city: "Quito", january: 8...18, july: 8...18),
    ])
    func `mean temperatures fit the city and the month`(season: Season) async throws {
        let january = try await mean(season.city, month: 0)
        let july = try await mean(season.city, month: 6)
        #expect(season.january.contains(january), "\(january)")
        #expect(season.july.contains(july), "\(july)")
    }

    @Test func `afternoons are warmer than nights`() async throws {
        var difference = 0.0
        for day in 0..<40 as Range<Int64> {
            let midnight = Self.newYear + (150 + day) * 86_400
            difference += try await report("Madrid", at: midnight + 14 * 3600).readings.temperature
            difference -= try await report("Madrid", at: midnight + 3 * 3600).readings.temperature
        }
        #expect(difference / 40 > 4)
    }

    @Test func `rain falls rarely in deserts and often in oceanic climates`() async throws {
        func wetHours(_ city: String) async throws -> Int {
            var count = 0
            for step in 0..<400 as Range<Int64> {
                let report = try await report(city, at: Self.newYear + step * 79_200)
                if report.rain != nil || report.snow != nil { count += 1 }
            }
            return count
        }
        let desert = try await wetHours("Cairo")
        let sea = try await wetHours("Alicante")
        let ocean = try await wetHours("Bergen")
        #expect(desert < 5)
        #expect((4...80).contains(sea), "\(sea)")
        #expect((60...240).contains(ocean), "\(ocean)")
    }

    @Test func `the values of a report are consistent`() async throws {
        let cities = ["Alicante", "Bergen", "Yakutsk", "Mumbai", "Manaus", "Riyadh", "Denver"]
        let pages = WeatherService.pages
        for city in cities {
            for step in 0..<150 as Range<Int64> {
                let time = Self.newYear + step * 210_000
                let report = try await report(city, at: time)
                let spanish = try await self.report(city, at: time, lang: "es")
                let sky = try #require(report.conditions.first)
                let wet = report.rain?.lastHour != nil || report.snow?.lastHour != nil
                #expect(wet == (200..<700).contains(sky.id), "\(sky)")
                #expect(report.snow == nil || report.readings.temperature < 1.01)
                #expect((0...100).contains(report.readings.humidity))
                #expect((950...1070).contains(report.readings.pressure))
                #expect((-65...50).contains(report.readings.temperature))
                #expect((0...10_000).contains(report.visibility ?? -1))
                #expect((0..<361).contains(report.wind?.deg ?? -1))
                let isDay = report.time >= sunrise(report) && report.time < sunset(report)
                #expect(sky.icon.hasSuffix(isDay ? "d" : "n") || sunrise(report) == 0)
                #expect(pages["/img/w/\(sky.icon).png"] != nil)
                #expect(spanish.conditions.first?.description != sky.description)
            }
        }
    }

    private func sunrise(_ report: WeatherReport) -> Int { report.system?.sunrise ?? 0 }
    private func sunset(_ report: WeatherReport) -> Int { report.system?.sunset ?? 0 }

    @Test func `the times of sunrise and sunset match those of OpenWeatherMap`() async throws {
        let berlin = try await report("Berlin", at: 1_579_089_181)
        #expect(abs(sunrise(berlin) - 1_579_072_219) < 120)
        #expect(abs(sunset(berlin) - 1_579_101_619) < 120)
    }

    @Test func `the sun of the far north does not rise in winter or set in summer`() async throws {
        let winter = try await report("Kiruna", at: Self.newYear)
        #expect(sunrise(winter) == 0 && sunset(winter) == 0)
        #expect(winter.conditions.first?.icon.hasSuffix("n") == true)
        let summer = try await report("Kiruna", at: Self.newYear + 170 * 86_400)
        #expect(sunrise(summer) == 0)
        #expect(summer.conditions.first?.icon.hasSuffix("d") == true)
    }

    struct Offset: Sendable, CustomTestStringConvertible {
        let city: String
        let time: Int64
        let offset: Int
        var testDescription: String { "\(city) at \(time)" }
    }

    @Test(arguments: [
        // 2026-03-29 00:59:59 and 01:00:00 UTC
        Offset(city: "Madrid", time: 1_774_745_999, offset: 3600),
        Offset(city: "Madrid", time: 1_774_749_600, offset: 7200),
        // 2026-10-25 01:00:00 UTC
        Offset(city: "Madrid", time: 1_792_888_800, offset: 7200),
        Offset(city: "Madrid", time: 1_792_893_600, offset: 3600),
        Offset(city: "New%20York", time: 1_772_949_600, offset: -18_000),
        Offset(city: "New%20York", time: 1_772_953_200, offset: -14_400),
        Offset(city: "Sydney", time: 1_767_225_600, offset: 39_600),
        Offset(city: "Sydney", time: 1_784_121_600, offset: 36_000),
        Offset(city: "Auckland", time: 1_767_225_600, offset: 46_800),
        Offset(city: "Santiago%20de%20Chile", time: 1_784_121_600, offset: -14_400),
        Offset(city: "Cairo", time: 1_784_121_600, offset: 10_800),
        Offset(city: "Jerusalem", time: 1_784_121_600, offset: 10_800),
        Offset(city: "Kathmandu", time: 1_784_121_600, offset: 20_700),
    ])
    func `UTC offsets follow the rules of daylight saving time`(offset: Offset) async throws {
        #expect(try await report(offset.city, at: offset.time).utcOffset == offset.offset)
    }

    @Test(arguments: [0, -1, .min, .max, 253_402_300_799] as [Int64])
    func `every timestamp has weather`(time: Int64) async throws {
        #expect(try await !report("Alicante", at: time).conditions.isEmpty)
    }

    // MARK: - Icons

    private func picture(_ page: any Handler) async -> Response {
        await page.respond(to: Request(method: .get, target: "/"))
    }

    @Test func `there are eighteen icons in two sizes`() async throws {
        let pages = WeatherService.pages
        #expect(pages.count == 36)
        var contents: Set<[UInt8]> = []
        for (path, page) in pages {
            let bytes = try await picture(page).content.collect(upTo: 1 << 20)
            contents.insert(bytes)
            #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            // The width comes after the name of the first chunk; its lowest byte is at offset 19.
            #expect(bytes[19] == (path.contains("@2x") ? 100 : 50))
            #expect(bytes.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
            #expect(bytes.count < 8_000)
        }
        // Some icons look the same by day and by night, so there are 26 different ones.
        #expect(contents.count == 26)
    }
}
