export type ColumnSlot = 'list' | 'main';

/** Moves the focus to a slot, from where Tab goes on inside it. */
export function focusSlot(slot: ColumnSlot): void {
  document.querySelector<HTMLElement>(`[data-slot='${slot}']`)?.focus();
}
