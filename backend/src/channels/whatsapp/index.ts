import { defineChannel, sendJob } from '../channel';
import { metaAccounts } from '../meta/account';
import { checkMetaAccount } from '../meta/check';
import { mediaByAddress, mediaById } from '../meta/send/jobs';
import { composeWhatsappReply, whatsappFileSchema, whatsappTextSchema } from './compose';
import { whatsappTemplateSchema } from './compose-template';
import { whatsappReader } from './reader';
import { sendWhatsapp, sendWhatsappFile, sendWhatsappTemplate, whatsappBody } from './send';

const channel = defineChannel({
  kind: 'whatsapp',
  accounts: metaAccounts,
  composers: { whatsapp: composeWhatsappReply },
  jobs: {
    'whatsapp.text': sendJob(whatsappTextSchema, (account, payload, options) =>
      sendWhatsapp(account, whatsappBody(payload, options.contentId), options),
    ),
    'whatsapp.file': sendJob(whatsappFileSchema, (account, payload, { contentId, ...options }) =>
      sendWhatsappFile(account, payload, contentId, options),
    ),
    'whatsapp.template': sendJob(whatsappTemplateSchema, (account, payload, { contentId, ...options }) =>
      sendWhatsappTemplate(account, payload, contentId, options),
    ),
    'whatsapp.media': mediaById,
    'meta.media': mediaByAddress,
  },
  check: checkMetaAccount,
});

export const whatsapp = { ...channel, metaReader: whatsappReader };

export { readTemplate } from './read-templates';
export { composeWhatsappTemplate } from './compose-template';
export { createTemplateSource } from './template-source';
