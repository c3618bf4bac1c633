/** @jest-environment jsdom */
import { aTicket, createFakePorts, mountPanel } from '../testing';
import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu, styled } from '@inbox/ui';
import { useEffect, useState } from 'react';
import { definePanel, useEvent, useLiveEvents, usePanel, usePanelReady, useSignedOut, useTopic } from '../index';

const Styled = styled.p`
  color: rebeccapurple;
`;

function panelOf<P extends object>(View: (props: P) => React.ReactNode) {
  const consumes = ['list.refresh@1', 'ticket.open@1', 'live.*@1', 'refresh.requested@1'];
  const produces = ['draft.present@1', 'toast@1'];
  return definePanel<P>({ name: 'probe', version: '1.2.3', consumes, produces, View });
}

/** A view that touches all of the world: it calls, listens, keeps a timer, and becomes ready. */
function Busy({ title = 'Busy' }: { title?: string }) {
  const { api, bus } = usePanel();
  const markReady = usePanelReady();
  const open = useTopic('ticket.open');
  const [beats, setBeats] = useState(0);
  useLiveEvents(() => setBeats((count) => count + 1));
  useEvent('refresh.requested', () => setBeats((count) => count + 10));
  useSignedOut(() => setBeats(-1));
  useEffect(() => {
    void api.allAgents({}).catch(() => undefined);
    const draft = bus.own('draft.present');
    draft.set({ present: false });
    const stop = bus.handle('list.refresh', () => undefined);
    markReady();
    return () => {
      stop();
      draft.release();
    };
  }, [api, bus, markReady]);
  return (
    <Styled>
      {title} {open?.id ?? 'none'} {beats}
    </Styled>
  );
}

const never = () => new Promise<never>(() => undefined);
const styleNodes = () => [...document.querySelectorAll('style')];

describe('a mounted panel', () => {
  it('shows its view in a root that tells its name and version', async () => {
    const { element, handle } = await mountPanel(panelOf(Busy), { answers: { allAgents: () => [] } });
    await handle.ready;
    const root = element.querySelector('[data-panel=probe]');
    expect(root).toHaveAttribute('data-version', '1.2.3');
    expect(root).toHaveTextContent('Busy none 0');
  });

  it('shows changed props and another theme without being mounted anew', async () => {
    const { element, handle } = await mountPanel(panelOf(Busy), { answers: { allAgents: () => [] } });
    const root = element.querySelector<HTMLElement>('[data-panel]');
    await act(() => handle.update({ title: 'Changed', theme: { mode: 'dark', tokens: { accent: '#ff0000' } } }));
    expect(root).toHaveTextContent('Changed');
    expect(root?.style.colorScheme).toBe('dark');
    expect(root?.style.getPropertyValue('--inbox-accent')).toBe('#ff0000');
  });

  it('follows states and events of the bus, and sign-out', async () => {
    const { element, fake } = await mountPanel(panelOf(Busy), { answers: { allAgents: () => [] } });
    await act(() => fake.openTicket(aTicket({ id: 7 }).id));
    expect(element).toHaveTextContent('Busy 7 0');
    const event = { seq: 1, at: '2026-11-21T04:30:00Z', by: null, tickets: [], items: [] };
    await act(() => fake.emitLive({ ...event, type: 'conversations.new_message' }));
    await act(() => fake.emitLive({ ...event, type: 'tickets.status_updated' }));
    await act(() => fake.shell.emit('refresh.requested', {}));
    expect(element).toHaveTextContent('Busy 7 12');
    await act(() => fake.signOut());
    expect(element).toHaveTextContent('Busy 7 -1');
  });

  it('lives on a bus of its own when none is handed in', async () => {
    const fake = createFakePorts({ answers: { allAgents: () => [] } });
    const { bus: _, ...ports } = fake.ports;
    const { element, handle } = await mountPanel(panelOf(Busy), { fake: { ...fake, ports } });
    await handle.ready;
    expect(element).toHaveTextContent('Busy none 0');
  });

  it('puts its styles into the shadow root it was given, with the nonce of the page', async () => {
    const host = document.createElement('div');
    document.body.append(host);
    const shadow = host.attachShadow({ mode: 'open' });
    const place = shadow.appendChild(document.createElement('div'));
    const before = styleNodes().length;
    await mountPanel(panelOf(Busy), {
      element: place,
      styleRoot: shadow,
      nonce: 'abc',
      answers: { allAgents: () => [] },
    });
    expect(styleNodes()).toHaveLength(before);
    expect(shadow.querySelector('style')?.nonce).toBe('abc');
    host.remove();
  });

  it('writes styles as browsers of today read them, and under the one name that Safari insists on', async () => {
    const Box = styled.div`
      user-select: none;
      mask: none;

      & input::placeholder {
        color: red;
      }
    `;
    const { unmount } = await mountPanel(panelOf(() => <Box>styled</Box>));
    await screen.findByText('styled');
    const rules = styleNodes().flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText));
    expect(rules).toContainEqual(
      expect.stringMatching(/-webkit-user-select: none; user-select: none; mask: none;\s*\}$/),
    );
    expect(rules.filter((rule) => rule.includes('placeholder'))).toHaveLength(1);
    await unmount();
  });

  it('keeps the styles of two instances apart', async () => {
    const options = { answers: { allAgents: () => [] } };
    const View = () => <Styled>styled</Styled>;
    await mountPanel(panelOf(View), { ...options, instanceId: 'list-1' });
    await mountPanel(panelOf(View), { ...options, instanceId: 'list-2' });
    const [one, other] = screen.getAllByText('styled');
    expect(one?.className).not.toBe(other?.className);
  });
});

