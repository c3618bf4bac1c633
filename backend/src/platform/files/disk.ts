import { statfs } from 'node:fs/promises';

const EVERY_MS = 60_000;
/** A disk that stays full is told of again after this. */
const AGAIN_MS = 60 * 60_000;

/** PostgreSQL's log of changes, an upload of several files and a published panel fit into this for a while. */
const LOW_BYTES = 2_000_000_000;
/** A small disk counts as nearly full at this share. */
const LOW_SHARE = 0.1;

export interface DiskSpace {
  /** Bytes that the inbox may still write. */
  free: number;
  total: number;
  /** Less is left than is needed to go on without care. */
  isLow: boolean;
}

export async function readDiskSpace(dir: string): Promise<DiskSpace> {
  const { bavail, bsize, blocks } = await statfs(dir);
  return judge(bavail * bsize, blocks * bsize);
}

/** Less than 2 GB, or on a disk below 20 GB less than a tenth. */
export function judge(free: number, total: number): DiskSpace {
  return { free, total, isLow: free < Math.min(LOW_BYTES, total * LOW_SHARE) };
}

/** For people: `1.5 GB`. */
export const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

export interface DiskWatch {
  dataDir: string;
  /** Told, in one line, when little is left, and when there is enough again. */
  tell: (line: string) => void;
  report: (error: unknown) => void;
  read?: (dir: string) => Promise<DiskSpace>;
  everyMs?: number;
}

/** Looks at the disk of the data folder now and then, so that its operator hears before the inbox stops. @returns what ends it */
export function watchDisk({ dataDir, tell, report, read = readDiskSpace, everyMs = EVERY_MS }: DiskWatch): () => void {
  let toldAt: number | undefined;
  const look = async (): Promise<void> => {
    const { free, total, isLow } = await read(dataDir);
    const now = performance.now();
    if (!isLow && toldAt !== undefined) {
      toldAt = undefined;
      tell(`The disk of ${dataDir} has room again: ${inGigabytes(free)} are free.`);
    } else if (isLow && (toldAt === undefined || now - toldAt > AGAIN_MS)) {
      toldAt = now;
      tell(
        `The disk of ${dataDir} is nearly full: ${inGigabytes(free)} of ${inGigabytes(total)} are free. When it is full, ` +
          `messages are not taken in and replies not sent. Make room, or move INBOX_DATA_DIR.`,
      );
    }
  };
  const lookSafely = (): void => void look().catch(report);
  lookSafely();
  const timer = setInterval(lookSafely, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
