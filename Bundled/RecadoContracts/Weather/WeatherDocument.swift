// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The weather in OpenWeatherMap's XML, which contains values as attributes where possible.
struct WeatherDocument: Codable {
    var city: City
    var temperature: Temperature
    var feelsLike: Measure?
    var humidity: Measure?
    var pressure: Measure?
    var wind: Wind?
    var clouds: Clouds?
    var visibility: Distance?
    var precipitation: Fall?
    var weather: Sky
    var lastupdate: Moment

    enum CodingKeys: String, CodingKey {
        case city, temperature
        case feelsLike = "feels_like"
        case humidity, pressure, wind, clouds, visibility, precipitation, weather, lastupdate
    }

    struct City: Codable {
        @XML.Attribute var id: Int?
        @XML.Attribute var name: String?
        var coord: Point?
        var country: String?
        var timezone: Int?
        var sun: Sun?
    }

    struct Point: Codable {
        @XML.Attribute var lon: Double
        @XML.Attribute var lat: Double
    }

    struct Sun: Codable {
        @XML.Attribute var rise: String?
        @XML.Attribute var set: String?
    }

    struct Temperature: Codable {
        @XML.Attribute var value: Double
        @XML.Attribute var min: Double?
        @XML.Attribute var max: Double?
        @XML.Attribute var unit: String?
    }

    struct Measure: Codable {
        @XML.Attribute var value: Double
        @XML.Attribute var unit: String?
    }

    struct Wind: Codable {
        var speed: Speed
        var gusts: Gusts
        var direction: Direction?
    }

    struct Speed: Codable {
        @XML.Attribute var value: Double
        @XML.Attribute var unit: String?
        @XML.Attribute var name: String?
    }

    struct Gusts: Codable {
        @XML.Attribute var value: Double?
    }

    struct Direction: Codable {
        @XML.Attribute var value: Double?
        @XML.Attribute var code: String?
        @XML.Attribute var name: String?
    }

    struct Clouds: Codable {
        @XML.Attribute var value: Double
        @XML.Attribute var name: String?
    }

    struct Distance: Codable {
        @XML.Attribute var value: Double?
    }

    /// The precipitation; its kind (`mode`) is `no`, `rain` or `snow`.
    struct Fall: Codable {
        @XML.Attribute var value: Double?
        @XML.Attribute var mode: String?
        @XML.Attribute var unit: String?
    }

    struct Sky: Codable {
        @XML.Attribute var number: Int
        @XML.Attribute var value: String
        @XML.Attribute var icon: String
    }

    struct Moment: Codable {
        @XML.Attribute var value: String
    }
}

// MARK: - Writing

extension WeatherDocument {
    init(_ report: WeatherReport) {
        let readings = report.readings
        let unit = report.units.temperature
        city = City(report)
        temperature = Temperature(
            value: readings.temperature,
            min: readings.least,
            max: readings.greatest,
            unit: unit
        )
        feelsLike = readings.feelsLike.map { Measure(value: $0, unit: unit) }
        humidity = Measure(value: readings.humidity, unit: "%")
        pressure = Measure(value: readings.pressure, unit: "hPa")
        wind = report.wind.map { Wind($0, in: report.units) }
        let sky = report.conditions.first
        clouds = report.clouds.map { Clouds(value: $0.all, name: $0.name ?? sky?.description) }
        visibility = Distance(value: report.visibility)
        precipitation = Fall(rain: report.rain, snow: report.snow)
        weather = Sky(
            number: sky?.id ?? 800,
            value: sky?.description ?? "",
            icon: sky?.icon ?? "01d"
        )
        lastupdate = Moment(value: UTCTime.text(report.time))
    }
}

extension WeatherDocument.City {
    fileprivate init(_ report: WeatherReport) {
        id = report.cityID
        name = report.city
        coord = report.coordinates.map { WeatherDocument.Point(lon: $0.lon, lat: $0.lat) }
        country = report.system?.country
        timezone = report.utcOffset
        sun = report.system.map { system in
            WeatherDocument.Sun(
                rise: system.sunrise.map(UTCTime.text),
                set: system.sunset.map(UTCTime.text)
            )
        }
    }
}

extension WeatherDocument.Wind {
    fileprivate init(_ wind: WeatherReport.Wind, in units: Weather.Units) {
        // One mile an hour is 0.44704 metres a second.
        let metres = units == .imperial ? wind.speed * 0.44704 : wind.speed
        speed = WeatherDocument.Speed(
            value: wind.speed,
            unit: units.speed,
            name: WindName.beaufort(metresPerSecond: metres)
        )
        gusts = WeatherDocument.Gusts(value: wind.gust)
        direction = wind.deg.map { degrees in
            let point = WindName.point(degrees: degrees)
            return WeatherDocument.Direction(value: degrees, code: point.code, name: point.name)
        }
    }
}

extension WeatherDocument.Fall {
    fileprivate init(rain: WeatherReport.Precipitation?, snow: WeatherReport.Precipitation?) {
        let fallen = rain ?? snow
        value = fallen?.lastHour ?? fallen?.lastThreeHours
        mode = fallen == nil ? "no" : rain == nil ? "snow" : "rain"
        unit = fallen.map { $0.lastHour == nil ? "3h" : "1h" }
    }
}

// MARK: - Reading

extension WeatherDocument {
    /// The report that the document contains.
    ///
    /// The XML contains the number and the description of the condition. The group is derived from
    /// the number.
    var report: WeatherReport {
        get throws {
            guard let time = UTCTime.seconds(lastupdate.value) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "lastupdate is no time in UTC")
                )
            }
            var readings = WeatherReport.Readings(
                temperature: temperature.value,
                pressure: pressure?.value ?? 0,
                humidity: humidity?.value ?? 0
            )
            readings.feelsLike = feelsLike?.value
            readings.least = temperature.min
            readings.greatest = temperature.max
            let condition = WeatherReport.Condition(
                id: weather.number,
                main: ConditionGroup.name(of: weather.number),
                description: weather.value,
                icon: weather.icon
            )
            var report = WeatherReport(
                conditions: [condition],
                readings: readings,
                time: time,
                units: Weather.Units(ofTemperature: temperature.unit ?? "")
            )
            addPlace(to: &report)
            addSky(to: &report)
            return report
        }
    }

    private func addPlace(to report: inout WeatherReport) {
        report.coordinates = city.coord.map { .init(lon: $0.lon, lat: $0.lat) }
        report.system = .init(
            country: city.country,
            sunrise: city.sun?.rise.flatMap(UTCTime.seconds),
            sunset: city.sun?.set.flatMap(UTCTime.seconds)
        )
        report.utcOffset = city.timezone
        report.cityID = city.id
        report.city = city.name
    }

    private func addSky(to report: inout WeatherReport) {
        report.visibility = visibility?.value
        report.wind = wind.map {
            .init(speed: $0.speed.value, deg: $0.direction?.value, gust: $0.gusts.value)
        }
        report.clouds = clouds.map { .init(all: $0.value, name: $0.name) }
        guard let fall = precipitation, let amount = fall.value else { return }
        var fallen = WeatherReport.Precipitation(lastHour: amount)
        if fall.unit == "3h" { (fallen.lastHour, fallen.lastThreeHours) = (nil, amount) }
        if fall.mode == "snow" { report.snow = fallen } else { report.rain = fallen }
    }
}
