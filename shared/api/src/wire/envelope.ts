import * as z from 'zod/mini';
import { contentItemSchema, type ContentItem, type Schema } from '@inbox/domain';

/** Every answer of the backend: the data, or what went wrong in words for people. */
export interface Failure {
  success: false;
  error: {
    message: string;
    /** By field, what is wrong with it; for requests that do not fit their schema, and for forms. */
    fields?: Record<string, string[]> | undefined;
    /** For programs; see each call. */
    code?: string | undefined;
    /** `newer_reply`: what colleagues have written meanwhile, oldest first. */
    items?: ContentItem[] | undefined;
  };
}

export const failureSchema: Schema<Failure> = z.object({
  success: z.literal(false),
  error: z.object({
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
    code: z.optional(z.string()),
    items: z.optional(z.array(contentItemSchema)),
  }),
});

export interface Success<T> {
  success: true;
  data: T;
}

export function successSchema<T>(data: Schema<T>): Schema<Success<T>> {
  return z.object({ success: z.literal(true), data });
}
