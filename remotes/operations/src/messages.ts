import type { PanelChange, PanelVersion } from '@inbox/api/panels';
import { percent } from '@inbox/domain/operations';

/** Every text that the panel shows. */
export const messages = {
  title: 'Panel releases',
  intro: ({ loads, share }: { loads: number; share: number }) =>
    `Everybody has the same panels. A canary is taken back by itself once ${loads} pages have loaded it and more than ${percent(share)} more of them fail than of the version beside it.`,
  loading: 'Loading panel releases',
  stale: 'What is shown may be old: the server does not answer.',
  live: (version: string) => `Everybody has ${version}.`,
  liveBesides: (version: string) => `All others have ${version}.`,
  noneBesides: 'All others have no such panel.',
  off: (version: string) => `Switched off for everybody; ${version} is installed.`,
  canary: (version: string, share: number) => `${share} % of the agents have the canary ${version}.`,
  actions: {
    promote: 'Promote',
    canary: 'Change share',
    takeBack: 'Take canary back',
    rollback: 'Roll back',
    enable: 'Switch on',
    disable: 'Switch off',
  },
  questions: {
    promote: (title: string, version: string) => `Give ${title} ${version} to everybody?`,
    canary: (title: string, version: string) => `Give the canary ${version} of ${title} to how many of the agents?`,
    takeBack: (title: string, version: string) => `Take the canary ${version} of ${title} back?`,
    rollback: (title: string, version: string) => `Take ${title} ${version} back from everybody?`,
    enable: (title: string) => `Switch ${title} on for everybody?`,
    disable: (title: string) => `Switch ${title} off for everybody?`,
  },
  explained: {
    promote: 'Open pages are offered to reload.',
    canary: 'In percent; 0 ends the canary. Who has it keeps it while the share grows.',
    takeBack: 'Pages in which it failed recover by themselves. It is not given out again until somebody publishes it.',
    rollback: 'The version before it is live again. Pages in which this one failed recover by themselves.',
    enable: 'It is in its place again in pages opened from now on.',
    disable: 'Pages opened from now on do without it.',
  },
  share: 'Share of the agents, in percent',
  why: 'Why (for the history)',
  confirm: 'Confirm',
  cancel: 'Cancel',
  working: 'Changing…',
  versions: 'Versions and their health',
  versionsOf: (title: string) => `Versions of ${title} and their health`,
  columns: {
    version: 'Version',
    loads: 'Loads',
    failed: 'Failed',
    load_failed: 'Not loaded',
    render_error: 'Threw',
    load_ms: 'Load time',
    lcp_ms: 'LCP',
    cls: 'CLS',
    inp_ms: 'INP',
    inp_pointer_ms: 'INP by pointer',
    inp_keyboard_ms: 'INP by key',
    frame_pointer_ms: 'Long frame by pointer',
    frame_keyboard_ms: 'Long frame by key',
    frame_other_ms: 'Other long frame',
  },
  p75: 'Times and vitals are those that three in four of the measured pages are within; a long frame takes 50 ms or more.',
  none: '–',
  states: {
    live: 'live',
    canary: 'canary',
    'taken-back': 'taken back',
    published: 'published',
  } satisfies Record<PanelVersion['state'], string>,
  history: (count: number) => `History (${count})`,
  noHistory: 'Nothing was changed yet.',
  change: (action: string, version: string | undefined) => `${action}${version === undefined ? '' : ` ${version}`}`,
  by: (who: string) => `by ${who}`,
} as const;

/** What is asked about: a rollback of a canary has words of its own. */
export type Question = keyof typeof messages.questions;

export const actionOf = (question: Question): PanelChange['action'] =>
  question === 'takeBack' ? 'rollback' : question;
