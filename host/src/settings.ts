import type { InboxSettings, Profile } from '@inbox/domain';
import { retry } from '@inbox/panel/retry';

export interface SettingsOptions {
  /** One attempt. */
  fetch(): Promise<InboxSettings & { profile: Profile }>;
  /** Aborted when a newer request takes over, or the shell is taken away. */
  signal: AbortSignal;
  onSettings(settings: InboxSettings): void;
  onProfile(profile: Profile): void;
  /** The settings say redirect: the browser goes to the main site at this address (spec section 2). */
  onRedirect(redirectUrl: string): void;
}

/** Loads the settings and with them the agent's profile as it is now. What fails is retried by itself. */
export async function loadSettings({
  fetch,
  signal,
  onSettings,
  onProfile,
  onRedirect,
}: SettingsOptions): Promise<void> {
  let answer: InboxSettings & { profile: Profile };
  try {
    answer = await retry(fetch, signal, (error) => console.warn('Settings could not be loaded', error));
  } catch {
    // Somebody else asks now, or nobody is signed in any more.
    return;
  }
  if (signal.aborted) return;
  const { profile, ...settings } = answer;
  onProfile(profile);
  onSettings(settings);
  if (settings.redirect && settings.redirect_url !== null) onRedirect(settings.redirect_url);
}
