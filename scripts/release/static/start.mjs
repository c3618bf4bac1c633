#!/usr/bin/env node
// Starts the inbox. It is empty at first; INBOX_SEED=demo fills a new database with two shops.
import { fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, and this is Node ${process.versions.node}.`);
  process.exit(1);
}
process.env['INBOX_SEED'] ||= 'none';
if (process.env['INBOX_SEED'] === 'demo') {
  const data = resolve(import.meta.dirname, process.env['INBOX_DATA_DIR'] || '.data');
  // The demo's customers, who end with this process.
  const customers = fork(join(import.meta.dirname, 'simulate/dist/cli.js'), ['--follow', '--quiet', '--data', data], {
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  customers.unref();
  customers.channel?.unref();
}
process.setSourceMapsEnabled(true);
const program = './backend/dist/server.js';
await import(program);
