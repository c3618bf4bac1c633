/** What a declaration paints text or its ground with. */
const DECLARED = /(?:^|[\s;{"'])(background(?:-color|-image)?|color)\s*:\s*([^;}!"']{0,80})/gi;
/** Says nothing of a colour, or what any page says. */
const UNSAID = /^(?:inherit|initial|unset|revert|none|transparent|currentcolor|windowtext|auto|)$/i;
const GREY_NAME = /^(?:black|(?:dim|dark|light|slate)?gr[ae]y|silver)$/i;

/** Parts of a colour may lie so far apart, of 255, that it still reads as grey. */
const TINT = 12;

/** Does a style paint, or write in more than shades of grey? Such a mail is made for white paper. */
export function bringsColours(css: string): boolean {
  for (const [, property = '', value = ''] of css.matchAll(DECLARED)) {
    const said = value.trim();
    if (UNSAID.test(said)) continue;
    if (property.toLowerCase() !== 'color' || !isGrey(said)) return true;
  }
  return false;
}

/** Black, or a shade of grey that text is written in; near white it is made for a dark ground. */
export function isGrey(colour: string): boolean {
  if (GREY_NAME.test(colour)) return !/^(?:lightgr[ae]y|slategr[ae]y)$/i.test(colour);
  const parts = partsOf(colour);
  if (parts === null) return false;
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  return most - least <= TINT && most <= 192;
}

function partsOf(colour: string): number[] | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour);
  if (short) return short.slice(1).map((digit) => Number.parseInt(digit + digit, 16));
  const long = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour);
  if (long) return long.slice(1).map((digits) => Number.parseInt(digits, 16));
  const called = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*[\d.]+%?\s*)?\)$/i.exec(colour);
  return called ? called.slice(1).map(Number) : null;
}
