import type { Migration } from 'kysely';
import { inboxMigration } from './001_inbox';
import { channelsMigration } from './002_channels';
import { automationMigration } from './003_automation';
import { exportsMigration } from './004_exports';
import { listMigration } from './005_list_at_scale';
import { searchMigration } from './006_search';
import { socialMigration } from './007_social';
import { ticketActionsMigration } from './008_ticket_actions';
import { callsMigration } from './009_calls';
import { reportsUntilMigration } from './010_reports_until';
import { askedAtMigration } from './011_asked_at';
import { arrivalOrderMigration } from './012_arrival_order';
import { messageRawsMigration } from './013_message_raws';
import { undoCloseMigration } from './014_undo_close';
import { accessChangesMigration } from './015_access_changes';
import { customerEmailMigration } from './016_customer_email';
import { longMailsMigration } from './017_long_mails';
import { newTicketsMigration } from './018_new_tickets';
import { templatesMigration } from './019_templates';
import { newEmailsMigration } from './020_new_emails';
import { mailboxesMigration } from './023_mailboxes';
import { customerJoinsMigration } from './024_customer_joins';
import { quickRepliesMigration } from './025_quick_replies';
import { customFieldsMigration } from './026_custom_fields';
import { notesMigration } from './027_notes';
import { shopsMigration } from './028_shops';
import { scheduledMailsMigration } from './029_scheduled_mails';
import { panelTokensMigration } from './030_panel_tokens';
import { panelHealthMigration } from './031_panel_health';
import { mailSignaturesMigration } from './032_mail_signatures';
import { embeddingMigration } from './034_embedding';
import { demoShopsMigration } from './036_demo_shops';
import { auditMigration } from './039_audit';
import { erasuresMigration } from './040_erasures';
import { shopStatusMigration } from './044_shop_status';
import { sessionDetailsMigration } from './045_session_details';
import { tracesMigration } from './049_traces';
import { identityProviderMigration } from './050_identity_provider';
import { secondStepMigration } from './052_second_step';
import { infectedFilesMigration } from './053_infected_files';
import { passkeysMigration } from './064_passkeys';
import { passwordResetsMigration } from './065_password_resets';
import { fairClaimsMigration } from './066_fair_claims';
import { pagesOfNodesMigration } from './067_pages_of_nodes';
import { cellsMigration } from './068_cells';
import { partitionsMigration } from './069_partitions';
import { replacedIdsMigration } from './070_replaced_ids';
import { searchSignsMigration } from './071_search_signs';
import { phoneCountriesMigration } from './072_phone_countries';
import { browserKeysMigration } from './073_browser_keys';
import { channelNoticesMigration } from './074_channel_notices';
import { shopVersionsMigration } from './076_shop_versions';
import { quickReplyPermissionMigration } from './077_quick_reply_permission';
import { dismissedNoticesMigration } from './078_dismissed_notices';
import { mailboxAliasesMigration } from './079_mailbox_aliases';
import { searchRebuildMigration } from './080_search_rebuild';

/** Every migration there is, run in the order of these names. A released one is never changed, only followed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001_inbox': inboxMigration,
  '002_channels': channelsMigration,
  '003_automation': automationMigration,
  '004_exports': exportsMigration,
  '005_list_at_scale': listMigration,
  '006_search': searchMigration,
  '007_social': socialMigration,
  '008_ticket_actions': ticketActionsMigration,
  '009_calls': callsMigration,
  '010_reports_until': reportsUntilMigration,
  '011_asked_at': askedAtMigration,
  '012_arrival_order': arrivalOrderMigration,
  '013_message_raws': messageRawsMigration,
  '014_undo_close': undoCloseMigration,
  '015_access_changes': accessChangesMigration,
  '016_customer_email': customerEmailMigration,
  '017_long_mails': longMailsMigration,
  '018_new_tickets': newTicketsMigration,
  '019_templates': templatesMigration,
  '020_new_emails': newEmailsMigration,
  '023_mailboxes': mailboxesMigration,
  '024_customer_joins': customerJoinsMigration,
  '025_quick_replies': quickRepliesMigration,
  '026_custom_fields': customFieldsMigration,
  '027_notes': notesMigration,
  '028_shops': shopsMigration,
  '029_scheduled_mails': scheduledMailsMigration,
  '030_panel_tokens': panelTokensMigration,
  '031_panel_health': panelHealthMigration,
  '032_mail_signatures': mailSignaturesMigration,
  '034_embedding': embeddingMigration,
  '036_demo_shops': demoShopsMigration,
  '039_audit': auditMigration,
  '040_erasures': erasuresMigration,
  '044_shop_status': shopStatusMigration,
  '045_session_details': sessionDetailsMigration,
  '049_traces': tracesMigration,
  '050_identity_provider': identityProviderMigration,
  '052_second_step': secondStepMigration,
  '053_infected_files': infectedFilesMigration,
  '064_passkeys': passkeysMigration,
  '065_password_resets': passwordResetsMigration,
  '066_fair_claims': fairClaimsMigration,
  '067_pages_of_nodes': pagesOfNodesMigration,
  '068_cells': cellsMigration,
  '069_partitions': partitionsMigration,
  '070_replaced_ids': replacedIdsMigration,
  '071_search_signs': searchSignsMigration,
  '072_phone_countries': phoneCountriesMigration,
  '073_browser_keys': browserKeysMigration,
  '074_channel_notices': channelNoticesMigration,
  '076_shop_versions': shopVersionsMigration,
  '077_quick_reply_permission': quickReplyPermissionMigration,
  '078_dismissed_notices': dismissedNoticesMigration,
  '079_mailbox_aliases': mailboxAliasesMigration,
  '080_search_rebuild': searchRebuildMigration,
};

/** Names that migrations had before each had a number of its own, by which older databases have recorded them. */
export const renamedMigrations: Readonly<Record<string, string>> = {
  '005_search': '006_search',
  '006_social': '007_social',
  '007_ticket_actions': '008_ticket_actions',
  '008_calls': '009_calls',
  '009_reports_until': '010_reports_until',
  '010_asked_at': '011_asked_at',
  '013_arrival_order': '012_arrival_order',
  '014_message_raws': '013_message_raws',
  '017_undo_close': '014_undo_close',
  '018_access_changes': '015_access_changes',
  '019_customer_email': '016_customer_email',
};
