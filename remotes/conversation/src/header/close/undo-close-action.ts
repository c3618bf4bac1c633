const PREFIX = 'conversation.undo-close.';
const KINDS = { plain: `${PREFIX}plain.`, survey: `${PREFIX}survey.` } as const;

/** Names the close of this ref in the toast that tells of it. */
export const undoActionId = (ref: string, { withSurvey }: { withSurvey: boolean }): string =>
  `${withSurvey ? KINDS.survey : KINDS.plain}${ref}`;

/** The close that an action of a toast is to undo; null of any other action. */
export function closeToUndo(actionId: string): { ref: string; withSurvey: boolean } | null {
  for (const kind of Object.values(KINDS)) {
    if (actionId.startsWith(kind)) return { ref: actionId.slice(kind.length), withSurvey: kind === KINDS.survey };
  }
  return null;
}
