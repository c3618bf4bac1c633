import { isoTime, rowsOf, type Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from './call';
import { nothing } from './calls/parts';

/** A browser or program in which the agent is signed in. */
export interface OwnSession {
  id: string;
  started_at: string;
  /** Lags by minutes. */
  used_at: string;
  /** IP address of the last use; null when it is not known. */
  address: string | null;
  /** As `Firefox on Windows`; null when it does not say. */
  browser: string | null;
  /** The one that the call was made with. */
  current: boolean;
}

/** The code that an agent's app shows, beside the password. */
export interface SecondStep {
  /** Null while the password is enough. */
  on_since: string | null;
  /** Recovery codes that were not used yet. */
  recovery_codes_left: number;
}

/** By what an agent proves to be themselves once more. */
export interface SignInProof {
  password: string;
  /** Of the app, or a recovery code; where the agent has a second step. */
  code?: string | undefined;
}

/** What an authenticator app is told, to be confirmed within a quarter of an hour. */
export interface SecondStepOffer {
  /** Base32, to be typed in where no picture can be read. */
  secret: string;
  /** A QR code: a square of `size` units, and the path of its dark modules for an SVG. */
  qr: { size: number; path: string };
}

/** Shown once: the inbox has hashes of them alone. */
export interface RecoveryCodes {
  recovery_codes: string[];
}

/** A key of one of the agent's devices, with which they sign in instead of the password. */
export interface OwnPasskey {
  id: string;
  name: string;
  added_at: string;
  /** Null of one that nobody has signed in with yet. */
  used_at: string | null;
}

/** What a browser has to know to make a passkey, for five minutes. */
export interface PasskeyOffer {
  /** As `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. */
  options: Record<string, unknown>;
  /** Goes back as it is with what the browser has made. */
  challenge: string;
}

/** As `PublicKeyCredential.toJSON` gives it. */
export type PasskeyAnswer = Record<string, unknown>;

/** A phone, a computer or two, and a key on the ring: more is a mistake. */
export const MOST_PASSKEYS = 20;
/** Characters of a passkey's name. */
export const MAX_PASSKEY_NAME = 60;

/** How an agent signs in, and where they have. */
export interface SignInState {
  /** Left out by backends from before there were any. */
  passkeys?: OwnPasskey[] | undefined;
  /** Left out by backends from before there was one. */
  second_step?: SecondStep | undefined;
  /** The one used last first. */
  sessions: OwnSession[];
}

const session = (): Schema<OwnSession> =>
  z.object({
    id: z.string(),
    started_at: isoTime,
    used_at: isoTime,
    address: z.nullable(z.string()),
    browser: z.nullable(z.string()),
    current: z.boolean(),
  });

const secondStep = (): Schema<SecondStep> => z.object({ on_since: z.nullable(isoTime), recovery_codes_left: z.int() });

const proof = (): Schema<SignInProof> =>
  z.object({
    password: z.string().check(z.maxLength(1000)),
    code: z.optional(z.string().check(z.maxLength(100))),
  });

/** Nothing but moves and lines: it is drawn as it comes. */
const PATH = /^[Mhvz\d -]*$/;

const offer = (): Schema<SecondStepOffer> =>
  z.object({
    secret: z.string(),
    qr: z.object({ size: z.int(), path: z.string().check(z.regex(PATH)) }),
  });

const passkey = (): Schema<OwnPasskey> =>
  z.object({ id: z.string(), name: z.string(), added_at: isoTime, used_at: z.nullable(isoTime) });

const object = (): Schema<Record<string, unknown>> => z.record(z.string(), z.unknown());

const recoveryCodes = (): Schema<RecoveryCodes> => z.object({ recovery_codes: z.array(z.string()) });

/** Of the agent who calls. The calls stand apart: only the dialog on signing in has use for them. */
export const signInCalls = {
  signInState: get<SignInState>('/api/inbox/agent/sign-in/', () => ({
    answer: z.object({
      passkeys: z.optional(rowsOf('sign_in.passkey', passkey())),
      second_step: z.optional(secondStep()),
      sessions: rowsOf('sign_in.session', session()),
    }),
  })),
  endSession: post<Record<string, never>, { id: string }>('/api/inbox/agent/sessions/:id/end/', () => ({
    params: z.object({ id: z.uuid() }),
    answer: nothing(),
  })),
  /** All but the one that the call is made with. */
  endOtherSessions: post<{ ended: number }>('/api/inbox/agent/sessions/end-others/', () => ({
    answer: z.object({ ended: z.int() }),
  })),
  offerPasskey: post<PasskeyOffer, null, SignInProof>('/api/inbox/agent/passkeys/offer/', () => ({
    body: proof(),
    answer: z.object({ options: object(), challenge: z.string() }),
  })),
  /** Adds what the browser has made of an offer. */
  addPasskey: post<Record<string, never>, null, { challenge: string; name: string; answer: PasskeyAnswer }>(
    '/api/inbox/agent/passkeys/add/',
    () => ({
      body: z.object({
        challenge: z.string().check(z.maxLength(2000)),
        name: z.string().check(z.maxLength(MAX_PASSKEY_NAME)),
        answer: object(),
      }),
      answer: nothing(),
    }),
  ),
  removePasskey: post<Record<string, never>, { id: string }, SignInProof>(
    '/api/inbox/agent/passkeys/:id/remove/',
    () => ({
      params: z.object({ id: z.uuid() }),
      body: proof(),
      answer: nothing(),
    }),
  ),
  /** A secret for the agent's app; whatever they have now goes on until it is confirmed. */
  offerSecondStep: post<SecondStepOffer, null, SignInProof>('/api/inbox/agent/second-step/offer/', () => ({
    body: proof(),
    answer: offer(),
  })),
  /** Turns on what was offered, by the first code of it. */
  confirmSecondStep: post<RecoveryCodes, null, { code: string }>('/api/inbox/agent/second-step/confirm/', () => ({
    body: z.object({ code: z.string().check(z.maxLength(100)) }),
    answer: recoveryCodes(),
  })),
  removeSecondStep: post<Record<string, never>, null, SignInProof>('/api/inbox/agent/second-step/remove/', () => ({
    body: proof(),
    answer: nothing(),
  })),
  /** Those from before work no more. */
  renewRecoveryCodes: post<RecoveryCodes, null, SignInProof>('/api/inbox/agent/second-step/recovery-codes/', () => ({
    body: proof(),
    answer: recoveryCodes(),
  })),
} as const;
