export type FocusPlace = 'list' | 'conversation';

/** Moves the focus to a panel's place, from where Tab goes on inside it. */
export function focusPlace(place: FocusPlace): void {
  document.querySelector<HTMLElement>(`[data-place='${place}']`)?.focus();
}
