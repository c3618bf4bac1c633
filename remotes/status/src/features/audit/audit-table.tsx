import type { AuditRecord } from '@inbox/api/audit';
import { color, styled } from '@inbox/ui';
import { messages } from '../../messages';
import { When } from '../../parts/when';

const words = messages.audit;

/** Scrolls by itself where the page is narrow. */
const Scroll = styled.div`
  max-block-size: 480px;
  overflow: auto;
  border: 1px solid ${color.line};
  border-radius: 8px;

  &:focus-visible {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
`;

const Table = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  font-size: 12px;
  line-height: 16px;

  & th,
  & td {
    padding: 6px 8px;
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
  & thead th {
    position: sticky;
    inset-block-start: 0;
    font-weight: 500;
    color: ${color.text2};
    background: ${color.surface2};
  }
  & tbody tr {
    border-block-start: 1px solid ${color.line};
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
    <Scroll role="region" tabIndex={0} aria-label={words.table}>
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
    </Scroll>
  );
}

/** A state, id or label; a list of them without JSON's marks. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (Array.isArray(value)) return value.length === 0 ? words.nothing : value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
