import { defineInbox, type EmbedFacts } from './page/define-inbox';
import { definePanelElement } from './page/panel-element';

/** Put in by the build. */
const FACTS = JSON.parse('__INBOX_EMBED_FACTS__') as EmbedFacts;

const script = document.currentScript as HTMLScriptElement | null;
definePanelElement(defineInbox(FACTS, new URL(script?.src || location.href).origin));
