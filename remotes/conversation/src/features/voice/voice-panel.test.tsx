/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import VoicePanel from './voice-panel';

/** A browser with a microphone, as much of it as a recording touches. */
function browser({ types, answer }: { types: string[]; answer: () => Promise<{ getTracks(): { stop(): void }[] }> }) {
  class Recorder {
    static isTypeSupported = (type: string) => types.includes(type);
    state = 'inactive';
    ondataavailable: ((event: { data: Blob }) => void) | null = null;
    onstop: (() => void) | null = null;
    start() {
      this.state = 'recording';
    }
    stop() {
      this.state = 'inactive';
      this.ondataavailable?.({ data: new Blob(['OggS']) });
      this.onstop?.();
    }
  }
  class Context {
    createAnalyser = () => ({ fftSize: 4, getByteTimeDomainData: (into: Uint8Array) => into.fill(228) });
    createMediaStreamSource = () => ({ connect: () => undefined });
    close = () => Promise.resolve();
  }
  Object.assign(globalThis, { MediaRecorder: Recorder, AudioContext: Context });
  Object.assign(URL, { createObjectURL: () => 'blob:voice', revokeObjectURL: () => undefined });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: answer } });
}

const track = { stop: jest.fn() };
const microphone = () => Promise.resolve({ getTracks: () => [track] });
const show = async () => {
  const asked = { onRecorded: jest.fn<(file: File) => void>(), onClose: jest.fn() };
  const shown = render(<VoicePanel {...asked} />);
  await act(async () => undefined);
  return { ...asked, ...shown };
};

afterEach(() => {
  track.stop.mockClear();
  Reflect.deleteProperty(globalThis, 'MediaRecorder');
});

describe('a voice message', () => {
  it.each([
    [['audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2'], 'voice-message.ogg', 'audio/ogg;codecs=opus'],
    [['audio/mp4;codecs=mp4a.40.2', 'audio/webm'], 'voice-message.m4a', 'audio/mp4;codecs=mp4a.40.2'],
  ])('is recorded as one of %s, heard and attached', async (types, name, type) => {
    browser({ types, answer: microphone });
    const { onRecorded } = await show();
    expect(screen.getByRole('meter', { name: 'Level' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(track.stop).toHaveBeenCalled();
    expect(screen.getByLabelText('Your recording')).toHaveAttribute('src', 'blob:voice');
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    expect(onRecorded.mock.calls[0]?.[0]).toMatchObject({ name, type });
  });

  it('lets the microphone go when it is given up', async () => {
    browser({ types: ['audio/ogg;codecs=opus'], answer: microphone });
    const { unmount, onRecorded } = await show();
    unmount();
    expect(track.stop).toHaveBeenCalled();
    expect(onRecorded).not.toHaveBeenCalled();
  });

  it.each([
    ['cannot be recorded here', ['audio/webm;codecs=opus'], microphone, /^This browser cannot record/],
    [
      'is not allowed',
      ['audio/ogg;codecs=opus'],
      () => Promise.reject(new DOMException('no', 'NotAllowedError')),
      /^The microphone is not allowed/,
    ],
    [
      'has no microphone',
      ['audio/ogg;codecs=opus'],
      () => Promise.reject(new DOMException('no', 'NotFoundError')),
      /^No microphone was found/,
    ],
  ])('that %s says so', async (_, types, answer, why) => {
    browser({ types, answer });
    await show();
    expect(screen.getByRole('alert')).toHaveTextContent(why);
  });
});
