// Panels carry no copy of a shared module, and a build provides only those that its page itself imports: these are here for
// the panels' sake alone.
import '@inbox/panel';
import '@inbox/shell/provided/emotion';
import '@inbox/shell/provided/virtua';
import '@inbox/shell/provided/zod';
