import { expect, it } from '@jest/globals';
import { testPanels } from '@inbox/shell/testing';
import { firstPanelsOf } from './first-paint';

it.each([
  ['/inbox/tickets', ['ticket-list']],
  ['/inbox/tickets/', ['ticket-list']],
  ['/inbox/tickets/None', ['ticket-list']],
  ['/inbox/tickets/27', ['conversation', 'ticket-list']],
  ['/inbox/tickets/27/', ['conversation', 'ticket-list']],
])('%s asks for %j', (path, panels) => {
  expect(firstPanelsOf(testPanels, path)).toEqual(panels);
});

it('waits for no panel that is switched off', () => {
  expect(
    firstPanelsOf(
      testPanels.map((panel) => ({ ...panel, enabled: false })),
      '/inbox/tickets',
    ),
  ).toEqual([]);
});
