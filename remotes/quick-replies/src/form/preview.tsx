import { hasPlaceholders, NOT_FOUND, resolvePlaceholders } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { useQuery } from '@inbox/panel/query';
import { color, styled } from '@inbox/ui';
import { Fragment } from 'react';
import { messages } from '../messages';
import { useShownTicket } from '../use-shown-ticket';

const Box = styled.section`
  display: flex;
  flex-direction: column;
  gap: 4px;
  padding: 8px 10px;
  border-radius: 8px;
  background: ${color.surface2};
  color: ${color.text2};
  overflow-wrap: anywhere;

  & > h3 {
    font-size: 12px;
    font-weight: 600;
  }
  & > p {
    white-space: pre-wrap;
  }
  & > small {
    color: ${color.warning};
  }
  & mark {
    padding: 0 2px;
    border-radius: 4px;
    background: ${color.warningSurface};
    color: ${color.warning};
  }
`;

/** The message with the open ticket's customer and first order in it; what has no value is marked. */
export function Preview({ message }: { message: string }) {
  const { api } = usePanel();
  const ticket = useShownTicket();
  const conversation_id = ticket?.conversation_id;
  const known = useQuery({
    queryKey: ['known', conversation_id],
    enabled: conversation_id !== undefined && hasPlaceholders(message),
    queryFn: async ({ signal }) => {
      if (conversation_id === undefined) throw new Error('No conversation is shown.');
      const input = { params: { conversation_id } };
      const [customer, orders] = await Promise.all([
        api.customerDetails(input, { signal }),
        api.customerOrders(input, { signal }),
      ]);
      return { customer, orders };
    },
  });
  if (!hasPlaceholders(message)) return null;
  if (ticket === null) return <Hint text={messages.previewNobody} />;
  if (known.isError) return <Hint text={messages.previewFailed} />;
  if (known.data === undefined) return <Hint text={messages.previewLoading} />;

  const resolved = resolvePlaceholders(message, known.data);
  const parts = resolved.split(NOT_FOUND).map((text, at) => ({ text, key: `${at} ${text}` }));
  return (
    <Box aria-label={messages.preview}>
      <h3 dir="auto">{messages.previewFor(ticket.full_name)}</h3>
      <p dir="auto">
        {parts.map(({ text, key }, at) => (
          <Fragment key={key}>
            {at > 0 && <mark>{NOT_FOUND}</mark>}
            {text}
          </Fragment>
        ))}
      </p>
      {parts.length > 1 && <small>{messages.missing}</small>}
    </Box>
  );
}

const Hint = ({ text }: { text: string }) => (
  <Box aria-label={messages.preview}>
    <p>{text}</p>
  </Box>
);
