#!/usr/bin/env node
// The command of a panel's own checkout, where this package is installed as a dependency: its sources are TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('../src/cli.ts');
