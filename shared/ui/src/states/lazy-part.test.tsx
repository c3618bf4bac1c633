/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, useEffect, type ReactNode } from 'react';
import { lazyPart } from './lazy-part';

const Shown = ({ text }: { text: string }) => <p>{text}</p>;

/** A part that cannot be fetched the first `failures` times. */
function aPart(failures: number, shown: typeof Shown = Shown) {
  let left = failures;
  const load = jest.fn(async () => {
    if (left-- > 0) throw new Error('404');
    return { default: shown };
  });
  return { load, Part: lazyPart(load, 'on its way') };
}

class Around extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    return this.state.broken ? 'all is broken' : this.props.children;
  }
}

const draw = (element: ReactNode) => act(async () => void render(<Around>{element}</Around>));

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

it('is fetched when it is first drawn, once', async () => {
  const { load, Part } = aPart(0);
  expect(load).not.toHaveBeenCalled();
  await draw([<Part key="1" text="one" />, <Part key="2" text="two" />]);
  expect(screen.getByText('one')).toBeTruthy();
  expect(screen.getByText('two')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('that was fetched ahead is drawn with what is around it, and not a moment later', async () => {
  const { load, Part } = aPart(0);
  await act(async () => Part.preload());
  render(<Part text="one" />);
  expect(screen.getByText('one')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('stays the same when it is fetched ahead while it is on its way', async () => {
  let mounts = 0;
  const Counted: typeof Shown = ({ text }) => {
    useEffect(() => void (mounts += 1), []);
    return <p>{text}</p>;
  };
  const { Part } = aPart(0, Counted);
  const { rerender } = render(<Part text="one" />);
  await act(async () => Part.preload());
  rerender(<Part text="two" />);
  await act(async () => undefined);
  expect(screen.getByText('two')).toBeTruthy();
  expect(mounts).toBe(1);
});

it('that cannot be had says so in its place, and Retry fetches it again', async () => {
  const { load, Part } = aPart(2);
  await draw([<Part key="part" text="one" />, <p key="rest">the rest</p>]);
  expect(screen.getByRole('alert').textContent).toContain('This part could not be loaded.');
  expect(screen.getByText('the rest')).toBeTruthy();
  const retry = () => act(async () => screen.getByRole('button', { name: 'Retry' }).click());
  await retry();
  expect(screen.getByRole('alert')).toBeTruthy();
  await retry();
  expect(screen.getByText('one')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});

it('that could not be had is fetched again when it is drawn anew', async () => {
  const { load, Part } = aPart(2);
  // Ahead, a failure is nobody's matter.
  Part.preload();
  await draw(<Part text="one" />);
  expect(screen.getByRole('alert')).toBeTruthy();
  cleanup();
  await draw(<Part text="one" />);
  expect(screen.getByText('one')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});

it('leaves what goes wrong in it to the boundary around it', async () => {
  const { Part } = aPart(0, () => {
    throw new Error('no heart');
  });
  await draw(<Part text="one" />);
  expect(screen.getByText('all is broken')).toBeTruthy();
});
