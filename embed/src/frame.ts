import '@inbox/shell/zod-without-eval';
import { serveFrame } from './iframe/frame-page';
import { defineInbox, type EmbedFacts } from './page/define-inbox';

/** Put in by the build. */
const FACTS = JSON.parse('__INBOX_EMBED_FACTS__') as EmbedFacts;

serveFrame(defineInbox(FACTS, location.origin));
