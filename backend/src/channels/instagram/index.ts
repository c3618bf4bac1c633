import { defineChannel } from '../channel';
import { metaAccounts } from '../meta/account';
import { checkMetaAccount } from '../meta/check';
import { composeCommentReply, composeDirectReply } from '../meta/send/compose';
import { socialJobs } from '../meta/send/jobs';
import { socialReader } from '../meta/ingest/social-reader';
import { readInstagramComment } from './read-comment';

const channel = defineChannel({
  kind: 'instagram',
  accounts: metaAccounts,
  composers: { instagram: composeDirectReply('instagram'), comment: composeCommentReply },
  jobs: socialJobs,
  check: checkMetaAccount,
});

export const instagram = { ...channel, metaReader: socialReader('instagram', 'instagram', readInstagramComment) };
