import { newTempId, type TempId } from '@inbox/domain';

const hexOf = (uuid: string): string => uuid.replaceAll('-', '');

/**
 * The `traceparent` (W3C Trace Context) of one attempt to send: the trace begins with Enter, so that all attempts of a reply
 * are in one. Its number is the reply's `temp_id`, which is a UUID and as long as a trace's id.
 */
export const traceOf = (tempId: TempId): string => `00-${hexOf(tempId)}-${hexOf(newTempId()).slice(0, 16)}-01`;
