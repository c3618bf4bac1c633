/** What the head of a conversation offers as buttons, the most wanted first. */
const ACTIONS = ['assignMe', 'close', 'reopen', 'csat', 'call', 'assign', 'priority'] as const;

export type HeaderAction = (typeof ACTIONS)[number];

/** Pixels of each with the space beside it, at the widest that it gets. */
const WIDTHS: Record<HeaderAction, number> = {
  assignMe: 120,
  close: 72,
  reopen: 88,
  csat: 104,
  call: 60,
  assign: 91,
  priority: 106,
};

/** Padding, avatar, and the buttons that always stay: what of the head no action and no name can have. */
const FIXED = 28 + 44 + 40 + 40;

/** What stays for the customer's name: the line below it has the whole width. */
const NAME = 120;

/** Pixels of the arrow beside Close, with the ways to close. */
const CLOSE_MENU = 40;

/** Pixels of the priority as its dot alone. */
const SHORT_PRIORITY = 44;

/** The least that stays for the name where that keeps the priority in the head. */
const LEAST_NAME = 72;

/** Below this width the line of facts takes a row of its own below the buttons. */
const FACTS = 500;

/** Those of the actions that are offered. */
export const actionsOf = (offered: Record<HeaderAction, boolean>): ReadonlySet<HeaderAction> =>
  new Set(ACTIONS.filter((action) => offered[action]));

export interface HeaderLayout {
  /** The offered actions that have room; the others fold into the menu. */
  shown: ReadonlySet<HeaderAction>;
  /** The priority is shown as its dot, because its name has no room. */
  isPriorityShort: boolean;
  /** Is there room for all facts beside the buttons? */
  oneRow: boolean;
}

/**
 * Shares the width of the header out: an action is shown where there is room for it, its more wanted neighbours and the
 * beginning of the name.
 * @param width pixels of the panel
 * @param offered what the rules let the agent do
 * @param hasCloseMenu whether there is more than one way to close
 */
export function headerLayout(width: number, offered: ReadonlySet<HeaderAction>, hasCloseMenu: boolean): HeaderLayout {
  const shown = new Set<HeaderAction>();
  let isPriorityShort = false;
  let left = width - FIXED - NAME;
  for (const action of ACTIONS) {
    if (!offered.has(action)) continue;
    isPriorityShort = action === 'priority' && left < WIDTHS.priority && left + NAME - LEAST_NAME >= SHORT_PRIORITY;
    left -= isPriorityShort ? SHORT_PRIORITY : WIDTHS[action];
    if (action === 'close' && hasCloseMenu) left -= CLOSE_MENU;
    if (left < 0 && !isPriorityShort) break;
    shown.add(action);
  }
  return { shown, isPriorityShort, oneRow: shown.size === offered.size && left + NAME >= FACTS };
}
