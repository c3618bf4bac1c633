import type { Queryable } from '../platform/db/connection';
import type { Uploads } from '../platform/files/uploads';
import type { Hub } from '../live/hub';
import { checkDatabase } from '../platform/readiness/check-database';
import { checkFolder } from '../platform/readiness/check-folder';
import { createReadiness, type Readiness } from '../platform/readiness/readiness';
import type { Settings } from './settings/settings';

interface ReadinessDeps {
  settings: Pick<Settings, 'roles' | 'dataDir'>;
  db: Queryable;
  hub: Pick<Hub, 'sockets'>;
  uploads: Pick<Uploads, 'dir'>;
  /** For the operator, in one line. */
  tell: (line: string) => void;
  report: (error: unknown) => void;
}

/** Watches over what every process needs; the web adds its own. Open pages request their settings again when it changes. */
export function openReadiness({ settings, db, hub, uploads, tell, report }: ReadinessDeps): Readiness {
  const readiness = createReadiness({
    log: tell,
    onLasting() {
      for (const socket of [...hub.sockets()]) socket.signal({ type: 'settings.changed' });
    },
    report,
  });
  readiness.add('database', () => checkDatabase(db));
  // A process that has only pages' sockets stores no files.
  if ([...settings.roles].some((role) => role !== 'live')) {
    readiness.add('files', async () => {
      await checkFolder(settings.dataDir, 'the data folder');
      await checkFolder(uploads.dir, 'the folder of files');
    });
  }
  return readiness;
}
