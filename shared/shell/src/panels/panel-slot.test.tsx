/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBus } from '@inbox/events';
import type { MountHandle, MountOptions } from '@inbox/panel/contract';
import { PanelProvider, type PanelEnvironment } from './context';
import { PanelLoadError } from './failure';
import type { PagePorts } from './page-ports';
import { aPanel } from './testing';
import { createPanelStore, LOADED_WITHIN_MS, type LoadedPanel, type LoadPanel, type OtherBuilds } from './panel-store';
import { PanelSlot } from './panel-slot';

type Props = Record<string, unknown>;

/** A panel that shows its name, and lets the test decide when it is ready. */
function fakePanel() {
  const mounts: MountOptions<Props>[] = [];
  const update = jest.fn<MountHandle<Props>['update']>();
  const unmount = jest.fn(async () => {});
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const module: LoadedPanel = {
    contract: '1',
    name: 'conversation',
    version: '1.0.0-a',
    consumes: ['session@1', 'act.conversation@1'],
    produces: ['actions.conversation@1'],
    mount(element, options) {
      mounts.push(options);
      element.append('the panel');
      const ready = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
      return { ready, update, unmount };
    },
  };
  return { module, mounts, update, unmount, settle: () => settle! };
}

const bus = createBus(() => undefined);
const ports: PagePorts = {
  navigate: () => {},
  report: jest.fn(),
  of: ({ name, ...declared }) => ({
    auth: { getToken: async () => null, onSignedOut: () => () => {} },
    api: { baseUrl: '' },
    bus: bus.join(name, declared),
    navigate: () => {},
    report: () => {},
  }),
};

const described = aPanel('conversation', {
  title: 'Conversation',
  failed: 'Conversation could not be loaded.',
  skeleton: { blocks: 2 },
});
const skeleton = () => screen.queryByRole('status', { name: 'Loading Conversation' });

function page(load: LoadPanel, builds?: Omit<OtherBuilds, 'revision'>) {
  const panels = createPanelStore(load, builds && { builds });
  const onPanelComplete = jest.fn();
  const theme = { mode: 'light' } as const;
  const environment: PanelEnvironment = { panels, onPanelComplete, ports, theme, locale: 'en-IN' };
  const element = (props?: Props, change: Partial<PanelEnvironment> = {}) => (
    <PanelProvider value={{ ...environment, ...change }}>
      <PanelSlot panel={described} {...(props && { props })} />
    </PanelProvider>
  );
  return { panels, element, onPanelComplete };
}

