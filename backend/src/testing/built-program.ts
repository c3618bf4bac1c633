import { join } from 'node:path';
import { findRoot } from '../app/settings/root';

/**
 * Where a program of the backend is, as it is delivered. jest builds it before its first test: from source each start would
 * read a thousand files, and take three times as long.
 */
export const builtProgram = (name: 'server' | 'directory' | 'admin'): string =>
  join(findRoot(), 'backend/dist', `${name}.js`);
