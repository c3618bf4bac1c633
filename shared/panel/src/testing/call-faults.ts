import { ApiError, type TransportResponse } from '@inbox/api';
import type { FakePorts } from './fake-ports';

const TRY_AGAIN = 'Something went wrong. Please try again.';
const UNANSWERED = 'The server is not answering. Please try again.';
const failure = (status: number, message: string): TransportResponse => ({
  status,
  data: { success: false, error: { message } },
});

/**
 * What a call may meet in place of its answer, below the client that reads it, and the words that an agent then reads where
 * the failure's own are shown. The journeys `faults*` meet the same in a browser; rows that need none are beside their feature.
 */
const FAULTS = {
  '500 JSON': { words: TRY_AGAIN, meet: () => failure(500, TRY_AGAIN) },
  '429': { words: 'Too many attempts.', meet: () => failure(429, 'Too many attempts.') },
  '403': { words: 'You may not do this now.', meet: () => failure(403, 'You may not do this now.') },
  hang: {
    words: UNANSWERED,
    meet: () => {
      throw new ApiError('timeout', UNANSWERED);
    },
  },
  cut: {
    words: 'The inbox could not be reached. Check your connection and try again.',
    meet: () => {
      throw new TypeError('Failed to fetch');
    },
  },
  malformed: {
    words: 'The inbox answered in a way this page does not understand. Please reload it.',
    meet: () => ({ status: 200, data: { success: true, data: 'nonsense' } }),
  },
  // Not beside the one with the same words: where one follows the other, words that are still there say nothing.
  '500 HTML': { words: TRY_AGAIN, meet: () => ({ status: 500, data: '<h1>Internal Server Error</h1>' }) },
} as const satisfies Record<string, { words: string; meet(): TransportResponse }>;

export type CallFault = keyof typeof FAULTS;

/** Rows for `it.each`: each fault, and its words. */
export const CALL_FAULTS = (Object.keys(FAULTS) as CallFault[]).map((fault) => [fault, FAULTS[fault].words] as const);

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
