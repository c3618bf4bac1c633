import type { AgentRights } from '@inbox/api/shop-status';
import { styled } from '@inbox/ui';
import { TableRegion } from '@inbox/ui/page';
import { messages } from '../messages';
import { Section, Small } from '../section';

const words = messages.permissions;
const RIGHTS = ['use_inbox', 'assign_self', 'assign_others', 'quick_replies', 'store_admin'] as const;

const Table = styled.table`
  & th,
  & td {
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  & tbody th {
    min-inline-size: 80px;
    font-weight: 600;
  }
`;

const mayOf = (agent: AgentRights): string => {
  const rights = RIGHTS.filter((right) => agent[right]).map((right) => words.rights[right]);
  return rights.length === 0 ? words.none : rights.join(', ');
};

interface PermissionsProps {
  permissions: readonly AgentRights[];
  /** How many agents there are, listed or not. */
  all: number;
}

/** Lists the permissions of each agent. The operator or the identity provider changes them. */
export function Permissions({ permissions, all }: PermissionsProps) {
  // An older server lists nobody.
  if (permissions.length === 0) return null;
  const hidden = all - permissions.length;
  return (
    <Section title={messages.sections.permissions}>
      <Small>{words.change}</Small>
      <TableRegion label={words.table}>
        <Table>
          <thead>
            <tr>
              <th scope="col">{words.columns.agent}</th>
              <th scope="col">{words.columns.may}</th>
            </tr>
          </thead>
          <tbody>
            {permissions.map((agent) => (
              <tr key={agent.id}>
                <th scope="row">{agent.name}</th>
                <td>{mayOf(agent)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
      {hidden > 0 && <Small>{words.more(hidden)}</Small>}
    </Section>
  );
}
