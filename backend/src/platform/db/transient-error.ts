import { codeOf, partsOfError, wordsOf } from '../errors/errors';

/** SQLSTATE classes of what passes: connection, transaction rolled back, resources, operator's intervention, system. */
const TRANSIENT_CLASSES = /^(?:08|40|53|57|58)/;
/** Raised by the triggers of migration 068 while a merchant's rows change hands. */
const MOVING = 'IM001';
const SYSTEM_CODE = /^(?:E[A-Z]{3,}|ERR_[A-Z_]+)$/;

/**
 * Is it the momentary state of the database or the disk, and not the data, that made this fail? Then the same thing is
 * worth trying again as it is. pg's own errors, of the connection, have no code.
 */
export function isTransient(error: unknown): boolean {
  const parts = partsOfError(error);
  if (parts.length > 1) return parts.some(isTransient);
  const code = codeOf(error);
  if (code !== undefined) return TRANSIENT_CLASSES.test(code) || SYSTEM_CODE.test(code) || code === MOVING;
  return /connection|timeout|Client was closed|Cannot use a pool|driver has already been destroyed/i.test(
    wordsOf(error),
  );
}

/** SQLSTATEs of serialization_failure and deadlock_detected. */
const ROLLED_BACK = new Set(['40001', '40P01']);

/** The database rolled the whole transaction back because it collided with another: the same work again may succeed. */
export function isRolledBack(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && ROLLED_BACK.has(code);
}

/** SQLSTATEs of a server that goes down, is down or comes up, and of a connection that is gone; 08P01 is a protocol error. */
const GOES_OR_COMES = /^(?:57P0\d|08(?!P01)[\dA-Z]{3})$/;
const NOBODY_THERE = /^(?:ECONN[A-Z]+|EPIPE)$/;

/** The server's socket file is missing. A file of any other kind that is missing says nothing about the database. */
const isWithoutSocket = (error: unknown): boolean =>
  codeOf(error) === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect';

/** How PgBouncer ends a client whose server is gone, or that waited too long for one. */
const isEndedByPgbouncer = (error: unknown): boolean =>
  codeOf(error) === '08P01' && error instanceof Error && 'severity' in error && error.severity === 'FATAL';

/** The server is gone, or was started anew, under this connection: another one may be had in a moment. */
export function isLostConnection(error: unknown): boolean {
  if (isEndedByPgbouncer(error) || isWithoutSocket(error)) return true;
  const code = codeOf(error);
  if (code !== undefined) return GOES_OR_COMES.test(code) || NOBODY_THERE.test(code);
  return /Connection terminated|Client has encountered a connection error|Connection ended/i.test(wordsOf(error));
}

/** SQLSTATE class of a server without room, memory or connections. */
const WITHOUT_RESOURCES = /^53/;

/**
 * The server was not to be had, or has no room: nothing is wrong with what was asked. Nothing of it is stored, unless the
 * connection was lost while it was.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  isLostConnection(error) ||
  WITHOUT_RESOURCES.test(codeOf(error) ?? '') ||
  /timeout exceeded when trying to connect/i.test(wordsOf(error));

/** The merchant is being moved to another cell, and cannot be written to for a moment. Nothing of the work is stored. */
export const isMoving = (error: unknown): boolean => codeOf(error) === MOVING;
