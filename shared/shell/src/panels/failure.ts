/** Why a panel is not there. The kinds are for people who look after panels; agents read `messages.ts`. */
export type PanelFailure =
  /** The registry does not name it, or names it as switched off. */
  | { kind: 'not-published' }
  | { kind: 'disabled' }
  /** Built for a contract that this shell does not have. */
  | { kind: 'contract'; wanted: string }
  | { kind: 'origin'; url: string }
  | { kind: 'hash-missing'; url: string }
  /** The browser refused the bytes: they are not those that were published. */
  | { kind: 'hash-wrong'; url: string }
  | { kind: 'time-limit'; milliseconds: number }
  /** A file could not be fetched. `isBack`: the server has it, so the connection broke during the transfer. */
  | { kind: 'unreachable'; detail: string; isBack?: true }
  /** Its files came, and ended with an error as they ran. */
  | { kind: 'not-started'; detail: string }
  /** It needs another version of what the shell shares. */
  | { kind: 'version'; detail: string }
  /** It was loaded, but is not a panel. */
  | { kind: 'not-a-panel'; detail: string }
  /** It was mounted, and threw. */
  | { kind: 'crashed'; detail: string };

/** A panel could not be loaded; `failure` says why, `cause` carries the original error. */
export class PanelLoadError extends Error {
  override name = 'PanelLoadError';
  readonly panel: string;
  readonly failure: PanelFailure;

  constructor(panel: string, failure: PanelFailure, cause?: unknown) {
    super(`Panel ${panel}: ${describeFailure(failure)}`, { cause });
    this.panel = panel;
    this.failure = failure;
  }
}

/** One line for logs. */
export function describeFailure(failure: PanelFailure): string {
  switch (failure.kind) {
    case 'not-published':
      return 'not in the registry';
    case 'disabled':
      return 'switched off in the registry';
    case 'contract':
      return `needs contract ${failure.wanted}`;
    case 'origin':
      return `origin not allowed: ${failure.url}`;
    case 'hash-missing':
      return `no integrity hash for ${failure.url}`;
    case 'hash-wrong':
      return `wrong integrity hash: ${failure.url}`;
    case 'time-limit':
      return `not there within ${failure.milliseconds} ms`;
    case 'unreachable':
    case 'not-started':
    case 'version':
    case 'not-a-panel':
    case 'crashed':
      return `${failure.kind}: ${failure.detail}`;
  }
}

export const detailOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
