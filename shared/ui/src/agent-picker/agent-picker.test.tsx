/** @jest-environment jsdom */
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Agent, AgentId } from '@inbox/domain';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AgentPicker, createInboxTheme, ThemeRoot } from '../index';

/** The chunk, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await import('./agent-picker-sheet');
});

const agent = (id: number, first_name: string, last_name: string): Agent => ({
  id: id as AgentId,
  first_name,
  last_name,
  can_assign_ticket_to_self: true,
  can_assign_ticket_to_other_agent: true,
});
const dev = agent(1, 'Dev', 'Patel');
const asha = agent(2, 'Asha', 'Rao');
const many = Array.from({ length: 9 }, (_, index) => agent(10 + index, 'Agent', `No ${index}`));

async function open(targets: readonly Agent[]) {
  const told = { chosen: jest.fn(), closed: jest.fn() };
  render(
    <ThemeRoot theme={createInboxTheme('light')}>
      <AgentPicker
        label="Assign"
        targets={targets}
        self={asha.id}
        onChoose={(who) => told.chosen(who.id)}
        onClose={told.closed}
      />
      <button type="button">elsewhere</button>
    </ThemeRoot>,
  );
  await screen.findByRole('dialog', { name: 'Assign' });
  return { ...told, user: userEvent.setup() };
}
const names = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

describe('the agent picker', () => {
  it('lists oneself first, as a choice of its own, and begins there', async () => {
    const { user, chosen } = await open([dev, asha]);
    expect(names()).toEqual(['assign me', 'Dev Patel']);
    expect(screen.getByRole('button', { name: 'assign me' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen).toHaveBeenCalledWith(dev.id);
  });

  it('searches by any part of the name once there are many', async () => {
    const { user } = await open([...many, dev]);
    const field = screen.getByRole('searchbox', { name: 'Search agents' });
    expect(field).toHaveFocus();
    await user.type(field, 'PATEL');
    expect(names()).toEqual(['Dev Patel']);
    await user.type(field, 'x');
    expect(screen.getByText('No agent of this name.')).toBeVisible();
  });

  it.each([
    ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
    ['a press elsewhere', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByText('elsewhere'))],
  ])('closes on %s, and chooses nobody', async (_, leave) => {
    const { user, chosen, closed } = await open([dev]);
    await leave(user);
    expect(closed).toHaveBeenCalledTimes(1);
    expect(chosen).not.toHaveBeenCalled();
  });
});
