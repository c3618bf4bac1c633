import pino from 'pino';
import { ensureSelfSigned, readCertificate } from '../channels/email/server/certificate';
import { startDirectory } from '../directory/start';
import { openDirectoryMetrics } from '../operations/metrics/directory-metrics';
import { findRoot } from './settings/root';
import { readSettings, SettingsError } from './settings/settings';

const logger = pino();

async function main(): Promise<void> {
  const settings = readSettings(process.env, findRoot());
  const { cells, cellSecret: secret, port, smtpPort, smtpCertificate: files, dataDir } = settings;
  const { trustedProxies, smtpProxies } = settings;
  if (cells === undefined || secret === undefined) {
    throw new SettingsError('A directory needs INBOX_CELLS and INBOX_CELL_SECRET.');
  }
  const certificate = files === undefined ? await ensureSelfSigned(dataDir) : await readCertificate(files);
  const log = (line: string): void => logger.warn(line);
  settings.warnings.forEach(log);
  const metrics = await openDirectoryMetrics(cells, settings.metrics);
  const directory = await startDirectory({
    cells,
    secret,
    port,
    smtpPort,
    certificate,
    trustedProxies,
    smtpProxies,
    ...(metrics && { counts: metrics.counts, serveMetrics: metrics.serve }),
    log,
  });
  const names = cells.map(({ name }) => name).join(', ');
  logger.info(`The directory is at ${directory.url} and takes mail at port ${directory.smtpPort}, before ${names}`);
  if (metrics?.at) logger.info(`Its figures are at ${metrics.at.address}, port ${metrics.at.port}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      metrics?.close();
      void directory.close().then(() => process.exit(0));
    });
  }
}

// Other ports are taken by then, and would keep a directory that leads nobody.
main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'The directory could not be started.'}\n`);
  process.exit(1);
});
