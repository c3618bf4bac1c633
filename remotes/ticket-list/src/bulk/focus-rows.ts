/** The control goes away: the keyboard goes on among the rows of the same list. */
export function focusRows(control: Element | null): void {
  control?.closest('section')?.querySelector<HTMLElement>('[data-ticket-id][tabindex="0"]')?.focus();
}
