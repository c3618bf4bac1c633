export { AgentPicker, preloadAgentPicker, type AgentPickerProps } from './agent-picker';
export { AsOf } from './as-of';
export { Avatar, avatarColor, ChannelMark, type AvatarProps } from './avatar';
export { Button, IconButton, type ButtonProps, type IconButtonProps } from './buttons';
export { Chip, ExpiryChip, PriorityChip, StatusChip, TagChip, UnreadCount, type ChipTone } from './chips';
export { Dialog, preloadDialog, type DialogProps } from './dialog';
export { Field } from './field';
export { FieldError, useFieldErrors, type FieldErrors } from './field-errors';
export { isComposing } from './is-composing';
export { lazyPart, type LazyPart } from './lazy-part';
export { Menu, preloadMenu, type MenuItemOptions, type MenuProps } from './menu';
export { channelLabels, priorityLabels, statusLabels } from './messages';
export { OutlineIcon } from './outline-icon';
export { RelativeTime } from './relative-time';
export { SearchField, type SearchFieldProps } from './search-field';
export {
  EmptyState,
  ErrorState,
  Skeleton,
  SkeletonRows,
  Spinner,
  type EmptyStateProps,
  type SkeletonProps,
} from './states';
export { Tabs, type TabItem, type TabsProps } from './tabs';
export { createInboxTheme, ThemeRoot, useInboxTheme, type InboxTheme, type ThemeRootProps } from './theme';
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
} from './tokens';
export { Tooltip } from './tooltip';
export { layInTopLayer } from './top-layer';
export { onTick, useNow } from './use-now';
export { usePressElsewhere } from './use-press-elsewhere';
export { VisuallyHidden } from './visually-hidden';
// Emotion through one module, so that panels style with the same copy.
export { css, Global, keyframes } from '@emotion/react';
export type { SerializedStyles } from '@emotion/react';
export { styled } from './styled';
export { styleOptions } from './style-options';
