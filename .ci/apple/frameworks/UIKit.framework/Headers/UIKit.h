// Handwritten: the package's part of UIKit, as its headers declare it. watchOS has the module, but not its controls.
#import <Foundation/Foundation.h>

#define UNAVAILABLE_ON_WATCH __attribute__((availability(watchos, unavailable)))
// updateProperties() and related API.
#define FROM_26 \
  __attribute__((availability(ios, introduced=26.0))) __attribute__((availability(tvos, introduced=26.0))) \
  __attribute__((availability(visionos, introduced=26.0)))
#define UNAVAILABLE_ON_TV_AND_WATCH UNAVAILABLE_ON_WATCH __attribute__((availability(tvos, unavailable)))

#pragma clang assume_nonnull begin

@class UIView;

@interface UIColor : NSObject <NSCopying>
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UIResponder : NSObject
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UILayoutGuide : NSObject <NSCoding>
@property (nonatomic, weak, nullable) UIView *owningView;
@property (nonatomic, copy) NSString *identifier;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UIView : UIResponder <NSCoding>
@property (nonatomic) NSInteger tag;
@property (nonatomic, getter=isHidden) BOOL hidden;
@property (nonatomic, readonly, copy) NSArray<UILayoutGuide *> *layoutGuides;
- (void)addLayoutGuide:(UILayoutGuide *)layoutGuide;
- (void)removeLayoutGuide:(UILayoutGuide *)layoutGuide;
- (void)addSubview:(UIView *)view;
- (void)setNeedsLayout;
- (void)layoutIfNeeded;
- (void)layoutSubviews;
- (void)updateProperties FROM_26;
- (void)setNeedsUpdateProperties FROM_26;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UIViewController : UIResponder <NSCoding>
@property (null_resettable, nonatomic, strong) UIView *view;
@property (nullable, nonatomic, copy) NSString *title;
- (void)viewDidLoad;
- (void)viewWillLayoutSubviews;
- (void)updateProperties FROM_26;
- (void)setNeedsUpdateProperties FROM_26;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UIWindow : UIView
@property (nullable, nonatomic, strong) UIViewController *rootViewController;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UIEvent : NSObject
@end

typedef NS_OPTIONS(NSUInteger, UIControlEvents) {
  UIControlEventTouchDown = 1 << 0,
  UIControlEventTouchUpInside = 1 << 6,
  UIControlEventTouchUpOutside = 1 << 7,
  UIControlEventTouchCancel = 1 << 8,
  UIControlEventValueChanged = 1 << 12,
  UIControlEventPrimaryActionTriggered __attribute__((availability(ios, introduced=9.0))) = 1 << 13,
  UIControlEventEditingDidBegin = 1 << 16,
  UIControlEventEditingChanged = 1 << 17,
  UIControlEventEditingDidEnd = 1 << 18,
  UIControlEventEditingDidEndOnExit = 1 << 19,
  UIControlEventAllTouchEvents = 0x00000FFF,
  UIControlEventAllEditingEvents = 0x000F0000,
  UIControlEventAllEvents = 0xFFFFFFFF
} NS_SWIFT_NAME(UIControl.Event) UNAVAILABLE_ON_WATCH;

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UIControl : UIView
@property (nonatomic, getter=isEnabled) BOOL enabled;
@property (nonatomic, getter=isSelected) BOOL selected;
@property (nonatomic, getter=isHighlighted) BOOL highlighted;
@property (nonatomic, readonly) NSSet *allTargets;
@property (nonatomic, readonly) UIControlEvents allControlEvents;
- (void)addTarget:(nullable id)target action:(SEL)action forControlEvents:(UIControlEvents)controlEvents;
- (void)removeTarget:(nullable id)target action:(nullable SEL)action forControlEvents:(UIControlEvents)controlEvents;
- (nullable NSArray<NSString *> *)actionsForTarget:(nullable id)target
                                   forControlEvent:(UIControlEvents)controlEvent;
- (void)sendActionsForControlEvents:(UIControlEvents)controlEvents;
@end

