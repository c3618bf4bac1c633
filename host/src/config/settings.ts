import type { PaymentCheck } from '@inbox/api';
import type { InboxSettings, Profile } from '@inbox/domain';
import { retry } from '@inbox/panel/retry';
import { redirectAddress } from './main-site';
import type { ShellConfig } from './page-config';

export interface SettingsOptions {
  /** One attempt. */
  fetch(): Promise<InboxSettings & { profile: Profile }>;
  /** One attempt at the main site. */
  checkPayment(): Promise<PaymentCheck>;
  /** Aborted when a newer request takes over, or the shell is taken away. */
  signal: AbortSignal;
  onSettings(settings: InboxSettings): void;
  onProfile(profile: Profile): void;
  onPayment(check: PaymentCheck): void;
  /** The settings say redirect: the browser goes to the main site at this address (spec section 2). */
  onRedirect(address: string): void;
  config: Pick<ShellConfig, 'mainSite' | 'apiBaseUrl'>;
}

/**
 * Loads the settings and with them the agent's profile as it is now, and what the main site says of an unpaid invoice.
 * What fails is retried by itself; until it is there all stays as it is.
 */
export async function loadSettings({ signal, config, ...options }: SettingsOptions): Promise<void> {
  const loadUntilItWorks = <Answer>(attempt: () => Promise<Answer>, take: (answer: Answer) => void) =>
    retry(attempt, signal, (error) => console.warn('Settings could not be loaded', error)).then(
      (answer) => {
        if (!signal.aborted) take(answer);
      },
      // A newer load has taken over, or the session has ended.
      () => undefined,
    );
  await Promise.all([
    loadUntilItWorks(options.checkPayment, options.onPayment),
    loadUntilItWorks(options.fetch, ({ profile, ...settings }) => {
      options.onProfile(profile);
      options.onSettings(withFullWebhook(settings, config.apiBaseUrl));
      if (!settings.redirect || settings.redirect_url === null) return;
      const address = redirectAddress(config.mainSite, settings.redirect_url, location.origin);
      if (address !== null) options.onRedirect(address);
    }),
  ]);
}

/** What an agent copies into Meta's settings has to be the whole address. */
function withFullWebhook(settings: InboxSettings, apiBaseUrl: string): InboxSettings {
  const steps = settings.first_steps;
  if (steps == null) return settings;
  const webhook = new URL(`${apiBaseUrl}${steps.webhook}`, location.origin).href;
  return { ...settings, first_steps: { ...steps, webhook } };
}
