/** Levels of objects and lists. Deliveries of providers have about a dozen. */
const DEEPEST = 100;

/**
 * Parses JSON from outside. It returns undefined for invalid JSON, and for JSON nested so deep that recursive code would
 * run out of stack.
 */
export function readJson(text: string): unknown {
  if (isNestedDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells if JSON is nested deeper than `readJson` allows. It takes one pass over the text. */
export function isNestedDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    // A sign after a backslash never ends the text.
    if (isText && sign === '\\') at += 1;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
