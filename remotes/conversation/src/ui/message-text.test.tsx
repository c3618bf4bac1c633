/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MessageText, FoundTermContext } from './message-text';

const LONG = `${'Where is my order? '.repeat(3_000)}needle`;

describe('a text of 60,000 characters', () => {
  it('is folded, and shown when it is asked for', async () => {
    const { container } = render(<MessageText text={LONG} />);
    expect(container.textContent.length).toBeLessThan(1_600);
    await userEvent.click(screen.getByRole('button', { name: 'Show more', expanded: false }));
    expect(container).toHaveTextContent('needle');
    await userEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
    expect(container).not.toHaveTextContent('needle');
  });

  it('is unfolded while what is searched for is in its hidden part', () => {
    const { container, rerender } = render(
      <FoundTermContext value="NEEDLE">
        <MessageText text={LONG} />
      </FoundTermContext>,
    );
    expect(container.querySelector('mark')).toHaveTextContent('needle');
    expect(screen.queryByRole('button')).toBeNull();
    rerender(
      <FoundTermContext value="">
        <MessageText text={LONG} />
      </FoundTermContext>,
    );
    expect(container.textContent.length).toBeLessThan(1_600);
  });
});

it('a short text has no button', () => {
  render(<MessageText text="Where is my order?" />);
  expect(screen.queryByRole('button')).toBeNull();
});
