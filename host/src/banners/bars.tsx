import { parseLinks, type DashboardNotification } from '@inbox/domain';
import { color, IconButton, styled } from '@inbox/ui';
import { CircleAlert, Info, MailWarning, Receipt, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { settingAddress } from '../config/main-site';
import { focusSlot } from '../slots/slots';
import { bannerMessages } from './messages';

const Bar = styled.div`
  flex: none;
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 6px 16px;
  border-block-end: 1px solid ${color.line};
  font-weight: 500;
  overflow-wrap: anywhere;

  &[data-level='info'] {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
  &[data-level='warning'] {
    background: ${color.warningSurface};
    color: ${color.warning};
  }
  &[data-level='danger'] {
    background: ${color.badSurface};
    color: ${color.bad};
  }
  &[data-level='off'] {
    background: ${color.bad};
    color: ${color.surface};
  }
  &[data-level] a {
    color: inherit;
    text-decoration: underline;
  }
  &[data-level] button {
    color: inherit;
  }
`;

const Words = styled.p`
  flex: 1;
  min-inline-size: 0;
  white-space: pre-line;
`;

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert } as const;

/** What the main site has to tell all agents of a merchant, coloured by its level (spec section 2). */
export function NotificationBar({
  notification: { message, level, redirect_link },
  mainSite,
}: Readonly<{ notification: DashboardNotification; mainSite: string }>) {
  const Icon = icons[level];
  return (
    <Bar data-level={level} role={level === 'danger' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden />
      <Words>
        {parseLinks(message).map((node, index) => linkOrText(node, index, mainSite))}
        {redirect_link !== null && (
          <>
            {' '}
            <OutLink to={redirect_link} mainSite={mainSite}>
              {bannerMessages.clickHere}
            </OutLink>
          </>
        )}
      </Words>
    </Bar>
  );
}

function linkOrText(node: ReturnType<typeof parseLinks>[number], index: number, mainSite: string): ReactNode {
  if (node.kind === 'text') return node.text;
  return (
    <OutLink key={index} to={node.href} mainSite={mainSite}>
      {node.text}
    </OutLink>
  );
}

interface InvoiceBarProps {
  settingsUrl: string | null;
  mainSite: string;
  onDismiss(): void;
}

/** An invoice on the merchant's Meta account is not paid; the agent may put the bar away. */
export function InvoiceBar({ settingsUrl, mainSite, onDismiss }: InvoiceBarProps) {
  function dismiss(): void {
    onDismiss();
    // The button goes away, and the focus must not go with it.
    focusSlot('list');
  }
  return (
    <Bar data-level="warning" role="status">
      <Receipt size={16} aria-hidden />
      <Words>
        {bannerMessages.pendingInvoice}
        {settingsUrl !== null && (
          <>
            {' '}
            <OutLink to={settingsUrl} mainSite={mainSite}>
              {bannerMessages.paymentSettings}
            </OutLink>
          </>
        )}
      </Words>
      <IconButton size="small" label={bannerMessages.dismissInvoice} onClick={dismiss}>
        <X size={16} aria-hidden />
      </IconButton>
    </Bar>
  );
}

/** Mailboxes that do not work, and why: the store admin sees to them. */
export function MailboxBar({ problems }: { problems: readonly string[] }) {
  return (
    <Bar data-level="danger" role="alert">
      <MailWarning size={16} aria-hidden />
      <Words>{problems.join('\n')}</Words>
    </Bar>
  );
}

/** Tells agents about problems of the server, and what to do. */
export function ServerBar({ problems }: { problems: readonly string[] }) {
  return (
    <Bar data-level="off" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <Words>{problems.join('\n')}</Words>
    </Bar>
  );
}

/** Messaging is not enabled, and why. */
export function DisabledBar({ reason }: { reason: string }) {
  return (
    <Bar data-level="off" role="alert">
      <CircleAlert size={16} aria-hidden />
      <Words>{reason}</Words>
    </Bar>
  );
}

/** In a tab of its own, so that no draft is left; an address that is no web page is no link. */
function OutLink({ to, mainSite, children }: { to: string; mainSite: string; children: ReactNode }) {
  const href = settingAddress(mainSite, to, location.origin);
  if (href === null) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
