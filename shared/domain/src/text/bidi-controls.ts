/** Unicode's bidirectional controls that embed, isolate or override a direction until another control ends it. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text without bidirectional controls. A name that contains one reverses the address beside it, so that people read another
 * address. Letters of right-to-left scripts have their direction without them.
 */
export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');
