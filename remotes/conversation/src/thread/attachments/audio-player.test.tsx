/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AudioPlayer } from './audio-player';
import { formatDuration } from '../../ui/format-duration';

/** jsdom plays nothing. */
beforeEach(() => {
  const media = HTMLMediaElement.prototype;
  jest.spyOn(media, 'play').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { configurable: true, value: false });
    fireEvent.play(this);
    return Promise.resolve();
  });
  jest.spyOn(media, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { configurable: true, value: true });
    fireEvent.pause(this);
  });
});

function open() {
  const onError = jest.fn();
  const { container } = render(<AudioPlayer src="blob:x" label="voice.ogg" onError={onError} />);
  const audio = container.querySelector('audio');
  if (!audio) throw new Error('no sound');
  Object.defineProperty(audio, 'duration', { configurable: true, value: 90 });
  fireEvent.durationChange(audio);
  return { audio, onError };
}

describe('the audio player', () => {
  it('plays at three speeds, one after the other', async () => {
    const { audio } = open();
    const rates = [];
    for (const name of ['Speed 1×', 'Speed 1.5×', 'Speed 2×', 'Speed 1×']) {
      rates.push(audio.playbackRate);
      await userEvent.click(screen.getByRole('button', { name }));
    }
    expect(rates).toEqual([1, 1.5, 2, 1]);
  });

  it('goes to where its slider is put, and says where that is', () => {
    const { audio } = open();
    const slider = screen.getByRole('slider', { name: 'Position' });
    fireEvent.change(slider, { target: { value: '45' } });
    expect(audio.currentTime).toBe(45);
    expect(slider).toHaveAttribute('aria-valuetext', '0:45 of 1:30');
  });

  it('plays and pauses', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  it('tells what the browser cannot play', () => {
    const { audio, onError } = open();
    fireEvent.error(audio);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

it.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [750, '12:30'],
  [3723, '1:02:03'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
