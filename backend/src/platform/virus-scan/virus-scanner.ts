import type { Clamd, Verdict } from './clamd';

/** Looks for viruses in what comes in; a few files at a time, however many come. */
export interface VirusScanner {
  /** @throws ScanFailedError when the scanner cannot be had: what was to be stored is not */
  scan(path: string): Promise<Verdict>;
}

export interface VirusScannerOptions {
  clamd: Pick<Clamd, 'scan'>;
  /** Called, in one line, of what the operator should know. */
  log: (line: string) => void;
  /** Told of each scan. */
  onScan?: (outcome: Verdict['kind'] | 'failed') => void;
}

/** The daemon has ten threads, unless it was set otherwise, and others may use it as well. */
const AT_ONCE = 4;

export function createVirusScanner({ clamd, log, onScan }: VirusScannerOptions): VirusScanner {
  let running = 0;
  const waiting: (() => void)[] = [];
  async function enter(): Promise<void> {
    if (running < AT_ONCE) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
  return {
    async scan(path) {
      await enter();
      try {
        const verdict = await clamd.scan(path);
        onScan?.(verdict.kind);
        if (verdict.kind === 'too_large') {
          log(
            'A file is larger than the virus scanner takes, and was stored without a scan: raise its StreamMaxLength.',
          );
        }
        return verdict;
      } catch (error) {
        onScan?.('failed');
        throw error;
      } finally {
        leave();
      }
    },
  };
}
