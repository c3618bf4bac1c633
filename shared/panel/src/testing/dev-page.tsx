import { newer, type Ticket } from '@inbox/domain';
import { Button, createInboxTheme, ThemeRoot } from '@inbox/ui';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { MountHandle, PanelModule, ThemeMode } from '../contract/contract';
import { aLiveEvent, aMessage } from './builders';
import { createFakePorts, type FakePorts, type FakePortsOptions } from './fake-ports';

export interface DevPageOptions<P> extends FakePortsOptions {
  props?: P;
  /** Tickets that the page's buttons open; the first is open at the start. */
  tickets?: Ticket[];
  /** Does the page play the conversation panel too, so that `ticket.current` follows? True by default. */
  playsConversation?: boolean;
  /** Pixels of the panel's place at the start. */
  width?: number;
  /** More of the world, handlers of neighbouring panels for instance. */
  prepare?(fake: FakePorts): void;
}

const WIDTHS = [320, 360, 376, 720];

/** A panel on a page of its own, with fake ports and a bar to move its world. */
export function runDevPage<P extends object>(module: PanelModule<P>, options: DevPageOptions<P> = {}): void {
  const fake = createFakePorts(options);
  options.prepare?.(fake);
  showTicket(options, fake, options.tickets?.[0] ?? null);
  document.title = module.name;
  document.documentElement.style.height = '100%';
  document.body.style.cssText = 'height:100%;margin:0';
  const place = document.createElement('div');
  place.style.height = '100%';
  document.body.append(place);
  createRoot(place).render(<DevPage module={module} options={options} fake={fake} />);
}

function showTicket<P>({ playsConversation = true }: DevPageOptions<P>, fake: FakePorts, ticket: Ticket | null): void {
  fake.openTicket(ticket?.id ?? null);
  if (playsConversation) fake.setCurrentTicket(ticket);
}

function DevPage<P extends object>(page: { module: PanelModule<P>; options: DevPageOptions<P>; fake: FakePorts }) {
  const { module, options, fake } = page;
  const { tickets = [] } = options;
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<MountHandle<P>>(null);
  const [mode, setMode] = useState<ThemeMode>('light');
  const [width, setWidth] = useState(options.width ?? 360);
  const [openTicket, setOpenTicket] = useState<Ticket | null>(tickets[0] ?? null);
  const theme = createInboxTheme(mode);

  useEffect(() => {
    if (!place.current) return;
    const mounted = module.mount(place.current, {
      props: options.props ?? ({} as P),
      instanceId: 'dev',
      ports: fake.portsOf(module),
      theme: { mode: 'light' },
      locale: 'en-IN',
    });
    handle.current = mounted;
    return () => void mounted.unmount();
  }, [module, options, fake]);

  useEffect(() => handle.current?.update({ theme: { mode } } as Parameters<MountHandle<P>['update']>[0]), [mode]);

  const open = (ticket: Ticket | null) => {
    showTicket(options, fake, ticket);
    setOpenTicket(ticket);
  };

  const customerWrites = (ticket: Ticket) => {
    const seq = Date.now();
    const at = new Date().toISOString();
    const item = aMessage({ id: seq, message: 'Any news?', created_at: at });
    const changed = newer(ticket, { ...ticket, rev: ticket.rev + 1, received_at: at, conversation_read: false });
    fake.emitLive({
      ...aLiveEvent({ seq, at }),
      tickets: [changed],
      items: [{ ...item, ticket_id: ticket.id, conversation_id: ticket.conversation_id }],
    });
    setOpenTicket(changed);
  };

  return (
    <ThemeRoot theme={theme} style={{ background: theme.colors.page }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 8 }} role="toolbar" aria-label="Page">
        <Button size="small" onClick={() => setMode(mode === 'light' ? 'dark' : 'light')}>
          {mode === 'light' ? 'Dark' : 'Light'}
        </Button>
        {WIDTHS.map((choice) => (
          <Button key={choice} size="small" aria-pressed={width === choice} onClick={() => setWidth(choice)}>
            {choice}
          </Button>
        ))}
        {tickets.map((ticket) => (
          <Button
            key={ticket.id}
            size="small"
            aria-pressed={openTicket?.id === ticket.id}
            onClick={() => open(openTicket?.id === ticket.id ? null : ticket)}
          >
            Open #{ticket.id}
          </Button>
        ))}
        {openTicket && (
          <Button size="small" onClick={() => customerWrites(openTicket)}>
            Customer writes
          </Button>
        )}
      </div>
      <div
        ref={place}
        style={{ flex: 1, minHeight: 0, width, maxWidth: '100%', border: `1px solid ${theme.colors.line}` }}
      />
    </ThemeRoot>
  );
}
