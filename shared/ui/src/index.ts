export { AgentPicker, preloadAgentPicker, type AgentPickerProps } from './agent-picker/agent-picker';
export { AsOf } from './states/as-of';
export { Avatar, avatarColor, ChannelMark, type AvatarProps } from './controls/avatar';
export { Button, IconButton, type ButtonProps, type IconButtonProps } from './controls/buttons';
export { Chip, ExpiryChip, PriorityChip, StatusChip, TagChip, UnreadCount, type ChipTone } from './controls/chips';
export { Dialog, preloadDialog, type DialogProps } from './overlays/dialog';
export { Field } from './fields/field';
export { FieldError, useFieldErrors, type FieldErrors } from './fields/field-errors';
export { isComposing } from './keys/is-composing';
export { lazyPart, type LazyPart } from './states/lazy-part';
export { Menu, preloadMenu, type MenuItemOptions, type MenuProps } from './overlays/menu';
export { channelLabels, priorityLabels, statusLabels } from './messages';
export { OutlineIcon } from './controls/outline-icon';
export { RelativeTime } from './time/relative-time';
export { SearchField, type SearchFieldProps } from './fields/search-field';
export {
  EmptyState,
  ErrorState,
  Skeleton,
  SkeletonRows,
  Spinner,
  type EmptyStateProps,
  type SkeletonProps,
} from './states/states';
export { Tabs, type TabItem, type TabsProps } from './controls/tabs';
export { createInboxTheme, ThemeRoot, useInboxTheme, type InboxTheme, type ThemeRootProps } from './theme/theme';
export {
  color,
  colorTokens,
  fontFamily,
  layer,
  LOW_WINDOW,
  LOWEST_WINDOW,
  TOUCH,
  type ColorToken,
  type ThemeMode,
} from './theme/tokens';
export { Tooltip } from './controls/tooltip';
export { layInTopLayer } from './controls/top-layer';
export { onTick, useNow } from './time/use-now';
export { usePressElsewhere } from './overlays/use-press-elsewhere';
export { VisuallyHidden } from './theme/visually-hidden';
// Emotion through one module, so that panels style with the same copy.
export { css, Global, keyframes } from '@emotion/react';
export type { SerializedStyles } from '@emotion/react';
export { styled } from './theme/styled';
export { styleOptions } from './theme/style-options';
