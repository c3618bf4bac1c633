/** What versions before stored of drafts in localStorage: keys that begin so. */
export const [DRAFT, COMMENT_DRAFT] = ['draft.', 'comment-draft.'] as const;

/** Is it stored under this key what versions before stored there? It is moved into the database. */
export const isOfBefore = (key: string): boolean =>
  key.startsWith(DRAFT) || key.startsWith(COMMENT_DRAFT) || ['uploads', 'handled', 'outbox'].includes(key);
