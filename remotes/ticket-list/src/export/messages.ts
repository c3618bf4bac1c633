/** What the dialog of an export says. */
export const exportMessages = {
  title: 'Export conversations',
  note: 'The conversations that the list shows now, as a file for spreadsheets. It is sent to your email address.',
  cancel: 'Cancel',
  order: 'Export',
  asking: 'Ordering...',
  ordered: 'Report will be emailed shortly.',
  failed: 'Error! Please try again later.',
} as const;
