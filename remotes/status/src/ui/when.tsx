import { formatMessageTime } from '@inbox/domain';

/** A moment in the reader's zone. */
export const When = ({ time }: { time: string }) => <time dateTime={time}>{formatMessageTime(new Date(time))}</time>;
