/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import VoicePanel from './voice-panel';

const webmToOgg = jest.fn<(webm: Blob) => Promise<ArrayBuffer | null>>();
jest.mock('./webm-to-ogg', () => ({ webmToOgg: (webm: Blob) => webmToOgg(webm) }));

type Microphone = () => Promise<{ getTracks(): { stop(): void }[] }>;

/** A browser with a microphone, as much of it as a recording touches. */
function browser({ types, answer, bytes = 'sound' }: { types: string[]; answer: Microphone; bytes?: string }) {
  class Recorder {
    static isTypeSupported = (type: string) => types.includes(type);
    state = 'inactive';
    ondataavailable: ((event: { data: Blob }) => void) | null = null;
    onstop: (() => void) | null = null;
    onpause: (() => void) | null = null;
    onresume: (() => void) | null = null;
    start() {
      this.state = 'recording';
      recorders.push(this);
    }
    pause() {
      this.state = 'paused';
      this.onpause?.();
    }
    resume() {
      this.state = 'recording';
      this.onresume?.();
    }
    stop() {
      this.state = 'inactive';
      this.ondataavailable?.({ data: new Blob([bytes]) });
      this.onstop?.();
    }
  }
  const recorders: Recorder[] = [];
  class Context {
    createAnalyser = () => ({ fftSize: 4, getByteTimeDomainData: (into: Uint8Array) => into.fill(228) });
    createMediaStreamSource = () => ({ connect: () => undefined });
    close = () => Promise.resolve();
  }
  Object.assign(globalThis, { MediaRecorder: Recorder, AudioContext: Context });
  Object.assign(URL, { createObjectURL: () => 'blob:voice', revokeObjectURL: () => undefined });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: answer } });
  return recorders;
}

const track = { stop: jest.fn() };
const microphone: Microphone = () => Promise.resolve({ getTracks: () => [track] });
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
    [['audio/ogg;codecs=opus', 'audio/webm;codecs=opus'], 'voice-message.ogg', 'audio/ogg;codecs=opus', 'sound'],
    [['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2'], 'voice-message.ogg', 'audio/ogg;codecs=opus', 'ogg'],
    [['audio/mp4;codecs=mp4a.40.2'], 'voice-message.m4a', 'audio/mp4;codecs=mp4a.40.2', 'sound'],
  ])('of a browser that records %s is heard and attached as %s', async (types, name, type, content) => {
    webmToOgg.mockResolvedValue(Uint8Array.from(Buffer.from('ogg')).buffer);
    browser({ types, answer: microphone });
    const { onRecorded } = await show();
    expect(screen.getByRole('meter', { name: 'Level' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(track.stop).toHaveBeenCalled();
    // The recording is on the screen a moment before it can be heard.
    await waitFor(() => expect(screen.getByLabelText('Your recording')).toHaveAttribute('src', 'blob:voice'));
    expect(screen.getByRole('button', { name: 'Attach' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    const [file] = onRecorded.mock.calls[0] ?? [];
    expect(file).toMatchObject({ name, type, size: content.length });
  });

  it('can be paused and goes on', async () => {
    const recorders = browser({ types: ['audio/ogg;codecs=opus'], answer: microphone });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(recorders[0]?.state).toBe('paused');
    expect(screen.getByRole('meter', { name: 'Level' })).toHaveAttribute('value', '0');
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(recorders[0]?.state).toBe('recording');
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
  });

  it('ends by itself before it is too large to be sent', async () => {
    const recorders = browser({ types: ['audio/ogg;codecs=opus'], answer: microphone });
    await show();
    // So many bytes would be read one by one here.
    const large = Object.defineProperty(new Blob(['sound']), 'size', { value: 15_500_000 });
    act(() => recorders[0]?.ondataavailable?.({ data: large }));
    expect(await screen.findByRole('button', { name: 'Attach' })).toBeInTheDocument();
    expect(track.stop).toHaveBeenCalled();
  });

  it('lets the microphone go when it is given up', async () => {
    browser({ types: ['audio/ogg;codecs=opus'], answer: microphone });
    const { unmount, onRecorded, onClose } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    unmount();
    await act(async () => undefined);
    expect(track.stop).toHaveBeenCalled();
    expect(onRecorded).not.toHaveBeenCalled();
  });

  it.each(['while it runs', 'before it is attached'])('is kept when the agent goes on %s', async (when) => {
    browser({ types: ['audio/ogg;codecs=opus'], answer: microphone });
    const { unmount, onRecorded } = await show();
    if (when !== 'while it runs') {
      await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
      await screen.findByRole('button', { name: 'Attach' });
    }
    unmount();
    await waitFor(() => expect(onRecorded).toHaveBeenCalledTimes(1));
    expect(onRecorded.mock.calls[0]?.[0]).toMatchObject({ name: 'voice-message.ogg' });
    expect(track.stop).toHaveBeenCalled();
  });

  it('lets a microphone go that is allowed only after it was given up', async () => {
    let allow: (stream: Awaited<ReturnType<Microphone>>) => void = () => undefined;
    const recorders = browser({
      types: ['audio/ogg;codecs=opus'],
      answer: () => new Promise((resolve) => (allow = resolve)),
    });
    const { unmount } = await show();
    unmount();
    await act(async () => allow(await microphone()));
    expect(track.stop).toHaveBeenCalled();
    expect(recorders).toEqual([]);
  });

  it.each([
    ['in which nothing was heard', () => Promise.resolve(null), /^Nothing was recorded/],
    ['that cannot be read', () => Promise.reject(new Error('no WebM')), /^The recording could not be prepared/],
  ])('%s says so', async (_, converted, why) => {
    webmToOgg.mockImplementation(converted);
    browser({ types: ['audio/webm;codecs=opus'], answer: microphone });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(why);
  });

  const refuse = (name: string) => () => Promise.reject(new DOMException('no', name));

  it.each([
    ['cannot be recorded here', ['audio/webm;codecs=vorbis'], microphone, /^This browser cannot record/],
    ['is not allowed', ['audio/ogg;codecs=opus'], refuse('NotAllowedError'), /^The microphone is not allowed/],
    ['has no microphone', ['audio/ogg;codecs=opus'], refuse('NotFoundError'), /^No microphone was found/],
  ])('that %s says so', async (_, types, answer, why) => {
    browser({ types, answer });
    await show();
    expect(screen.getByRole('alert')).toHaveTextContent(why);
  });
});
