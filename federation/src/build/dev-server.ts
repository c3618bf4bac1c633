import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PanelPackage } from '../facts/panel-facts';

const REMOTES = join(import.meta.dirname, '../../../remotes');

/** Source code is served to this machine alone: by this name, IPv4 or IPv6, as browsers take it. */
export const DEV_HOST = 'localhost';

export const HOST_DEV_PORT = 3000;

/** The panels of the repository that have an address of their own while they are developed: name to port. */
export function devPorts(): Record<string, number> {
  // A panel's own checkout has no others.
  if (!existsSync(REMOTES)) return {};
  const files = readdirSync(REMOTES).map((folder) => join(REMOTES, folder, 'package.json'));
  const panels = files
    .filter((file) => existsSync(file))
    .map((file) => z.parse(PanelPackage, JSON.parse(readFileSync(file, 'utf8'))).inbox);
  return Object.fromEntries(
    panels.flatMap(({ panel, devPort: port }) => (port === undefined ? [] : [[panel, port] as const])),
  );
}

/** Any free port for a panel that names none. */
export const devPort = (name: string): number | 'auto' => devPorts()[name] ?? 'auto';

/** Where the shell finds the panels while all are served from source: panel name to origin. */
export const devPanels = (): Record<string, string> =>
  Object.fromEntries(Object.entries(devPorts()).map(([name, port]) => [name, `http://localhost:${port}`]));

/** The shell's dev server answers pages and scripts; everything else is the backend's. */
export function proxyToBackend() {
  const target = process.env['INBOX_BACKEND'] ?? 'http://localhost:4000';
  return [
    { context: ['/api', '/main-site', '/channels', '/panels', '/registry.json'], target },
    { context: ['/ws/inbox'], target, ws: true },
  ];
}
