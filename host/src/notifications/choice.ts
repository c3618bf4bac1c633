import * as z from 'zod/mini';
import { createStore, type Store } from '@inbox/panel/store';
import { readStoredText, writeStoredText } from '../storage';

export const NOTIFICATION_CHOICES = ['off', 'names', 'private'] as const;
/** `names`: who wrote and what kind of message; `private`: the kind alone, for a screen that others see. */
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number];

const NOTIFICATIONS_KEY = 'inbox.notifications';

/** Does the agent want desktop notifications? The browser is asked when they say so, never before. */
export interface NotificationKeeper {
  isSupported: boolean;
  choice: Store<NotificationChoice>;
  /** What may be shown now: `off` also when the browser does not allow it. */
  allowed(): NotificationChoice;
  choose(choice: NotificationChoice): Promise<void>;
}

/** @param onBlocked the browser does not allow what the agent has chosen */
export function createNotificationKeeper(onBlocked: () => void): NotificationKeeper {
  const isSupported = 'Notification' in window && window.isSecureContext;
  const stored = readStoredText(NOTIFICATIONS_KEY, z.enum(NOTIFICATION_CHOICES)) ?? 'off';
  const isGranted = () => isSupported && Notification.permission === 'granted';
  const choice = createStore<NotificationChoice>(isGranted() ? stored : 'off');
  return {
    isSupported,
    choice,
    allowed: () => (isGranted() ? choice.get() : 'off'),
    async choose(wanted) {
      if (wanted !== 'off' && !isGranted() && (await Notification.requestPermission()) !== 'granted') {
        onBlocked();
        return;
      }
      choice.set(wanted);
      writeStoredText(NOTIFICATIONS_KEY, wanted);
    },
  };
}
