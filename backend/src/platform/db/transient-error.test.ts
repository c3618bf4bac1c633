import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway, isLostConnection } from './transient-error';

const error = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);

describe('a connection that was lost', () => {
  it.each([
    ['a server that is shut down', error('terminating connection', { code: '57P01', severity: 'FATAL' })],
    ['a refused connection', error('connect ECONNREFUSED', { code: 'ECONNREFUSED' })],
    ['a connection that was cut', error('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' })],
    ['a socket file that is missing', error('connect ENOENT', { code: 'ENOENT', syscall: 'connect' })],
    ['a session that was idle for too long', error('terminating connection', { code: '57P05', severity: 'FATAL' })],
    ['one that ended under a query', error('Connection terminated unexpectedly')],
    ['PgBouncer without a server', error('server conn crashed?', { code: '08P01', severity: 'FATAL' })],
    ['a wait for PgBouncer', error('query_wait_timeout', { code: '08P01', severity: 'FATAL' })],
  ])('is told by %s', (_, lost) => {
    expect([isLostConnection(lost), isDatabaseAway(lost)]).toEqual([true, true]);
  });

  it.each([
    [
      'a fault of ours in the protocol',
      error('bind message supplies 2 parameters', { code: '08P01', severity: 'ERROR' }),
    ],
    ['a value that is there already', error('duplicate key', { code: '23505', severity: 'ERROR' })],
    ['a file that is missing', error('ENOENT: no such file', { code: 'ENOENT', syscall: 'open' })],
    ['a full disk of files', error('ENOSPC: no space left', { code: 'ENOSPC', syscall: 'write' })],
    ['too many open files', error('EMFILE', { code: 'EMFILE', syscall: 'open' })],
    ['a query that was cancelled', error('canceling statement', { code: '57014', severity: 'ERROR' })],
    ['any other error', error('x is not a function')],
  ])('is not told by %s', (_, other) => {
    expect([isLostConnection(other), isDatabaseAway(other)]).toEqual([false, false]);
  });

  it.each([
    ['no connection is to be had', error('timeout exceeded when trying to connect')],
    ['its disk is full', error('could not extend file', { code: '53100', severity: 'ERROR' })],
  ])('is not needed for the database to be away: %s', (_, none) => {
    expect([isLostConnection(none), isDatabaseAway(none)]).toEqual([false, true]);
  });
});
