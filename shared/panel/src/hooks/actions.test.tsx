/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import type { TicketId } from '@inbox/domain';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useState } from 'react';
import { useExtensions, usePanelActions } from './actions';
import { definePanel } from '../runtime/define-panel';
import { createFakePorts, mountPanel } from '../testing';

const TICKETS = [5, 6] as TicketId[];
const facts = {
  version: '1.0.0',
  consumes: ['act.acting@1', 'extensions@1'],
  produces: ['act.*@1', 'actions.acting@1', 'toast@1'],
};

describe('a panel that others extend', () => {
  const offering = definePanel({
    ...facts,
    name: 'offering',
    View: () =>
      useExtensions('here').map(({ id, label, run }) => (
        <button key={id} onClick={() => run(TICKETS)}>
          {label}
        </button>
      )),
  });

  it('has what they add to its point and to no other, and lets them act for its tickets', async () => {
    const fake = createFakePorts();
    const acts = fake.fill(
      { point: 'here', action: 'refund', label: 'Refund' },
      { point: 'there', action: 'other', label: 'Other' },
    );
    await mountPanel(offering, { fake });
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
    expect(screen.queryByRole('button', { name: 'Other' })).toBeNull();
    await waitFor(() => expect(acts).toEqual([{ action: 'refund', ticket_ids: [5, 6] }]));
  });

  it('tells the agent and the log when the other panel is not there', async () => {
    const fake = createFakePorts();
    const fill = { panel: 'gone', point: 'here', action: 'refund', label: 'Refund', order: 0 };
    fake.shell.own('extensions').set({ fills: [fill] });
    await mountPanel(offering, { fake });
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
    await waitFor(() =>
      expect(fake.toasts).toMatchObject([{ kind: 'warning', text: 'That cannot be done right now.' }]),
    );
    expect(fake.reports).toEqual([expect.objectContaining({ level: 'warning', message: 'gone did not do refund' })]);
  });
});

describe('the actions of a panel', () => {
  const done: string[] = [];
  const acting = definePanel({
    ...facts,
    name: 'acting',
    View() {
      const [canUndo, setCanUndo] = useState(false);
      usePanelActions({
        work(tickets) {
          done.push(`work ${tickets.join()}`);
          setCanUndo(true);
        },
        undo: canUndo ? () => void done.push('undo') : undefined,
      });
      return null;
    },
  });

  it('are offered as they can be done now, done when asked, refused otherwise, and gone with the panel', async () => {
    const { fake, unmount } = await mountPanel(acting);
    const neighbour = fake.join('neighbour');
    const offered: string[][] = [];
    neighbour.onState('actions.acting', ({ actions }) => offered.push(actions));
    expect(offered.at(-1)).toEqual(['work']);
    await expect(neighbour.send('act.acting', { action: 'undo' })).rejects.toThrow('acting cannot do this now: undo');
    await act(() => neighbour.send('act.acting', { action: 'work', ticket_ids: TICKETS }));
    expect(done).toEqual(['work 5,6']);
    expect(offered.at(-1)).toEqual(['undo', 'work']);
    await act(() => neighbour.send('act.acting', { action: 'undo' }));
    expect(done.at(-1)).toBe('undo');
    await unmount();
    expect(offered.at(-1)).toEqual([]);
  });

  it('are offered before the panel is painted, so that a key which is pressed as soon as it shows is not lost', async () => {
    const fake = createFakePorts();
    let offered: string[] = [];
    fake.join('neighbour').onState('actions.acting', ({ actions }) => (offered = actions));
    let whenPainted: string[] | undefined;
    const painting = definePanel({
      ...facts,
      name: 'acting',
      View() {
        usePanelActions({ work: () => undefined });
        useLayoutEffect(() => void (whenPainted ??= offered));
        return null;
      },
    });
    await mountPanel(painting, { fake });
    expect(whenPainted).toEqual(['work']);
  });
});
