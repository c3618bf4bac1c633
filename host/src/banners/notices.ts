import type { PaymentCheck } from '@inbox/api';
import type { DashboardNotification, InboxSettings } from '@inbox/domain';
import { createStore, type Store } from '@inbox/panel/store';
import { messages } from '../messages';

/** What the banners of spec section 2 have to say; null for what there is nothing to say about. */
export interface Shown {
  notification: DashboardNotification | null;
  /** Why messaging is off. */
  disableReason: string | null;
  invoice: { settingsUrl: string | null } | null;
  /** Store admins: what does not work of the mailboxes, a sentence each. */
  mailboxes: readonly string[];
  /** Problems of the server, a sentence each. */
  server: readonly string[];
}

export interface Notices {
  shown: Store<Shown>;
  takeSettings(settings: InboxSettings): void;
  takePayment(check: PaymentCheck): void;
  /** Hides the pending invoice until it is paid; the next one is told again. */
  dismissInvoice(): void;
}

export function createNotices(): Notices {
  const shown = createStore<Shown>({
    notification: null,
    disableReason: null,
    invoice: null,
    mailboxes: [],
    server: [],
  });
  let isDismissed = false;
  const change = (part: Partial<Shown>) => shown.set({ ...shown.get(), ...part });
  return {
    shown,
    takeSettings({
      dashboard_notification,
      inbox_enabled,
      disable_reason,
      mailbox_problems = [],
      server_problems = [],
    }) {
      const disableReason = inbox_enabled ? null : (disable_reason ?? messages.banners.disabled);
      change({
        notification: dashboard_notification,
        disableReason,
        mailboxes: mailbox_problems,
        server: server_problems,
      });
    },
    takePayment({ has_payment_error, payment_settings_url }) {
      isDismissed &&= has_payment_error;
      const isPending = has_payment_error && !isDismissed;
      change({ invoice: isPending ? { settingsUrl: payment_settings_url } : null });
    },
    dismissInvoice() {
      isDismissed = true;
      change({ invoice: null });
    },
  };
}
