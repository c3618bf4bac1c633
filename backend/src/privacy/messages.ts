/** What stands in the place of what was erased. */
export const messages = {
  erasedCustomer: 'Erased customer',
  erasedLog: 'Something was changed; what it was has been erased.',
} as const;
