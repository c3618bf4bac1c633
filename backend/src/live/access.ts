import type { MerchantId } from '@inbox/domain';
import type { AccessChange } from './access-changes';
import { findGone } from '../cells/gone';
import type { WorkContext } from '../platform/db/unit-of-work';
import { renewAll } from '../agents/sessions/session';
import type { Tokens } from '../agents/sessions/token';
import { readLiveSeq } from '../merchants/merchant-queries';
import { allowsOrigin } from '../embed/origins';
import { leavePlace, messages } from './client-messages';
import type { Hub } from './hub';
import { notifyErased } from './notify-erased';
import type { LiveSocket } from './socket';

/**
 * Keeps what each open socket may do as it is in the database: a socket whose session has ended, whose agent is disabled, or
 * whose token's key was retired, is closed with 4401, and one whose merchant has moved to another cell so that it comes again; rights that have changed hold for it at once, and its page is notified.
 */
export class SocketAccess {
  /** One renewal after the other: an older reading never overwrites a newer one. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly hub: Hub,
    private readonly context: WorkContext,
    private readonly tokens: Pick<Tokens, 'holds'>,
    private readonly report: (error: unknown) => void,
  ) {}

  changed({ about, merchant_id, agent_id }: AccessChange): void {
    const sockets = [...this.hub.sockets()].filter(({ merchantId }) => merchantId === merchant_id);
    if (about === 'moved') {
      for (const socket of sockets) socket.restart();
      return;
    }
    if (about === 'embedding') {
      this.renew(sockets);
      return;
    }
    if (about === 'settings') {
      for (const socket of sockets) socket.signal({ type: 'settings.changed' });
      return;
    }
    if (about === 'erasure') {
      this.hub.committed(merchant_id);
      this.turn = this.turn.then(() => this.loadAnew(merchant_id)).catch(this.report);
      return;
    }
    this.renew(sockets.filter(({ agentId }) => agentId === agent_id));
    // Whom tickets can be assigned to is everybody's concern.
    if (about === 'agent') this.hub.signal(merchant_id, { type: 'agents.changed' });
  }

  /** Events of before an erasure are gone, also for a page that has not had them yet; and its panels show what was erased. */
  private async loadAnew(merchantId: MerchantId): Promise<void> {
    const seq = await readLiveSeq(this.context.db, merchantId);
    for (const socket of this.hub.socketsOf(merchantId)) {
      if (!socket.who.mayUseInbox) continue;
      if (socket.erasures !== undefined) await notifyErased(this.context.db, socket, socket.erasures);
      socket.publish({ type: 'live.resync', seq });
    }
  }

  /** Changes were missed: every socket is looked at, and every page asks for its settings anew. */
  missed(): void {
    const sockets = [...this.hub.sockets()];
    this.renew(sockets);
    for (const socket of sockets) socket.signal({ type: 'settings.changed' });
  }

  renew(sockets: readonly LiveSocket[]): void {
    if (sockets.length === 0) return;
    this.turn = this.turn.then(() => this.renewNow(sockets)).catch(this.report);
  }

  private async renewNow(sockets: readonly LiveSocket[]): Promise<void> {
    const renewed = await renewAll(
      { ...this.context, tokens: this.tokens },
      sockets.map(({ who }) => who),
    );
    const ended = sockets.filter((_socket, index) => renewed[index] === undefined);
    const gone = await findGone(this.context.db, [...new Set(ended.map(({ merchantId }) => merchantId))]);
    for (const [index, socket] of sockets.entries()) {
      const who = renewed[index];
      if (who === undefined && gone.has(socket.merchantId)) socket.restart();
      else if (who === undefined) socket.signOut();
      else if (await this.isTurnedAway(socket)) socket.turnAway(messages.originRemoved);
      else if (socket.renew(who)) await this.told(socket);
    }
  }

  private async isTurnedAway({ origin, merchantId }: LiveSocket): Promise<boolean> {
    return origin !== undefined && !(await allowsOrigin(this.context.db, merchantId, origin));
  }

  private async told(socket: LiveSocket): Promise<void> {
    if (!socket.who.mayUseInbox) await leavePlace(this.context, socket);
    socket.signal({ type: 'settings.changed' });
  }
}
