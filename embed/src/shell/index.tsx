import '@inbox/shell/zod-without-eval';
// Panels carry no copy of a shared module, and the build provides only those that are imported here.
import '@inbox/panel';
import type { ShellScript } from '../page/contract';
import { mountPanel } from './mount-panel';

(document.currentScript as ShellScript | null)?.inboxReceive?.(mountPanel);
