import '@inbox/shell/zod-without-eval';
import { mountIframe } from './iframe/mount';
import type { ShellScript } from './page/contract';

(document.currentScript as ShellScript | null)?.inboxReceive?.(mountIframe);
