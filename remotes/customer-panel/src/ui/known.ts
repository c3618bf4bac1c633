/** What is really known of a text field: 'NA' is how some sources say that they do not know (spec section 3). */
export function known(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || trimmed.toUpperCase() === 'NA' ? null : trimmed;
}