typedef NS_OPTIONS(NSUInteger, UIControlState) {
  UIControlStateNormal = 0,
  UIControlStateHighlighted = 1 << 0,
  UIControlStateDisabled = 1 << 1,
  UIControlStateSelected = 1 << 2
} NS_SWIFT_NAME(UIControl.State) UNAVAILABLE_ON_WATCH;

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UIButton : UIControl
- (void)setTitle:(nullable NSString *)title forState:(UIControlState)state;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UITextField : UIControl
@property (nullable, nonatomic, copy) NSString *text;
@property (nullable, nonatomic, copy) NSString *placeholder;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UILabel : UIView
@property (nullable, nonatomic, copy) NSString *text;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UIScrollView : UIView
@end

typedef NS_ENUM(NSInteger, UITableViewRowAnimation) {
  UITableViewRowAnimationFade,
  UITableViewRowAnimationRight,
  UITableViewRowAnimationLeft,
  UITableViewRowAnimationTop,
  UITableViewRowAnimationBottom,
  UITableViewRowAnimationNone,
  UITableViewRowAnimationMiddle,
  UITableViewRowAnimationAutomatic = 100
} NS_SWIFT_NAME(UITableView.RowAnimation) UNAVAILABLE_ON_WATCH;

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UITableView : UIScrollView
- (void)performBatchUpdates:(void (__attribute__((noescape)) ^_Nullable)(void))updates
                 completion:(void (^_Nullable)(BOOL finished))completion;
- (void)insertRowsAtIndexPaths:(NSArray<NSIndexPath *> *)indexPaths
              withRowAnimation:(UITableViewRowAnimation)animation;
- (void)deleteRowsAtIndexPaths:(NSArray<NSIndexPath *> *)indexPaths
              withRowAnimation:(UITableViewRowAnimation)animation;
- (void)reloadRowsAtIndexPaths:(NSArray<NSIndexPath *> *)indexPaths
              withRowAnimation:(UITableViewRowAnimation)animation;
- (void)moveRowAtIndexPath:(NSIndexPath *)indexPath toIndexPath:(NSIndexPath *)newIndexPath;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UICollectionView : UIScrollView
- (void)performBatchUpdates:(void (__attribute__((noescape)) ^_Nullable)(void))updates
                 completion:(void (^_Nullable)(BOOL finished))completion;
- (void)insertItemsAtIndexPaths:(NSArray<NSIndexPath *> *)indexPaths;
- (void)deleteItemsAtIndexPaths:(NSArray<NSIndexPath *> *)indexPaths;
- (void)reloadItemsAtIndexPaths:(NSArray<NSIndexPath *> *)indexPaths;
- (void)moveItemAtIndexPath:(NSIndexPath *)indexPath toIndexPath:(NSIndexPath *)newIndexPath;
@end

UNAVAILABLE_ON_WATCH NS_SWIFT_UI_ACTOR
@interface UISegmentedControl : UIControl
@property (nonatomic) NSInteger selectedSegmentIndex;
@property (nonatomic, readonly) NSUInteger numberOfSegments;
@end

UNAVAILABLE_ON_TV_AND_WATCH NS_SWIFT_UI_ACTOR
@interface UISwitch : UIControl
@property (nonatomic, getter=isOn) BOOL on;
- (void)setOn:(BOOL)on animated:(BOOL)animated;
@end

UNAVAILABLE_ON_TV_AND_WATCH NS_SWIFT_UI_ACTOR
@interface UISlider : UIControl
@property (nonatomic) float value;
@property (nonatomic) float minimumValue;
@property (nonatomic) float maximumValue;
- (void)setValue:(float)value animated:(BOOL)animated;
@end

UNAVAILABLE_ON_TV_AND_WATCH NS_SWIFT_UI_ACTOR
@interface UIStepper : UIControl
@property (nonatomic) double value;
@property (nonatomic) double minimumValue;
@property (nonatomic) double maximumValue;
@end

#pragma clang assume_nonnull end
