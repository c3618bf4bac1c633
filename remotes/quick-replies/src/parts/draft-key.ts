/** What the keys begin with under which the browser stores what is not saved. */
export const DRAFT = 'draft.';
