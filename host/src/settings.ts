import type { InboxSettings, Profile } from '@inbox/domain';

export interface SettingsOptions {
  fetch(signal: AbortSignal): Promise<InboxSettings & { profile: Profile }>;
  /** Aborted when the shell is taken away. */
  signal: AbortSignal;
  onSettings(settings: InboxSettings): void;
  onProfile(profile: Profile): void;
  /** The settings say redirect: the browser goes to the main site at this address (spec section 2). */
  onRedirect(redirectUrl: string): void;
}

/** Loads the settings and with them the agent's profile as it is now. What fails is had with the next connection. */
export async function loadSettings({
  fetch,
  signal,
  onSettings,
  onProfile,
  onRedirect,
}: SettingsOptions): Promise<void> {
  let answer: InboxSettings & { profile: Profile };
  try {
    answer = await fetch(signal);
  } catch (error) {
    if (signal.aborted) return;
    console.warn('Settings could not be loaded', error);
    return;
  }
  if (signal.aborted) return;
  const { profile, ...settings } = answer;
  onProfile(profile);
  onSettings(settings);
  if (settings.redirect && settings.redirect_url !== null) onRedirect(settings.redirect_url);
}
