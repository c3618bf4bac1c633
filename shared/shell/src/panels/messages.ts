import type { PanelFailure } from './failure';

/** What agents read where a panel is to be; how a panel's failure begins is in its description. */
export const panelMessages = {
  loading: (title: string) => `Loading ${title}`,
} as const;

/** Why, in the agent's words: what to do about it, never an address or a stack. */
export function failureText(failure: PanelFailure): string {
  switch (failure.kind) {
    case 'not-published':
      return 'It is not installed.';
    case 'disabled':
      return 'It has been switched off for now.';
    case 'contract':
      return 'It does not fit this version of the inbox. Reload the page.';
    case 'version':
      return 'It needs another version of the inbox. Reload the page.';
    case 'origin':
    case 'hash-missing':
    case 'hash-wrong':
      return 'It was refused because it is not the published version.';
    case 'time-limit':
      return 'It took too long to answer.';
    case 'unreachable':
      return 'Its files could not be reached.';
    case 'not-started':
      return 'It stopped while it was starting.';
    case 'not-a-panel':
      return 'Its files are not those of a panel.';
    case 'crashed':
      return 'It stopped because of an error.';
  }
}
