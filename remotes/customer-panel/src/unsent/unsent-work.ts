import type { AgentId } from '@inbox/domain';
import type { PanelStorage, Unsent } from '@inbox/panel';
import { readWaitingNotes } from '../notes/waiting/wanted-notes';
import { FIELDS } from '../custom-fields/draft';
import { countDrafts } from '../notes/draft-store';
import { signOutMessages as texts } from './unsent-messages';

/**
 * Notes and custom fields that are stored in this browser alone, of whichever ticket.
 * @param area what the names of all that panels store begin with
 */
export async function countUnsent(
  area: string,
  agent: AgentId | null,
  storage: Pick<PanelStorage, 'read' | 'keys'>,
): Promise<Unsent> {
  const waiting = readWaitingNotes(storage).length;
  // A note that waits is a draft until it is added.
  const notes = Math.max(0, (await countDrafts(area, agent)) - waiting);
  const fields = storage.keys(FIELDS).length;
  const lines = [
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(notes > 0 ? [texts.notes(notes)] : []),
    ...(fields > 0 ? [texts.fields(fields)] : []),
  ];
  return { waiting, held: 0, lines };
}
