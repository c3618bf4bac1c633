/** What a field of addresses says. */
export const messages = {
  add: 'Add an address',
  hint: 'Enter or a comma adds the address. Backspace goes to the last one.',
  remove: (address: string, field: string) => `Remove ${address} from ${field}`,
  wrong: (text: string) => `'${text}' is not an email address`,
  groups: (field: string) => `Groups for ${field}`,
} as const;
