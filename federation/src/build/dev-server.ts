import type { PanelName } from '@inbox/panel/contract';

/** Source code is served to this machine alone: by this name, IPv4 or IPv6, as browsers take it. */
export const DEV_HOST = 'localhost';

export const HOST_DEV_PORT = 3000;

/** Each panel's own address while it is developed, alone or inside the shell. */
const DEV_PORTS: Record<PanelName, number> = {
  'ticket-list': 3001,
  'customer-panel': 3002,
  conversation: 3003,
  'quick-replies': 3004,
};

const isKnown = (name: string): name is PanelName => name in DEV_PORTS;

/** Any free port for a panel that is not in the list. */
export const devPort = (name: string): number | 'auto' => (isKnown(name) ? DEV_PORTS[name] : 'auto');

/** Where the shell finds the panels while all are served from source: panel name to origin. */
export const devPanels = (): Record<string, string> =>
  Object.fromEntries(Object.entries(DEV_PORTS).map(([name, port]) => [name, `http://localhost:${port}`]));

/** The shell's dev server answers pages and scripts; everything else is the backend's. */
export function proxyToBackend() {
  const target = process.env['INBOX_BACKEND'] ?? 'http://localhost:4000';
  return [
    { context: ['/api', '/main-site', '/channels', '/panels', '/registry.json'], target },
    { context: ['/ws/inbox'], target, ws: true },
  ];
}
