import { holds, type ConditionContext, type SlotName } from '@inbox/panel/description';
import type { Fill } from '@inbox/events';
import * as z from 'zod/mini';
import { createStore, type ReadableStore } from '@inbox/panel/store';
import type { CatalogPanel } from '@inbox/shell/panels';
import { readStoredText, writeStoredText } from '../storage';
import type { WindowSize } from './breakpoint';

/** Where the agent's choice for a panel that starts open is stored. */
const storageKey = (panel: string) => `inbox.open.${panel}`;
const choiceSchema = z.enum(['shown', 'hidden']);

/** Which panel is in which slot, and which of the optional ones are open. */
export interface Slots extends WindowSize {
  /** The panels that apply to this agent now, lowest order first; null while the registry is not read. */
  panels: ReadableStore<readonly CatalogPanel[] | null>;
  /** Every panel of the registry, whether it applies now or not. */
  all(): readonly CatalogPanel[];
  /** Names of the open panels of the slots `side` and `overlay`. */
  open: ReadableStore<readonly string[]>;
  /** What the panels that apply add to each other's extension points, lowest order first. */
  fills: ReadableStore<readonly Fill[]>;
  /** Takes the panels of the registry. */
  place(panels: readonly CatalogPanel[]): void;
  show(panel: string, show: boolean | 'toggle'): void;
  /** What slides over goes away when the agent moves on; a column stays. */
  ticketChanged(): void;
}

const isOptional = ({ description }: CatalogPanel) =>
  description.slot === 'side' || description.slot === 'overlay' ? description.toggle : undefined;

/** The panels of a slot. Where the page shows one at a time, the first; one that is switched off only as the last resort. */
export function panelsIn(slot: SlotName, panels: readonly CatalogPanel[] | null): readonly CatalogPanel[] {
  const found = (panels ?? []).filter(({ description }) => description.slot === slot);
  const enabled = found.filter(({ enabled: on }) => on);
  if (slot !== 'list' && slot !== 'main') return enabled;
  return (enabled.length > 0 ? enabled : found).slice(0, 1);
}

/** The open panel of a slot that is seen: the one of the highest order lies over the others. */
export const topOf = (slotPanels: readonly CatalogPanel[], open: readonly string[]): CatalogPanel | null =>
  slotPanels.findLast(({ name }) => open.includes(name)) ?? null;

export function createSlots(size: WindowSize, conditionContext: ReadableStore<ConditionContext>): Slots {
  let placed: readonly CatalogPanel[] = [];
  const panels = createStore<readonly CatalogPanel[] | null>(null);
  const open = createStore<readonly string[]>([]);
  const fills = createStore<readonly Fill[]>([]);

  const isColumn = () => size.breakpoint.get() === 'wide';
  /** The column is remembered from visit to visit; what slides over the page opens by a request of the moment. */
  const initiallyOpen = () =>
    placed
      .filter((panel) => isOptional(panel)?.startsOpen === true && isColumn())
      .map(({ name }) => name)
      .filter((name) => readStoredText(storageKey(name), choiceSchema) !== 'hidden');

  function applyCircumstances(): void {
    const now = conditionContext.get();
    const applying = placed.filter(({ description }) => holds(description.when, now));
    const before = panels.get();
    if (before?.length !== applying.length || applying.some((panel, index) => panel !== before[index])) {
      panels.set(applying);
    }
    const wanted = applying.flatMap(({ name, description, enabled }) =>
      (enabled ? (description.fills ?? []) : [])
        .filter((fill) => holds(fill.when, now))
        .map((fill) => fillOf(name, fill)),
    );
    wanted.sort((a, b) => a.order - b.order);
    if (JSON.stringify(wanted) !== JSON.stringify(fills.get())) fills.set(wanted);
  }
  conditionContext.subscribe(() => {
    if (panels.get() !== null) applyCircumstances();
  });
  let wasColumn = isColumn();
  size.breakpoint.subscribe(() => {
    // What the agent reads over the page stays: a window that is turned or resized closes nothing of it.
    const overlays = panelsIn('overlay', panels.get()).map(({ name }) => name);
    const stay = open.get().filter((name) => overlays.includes(name));
    if (wasColumn !== isColumn()) open.set([...initiallyOpen(), ...stay]);
    wasColumn = isColumn();
  });

  return {
    ...size,
    panels,
    all: () => placed,
    open,
    fills,
    place(found) {
      placed = found;
      applyCircumstances();
      open.set(initiallyOpen());
    },
    show(name, request) {
      const panel = placed.find((one) => one.name === name);
      if (!panel) throw new Error(`No panel ${name} is published here.`);
      const slotPanels = panelsIn(panel.description.slot, panels.get());
      // A panel under another one is not seen: to show it brings it up.
      const isSeen = topOf(slotPanels, open.get()) === panel;
      const show = request === 'toggle' ? !isSeen : request;
      if (show ? isSeen : !open.get().includes(name)) return;
      if (isOptional(panel)?.startsOpen === true && isColumn()) {
        writeStoredText(storageKey(name), show ? 'shown' : 'hidden');
      }
      const above = show ? slotPanels.slice(slotPanels.indexOf(panel) + 1).map((one) => one.name) : [];
      const others = open.get().filter((other) => other !== name && !above.includes(other));
      open.set(show ? [...others, name] : others);
    },
    ticketChanged() {
      if (!isColumn()) open.set([]);
    },
  };
}

const fillOf = (
  panel: string,
  { point, action, label, text, button, icon, order }: NonNullable<CatalogPanel['description']['fills']>[number],
): Fill => ({ panel, point, action, label, text, button, icon, order });

export type ColumnSlot = 'list' | 'main';

/** Moves the focus to a slot, from where Tab goes on inside it. */
export function focusSlot(slot: ColumnSlot): void {
  document.querySelector<HTMLElement>(`[data-slot='${slot}']`)?.focus();
}
