import type { AuditRecord } from '@inbox/api/audit';
import { styled } from '@inbox/ui';
import { TableRegion } from '@inbox/ui/page';
import { messages } from '../messages';
import { When } from '../section';

const words = messages.audit;

const Table = styled.table`
  & th,
  & td {
    text-align: start;
    vertical-align: top;
  }
  & td {
    overflow-wrap: anywhere;
    min-inline-size: 80px;
  }
  & th,
  & td:first-of-type {
    white-space: nowrap;
  }
`;

interface AuditTableProps {
  records: readonly AuditRecord[];
  /** Names of agents by `agent:ID`. */
  names: ReadonlyMap<string, string>;
}

/** Records, the newest first. */
export function AuditTable({ records, names }: AuditTableProps) {
  const named = (who: string): string => names.get(who) ?? who.replace(/^agent:/, `${words.agentWord} `);
  return (
    <TableRegion label={words.table}>
      <Table>
        <thead>
          <tr>
            {Object.entries(words.columns).map(([column, label]) => (
              <th key={column} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ seq, at, who, what, about, from, changes, fields }) => (
            <tr key={seq}>
              <td>
                <When time={at} />
              </td>
              <td>{named(who)}</td>
              <td>{what}</td>
              <td>{named(about)}</td>
              <td>
                {[
                  ...Object.entries(changes).map(([name, values]) => words.change(name, values.map(shown))),
                  ...fields,
                ].join('; ')}
              </td>
              <td>{[from.address, from.product, from.command].filter(Boolean).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableRegion>
  );
}

/** A state, id or label; a list of them without JSON's marks. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (Array.isArray(value)) return value.length === 0 ? words.nothing : value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
