// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A stand-in for Apple's module: the containers, controls and modifiers that the apps in Examples/iOS use.

// MARK: - Containers

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalAlignment: Sendable { case top, center, bottom }
public enum Axis: Sendable { case horizontal, vertical }

public struct VStack<Content: View>: PlainView {
    public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct HStack<Content: View>: PlainView {
    public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct Spacer: PlainView {
    public init() {}
}

public struct List<Content: View>: PlainView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct Form<Content: View>: PlainView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Header: View, Content: View>: PlainView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {}
}

extension Section where Header == EmptyView {
    public init(@ViewBuilder content: () -> Content) {}
}

extension Section where Header == Text {
    public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PlainView {
    public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

public struct NavigationStack<Content: View>: PlainView {
    public init(@ViewBuilder root: () -> Content) {}
}

public struct NavigationLink<Content: View>: PlainView {
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Content) {}
}

public struct TabView<Content: TabContent>: PlainView {
    public init(@TabContentBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol TabContent {}

public struct Tab<Content: View>: TabContent {
    public init(
        _ title: LocalizedStringKey,
        systemImage: String,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct TabTuple<each Content: TabContent>: TabContent {}

@resultBuilder public enum TabContentBuilder {
    public static func buildBlock<each Content: TabContent>(
        _ content: repeat each Content
    ) -> TabTuple<repeat each Content> { TabTuple() }
}

public struct Menu<Content: View, Title: View>: PlainView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Title) {}
}

// MARK: - Controls

public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
}

public struct Button<Title: View>: PlainView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Title) {}
}

extension Button where Title == Text {
    public init(_ title: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    public init(
        _ title: LocalizedStringKey,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {}
}

extension Button where Title == Label {
    public init(
        _ title: LocalizedStringKey,
        systemImage: String,
        action: @escaping @MainActor () -> Void
    ) {}
}

public struct TextField: PlainView {
    public init(_ title: LocalizedStringKey, text: Binding<String>) {}
    public init(_ title: LocalizedStringKey, text: Binding<String>, axis: Axis) {}
}

public struct SecureField: PlainView {
    public init(_ title: LocalizedStringKey, text: Binding<String>) {}
}

public struct Toggle: PlainView {
    public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) {}
}

public struct Picker<Content: View>: PlainView {
    public init<Value: Hashable>(
        _ title: LocalizedStringKey,
        selection: Binding<Value>,
        @ViewBuilder content: () -> Content
    ) {}
}

public protocol PickerStyle {}
public struct SegmentedPickerStyle: PickerStyle {}
extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

// MARK: - Toolbars

@MainActor @preconcurrency public protocol ToolbarContent {}

public struct ToolbarItemPlacement: Sendable {
    public static let topBarLeading = ToolbarItemPlacement()
    public static let topBarTrailing = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
}

public struct ToolbarItem<Content: View>: ToolbarContent {
    public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {}
}

public struct ToolbarTuple<each Content: ToolbarContent>: ToolbarContent {}

@resultBuilder public enum ToolbarContentBuilder {
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> ToolbarTuple<repeat each Content> { ToolbarTuple() }
}

// MARK: - Modifiers

public struct PresentationAdaptation: Sendable {
    public static let popover = PresentationAdaptation()
}

public struct TextInputAutocapitalization: Sendable {
    public static let never = TextInputAutocapitalization()
}

public struct UITextContentType: Sendable {
    public static let username = UITextContentType()
    public static let password = UITextContentType()
}

public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let search = SubmitTriggers(rawValue: 1)
}

extension View {
    public func font(_ font: Font?) -> some View { ModifiedView() }
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { ModifiedView() }
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View {
        ModifiedView()
    }
    public func frame(maxHeight: CGFloat?) -> some View { ModifiedView() }
    public func scaledToFit() -> some View { ModifiedView() }
    public func padding() -> some View { ModifiedView() }
    public func disabled(_ disabled: Bool) -> some View { ModifiedView() }
    public func tag<Value: Hashable>(_ tag: Value) -> some View { ModifiedView() }
    public func pickerStyle<Style: PickerStyle>(_ style: Style) -> some View { ModifiedView() }
    public func textContentType(_ type: UITextContentType?) -> some View { ModifiedView() }
    public func textInputAutocapitalization(
        _ capitalization: TextInputAutocapitalization?
    ) -> some View { ModifiedView() }
    public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        ModifiedView()
    }

    // MARK: Navigation and presentation

    public func navigationTitle(_ title: LocalizedStringKey) -> some View { ModifiedView() }
    public func navigationTitle(_ title: Text) -> some View { ModifiedView() }
    public func navigationDestination<Value: Hashable, Content: View>(
        for data: Value.Type,
        @ViewBuilder destination: @escaping (Value) -> Content
    ) -> some View { ModifiedView() }
    public func navigationDestination<Content: View>(
        isPresented: Binding<Bool>,
        @ViewBuilder destination: () -> Content
    ) -> some View { ModifiedView() }
    public func toolbar<Content: ToolbarContent>(
        @ToolbarContentBuilder content: () -> Content
    ) -> some View { ModifiedView() }
    public func sheet<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { ModifiedView() }
    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { ModifiedView() }
    public func popover<Content: View>(
        isPresented: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { ModifiedView() }
    public func presentationCompactAdaptation(
        _ adaptation: PresentationAdaptation
    ) -> some View { ModifiedView() }
    public func confirmationDialog<Content: View>(
        _ title: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> Content
    ) -> some View { ModifiedView() }
    public func swipeActions<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        ModifiedView()
    }

    // MARK: Searching

    public func searchable(
        text: Binding<String>,
        prompt: LocalizedStringKey? = nil
    ) -> some View { ModifiedView() }
    public func searchSuggestions<Content: View>(
        @ViewBuilder _ suggestions: () -> Content
    ) -> some View { ModifiedView() }
    public func searchCompletion(_ completion: String) -> some View { ModifiedView() }
    public func onSubmit(
        of triggers: SubmitTriggers,
        _ action: @escaping () -> Void
    ) -> some View { ModifiedView() }

    // MARK: Events

    public func task(
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { ModifiedView() }
    public func task<Value: Equatable>(
        id: Value,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { ModifiedView() }
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        ModifiedView()
    }
    public func onChange<Value: Equatable>(
        of value: Value,
        initial: Bool = false,
        _ action: @escaping () -> Void
    ) -> some View { ModifiedView() }
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View { ModifiedView() }
}
