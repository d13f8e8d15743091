// Handwritten: the package's part of AppKit, as its headers declare it.
#import <Foundation/Foundation.h>
#pragma clang assume_nonnull begin

NS_SWIFT_UI_ACTOR
@interface NSResponder : NSObject
@end

@class NSView;

// Not bound to the main actor, unlike its view.
@interface NSLayoutGuide : NSObject <NSCoding>
@property (weak, nullable) NSView *owningView;
@property (copy) NSString *identifier;
@end

NS_SWIFT_UI_ACTOR
@interface NSView : NSResponder <NSCoding>
@property NSInteger tag;
@property (getter=isHidden) BOOL hidden;
@property (readonly, copy) NSArray<NSLayoutGuide *> *layoutGuides;
- (void)addLayoutGuide:(NSLayoutGuide *)guide;
- (void)removeLayoutGuide:(NSLayoutGuide *)guide;
- (void)addSubview:(NSView *)view;
@property BOOL needsLayout;
- (void)layoutSubtreeIfNeeded;
- (void)layout;
- (void)updateConstraints;
- (void)updateLayer;
@end

NS_SWIFT_UI_ACTOR
@interface NSViewController : NSResponder <NSCoding>
@property (strong) NSView *view;
@property (nullable, copy) NSString *title;
- (void)viewWillLayout;
- (void)updateViewConstraints;
@end

NS_SWIFT_UI_ACTOR
@interface NSWindow : NSResponder
@property (nullable, strong) NSView *contentView;
@end

NS_SWIFT_UI_ACTOR
@interface NSApplication : NSResponder
@property (class, readonly, strong) NSApplication *sharedApplication NS_SWIFT_NAME(shared);
@end

NS_SWIFT_UI_ACTOR
@interface NSControl : NSView
@property (nullable, weak) id target;
@property (nullable) SEL action;
@property (getter=isContinuous) BOOL continuous;
@property (getter=isEnabled) BOOL enabled;
@property (nullable, copy) id objectValue;
@property (copy) NSString *stringValue;
@property int intValue;
@property NSInteger integerValue;
@property float floatValue;
@property double doubleValue;
- (BOOL)sendAction:(nullable SEL)action to:(nullable id)target;
@end

extern NSNotificationName const NSControlTextDidBeginEditingNotification
    NS_SWIFT_NAME(NSControl.textDidBeginEditingNotification);
extern NSNotificationName const NSControlTextDidEndEditingNotification
    NS_SWIFT_NAME(NSControl.textDidEndEditingNotification);
extern NSNotificationName const NSControlTextDidChangeNotification
    NS_SWIFT_NAME(NSControl.textDidChangeNotification);

NS_SWIFT_UI_ACTOR
@protocol NSControlTextEditingDelegate <NSObject>
@optional
- (void)controlTextDidBeginEditing:(NSNotification *)notification;
- (void)controlTextDidEndEditing:(NSNotification *)notification;
- (void)controlTextDidChange:(NSNotification *)notification;
@end

NS_SWIFT_UI_ACTOR
@protocol NSTextFieldDelegate <NSControlTextEditingDelegate>
@end

NS_SWIFT_UI_ACTOR
@interface NSTextField : NSControl
@property (nullable, weak) id<NSTextFieldDelegate> delegate;
@property (nullable, copy) NSString *placeholderString;
@property (getter=isEditable) BOOL editable;
@end

typedef NS_OPTIONS(NSUInteger, NSTableViewAnimationOptions) {
  NSTableViewAnimationEffectNone = 0x0,
  NSTableViewAnimationEffectFade = 0x1,
  NSTableViewAnimationEffectGap = 0x2,
  NSTableViewAnimationSlideUp = 0x10,
  NSTableViewAnimationSlideDown = 0x20
} NS_SWIFT_NAME(NSTableView.AnimationOptions);

NS_SWIFT_UI_ACTOR
@interface NSTableView : NSControl
@property (readonly) NSInteger numberOfColumns;
- (void)beginUpdates;
- (void)endUpdates;
- (void)insertRowsAtIndexes:(NSIndexSet *)indexes withAnimation:(NSTableViewAnimationOptions)animationOptions;
- (void)removeRowsAtIndexes:(NSIndexSet *)indexes withAnimation:(NSTableViewAnimationOptions)animationOptions;
- (void)reloadDataForRowIndexes:(NSIndexSet *)rowIndexes columnIndexes:(NSIndexSet *)columnIndexes;
@end

typedef NSInteger NSControlStateValue __attribute__((swift_wrapper(struct))) NS_SWIFT_NAME(NSControl.StateValue);
static const NSControlStateValue NSControlStateValueMixed = -1;
static const NSControlStateValue NSControlStateValueOff = 0;
static const NSControlStateValue NSControlStateValueOn = 1;

NS_SWIFT_UI_ACTOR
@interface NSButton : NSControl
@property (copy) NSString *title;
@property NSControlStateValue state;
- (void)performClick:(nullable id)sender;
@end

NS_SWIFT_UI_ACTOR
@interface NSSlider : NSControl
@property double minValue;
@property double maxValue;
@end

NS_SWIFT_UI_ACTOR
@interface NSStepper : NSControl
@property double minValue;
@property double maxValue;
@end

NS_SWIFT_UI_ACTOR
@interface NSPopUpButton : NSButton
@property (readonly) NSInteger indexOfSelectedItem;
- (void)selectItemAtIndex:(NSInteger)index;
@end

NS_SWIFT_UI_ACTOR
@interface NSSegmentedControl : NSControl
@property NSInteger selectedSegment;
@property NSInteger segmentCount;
@end

#pragma clang assume_nonnull end
