import { expect, it } from '@jest/globals';
import { makeTestFilesInMemory } from './scratch.mjs';

const GIGABYTE = 2 ** 30;
const roomy = {
  free: 12 * GIGABYTE,
  memory: 24 * GIGABYTE,
  mounts: '/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid 0 0\n',
};
const chosen = (look: () => typeof roomy, env: Record<string, string> = {}) => {
  makeTestFilesInMemory(env, look);
  return env['TMPDIR'];
};

it('makes temporary files in memory where there is room', () => {
  expect(chosen(() => roomy)).toBe('/dev/shm');
});

it.each<[string, Partial<typeof roomy>]>([
  ['that is as small as a container has it', { free: 64 * 2 ** 20 }],
  ['of a machine with little memory', { memory: 4 * GIGABYTE }],
  ['in which no program may be run', { mounts: 'tmpfs /dev/shm tmpfs rw,noexec 0 0\n' }],
  ['that is none', { mounts: '/dev/vda / ext4 rw 0 0\n' }],
])('leaves them on the disk rather than in memory %s', (_what, other) => {
  expect(chosen(() => ({ ...roomy, ...other }))).toBeUndefined();
});

it('leaves them on the disk where the machine has no such file system', () => {
  const none = () => {
    throw new Error('ENOENT: no such file or directory');
  };
  expect(chosen(none)).toBeUndefined();
});

it('leaves them where the environment says', () => {
  expect(chosen(() => roomy, { TMPDIR: '/var/tmp' })).toBe('/var/tmp');
});
