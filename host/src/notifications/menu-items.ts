import type { MenuItemOptions } from '@inbox/ui';
import { NOTIFICATION_CHOICES, type NotificationChoice, type NotificationKeeper } from './choice';
import { notificationMessages } from './messages';

/** The choice of desktop notifications, for the account's menu; nothing where the browser has none. */
export function notificationItems(keeper: NotificationKeeper, chosen: NotificationChoice): MenuItemOptions[] {
  if (!keeper.isSupported) return [];
  return NOTIFICATION_CHOICES.map((choice) => ({
    key: `notifications-${choice}`,
    label: notificationMessages.choices[choice],
    selected: choice === chosen,
    onSelect: () => void keeper.choose(choice),
  }));
}
