import { defineChannel } from '../channel';
import { metaAccounts } from '../meta/account';
import { checkMetaAccount } from '../meta/check';
import { composeCommentReply, composeDirectReply } from '../meta/compose';
import { socialJobs } from '../meta/jobs';
import { socialReader } from '../meta/social-reader';
import { readPageComment } from './read-comment';

const channel = defineChannel({
  kind: 'messenger',
  accounts: metaAccounts,
  composers: { messenger: composeDirectReply('messenger'), comment: composeCommentReply },
  jobs: socialJobs,
  check: checkMetaAccount,
});

export const messenger = { ...channel, metaReader: socialReader('messenger', 'page', readPageComment) };
