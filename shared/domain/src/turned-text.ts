/** Signs that embed, isolate or override the direction of writing until another sign ends it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text without the signs that turn the direction of what follows. In a name they would turn the address beside it around, so
 * that it reads as another one. Letters of right-to-left scripts need none of them.
 */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');
