import type { Api } from '@inbox/api';
import type { ComponentType } from 'react';
import type { CatalogPanel } from '@inbox/shell/panels';
import type { CommandDeps } from '../shortcuts/commands';
import type { OverlayName, OverlayProps } from '../shortcuts/overlay';
import type { SingleKeys } from '../shortcuts/single-keys';
import type { SignOutWork } from '../sign-out/sign-out-work';

export interface OverlayDeps {
  singleKeys: SingleKeys;
  /** Every panel, for its keys. */
  panels(): readonly CatalogPanel[];
  commands: CommandDeps;
  api: Pick<Api, 'call'>;
  /** What the dialog about a sign-out is opened with; null before that. */
  signOutWork(): SignOutWork | null;
}

/** Loads a dialog of the shell from its own chunk: the first list does not wait for it. */
export async function loadOverlay(
  name: OverlayName,
  { singleKeys, panels, commands, api, signOutWork }: OverlayDeps,
): Promise<ComponentType<OverlayProps>> {
  if (name === 'sheet') {
    const { ShortcutSheet } = await import(/* webpackChunkName: "palette" */ '../shortcuts/sheet');
    return (props) => <ShortcutSheet {...props} singleKeys={singleKeys} panels={panels()} />;
  }
  if (name === 'sign-in') {
    const { SignInDialog } = await import('../sign-in/sign-in-dialog');
    return (props) => <SignInDialog {...props} api={api} />;
  }
  if (name === 'sign-out') {
    const { SignOutDialog } = await import(/* webpackChunkName: "later" */ '../sign-out/sign-out-dialog');
    const work = signOutWork();
    return (props) => work && <SignOutDialog {...props} work={work} />;
  }
  const [{ Palette }, { commandsNow, ticketCommand }] = await Promise.all([
    import(/* webpackChunkName: "palette" */ '../palette/palette'),
    import(/* webpackChunkName: "palette" */ '../shortcuts/commands'),
  ]);
  const now = () => commandsNow(commands);
  const toTicket = (typed: string) => ticketCommand(commands.navigate, typed);
  return (props) => <Palette {...props} commands={now} ticketCommand={toTicket} singleKeys={singleKeys.on} />;
}
