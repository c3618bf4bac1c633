import { shopStatusCalls } from '@inbox/api/shop-status';
import { usePanel } from '@inbox/panel';
import { useQuery } from '@inbox/panel/query';
import { color, ErrorState, Skeleton, styled, VisuallyHidden } from '@inbox/ui';
import { messages } from '../messages';
import { Small } from '../section';

const Raw = styled.pre`
  max-block-size: 320px;
  margin: 4px 0 0;
  padding: 8px 10px;
  overflow: auto;
  border: 1px solid ${color.line};
  border-radius: 6px;
  background: ${color.surface2};
  font-size: 12px;
  line-height: 16px;
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  &:focus-visible {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
`;

/** A delivery as it came. Asked for when it is shown: it is what a customer wrote, and who looked is written down. */
export function RawText({ id }: { id: number }) {
  const { api } = usePanel();
  const { data, error, refetch } = useQuery({
    queryKey: ['dead-letter', id],
    queryFn: ({ signal }) => api.call(shopStatusCalls.deadLetterText, { params: { id } }, { signal }),
    staleTime: Infinity,
  });
  if (error) return <ErrorState text={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status">
        <VisuallyHidden>{messages.letters.loading}</VisuallyHidden>
        <Skeleton height={48} />
      </div>
    );
  return (
    <>
      <Raw role="region" tabIndex={0} aria-label={messages.letters.raw} dir="auto">
        {data.text}
      </Raw>
      {data.truncated && <Small>{messages.letters.truncated}</Small>}
    </>
  );
}
