export const messages = {
  ticket: (id: number) => `Ticket #${id}`,
  erased: (day: string) => `This customer was erased on ${day}. What agents did stays, for reports.`,
} as const;
