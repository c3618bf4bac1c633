import * as z from 'zod/mini';

/** The parts of the page that panels fill. `list`, `main` and `side` are columns; `overlay` lies over the page. */
export const SLOTS = ['list', 'main', 'side', 'overlay', 'top-bar', 'sidebar'] as const;
export type SlotName = (typeof SLOTS)[number];

const Text = z.string().check(z.minLength(1), z.maxLength(120));
/** An id inside one panel: of an action, of an extension point. */
const Id = z.string().check(z.regex(/^[a-z][a-z0-9_.-]{0,60}$/, 'not an id'));
/** The `d` of an SVG path that is drawn as an outline in 24 × 24. */
const IconPath = z.string().check(z.maxLength(2_000), z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]+$/, 'not an icon path'));
const Pixels = z.number().check(z.gte(1), z.lte(400));

/** All that is named must hold. What is left out is no condition. */
export const Condition = z.object({
  /** A ticket is open. */
  ticket: z.optional(z.literal(true)),
  /** The agent has this permission; `store_admin` stands for the shop's admins. */
  permission: z.optional(Text),
  /** This setting of the inbox is on. */
  setting: z.optional(Text),
});
export type Condition = z.infer<typeof Condition>;

/** The grey shapes until the panel has painted: bars of a head, then rows of a list, then blocks. */
const Skeleton = z.object({
  head: z.optional(z.array(z.object({ height: Pixels, width: z.optional(Text) })).check(z.maxLength(6))),
  rows: z.optional(z.int().check(z.gte(1), z.lte(30))),
  blocks: z.optional(z.int().check(z.gte(1), z.lte(12))),
});
export type SkeletonShape = z.infer<typeof Skeleton>;

/** An action for the palette and the sheet of shortcuts; the panel gets it as `act.<panel>` while it offers it. */
const Command = z.object({
  action: Id,
  label: Text,
  /** A single key. */
  key: z.optional(z.string().check(z.length(1))),
  /** The key may be held down. */
  repeats: z.optional(z.boolean()),
  /** Says why, when the key is pressed while the panel does not offer the action. */
  unavailable: z.optional(Text),
});
export type PanelCommand = z.infer<typeof Command>;

/** How an agent opens and closes a panel of the slots `side` and `overlay`. */
const Toggle = z.object({
  /** In the palette and the sheet of shortcuts. */
  label: Text,
  key: z.optional(z.string().check(z.length(1))),
  /** Label of a button in the top bar; without one there is no button. */
  button: z.optional(Text),
  /** Open from the start where it has a column of its own; the agent's choice is remembered. */
  startsOpen: z.optional(z.boolean()),
  /** Label of the close button that the shell draws where the panel lies over others; without it the panel has its own. */
  close: z.optional(Text),
});

/** What a panel adds to a point that another panel offers. Its action is sent as `act.<panel>` with the tickets. */
const PanelFill = z.object({
  point: Id,
  action: Id,
  label: Text,
  text: z.optional(z.string().check(z.maxLength(400))),
  button: z.optional(Text),
  icon: z.optional(IconPath),
  order: z.number(),
  when: z.optional(Condition),
});

/**
 * What the shell knows of a panel, as data: it is published with the panel and read before any of its code. Unknown
 * fields are ignored, so that a panel may be newer than the page.
 */
export const PanelDescription = z.object({
  title: Text,
  icon: z.optional(IconPath),
  slot: z.enum(SLOTS),
  /** Among the panels of a slot: in `list` and `main` the lowest shows, in `side` and `overlay` the highest lies on top. */
  order: z.number(),
  when: z.optional(Condition),
  /** Loaded before anything else: always, or when the address names a ticket. */
  firstPaint: z.optional(z.enum(['always', 'ticket'])),
  /** Shared modules that are fetched with the panel, by their import path, because it is known to ask for them. */
  modules: z.optional(z.array(Text)),
  skeleton: z.optional(Skeleton),
  /** Shown in the panel's place, before the reason, when it cannot be loaded. */
  failed: Text,
  toggle: z.optional(Toggle),
  commands: z.optional(z.array(Command)),
  /** Extension points that other panels may fill. */
  offers: z.optional(z.array(z.object({ point: Id, what: Text }))),
  fills: z.optional(z.array(PanelFill)),
});
export type PanelDescription = z.infer<typeof PanelDescription>;

/** What conditions are checked against. */
export interface ConditionContext {
  ticketIsOpen: boolean;
  permissions: readonly string[];
  /** The inbox's settings by name; null while they are not known. */
  settings: object | null;
}

/** Does the condition hold? Without a condition always; a setting that is not known yet counts as off. */
export function holds(
  condition: Condition | undefined,
  { ticketIsOpen, permissions, settings }: ConditionContext,
): boolean {
  if (!condition) return true;
  const { ticket, permission, setting } = condition;
  if (ticket === true && !ticketIsOpen) return false;
  if (permission !== undefined && !permissions.includes(permission)) return false;
  return setting === undefined || Boolean(settings && (settings as Record<string, unknown>)[setting]);
}

/** Is the panel among those that the agent came for, at an address that names a ticket or none? */
export const isInFirstPaint = ({ firstPaint }: PanelDescription, ticketInAddress: boolean): boolean =>
  firstPaint === 'always' || (firstPaint === 'ticket' && ticketInAddress);
