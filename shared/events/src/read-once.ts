import type { Schema } from '@inbox/domain';

/** Freezes a JSON value to its depth, so that no subscriber can change what another one sees. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

/** By which schema a value has been read. It is frozen since, so it still fits. */
const readBy = new WeakMap<object, Schema<unknown>>();

/**
 * The value as its schema reads it, frozen. What has been read by this schema before is handed on as it is: a payload is
 * parsed where it enters the page, and by nobody who hears of it later.
 *
 * @throws ZodError when it does not fit
 */
export function readOnce<T>(schema: Schema<T>, value: unknown): T {
  if (isObject(value) && readBy.get(value) === schema) return value as T;
  const read = deepFreeze(schema.parse(value));
  if (isObject(read)) readBy.set(read, schema);
  return read;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
