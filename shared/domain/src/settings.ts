/** GET /api/connect/inbox/settings/ (spec sections 2 and 3). */
export interface InboxSettings {
  redirect: boolean;
  redirect_url: string | null;
  dashboard_notification: DashboardNotification | null;
  /** The messaging feature; `disable_reason` says why when it is off. */
  inbox_enabled: boolean;
  disable_reason: string | null;
}

export interface DashboardNotification {
  message: string;
  level: 'info' | 'warning' | 'danger';
  redirect_link: string | null;
}
