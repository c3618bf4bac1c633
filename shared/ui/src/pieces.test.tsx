/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { act, type ReactNode } from 'react';
import userEvent from '@testing-library/user-event';
import {
  Avatar,
  avatarColor,
  createInboxTheme,
  ErrorState,
  ExpiryChip,
  IconButton,
  Menu,
  PriorityChip,
  RelativeTime,
  SearchField,
  Tabs,
  ThemeRoot,
  UnreadCount,
} from './index';

const show = (content: ReactNode) => render(<ThemeRoot theme={createInboxTheme('light')}>{content}</ThemeRoot>);
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T04:30:00Z');

/** jsdom lays nothing out, so nothing ever changes its size. */
/** The chunk of the menu, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await import('./overlays/menu-overlay');
});

describe('a theme', () => {
  it('gives its tokens as CSS variables, with single ones replaced by name', () => {
    const { container } = render(
      <ThemeRoot theme={createInboxTheme('dark', { accent: '#FF0000', nonsense: 'url(x)' })}>text</ThemeRoot>,
    );
    const root = container.querySelector<HTMLElement>('[data-inbox-root]');
    expect(root?.style.getPropertyValue('--inbox-accent')).toBe('#FF0000');
    expect(root?.style.getPropertyValue('--inbox-surface')).toBe('#131B23');
    expect(root?.style.cssText).not.toContain('url');
  });
});

describe('an avatar', () => {
  it('shows initials in a colour that belongs to the name, and names the channel', () => {
    show(<Avatar name="Priya Raghunathan" source="whatsapp" />);
    expect(screen.getByText('PR').parentElement).toHaveStyle({ background: avatarColor('Priya Raghunathan') });
    expect(screen.getByText('WhatsApp')).toBeInTheDocument();
  });

  it('spreads names over the colours', () => {
    const names = ['Asha', 'Dev', 'Farah', 'Joseph', 'Priya', 'Rohit', 'Sneha', 'Vikram', 'आशा', 'பிரியா'];
    expect(new Set(names.map(avatarColor)).size).toBeGreaterThan(4);
    expect(avatarColor('Asha')).toBe(avatarColor('Asha'));
  });
});

describe('chips and counts', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const endingIn = (ms: number) => ({
    conversation_source: 'whatsapp' as const,
    session_expiry_at: new Date(NOW - 24 * HOUR + ms).toISOString(),
  });

  it.each([
    ['nothing while there is time', 3 * HOUR, ''],
    ['the time left under three hours', 2 * HOUR + 40 * 60_000, 'Expires in 2h 40m'],
    ['minutes in the last hour', 12 * 60_000, 'Expires in 12m'],
    ['that it is over', 0, 'Ticket is expired!'],
  ])('a row shows %s', (_, left, text) => {
    const { container } = show(<ExpiryChip ticket={endingIn(left)} />);
    expect(container).toHaveTextContent(text, { normalizeWhitespace: true });
    expect(container.textContent).toBe(text);
  });

  it.each([
    [0, ''],
    [1, 'High'],
    [2, 'Medium'],
    [3, 'Low'],
  ] as const)('priority %s reads "%s"', (priority, text) => {
    expect(show(<PriorityChip priority={priority} />).container.textContent).toBe(text);
  });

  it.each([
    [0, ''],
    [2, '22 unread'],
    [120, '99+120 unread'],
  ])('%s unread shows a short number and says the whole', (count, text) => {
    expect(show(<UnreadCount count={count} />).container.textContent).toBe(text);
  });
});

describe('a relative time', () => {
  const setVisibility = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    fireEvent(document, new Event('visibilitychange'));
  };
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('is told anew each minute, stands still in a hidden tab, and catches up', () => {
    const { container } = show(<RelativeTime time={new Date(NOW - 60_000).toISOString()} />);
    expect(container).toHaveTextContent(/^1m$/);
    pass(60_000);
    expect(container).toHaveTextContent(/^2m$/);
    act(() => setVisibility('hidden'));
    pass(5 * 60_000);
    expect(container).toHaveTextContent(/^2m$/);
    act(() => setVisibility('visible'));
    expect(container).toHaveTextContent(/^7m$/);
  });

  it('leaves no timer behind when the last one goes', () => {
    const { unmount } = show(<RelativeTime time={new Date(NOW).toISOString()} />);
    expect(jest.getTimerCount()).toBe(1);
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('tabs', () => {
  const items = [
    { value: null, label: 'All' },
    { value: 'open', label: 'Open', count: 12 },
    { value: 'closed', label: 'Closed' },
  ];

  it.each([
    ['{ArrowRight}', 'open', 'closed'],
    ['{ArrowLeft}', 'open', null],
    ['{ArrowLeft}', null, 'closed'],
    ['{End}', null, 'closed'],
    ['{Home}', 'closed', null],
  ])('%s from %s chooses %s', async (key, from, to) => {
    const onChange = jest.fn();
    show(<Tabs label="Status" items={items} value={from} onChange={onChange} />);
    await userEvent.tab();
    await userEvent.keyboard(key);
    expect(onChange).toHaveBeenCalledWith(to);
  });

  it('group the figures of their counts', () => {
    const many = [{ value: 'open', label: 'Open', count: 124_860 }];
    show(<Tabs label="Status" items={many} value="open" onChange={jest.fn()} />);
    expect(screen.getByRole('tab')).toHaveTextContent('Open1,24,860');
  });

  it.each([
    ['at the beginning', 0, 'right'],
    ['in the middle', 60, 'left right'],
    ['at the end', 200, 'left'],
  ])('tell which edges hide more of them: %s', (_, scrollLeft, more) => {
    show(<Tabs label="Status" items={items} value="open" onChange={jest.fn()} />);
    const row = screen.getByRole('tablist');
    Object.defineProperties(row, { clientWidth: { value: 300 }, scrollWidth: { value: 500 } });
    row.scrollLeft = scrollLeft;
    fireEvent.scroll(row);
    expect(row).toHaveAttribute('data-more', more);
  });

  it('bring the chosen one into the middle, also when counts that came later have pushed it away', () => {
    let offset = 400;
    const laidOut = { offsetLeft: () => offset, offsetWidth: () => 100 };
    const spies = Object.entries(laidOut).map(([name, get]) =>
      jest.spyOn(HTMLElement.prototype, name as keyof typeof laidOut, 'get').mockImplementation(get),
    );
    const uncounted = items.map(({ value, label }) => ({ value, label }));
    const tabs = (shown: typeof uncounted) => (
      <ThemeRoot theme={createInboxTheme('light')}>
        <Tabs label="Status" items={shown} value="open" onChange={jest.fn()} />
      </ThemeRoot>
    );
    const { rerender } = render(tabs(uncounted));
    expect(screen.getByRole('tablist').scrollLeft).toBe(450);
    offset = 500;
    rerender(tabs(items));
    expect(screen.getByRole('tablist').scrollLeft).toBe(550);
    for (const spy of spies) spy.mockRestore();
  });

  it('are one stop, on the chosen one', async () => {
    show(<Tabs label="Status" items={items} value="open" onChange={jest.fn()} />);
    await userEvent.tab();
    expect(screen.getByRole('tab', { selected: true })).toHaveFocus();
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Open12');
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });
});

describe('a search field', () => {
  it('is submitted by Enter and emptied by Escape', async () => {
    const onSubmit = jest.fn();
    const onChange = jest.fn();
    show(<SearchField label="Search" value="kurta" onChange={onChange} onSubmit={onSubmit} />);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), '{Enter}');
    expect(onSubmit).toHaveBeenCalledWith('kurta');
    await userEvent.keyboard('{Escape}');
    expect(onChange).toHaveBeenCalledWith('');
  });
});

describe('an icon button', () => {
  it('says its name when it is pointed at, until Escape', async () => {
    show(<IconButton label="Refresh">R</IconButton>);
    await userEvent.hover(screen.getByRole('button', { name: 'Refresh' }));
    expect(screen.getByText('Refresh')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Refresh')).toBeNull();
  });
});

describe('a menu', () => {
  it('opens inside the themed root, moves by arrow keys, tells the choice and closes', async () => {
    const onSelect = jest.fn();
    const onClose = jest.fn();
    const anchor = document.body.appendChild(document.createElement('button'));
    const { container } = show(
      <Menu
        anchor={anchor}
        label="Priority"
        onClose={onClose}
        items={[
          { key: 1, label: 'High', onSelect: jest.fn(), selected: true },
          { key: 2, label: 'Low', onSelect, selected: false },
        ]}
      />,
    );
    const menu = await screen.findByRole('menu', { name: 'Priority' });
    expect(container).toContainElement(menu);
    // It stands where it stays: a quick click lands on the item that it was aimed at.
    for (let around: HTMLElement | null = menu; around !== null; around = around.parentElement) {
      expect([around.style.transform, around.style.transition]).toEqual(['', expect.not.stringContaining('transform')]);
    }
    expect(screen.getByRole('menuitemradio', { name: 'High' })).toBeChecked();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(onClose).toHaveBeenCalledTimes(1);
    anchor.remove();
  });
});

it('an error is an alert with a way to try again', async () => {
  const onRetry = jest.fn();
  show(<ErrorState text="It failed" onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('It failed');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});