describe('a panel slot', () => {
  it('shows the skeleton until the panel has painted', async () => {
    const panel = fakePanel();
    const { element, onPanelComplete } = page(async () => panel.module);
    render(element());
    expect(screen.getByRole('status', { name: 'Loading Conversation' })).toBeDefined();
    expect(await screen.findByText('the panel')).toBeDefined();
    expect(skeleton()).not.toBeNull();
    expect(onPanelComplete).not.toHaveBeenCalled();
    await act(async () => panel.settle().resolve());
    expect(skeleton()).toBeNull();
    expect(onPanelComplete).toHaveBeenCalledWith('conversation');
  });

  it('shows a preloaded panel at once, without a skeleton in between', async () => {
    const panel = fakePanel();
    const { panels, element } = page(async () => panel.module);
    await panels.preload(['conversation']);
    render(element());
    expect(screen.getByText('the panel')).toBeDefined();
  });

  it('hands changed props and theme to the panel, and never mounts it anew', async () => {
    const panel = fakePanel();
    const { panels, element } = page(async () => panel.module);
    await panels.preload(['conversation']);
    const { rerender } = render(element({ ticketId: 1 }));
    rerender(element({ ticketId: 2 }, { theme: { mode: 'dark' } }));
    expect(panel.mounts.map(({ props }) => props)).toEqual([{ ticketId: 1 }]);
    expect(panel.update).toHaveBeenLastCalledWith({ ticketId: 2, theme: { mode: 'dark' } });
  });

  it('unmounts the panel when it goes', async () => {
    const panel = fakePanel();
    const { panels, element } = page(async () => panel.module);
    await panels.preload(['conversation']);
    const { unmount } = render(element());
    unmount();
    expect(panel.unmount).toHaveBeenCalledTimes(1);
  });

  it('has ports of its own for each mount, which are off the bus when it has gone', async () => {
    const panel = fakePanel();
    const { panels, element } = page(async () => panel.module);
    await panels.preload(['conversation']);
    const { unmount } = render(element());
    const port = panel.mounts[0]!.ports.bus!;
    expect(port.who).toBe('conversation');
    port.own('actions.conversation@1');
    unmount();
    await act(async () => undefined);
    render(element());
    expect(panel.mounts[1]!.ports.bus).not.toBe(port);
    expect(() => panel.mounts[1]!.ports.bus!.own('actions.conversation@1')).not.toThrow();
  });

  it('names the panel that could not be loaded, and Retry loads it again from nothing', async () => {
    const panel = fakePanel();
    const attempts: number[] = [];
    const { element } = page(async (name, attempt) => {
      attempts.push(attempt);
      if (attempt === 1) throw new PanelLoadError(name, { kind: 'time-limit', milliseconds: 10_000 });
      return panel.module;
    });
    render(element());
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Conversation could not be loaded. It took too long to answer.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('the panel')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(attempts).toEqual([1, 2]);
  });

  it('shows the error state for a panel that could not start, reports it, and Retry mounts it again', async () => {
    const panel = fakePanel();
    const { panels, element } = page(async () => panel.module);
    await panels.preload(['conversation']);
    render(element());
    await act(async () => panel.settle().reject(new Error('no heart')));
    expect(screen.getByRole('alert').textContent).toContain('It stopped because of an error.');
    expect(ports.report).toHaveBeenCalledWith(
      expect.objectContaining({ panel: 'conversation', detail: 'crashed: no heart' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(panel.mounts).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a panel that has crashed', () => {
  const builds = (isOther: boolean, givesUp: boolean) => ({
    refresh: async () => undefined,
    isOther: async () => isOther,
    giveUp: async () => givesUp,
  });

  async function crash(known: ReturnType<typeof builds>) {
    const [bad, good] = [fakePanel(), fakePanel()];
    const { panels, element } = page(async (_, attempt) => (attempt === 1 ? bad.module : good.module), known);
    await panels.preload(['conversation']);
    render(element());
    await act(async () => bad.settle().reject(new Error('no heart')));
    return { bad, good };
  }

  it('is replaced at once by the stable build when it was a canary', async () => {
    const { good } = await crash(builds(false, true));
    expect(good.mounts).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is on Retry what was published or rolled back meanwhile', async () => {
    const { bad, good } = await crash(builds(true, false));
    expect(screen.getByRole('alert').textContent).toContain('It stopped because of an error.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect([bad.mounts.length, good.mounts.length]).toEqual([1, 1]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('and one that is never ready says so, until it is after all', async () => {
    jest.useFakeTimers();
    try {
      const panel = fakePanel();
      const { panels, element } = page(async () => panel.module);
      await panels.preload(['conversation']);
      render(element());
      act(() => jest.advanceTimersByTime(2 * LOADED_WITHIN_MS));
      expect(screen.getByRole('alert').textContent).toContain('It took too long to answer.');
      await act(async () => panel.settle().resolve());
      expect(screen.queryByRole('alert')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('another revision of the registry', () => {
  it.each([
    ['loads a panel anew that has crashed', true, true],
    ['names one that works and has another build', false, true],
    ['leaves one alone that has no other', true, false],
  ])('%s', async (_, crashes, isOther) => {
    const [first, second] = [fakePanel(), fakePanel()];
    const builds = {
      refresh: async () => undefined,
      isOther: async (_name: string, version: string) => isOther && version === '1.0.0-a',
      giveUp: async () => false,
    };
    const newer = { ...second.module, version: '1.0.0-b' };
    const { panels, element } = page(async (_name, attempt) => (attempt === 1 ? first.module : newer), builds);
    await panels.preload(['conversation']);
    render(element());
    if (crashes) await act(async () => first.settle().reject(new Error('no heart')));
    let others: string[] = [];
    await act(async () => void (others = await panels.revised()));
    expect(others).toEqual(!crashes && isOther ? ['conversation'] : []);
    expect(second.mounts).toHaveLength(crashes && isOther ? 1 : 0);
  });

  it('loads a panel anew that could not be loaded', async () => {
    const panel = fakePanel();
    const { element, panels } = page(async (name, attempt) => {
      if (attempt === 1) throw new PanelLoadError(name, { kind: 'not-published' });
      return panel.module;
    });
    render(element());
    await screen.findByRole('alert');
    await act(async () => void (await panels.revised()));
    expect(screen.getByText('the panel')).toBeDefined();
  });
});

describe('the panel store', () => {
  it('loads each panel once, however often it is asked for', async () => {
    const load = jest.fn<LoadPanel>(async () => fakePanel().module);
    const { panels } = page(load);
    panels.state('conversation');
    await panels.preload(['conversation']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('preloads all even when one fails', async () => {
    const { panels } = page(async (name) => {
      if (name === 'ticket-list') throw new PanelLoadError(name, { kind: 'disabled' });
      return fakePanel().module;
    });
    await panels.preload(['ticket-list', 'conversation']);
    expect(panels.state('ticket-list')).toMatchObject({ status: 'failed', failure: { kind: 'disabled' } });
    expect(panels.state('conversation').status).toBe('ready');
  });
});
