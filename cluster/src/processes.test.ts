import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { endProgram, endStarts, runningPid, signalProcess, startProgram, type Program } from './processes';

let dir: string;
let program: Program;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cluster-'));
  const args = ['-e', "console.log('begun'); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"];
  program = { command: process.execPath, args, pidFile: join(dir, 'it.pid'), logFile: join(dir, 'it.log') };
});

afterEach(async () => {
  await endProgram(program.pidFile, 'SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

it('starts a program once, and ends it', async () => {
  await startProgram(program);
  const pid = await runningPid(program.pidFile);
  expect(pid).not.toBeNull();
  await startProgram(program);
  expect(await runningPid(program.pidFile)).toBe(pid);
  await endProgram(program.pidFile, 'SIGKILL');
  expect(await runningPid(program.pidFile)).toBeNull();
});

it('does not take another process for one that has had its id', async () => {
  await writeFile(program.pidFile, `${process.pid} 1`);
  expect(await runningPid(program.pidFile)).toBeNull();
  await endProgram(program.pidFile, 'SIGKILL');
});

it('writes down what the program says', async () => {
  await startProgram({ ...program, args: ['-e', "console.log('begun')"] });
  const said = () => readFile(program.logFile, 'utf8');
  while (!(await said()).includes('begun')) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await said()).toBe('begun\n');
});

it('says which program there is not', async () => {
  await expect(startProgram({ ...program, command: join(dir, 'nothing') })).rejects.toThrow('ENOENT');
});

it('ends a program that was stopped', async () => {
  const args = ['-e', "console.log('begun'); setInterval(() => {}, 1000)"];
  await startProgram({ ...program, args });
  const pid = await runningPid(program.pidFile);
  signalProcess(pid ?? 0, 'SIGSTOP');
  await endProgram(program.pidFile, 'SIGTERM');
  expect(await runningPid(program.pidFile)).toBeNull();
});

it('starts nothing after the end, and has finished what it had begun by then', async () => {
  const begun = startProgram(program);
  await endStarts();
  expect(await runningPid(program.pidFile)).not.toBeNull();
  await begun;
  await endProgram(program.pidFile, 'SIGKILL');
  await expect(startProgram(program)).rejects.toThrow('is not started any more');
});
