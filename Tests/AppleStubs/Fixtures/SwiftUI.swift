// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A stand-in for Apple's module: what the apps in Examples/iOS use of it. Nothing here works.
//
// Results of modifiers are `some View`, as the reference pages say; the overload that a literal
// selects may differ.

@_exported import Foundation
@_exported import FoundationInternationalization
@_exported import Observation

// MARK: - Points and rectangles, which are CoreGraphics's

public typealias CGFloat = Double

public struct CGPoint: Sendable {
    public init(x: Double, y: Double) {}
}

public struct CGRect: Sendable {
    public var minX: Double { 0 }
    public var maxY: Double { 0 }
    public var width: Double { 0 }
    public var height: Double { 0 }
}

// MARK: - Apps and views

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

@MainActor @preconcurrency public protocol Scene {}

@resultBuilder public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

/// A view of the stand-in that has no body, as its `Body` is `Never`.
public protocol PlainView: View where Body == Never {}

extension PlainView {
    public var body: Never { fatalError() }
}

public struct EmptyView: PlainView {
    public nonisolated init() {}
}

public struct TupleView<each Content: View>: PlainView {}
public struct ConditionalView<First: View, Second: View>: PlainView {}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

extension Optional: PlainView where Wrapped: View {}

@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<repeat each Content> { TupleView() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> ConditionalView<First, Second> { ConditionalView() }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> ConditionalView<First, Second> { ConditionalView() }
}

public struct ModifiedView: PlainView {
    public nonisolated init() {}
}

// MARK: - State

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) { value = wrappedValue }
    public init(initialValue: Value) { value = initialValue }
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
    private let value: Value
    public var projectedValue: Binding<Value> { Binding(get: { wrappedValue }, set: { _ in }) }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        read = get
        write = set
    }
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Member>(
        dynamicMember path: WritableKeyPath<Value, Member>
    ) -> Binding<Member> {
        Binding<Member>(get: { read()[keyPath: path] }, set: { _ in })
    }
}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject & Observable {
    public subscript<Member>(
        dynamicMember path: ReferenceWritableKeyPath<Value, Member>
    ) -> Binding<Member> {
        let value = wrappedValue
        return Binding(get: { value[keyPath: path] }, set: { _ in })
    }
}

public struct DismissAction {
    @MainActor @preconcurrency public func callAsFunction() {}
}

public struct EnvironmentValues {
    public var dismiss: DismissAction { DismissAction() }
}

@propertyWrapper public struct Environment<Value> {
    private let path: KeyPath<EnvironmentValues, Value>
    public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
    public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}

// MARK: - Words and pictures

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ string: String) {}
        public mutating func appendInterpolation(_ value: Int) {}
    }
}

public struct Text: PlainView, Equatable {
    public init(_ key: LocalizedStringKey) {}
    public init(verbatim content: String) {}
    public func font(_ font: Font?) -> Text { self }
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> Text { self }
}

public struct Font: Hashable, Sendable {
    public static let largeTitle = Font()
    public static let footnote = Font()
}

public protocol ShapeStyle: Sendable {}
public struct Color: ShapeStyle, PlainView {}
extension ShapeStyle where Self == Color {
    public static var red: Color { Color() }
    public static var orange: Color { Color() }
}
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
public struct TintShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == TintShapeStyle {
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

public struct Image: PlainView {
    public init(systemName: String) {}
    public func resizable() -> Image { self }
}

public struct AsyncImage: PlainView {
    public init(url: URL?) {}
    public init<Content: View, Placeholder: View>(
        url: URL?,
        @ViewBuilder content: @escaping (Image) -> Content,
        @ViewBuilder placeholder: @escaping () -> Placeholder
    ) {}
}

public struct Label: PlainView {
    public init(_ title: LocalizedStringKey, systemImage: String) {}
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, systemImage: String) {}
}

public struct LabeledContent: PlainView {
    public init<Value: StringProtocol>(_ title: LocalizedStringKey, value: Value) {}
    public init<Content: View, Title: View>(
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Title
    ) {}
}

public struct ContentUnavailableView: PlainView {
    public init(_ title: LocalizedStringKey, systemImage: String, description: Text? = nil) {}
}

public struct ProgressView: PlainView {
    public init() {}
}

// MARK: - Shapes

public struct Path: Equatable, Sendable {
    public init() {}
    public mutating func move(to end: CGPoint) {}
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
}

public protocol Shape: View, Sendable {
    nonisolated func path(in rect: CGRect) -> Path
}

extension Shape {
    public var body: ModifiedView { ModifiedView() }
    public func stroke<Style: ShapeStyle>(_ content: Style, lineWidth: CGFloat = 1) -> some View {
        ModifiedView()
    }
}
