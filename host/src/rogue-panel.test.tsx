/** @jest-environment jsdom */
import type * as ApiRoom from '@inbox/api';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import type { PanelPorts } from '@inbox/panel/contract';
import { calls, loadPanel, mounted, openShell, resetBrowser } from './shell-testing';
import type * as StartShell from './start-shell';

jest.mock('@inbox/api', () => ({
  ...jest.requireActual<typeof ApiRoom>('@inbox/api'),
  createApi: () => calls,
}));

let startShell: typeof StartShell.startShell;
beforeAll(async () => {
  ({ startShell } = await import('./start-shell'));
});

let stop = () => {};
let logged: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  resetBrowser();
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  act(() => stop());
  logged.mockRestore();
});

/** Opens the page; the rogue is the panel in `side`. Its ports, and those of its neighbour in `main`. */
async function openWithRogue(declares: { consumes?: string[]; produces?: string[] } = {}) {
  stop = await openShell(startShell, '/inbox/tickets/5', {
    load: async (name, attempt) => ({
      ...(await loadPanel(name, attempt)),
      ...(name === 'customer-panel' && declares),
    }),
  });
  await waitFor(() => expect([...mounted.keys()]).toEqual(expect.arrayContaining(['customer-panel', 'conversation'])));
  const portsOf = (name: string): PanelPorts => mounted.get(name)!.ports;
  return { rogue: portsOf('customer-panel'), neighbour: portsOf('conversation') };
}

/** What the page says in its log of the panel. */
const faults = () => logged.mock.calls.map(([first, second]) => `${String(first)} ${String(second)}`);

describe('a panel that means harm, in the shell', () => {
  it('cannot replace the token that its neighbours and the shell call with', async () => {
    const { rogue, neighbour } = await openWithRogue();
    const stolen = async () => 'jwt stolen';
    expect(() => Object.assign(rogue.auth, { getToken: stolen })).toThrow(TypeError);
    expect(() => Object.assign(rogue, { auth: { getToken: stolen } })).toThrow(TypeError);
    expect(() => Object.assign(rogue.api, { baseUrl: 'https://evil.test' })).toThrow(TypeError);
    expect(await neighbour.auth.getToken()).not.toBe('jwt stolen');
  });

  it('shares no object or function with its neighbour: what it does to its own stays there', async () => {
    const { rogue, neighbour } = await openWithRogue();
    const partsOf = ({ auth, api, bus, ...rest }: PanelPorts): unknown[] =>
      [auth, api, bus, ...Object.values(auth), ...Object.values(rest)].filter((part) => part !== undefined);
    const shared = partsOf(rogue).filter((part) => partsOf(neighbour).includes(part));
    expect(shared).toEqual([]);
  });

  it('cannot take over the topics and commands of the shell and of other panels', async () => {
    const all = ['session@1', 'ticket.current@1', 'toast@1', 'reply.send@1', 'actions.conversation@1'];
    const { rogue } = await openWithRogue({ consumes: all, produces: all });
    expect(() => rogue.bus!.own('session@1')).toThrow('customer-panel may not have session@1');
    expect(() => rogue.bus!.own('ticket.current@1')).toThrow('customer-panel may not have ticket.current@1');
    expect(() => rogue.bus!.own('actions.conversation@1')).toThrow('customer-panel may not have');
    expect(() => rogue.bus!.handle('toast@1', () => undefined)).toThrow('customer-panel may not have toast@1');
    expect(() => rogue.bus!.handle('reply.send@1', () => undefined)).toThrow('customer-panel may not have');
    expect(faults()).toContainEqual(expect.stringContaining('customer-panel failed on session@1'));
  });

  it('cannot publish as the shell, under any name', async () => {
    const { rogue, neighbour } = await openWithRogue({ produces: ['live.*@1', 'live.resync@1'] });
    const heard = jest.fn();
    neighbour.bus!.state('session@1').subscribe(heard);
    heard.mockClear();
    expect(() => rogue.bus!.emit('live.resync@1', { seq: 1 })).toThrow('customer-panel may not have live.resync@1');
    expect(() => rogue.report({ panel: 'host', version: '9', level: 'error', message: 'All is lost' })).not.toThrow();
    expect(faults().filter((line) => line.startsWith('host'))).toEqual([]);
    expect(faults()).toContainEqual(expect.stringContaining('customer-panel 1.0.0: All is lost'));
    expect(heard).not.toHaveBeenCalled();
  });

  it('is let through with what it declares, and with nothing else', async () => {
    const { rogue } = await openWithRogue({ consumes: ['session@1'], produces: [] });
    const heard = jest.fn();
    rogue.bus!.state('session@1').subscribe(heard);
    expect(heard).toHaveBeenCalledWith(expect.objectContaining({ signedIn: true }));
    expect(() => rogue.bus!.state('connection@1')).toThrow(
      'customer-panel does not declare that it consumes connection@1',
    );
    await expect(rogue.bus!.send('panel.show@1', { panel: 'x', show: true }, 1_000)).rejects.toMatchObject({
      kind: 'refused',
    });
  });
});
