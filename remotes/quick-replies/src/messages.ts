import type { QuickReplyProblem } from '@inbox/domain';
import { MAX_QUICK_REPLIES, MAX_QUICK_REPLY_LENGTH, MAX_SHORTCUT_LENGTH } from '@inbox/domain/conversation';

const count = (of: number, one: string, many: string): string => `${of.toLocaleString('en')} ${of === 1 ? one : many}`;

function problemWords(problem: QuickReplyProblem): string {
  if (problem.field === 'message') {
    return problem.reason === 'empty'
      ? 'Write the message first.'
      : `A message has ${MAX_QUICK_REPLY_LENGTH.toLocaleString('en')} characters at most.`;
  }
  return problem.reason === 'no_slash'
    ? "Add '/' at the beginning of the shortcut"
    : `A shortcut has ${MAX_SHORTCUT_LENGTH} characters at most.`;
}

export const messages = {
  panel: 'Quick Replies',
  close: 'Close quick replies',
  search: 'Search quick reply',
  shortcut: '- Shortcut',
  send: 'Send',
  sendNamed: (shortcut: string) => `Send ${shortcut}`,
  insertNamed: (shortcut: string) => `Put ${shortcut} into the reply`,
  moreNamed: (shortcut: string) => `More about ${shortcut}`,
  edit: 'Edit',
  delete: 'Delete',
  add: 'Add quick reply',
  empty: 'Hmmm. Nothing created yet',
  addFirst: 'Add Quick Reply',
  addedByOthers: 'A store admin, or an agent who may change quick replies, adds them.',
  noMatch: 'No quick reply matches your search.',
  mostUsed: 'Most used first',
  more: 'Import and export',
  /** In the shell's dialog at the sign-out. */
  unsaved: (of: number) => `${count(of, 'quick reply is', 'quick replies are')} not saved`,
  notLoaded: (what: string) => `Quick Replies: '${what}' could not be loaded. Its files could not be reached.`,
  loadingFailed: 'Internal Server error. Please refresh the page and try again',
  mayBeOld: 'These quick replies may be out of date.',
  retry: 'Retry',

  noTicket: 'Open a conversation first.',
  networkFailed: 'There has been an error. Please try again in some time.',
  inserted: (shortcut: string) => `${shortcut} was put into the reply.`,
  sent: (shortcut: string) => `${shortcut} has been sent.`,
  notAnswered: (shortcut: string) =>
    `The inbox has not answered yet. ${shortcut} shows in the conversation as soon as it is sent.`,

  deleteTitle: (shortcut: string) => `Delete ${shortcut}?`,
  deleteText: 'It will be deleted for all agents.',
  cancel: 'Cancel',
  deleted: 'Shortcut has been deleted successfully',
  edited: 'Shortcut has been edited successfully',
  added: 'Shortcut has been added successfully',

  form: 'Add Quick Replies',
  closeForm: 'Back to the quick replies',
  shortcutField: 'Shortcut',
  shortcutPlaceholder: '/ + For eg. U',
  messageField: 'Message',
  placeholder: 'Insert placeholder',
  placeholders: {
    userFirstName: 'First name',
    userName: 'Full name',
    userEmail: 'Email',
    userPhone: 'Phone',
    userAddress: 'Address',
    userAddressCity: 'City',
    userAddressPinCode: 'PIN code',
    lastOrderNumber: 'Order number',
    lastOrderPrice: 'Order price',
    lastOrderTrackingUrl: 'Tracking link',
    lastOrderAWB: 'AWB',
    lastOrderShippingCompany: 'Shipping company',
    lastOrderShipmentStatus: 'Shipment status',
    lastOrderProducts: 'Products',
  } as Readonly<Record<string, string>>,
  preview: 'Preview',
  previewFor: (name: string) => `Preview for ${name}`,
  previewLoading: 'Loading the customer and the order …',
  previewFailed: 'The customer and the order could not be loaded.',
  previewNobody: 'Open a conversation to see the placeholders filled in.',
  missing: 'A value was not found for this customer.',
  save: 'Save',
  saving: 'Saving',
  discard: 'Discard',
  restored: 'This is what you wrote before.',
  changedElsewhere: 'A colleague has changed this quick reply meanwhile. Saving replaces it.',
  deletedElsewhere: 'A colleague has deleted this quick reply meanwhile.',
  exists: 'This shortcut already exists.',
  problem: problemWords,

  export: 'Export as CSV',
  exportName: 'quick-replies.csv',
  import: 'Import from CSV',
  importTitle: 'Import quick replies',
  importHint: 'A CSV file with the columns Shortcut and Message. A shortcut that exists gets the new message.',
  file: 'CSV file',
  importing: 'Importing',
  importButton: (lines: number) => `Import ${count(lines, 'quick reply', 'quick replies')}`,
  importNothing: 'There is nothing to import.',
  importTooLarge: (max: number) => `The file may have ${max / 1_000_000} MB at most.`,
  importTooMany: `The file may have ${MAX_QUICK_REPLIES.toLocaleString('en')} quick replies at most.`,
  importNotText: 'This is not a CSV file in UTF-8. Save it as "CSV UTF-8" in Excel, and choose it again.',
  charset: 'Character set',
  charsetHint:
    'The file does not say which character set it is in. Check the letters below. If some are wrong, choose another character set.',
  charsetUnread: (name: string) => `The file is not in ${name}. Choose another character set.`,
  importNoFile: 'The file could not be read.',
  importCounts: ({ add, change, same, wrong }: Record<'add' | 'change' | 'same' | 'wrong', number>) =>
    `${count(add, 'is', 'are')} new, ${count(change, 'changes', 'change')}, ${count(same, 'is', 'are')} there already, ${count(wrong, 'line', 'lines')} cannot be read.`,
  imported: (added: number, changed: number) =>
    `${count(added, 'shortcut has', 'shortcuts have')} been added, ${changed.toLocaleString('en')} changed`,
  importLines: 'What the import does',
  line: (number: number) => `Line ${number}`,
  steps: { add: 'New', change: 'Changes', same: 'There already', wrong: 'Skipped' },
  lineColumns: 'There is no message column in this line.',
  lineQuotes: 'The quotation marks of this line do not match.',
  lineTwice: (line: number) => `Line ${line} has this shortcut already.`,
  notShown: (more: number) => `and ${count(more, 'more line', 'more lines')}`,
} as const;
