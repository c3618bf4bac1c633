import type { PasskeyAnswer } from '@inbox/api/sign-in';
import { signInMessages } from './messages';
import { SaidError } from './use-sign-in';

const texts = signInMessages.passkeys;

/** Whether this browser, on this page, can make one: older ones and pages without TLS cannot. */
export const canMakePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/**
 * Has the browser make a passkey, which asks the agent for a finger, a face or a PIN.
 * @param options as the backend offers them
 * @throws SaidError when the agent has called it off, or the device has one already
 */
export async function makePasskey(options: Record<string, unknown>): Promise<PasskeyAnswer> {
  // The browser reads them with distrust; the type says what comes of that.
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    const made = await navigator.credentials.create({ publicKey });
    if (!(made instanceof PublicKeyCredential)) throw new SaidError(texts.notMade);
    return { ...(made.toJSON() as object) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') throw new SaidError(texts.known);
    throw new SaidError(texts.notMade);
  }
}
