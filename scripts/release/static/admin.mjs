#!/usr/bin/env node
// The operator's commands: ./admin.mjs --help
const program = './backend/dist/admin.js';
await import(program);
