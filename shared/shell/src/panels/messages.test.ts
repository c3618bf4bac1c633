import { expect, it } from '@jest/globals';
import { describeFailure, type PanelFailure } from './failure';
import { failureText } from './messages';

const failures: PanelFailure[] = [
  { kind: 'not-published' },
  { kind: 'disabled' },
  { kind: 'contract', wanted: '2' },
  { kind: 'version', detail: '@inbox/events' },
  { kind: 'hash-wrong', url: '/panel.js' },
  { kind: 'time-limit', milliseconds: 10 },
  { kind: 'unreachable', detail: '/panel.js' },
  { kind: 'not-started', detail: 'no heart' },
  { kind: 'not-a-panel', detail: 'it is nothing' },
  { kind: 'crashed', detail: 'no heart' },
];

it('has words of its own for each cause: for agents, and for the log', () => {
  expect(new Set(failures.map(failureText)).size).toBe(failures.length);
  expect(new Set(failures.map(describeFailure)).size).toBe(failures.length);
});
