import { basename, join } from 'node:path';
import { addDays } from 'date-fns/addDays';
import type { WorkContext } from '../../platform/db/unit-of-work';
import type { Uploads } from '../../platform/files/uploads';
import type { EraseDeps } from '../../privacy/erase/erase-customer';
import type { FinishDeps } from '../../privacy/erase/finish-erasures';
import { listArchives } from './archives';
import type { Settings } from '../../app/settings/settings';

type ErasingSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'backup'>;

/** What erasing needs to know of this installation. */
export function erasingOf(
  context: WorkContext,
  uploads: Pick<Uploads, 'remove'>,
  { dataDir, databaseUrl, backup }: ErasingSettings,
): { deps: EraseDeps; finish: FinishDeps } {
  const ownsServer = databaseUrl === undefined;
  return {
    deps: { context, uploads, listDirs: [dataDir, ...(backup.dir === undefined ? [] : [backup.dir])] },
    finish: {
      db: context.db,
      uploads,
      ownsServer,
      serverLog: ownsServer ? join(dataDir, 'database/postgresql.log') : undefined,
      now: context.now,
      async listArchives() {
        if (backup.dir === undefined) return [];
        const archives = await listArchives(backup.dir);
        return archives.map(({ path, madeAt }) => ({
          name: basename(path),
          madeAt,
          until: addDays(madeAt, backup.keepDays),
        }));
      },
    },
  };
}
