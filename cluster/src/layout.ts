import { resolve } from 'node:path';

/** The machines of the example in `deploy/`; `front` has the balancer, and stands for what others run, as a bucket. */
export const MACHINES = ['front', 'one', 'two', 'three'] as const;
export type Machine = (typeof MACHINES)[number];

/** Those that serve. */
export const NODES = ['one', 'two', 'three'] as const satisfies readonly Machine[];
export type Node = (typeof NODES)[number];

/** Those with PostgreSQL and Redis; the third has a vote alone. */
export const STORES = ['one', 'two'] as const satisfies readonly Node[];

/** What listens on each machine of the example, by its port there. */
const PORTS = [443, 2379, 2380, 2525, 4000, 4001, 5000, 5001, 5432, 6379, 6380, 6432, 8008, 9000, 26379] as const;
export type ExamplePort = (typeof PORTS)[number];

/** Ports that a machine is given here; some are left for what the example gets later. */
const PORTS_EACH = 20;

/** Where everything of a cluster is on this machine. */
export interface Layout {
  /** Holds a folder for each machine, and what all of them mount. */
  dir: string;
  /** The first of its ports. */
  basePort: number;
}

/**
 * The place of a cluster, as a command is told of it.
 * @param dir from where the command was called, as what is started works in folders of its own
 * @throws RangeError for a port that cannot be
 */
export function layoutOf({ dir, port }: { dir: string; port: string }): Layout {
  const layout: Layout = { dir: resolve(dir), basePort: Number(port) };
  const isPossible = Number.isInteger(layout.basePort) && layout.basePort >= 1_024 && portsEnd(layout) <= 65_536;
  if (!isPossible) throw new RangeError(`--port ${port} cannot be.`);
  return layout;
}

/** The port on this machine that stands for a port of the example's. */
export const portOf = ({ basePort }: Layout, machine: Machine, port: ExamplePort): number =>
  basePort + MACHINES.indexOf(machine) * PORTS_EACH + PORTS.indexOf(port);

export const addressOf = (layout: Layout, machine: Machine, port: ExamplePort): string =>
  `127.0.0.1:${portOf(layout, machine, port)}`;

/** The port that follows the last one of a cluster. */
export const portsEnd = ({ basePort }: Layout): number => basePort + MACHINES.length * PORTS_EACH;

const isPort = (port: number): port is ExamplePort => (PORTS as readonly number[]).includes(port);

/** `10.0.0.1:5432`, `10.0.0.1 6379`, `host=127.0.0.1 port=5000`. */
const ADDRESS = /\b10\.0\.0\.([123])(?:(:| )(\d+))?|\b127\.0\.0\.1(?:(:| port=)(\d+))?/g;
/** `10.0.0.1:5432 port 8008`, as HAProxy has a server whose health is asked for elsewhere. */
const CHECKED = /(\b10\.0\.0\.([123]):\d+ port )(\d+)/g;
/** `port 6379`, `listen_port = 6432`: the machine's own. */
const OWN_PORT = /^((?:listen_)?port(?: = | ))(\d+)$/gm;

/**
 * A file of `deploy/` as a machine of the cluster has it: the example's addresses and ports are those of this machine.
 *
 * @param machine whose file it is
 * @throws RangeError for a port that the cluster has no place for, so that an example cannot name what was never tried
 */
export function localised(text: string, machine: Machine, layout: Layout): string {
  const here = (of: Machine, port: string): string => {
    const number = Number(port);
    if (!isPort(number)) throw new RangeError(`The example names port ${port}, which the cluster does not have.`);
    return String(portOf(layout, of, number));
  };
  const node = (number: string): Machine => MACHINES[Number(number)] ?? machine;
  return text
    .replaceAll(OWN_PORT, (_, before: string, port: string) => before + here(machine, port))
    .replaceAll(CHECKED, (_, before: string, number: string, port: string) => before + here(node(number), port))
    .replaceAll(ADDRESS, (_, number?: string, sep?: string, port?: string, ownSep?: string, ownPort?: string) => {
      const of = number === undefined ? machine : node(number);
      const at = port ?? ownPort;
      return `127.0.0.1${at === undefined ? '' : `${sep ?? ownSep ?? ''}${here(of, at)}`}`;
    });
}
