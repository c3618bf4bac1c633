import { defineChannel } from '../channel';
import { metaAccounts } from '../meta/account';
import { checkMetaAccount } from '../meta/check';
import { composeCommentReply, composeDirectReply } from '../meta/send/compose';
import { socialJobs } from '../meta/send/jobs';
import { socialReader } from '../meta/ingest/social-reader';
import { readPageComment } from './read-comment';

const channel = defineChannel({
  kind: 'messenger',
  accounts: metaAccounts,
  composers: { messenger: composeDirectReply('messenger'), comment: composeCommentReply },
  jobs: socialJobs,
  check: checkMetaAccount,
});

export const messenger = { ...channel, metaReader: socialReader('messenger', 'page', readPageComment) };
