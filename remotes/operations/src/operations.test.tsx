/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import type { OperatedPanel } from '@inbox/api/panels';
import { mountPanel, type MountPanelOptions } from '@inbox/panel/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { anOperatedPanel, aVersion, operationsOf } from './testing';

beforeAll(() => {
  // jsdom has the element, but not what makes it modal.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
});

const canary = { version: '2.0.0', percent: 10 };
const withCanary = (change: Partial<OperatedPanel> = {}) =>
  anOperatedPanel({
    canary,
    versions: [
      aVersion('2.0.0', {
        state: 'canary',
        health: {
          loads: 1_200,
          load_failed: 60,
          render_error: 240,
          p75: { load_ms: 1_640, lcp_ms: 812.4, inp_ms: 96, cls: 0.04, inp_keyboard_ms: 40, frame_other_ms: 1_200 },
        },
      }),
      aVersion('1.0.0', { state: 'live' }),
    ],
    ...change,
  });

async function open(panels: OperatedPanel[], answers: MountPanelOptions<object>['answers'] = {}) {
  const mounted = await mountPanel(panel, {
    answers: { panelOperations: () => operationsOf(...panels), changePanel: () => ({ revision: 8 }), ...answers },
  });
  await mounted.ready();
  const changes = () => mounted.fake.calls.filter(({ name }) => name === 'changePanel').map(({ input }) => input);
  return { ...mounted, changes };
}

const card = (name = 'Conversation') => within(screen.getByRole('region', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const question = () => within(screen.getByRole('dialog'));

describe('a panel', () => {
  it('shows what is given out, how its versions fare, and who changed it last and why', async () => {
    const last = { revision: 2, action: 'rollback', version: '0.9.0', at: '2026-11-21T10:00:00.000Z' };
    const history = [{ ...last, by: 'health', why: '6 of 10 page loads failed' }, ...anOperatedPanel().history];
    await open([withCanary({ history }), anOperatedPanel({ panel: 'ticket-list', title: 'Tickets', enabled: false })]);
    expect(card().getByText('10 % of the agents have the canary 2.0.0.')).toBeVisible();
    expect(card().getByText('All others have 1.0.0.')).toBeVisible();
    const [, first, second] = card().getAllByRole('row');
    expect(first).toHaveTextContent('2.0.0canary1,20025 %602401.6 s812 ms0.04096 ms–40 ms––1.2 s');
    expect(second).toHaveTextContent('1.0.0live0–00–––––––––');
    expect(card().getByText('rollback 0.9.0', { exact: false })).toHaveTextContent('by health, 21 Nov 2026');
    expect(card().getByText('6 of 10 page loads failed')).toBeVisible();
    expect(card().getByText('publish 1.0.0', { exact: false })).not.toBeVisible();
    await userEvent.click(card().getByText('History (2)'));
    expect(card().getByText('publish 1.0.0', { exact: false })).toBeVisible();
    expect(card('Tickets').getByText('Switched off for everybody; 1.0.0 is installed.')).toBeVisible();
  });

  it('says of the first version of a panel that nobody else has one', async () => {
    await open([anOperatedPanel({ version: '0.1.0', canary: { version: '0.1.0', percent: 10 } })]);
    expect(card().getByText('10 % of the agents have the canary 0.1.0.')).toBeVisible();
    expect(card().getByText('All others have no such panel.')).toBeVisible();
  });

  it('offers what can be done with it', async () => {
    const names = (name: string) =>
      card(name)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    await open([withCanary(), anOperatedPanel({ panel: 'ticket-list', title: 'Tickets', enabled: false })]);
    expect(names('Conversation')).toEqual(['Promote', 'Change share', 'Take canary back', 'Switch off']);
    expect(names('Tickets')).toEqual(['Roll back', 'Switch on']);
  });
});

describe('a change', () => {
  it.each([
    ['Promote', 'Give Conversation 2.0.0 to everybody?', { action: 'promote', version: '2.0.0' }],
    ['Take canary back', 'Take the canary 2.0.0 of Conversation back?', { action: 'rollback', version: '2.0.0' }],
    ['Switch off', 'Switch Conversation off for everybody?', { action: 'disable', version: '1.0.0' }],
  ])('%s is asked about first, and names the version that was seen', async (button, asked, change) => {
    const { changes } = await open([withCanary()]);
    await press(button);
    expect(screen.getByRole('dialog', { name: asked })).toBeVisible();
    expect(changes()).toEqual([]);
    await userEvent.type(question().getByLabelText('Why (for the history)'), ' It is time ');
    await press('Confirm');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toEqual([{ body: { panel: 'conversation', why: 'It is time', ...change } }]);
    expect(screen.getByRole('button', { name: button })).toHaveFocus();
  });

  it('of the share takes the new one', async () => {
    const { changes } = await open([withCanary()]);
    await press('Change share');
    const share = question().getByRole('spinbutton', { name: 'Share of the agents, in percent' });
    expect(share).toHaveValue(10);
    await userEvent.clear(share);
    await userEvent.type(share, '55');
    await press('Confirm');
    await waitFor(() =>
      expect(changes()).toEqual([{ body: { panel: 'conversation', version: '2.0.0', action: 'canary', percent: 55 } }]),
    );
  });

  it('is not made when the operator thinks better of it', async () => {
    const { changes } = await open([anOperatedPanel()]);
    await press('Roll back');
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(changes()).toEqual([]);
  });

  it('that the server refuses is said in its words, and what is there by now is asked for', async () => {
    const words = 'conversation 2.0.0 is not given out any more. Look again before you change it.';
    let isTaken = false;
    await open([], {
      panelOperations: () => operationsOf(isTaken ? anOperatedPanel() : withCanary()),
      changePanel: () => {
        isTaken = true;
        throw new ApiError('refused', words, { status: 409 });
      },
    });
    await press('Promote');
    await press('Confirm');
    expect(await question().findByRole('alert')).toHaveTextContent(words);
    await press('Cancel');
    expect(await card().findByText('Everybody has 1.0.0.')).toBeVisible();
  });
});

describe('the page', () => {
  it('says so when it cannot be loaded, and tries again', async () => {
    let isDown = true;
    await open([], {
      panelOperations: () => {
        if (isDown) throw new ApiError('refused', 'Only those who operate panels may do this.', { status: 403 });
        return operationsOf(anOperatedPanel());
      },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Only those who operate panels may do this.');
    isDown = false;
    await press('Retry');
    expect(await screen.findByRole('region', { name: 'Conversation' })).toBeVisible();
  });

  it('says from when on a canary is taken back by itself', async () => {
    await open([anOperatedPanel()]);
    expect(screen.getByText(/once 5 pages have loaded it and more than 20 % more of them fail/)).toBeVisible();
  });
});
