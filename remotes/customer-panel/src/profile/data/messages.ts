export const messages = {
  more: 'More about this customer',
  export: 'Export data',
  exporting: 'The export is being made …',
  exportFailed: 'The data could not be exported.',
  erase: 'Erase customer…',
  title: 'Erase this customer?',
  text: (name: string) =>
    `Everything about ${name} is erased for good: profile, all tickets with their messages and notes, files and orders. The tickets’ numbers and what agents did stay, for reports. Export the data first if the customer wants a copy.`,
  type: (name: string) => `Type ${name} to confirm`,
  otherName: 'This is not the name of the customer.',
  confirm: 'Erase for good',
  erasing: 'Erasing …',
  erased: (tickets: number) => `The customer was erased, with ${tickets === 1 ? '1 ticket' : `${tickets} tickets`}.`,
} as const;
