import { failingShare, percent } from '@inbox/domain/operations';
import type { VersionHealth } from '@inbox/api/panels';
import { messages } from '../messages';

export const count = (value: number, locale: string): string => value.toLocaleString(locale);

/** Seconds where milliseconds are many. */
export function time(milliseconds: number | null | undefined): string {
  if (milliseconds == null) return messages.none;
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

export const score = (value: number | null | undefined): string => (value == null ? messages.none : value.toFixed(3));

/** Nothing to say while nobody has loaded it. */
export const failing = ({ loads, load_failed, render_error }: VersionHealth): string =>
  loads === 0 ? messages.none : percent(failingShare({ loads, load_failed, render_error, agents: 0 }));
