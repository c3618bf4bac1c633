import { describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo } from 'node:net';
import { SECRET_NAMES } from '../../backend/src/app/settings/secret-settings';
import { hasNeededNode } from './node-version.mjs';
import { requireFreePort } from './ports.mjs';
import { takeSecrets } from './secrets.mjs';
import { explainBuild, explainInstall } from './trouble.mjs';

describe('the needed Node', () => {
  it.each([
    ['18.20.4', false],
    ['20.9.0', false],
    ['20.19.0', true],
    ['22.12.0', true],
    ['100.0.0', true],
  ])('%s: %s', (version, expected) => {
    const said: string[] = [];
    expect(hasNeededNode(version, (line) => said.push(line))).toBe(expected);
    expect(said).toEqual(expected ? [] : [`Node 20.19 or newer is needed, and this is Node ${version}.`]);
  });
});

describe('a taken port', () => {
  const setting = { name: 'PORT', fallback: 4000 };

  it('is named, with its process where the system tells, and the setting that changes it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, resolve));
    const { port } = other.address() as AddressInfo;
    const holder = `(another program|.+ \\(process ${process.pid}\\))`;
    await expect(requireFreePort(String(port), setting)).rejects.toThrow(
      new RegExp(`^Port ${port} is taken by ${holder}. Stop it, or set PORT to another port.$`),
    );
    await new Promise((resolve) => other.close(resolve));
    await expect(requireFreePort(String(port), setting)).resolves.toBeUndefined();
  });

  it.each(['0', 'many', '70000'])('is not looked for where the setting is %s', async (value) => {
    await expect(requireFreePort(value, setting)).resolves.toBeUndefined();
  });
});

describe('the line for a failed install', () => {
  it.each([
    ['ENOSPC: no space left on device, write', /^The disk is full/],
    ['ERR_PNPM_ENOSPC  ENOSPC: no space left', /^The disk is full/],
    ['npm error code EAI_AGAIN\nnpm error network', /^The package registry cannot be reached/],
    ['GET https://registry.test/react error (ECONNREFUSED)', /^The package registry cannot be reached/],
    ["EACCES: permission denied, mkdir 'node_modules'", /^A file here may not be written/],
  ])('%s', (output, expected) => {
    expect(explainInstall(output)).toMatch(expected);
  });

  it('is left to the package manager when the cause is another', () => {
    expect(explainInstall('ERR_PNPM_OUTDATED_LOCKFILE')).toBeUndefined();
  });
});

describe('the line for a failed build', () => {
  it('names a full disk', () => {
    expect(explainBuild('Error: No space left on device (os error 28)')).toMatch(/^The disk is full/);
  });

  it('does not mistake the source text that it shows for the cause', () => {
    expect(explainBuild("error: expected ';'\n  if (code === 'ECONNREFUSED')")).toBeUndefined();
  });
});

describe('what a start runs beside the server', () => {
  it('has no setting that may be a secret, and the server has them all', () => {
    const env: Record<string, string> = { PATH: '/bin', PORT: '0', INBOX_DATA_DIR: 'x', INBOX_SEED: 'none' };
    const harmless = { ...env };
    for (const name of SECRET_NAMES) env[name] = 'secret';
    env['INBOX_JWT_SECRET_FILE'] = '/run/secrets/jwt';
    const all = { ...env };
    const giveBack = takeSecrets(env);
    expect(env).toEqual(harmless);
    giveBack();
    expect(env).toEqual(all);
  });
});
