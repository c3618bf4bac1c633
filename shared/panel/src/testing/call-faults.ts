import { ApiError, type TransportResponse } from '@inbox/api';
import type { FakePorts } from './fake-ports';

const TRY_AGAIN = 'Something went wrong. Please try again.';
const UNANSWERED = 'The server is not answering. Please try again.';
const failure = (status: number, message: string): TransportResponse => ({
  status,
  data: { success: false, error: { message } },
});

const MALFORMED = 'The inbox answered in a way this page does not understand. Please reload it.';

/**
 * What a call may meet in place of its answer, below the client that reads it, and what the call then rejects with. Whichever
 * call it is, the client rejects with the same: see `every-call.test.ts` of `@inbox/api`.
 */
const FAULTS = {
  '500 JSON': {
    meet: () => failure(500, TRY_AGAIN),
    error: new ApiError('server', TRY_AGAIN, { status: 500 }),
  },
  '429': {
    meet: () => failure(429, 'Too many attempts.'),
    error: new ApiError('refused', 'Too many attempts.', { status: 429 }),
  },
  '403': {
    meet: () => failure(403, 'You may not do this now.'),
    error: new ApiError('refused', 'You may not do this now.', { status: 403 }),
  },
  hang: {
    meet: () => {
      throw new ApiError('timeout', UNANSWERED);
    },
    error: new ApiError('timeout', UNANSWERED),
  },
  cut: {
    meet: () => {
      throw new TypeError('Failed to fetch');
    },
    error: new ApiError('offline', 'The inbox could not be reached. Check your connection and try again.'),
  },
  malformed: {
    meet: () => ({ status: 200, data: { success: true, data: 'nonsense' } }),
    error: new ApiError('bad-answer', MALFORMED),
  },
  // Not beside the one with the same words: where one follows the other, words that are still there say nothing.
  '500 HTML': {
    meet: () => ({ status: 500, data: '<h1>Internal Server Error</h1>' }),
    error: new ApiError('server', TRY_AGAIN, { status: 500 }),
  },
} as const satisfies Record<string, { meet(): TransportResponse; error: ApiError }>;

export type CallFault = keyof typeof FAULTS;

const NAMES = Object.keys(FAULTS) as CallFault[];

/** Rows for `it.each`: each fault, and its words. */
export const CALL_FAULTS = NAMES.map((fault) => [fault, FAULTS[fault].error.message] as const);

/** Rows for `it.each`: each fault, and what a call that meets it rejects with. An answer that throws it is such a call. */
export const CALL_ERRORS = NAMES.map((fault): readonly [CallFault, ApiError] => [fault, FAULTS[fault].error]);

/** Calls `say` with the error of one fault after the other, and resolves to the results by fault. */
export async function saidOfFaults<Said>(say: (error: ApiError) => Promise<Said>): Promise<Record<CallFault, Said>> {
  const said: [CallFault, Said][] = [];
  for (const [fault, error] of CALL_ERRORS) said.push([fault, await say(error)]);
  return Object.fromEntries(said) as Record<CallFault, Said>;
}

/** Expected texts by fault, where a refusal shows the server's words and every other fault shows these. */
export const refusalOr = (words: string): Record<CallFault, string> =>
  Object.fromEntries(
    CALL_ERRORS.map(([fault, { kind, message }]) => [fault, kind === 'refused' ? message : words]),
  ) as Record<CallFault, string>;

/**
 * Has these ports' calls to an address meet a fault until it is ended, or another one begins.
 * @returns how many have met it, how to end it, and how to go on with another one, which is counted anew
 */
export function meetCallFault(
  fake: FakePorts,
  path: RegExp,
  first: CallFault,
): { met(): number; end(): void; next(fault: CallFault): void } {
  const { api } = fake.ports;
  const { transport } = api;
  if (!transport) throw new Error('These ports carry no calls');
  let met = 0;
  let fault: CallFault | null = first;
  fake.ports.api = {
    ...api,
    async transport(request) {
      if (fault === null || !path.test(request.url)) return transport(request);
      met += 1;
      return FAULTS[fault].meet();
    },
  };
  return {
    met: () => met,
    end() {
      fault = null;
    },
    next(another) {
      met = 0;
      fault = another;
    },
  };
}
