/** What the door writes into a thread where the channel sends no text. */
export const messages = {
  /** Until the channel has told the customer's own name. */
  unnamed: { instagram: 'Instagram user', messenger: 'Messenger user', comment: 'Somebody' },
  location: (name: string, address: string, link: string) => [name, address, link].filter(Boolean).join('\n'),
  contact: (name: string, phones: readonly string[]) => [name, ...phones].filter(Boolean).join('\n'),
  reacted: (emoji: string) => `Reacted with ${emoji}`,
  reactionRemoved: 'Removed a reaction',
  order: (lines: readonly string[], note: string) => ['Order', ...lines, note].filter(Boolean).join('\n'),
  orderLine: (quantity: number, product: string, price: string) => `${quantity} × ${product}${price}`,
  field: (name: string, value: string) => `${name}: ${value}`,
} as const;
