/** A text without the buttons that stand in it, and their labels in their order. */
export interface ButtonText {
  text: string;
  buttons: string[];
}

/** A label may hold brackets of its own, one level deep. Its length is bounded, or hostile text would cost its square. */
const BUTTON = /\bbutton[ \t]*\d{1,3}[ \t]*\(((?:[^()\n]|\([^()\n]{0,80}\)){1,200})\)/gi;

/**
 * Takes 'BUTTON n(label)' and 'button N (label)' out of a text (spec section 5, message text markup): bots and templates
 * write their buttons that way.
 */
export function parseButtons(message: string): ButtonText {
  const buttons: string[] = [];
  const text = message.replace(BUTTON, (_whole, label: string) => {
    buttons.push(label.trim());
    return '';
  });
  if (buttons.length === 0) return { text: message, buttons };
  const lines = text.split('\n').map((line) => line.trimEnd());
  return {
    text: lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    buttons,
  };
}
