/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { TOAST_MS } from './toast-actions';
import { ToastCard } from './toast-card';

function Stack({ texts }: { texts: readonly string[] }) {
  const [shown, setShown] = useState(texts);
  return shown.map((text) => (
    <ToastCard
      key={text}
      kind="info"
      text={text}
      stayMs={TOAST_MS}
      actions={[{ label: `Undo ${text}`, onPress: () => undefined }]}
      onClose={() => setShown((now) => now.filter((one) => one !== text))}
    />
  ));
}

const shown = () => screen.queryAllByRole('status').map((card) => card.querySelector('p')?.textContent);
const card = (text: string) => screen.getByText(text).closest('[role=status]')!;
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('toasts', () => {
  it('leave after their time', async () => {
    render(<Stack texts={['one', 'two']} />);
    await pass(TOAST_MS - 1);
    expect(shown()).toEqual(['one', 'two']);
    await pass(1);
    expect(shown()).toEqual([]);
  });

  it('all stay while one is pointed at: one that left would move it away from under the pointer', async () => {
    render(<Stack texts={['one', 'two']} />);
    await pass(TOAST_MS - 1_000);
    fireEvent.pointerEnter(card('two'));
    await pass(60_000);
    expect(shown()).toEqual(['one', 'two']);
    fireEvent.pointerLeave(card('two'));
    await pass(999);
    expect(shown()).toEqual(['one', 'two']);
    await pass(1);
    expect(shown()).toEqual([]);
  });

  it('go on when the one that was pointed at was pressed and is gone', async () => {
    render(<Stack texts={['one', 'two']} />);
    fireEvent.pointerEnter(card('two'));
    fireEvent.click(screen.getByRole('button', { name: 'Undo two' }));
    expect(shown()).toEqual(['one']);
    await pass(TOAST_MS);
    expect(shown()).toEqual([]);
  });
});
