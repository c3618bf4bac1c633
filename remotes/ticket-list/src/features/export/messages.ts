/** Of the dialog that orders a report; they are loaded with it. */
export const messages = {
  title: 'Export conversations',
  note: 'The conversations that the list shows now, as a file for spreadsheets. It is sent to your email address.',
  cancel: 'Cancel',
  order: 'Export',
  asking: 'Ordering...',
  ordered: 'Report will be emailed shortly.',
  failed: 'Error! Please try again later.',
} as const;
