/** GET /api/connect/inbox/settings/ (spec sections 2 and 3). */
export interface InboxSettings {
  redirect: boolean;
  redirect_url: string | null;
  dashboard_notification: DashboardNotification | null;
  /** The messaging feature; `disable_reason` says why when it is off. */
  inbox_enabled: boolean;
  disable_reason: string | null;
  /** False while the shop has no channel account that is switched on: nobody can write to it. */
  has_channels?: boolean | undefined;
  /** What a store admin needs to connect the first one; null for everybody else, and once there is one. */
  first_steps?: FirstSteps | null | undefined;
  /** Store admins: the mailboxes that do not work, a sentence each; absent for everybody else, and while all work. */
  mailbox_problems?: string[] | undefined;
  /** Problems of the server, a sentence each for agents; absent if there are none. */
  server_problems?: string[] | undefined;
}

export interface FirstSteps {
  /** The shop's short name, as the operator's commands take it. */
  merchant: string;
  /** Where Meta delivers to: the server says the path below the inbox's own address, the shell makes it whole. */
  webhook: string;
}

export interface DashboardNotification {
  message: string;
  level: 'info' | 'warning' | 'danger';
  redirect_link: string | null;
}
