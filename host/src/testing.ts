import type { Profile } from '@inbox/domain';
import type { AuthState } from './auth/auth-state';

/** An agent who may do everything. */
export function testProfile(change: Partial<Profile> = {}): Profile {
  return {
    current_user_id: 7 as Profile['current_user_id'],
    id: 1 as Profile['id'],
    full_name: 'Asha Menon',
    first_name: 'Asha',
    last_name: 'Menon',
    email: 'asha@shop.example',
    merchant_name: 'Kalamkari Co',
    user_permissions: ['access_connect_chat_page'],
    is_store_admin: false,
    is_csat_enabled: true,
    inbox_audio_notifications_enabled: false,
    email_accounts: [],
    can_assign_ticket_to_self: true,
    can_assign_ticket_to_other_agent: true,
    ...change,
  };
}

/** A login token with this payload; its signature is nobody's. */
export function testToken(payload: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const text = btoa(String.fromCharCode(...bytes));
  return `e30.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;
}

export function testAuth(change: Partial<Profile> = {}): AuthState {
  const user = testProfile(change);
  return { token: `jwt ${testToken(user)}`, user };
}
