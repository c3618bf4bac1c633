import type { PanelHistoryEntry } from '@inbox/api/panels';
import { formatMessageTime } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { messages } from '../messages';

const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: 12px;
  line-height: 16px;
  overflow-wrap: anywhere;

  & > li > span {
    color: ${color.text2};
  }
`;

const More = styled.details`
  font-size: 12px;
  line-height: 16px;
  color: ${color.text2};

  & > summary {
    cursor: pointer;
    padding-block: 4px;
  }
  & > ol {
    color: ${color.text};
  }
`;

/** Who changed what, when and why: the last change, and those before it on request. */
export function History({ history }: { history: readonly PanelHistoryEntry[] }) {
  const [last, ...before] = history;
  if (!last) return <p>{messages.noHistory}</p>;
  return (
    <>
      <List>
        <Change change={last} />
      </List>
      {before.length > 0 && (
        <More>
          <summary>{messages.history(history.length)}</summary>
          <List>
            {before.map((change) => (
              <Change key={change.revision} change={change} />
            ))}
          </List>
        </More>
      )}
    </>
  );
}

function Change({ change: { action, version, at, by, why } }: { change: PanelHistoryEntry }) {
  return (
    <li>
      {messages.change(action, version)}{' '}
      <span>
        {messages.by(by)}, <time dateTime={at}>{formatMessageTime(new Date(at))}</time>
      </span>
      {why !== undefined && <div>{why}</div>}
    </li>
  );
}
