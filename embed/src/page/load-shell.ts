import type { ShellMount, ShellScript } from './contract';
import { hide } from './hide';
import type { Trust } from './trust';

/** What the bundler, the federation runtime and zod put into the global scope. */
const SHELL_NAMES = [
  '_FEDERATION_RUNTIME_CORE',
  '_FEDERATION_RUNTIME_CORE_FROM',
  '__zod_globalConfig',
  '__zod_globalRegistry',
  'chunks_inbox_embed',
  'inbox_federation',
];

/** What the build knows of the shell: its place and its bytes. */
export interface ShellFile {
  /** Path on the inbox's origin. */
  path: string;
  integrity: string;
}

/**
 * Fetches the code that shows panels, as the build left it.
 * @throws when it cannot be had, or when the page's Trusted Types do not list the policy
 */
export function loadShell(inboxUrl: string, { path, integrity }: ShellFile, trust: Trust): Promise<ShellMount> {
  hide(...SHELL_NAMES);
  const script: ShellScript = document.createElement('script');
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  return new Promise<ShellMount>((resolve, reject) => {
    script.inboxReceive = resolve;
    script.addEventListener('load', () => reject(new Error(`${script.src} is not of the inbox`)));
    script.addEventListener('error', () => reject(new Error(`${script.src} did not load`)));
    script.src = trust.script(inboxUrl + path);
    document.head.append(script);
  }).finally(() => script.remove());
}
