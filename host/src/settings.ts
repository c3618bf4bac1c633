import type { InboxSettings, Profile } from '@inbox/domain';

export interface SettingsOptions {
  fetch(): Promise<InboxSettings & { profile: Profile }>;
  onSettings(settings: InboxSettings): void;
  onProfile(profile: Profile): void;
  /** The settings say redirect: the browser goes to the main site at this address (spec section 2). */
  onRedirect(redirectUrl: string): void;
}

/** Loads the settings and with them the agent's profile as it is now. What fails is had with the next connection. */
export async function loadSettings({ fetch, onSettings, onProfile, onRedirect }: SettingsOptions): Promise<void> {
  let answer: InboxSettings & { profile: Profile };
  try {
    answer = await fetch();
  } catch (error) {
    console.warn('Settings could not be loaded', error);
    return;
  }
  const { profile, ...settings } = answer;
  onProfile(profile);
  onSettings(settings);
  if (settings.redirect && settings.redirect_url !== null) onRedirect(settings.redirect_url);
}