describe('unmounting', () => {
  it('leaves no node, style, subscription, ownership, handler, listener or request behind', async () => {
    const fake = createFakePorts({ answers: { allAgents: never } });
    const ends: string[] = [];
    const ports = {
      ...fake.ports,
      auth: { ...fake.ports.auth, onSignedOut: () => () => ends.push('signed out') },
    };
    const before = { body: document.body.innerHTML, styles: styleNodes().length };
    const { element, handle, unmount } = await mountPanel(panelOf(Busy), { fake: { ...fake, ports } });
    await handle.ready;
    const request = fake.calls[0]?.signal;
    expect(request?.aborted).toBe(false);
    expect(styleNodes().length).toBeGreaterThan(before.styles);

    await unmount();

    expect(element.childNodes).toHaveLength(0);
    expect(document.body.innerHTML).toBe(before.body);
    expect(styleNodes()).toHaveLength(before.styles);
    expect(request?.aborted).toBe(true);
    expect(ends).toEqual(['signed out']);
    const next = fake.join('next');
    expect(() => next.own('draft.present')).not.toThrow();
    expect(() => next.handle('list.refresh', () => undefined)).not.toThrow();
    fake.openTicket(aTicket({ id: 9 }).id);
    expect(fake.faults).toEqual([]);
  });

  it('takes an open menu along', async () => {
    const View = () => {
      const [anchor, setAnchor] = useState<HTMLElement | null>(null);
      return (
        <>
          <button ref={setAnchor}>Priority</button>
          <Menu anchor={anchor} label="Priority" items={[]} onClose={() => setAnchor(null)} />
        </>
      );
    };
    const before = styleNodes().length;
    const { unmount } = await mountPanel(panelOf(View));
    await screen.findByRole('menu');
    await unmount();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.body).toBeEmptyDOMElement();
    expect(styleNodes()).toHaveLength(before);
    expect(document.body).not.toHaveAttribute('style');
  });

  it('may be asked for twice, and refuses calls and updates afterwards in silence', async () => {
    let api: ReturnType<typeof usePanel>['api'] | undefined;
    const View = () => {
      api = usePanel().api;
      return <p>shown</p>;
    };
    const { handle, element, fake } = await mountPanel(panelOf(View), { answers: { allAgents: () => [] } });
    await act(() => Promise.all([handle.unmount(), handle.unmount()]));
    handle.update({});
    expect(element).toBeEmptyDOMElement();
    await expect(api?.allAgents({})).rejects.toMatchObject({ name: 'AbortError' });
    expect(fake.calls).toEqual([]);
  });

  it('tells whoever waits that the panel never became ready', async () => {
    const { handle, unmount } = await mountPanel(panelOf(() => <p>loading</p>));
    await unmount();
    await expect(handle.ready).rejects.toThrow('unmounted before it was ready');
  });
});

describe('a view that throws', () => {
  it('is called by the title that the page gives the panel', async () => {
    const View = () => {
      throw new Error('boom');
    };
    const { handle } = await mountPanel(panelOf(View), { title: 'Loyalty points' });
    await expect(handle.ready).rejects.toThrow('boom');
    expect(screen.getByRole('alert')).toHaveTextContent('Loyalty points: this part of the page has stopped working.');
  });

  it('is reported by panel and version, shows the error state, and Retry mounts it anew', async () => {
    let broken = true;
    const View = () => {
      if (broken) throw new Error('boom');
      return <p>works again</p>;
    };
    const { handle, fake } = await mountPanel(panelOf(View));
    await expect(handle.ready).rejects.toThrow('boom');
    expect(fake.reports).toEqual([
      expect.objectContaining({ level: 'error', panel: 'probe', version: '1.2.3', message: 'Error: boom' }),
    ]);
    expect(screen.getByRole('alert')).toHaveTextContent(/^probe: this part of the page has stopped working\./);
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByText('works again')).toBeVisible();
  });
});

describe('a toast', () => {
  const panel = panelOf(() => {
    const { toast } = usePanel();
    return <button onClick={() => toast('info', 'Saved', { label: 'Undo', id: 'probe.undo' })}>Save</button>;
  });

  it('is shown by the page around the panel', async () => {
    const { fake } = await mountPanel(panel);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(fake.toasts).toEqual([{ kind: 'info', text: 'Saved', action: { label: 'Undo', id: 'probe.undo' } }]),
    );
    expect(fake.reports).toEqual([]);
  });

  it('is reported by a page that has no toasts', async () => {
    const fake = createFakePorts();
    const { bus: _, ...ports } = fake.ports;
    await mountPanel(panel, { fake: { ...fake, ports } });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(fake.reports).toEqual([
        expect.objectContaining({ level: 'warning', panel: 'probe', message: 'A toast could not be shown' }),
      ]),
    );
  });
});

describe('the fake backend', () => {
  it('answers what the test says, as the client of the real one understands it', async () => {
    const seen: unknown[] = [];
    const View = () => {
      const { api } = usePanel();
      useEffect(() => {
        const { id } = aTicket();
        api.markRead({ body: { ticket_id: id } }).then(
          () => seen.push('read'),
          (error: unknown) => seen.push(error),
        );
      }, [api]);
      return null;
    };
    const { fake } = await mountPanel(panelOf(View), {
      answers: {
        markRead: () => {
          throw new ApiError('refused', 'Not yours', { status: 403 });
        },
      },
    });
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(seen[0]).toMatchObject({ kind: 'refused', message: 'Not yours', details: { status: 403 } });
    expect(fake.calls).toMatchObject([{ name: 'markRead', input: { body: { ticket_id: 48207 } } }]);
  });
});
