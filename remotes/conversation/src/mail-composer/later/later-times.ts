import { addDays } from 'date-fns/addDays';
import { addHours } from 'date-fns/addHours';
import { setHours } from 'date-fns/setHours';
import { startOfDay } from 'date-fns/startOfDay';
import { lightFormat } from 'date-fns/lightFormat';
import { messages } from './messages';

export interface LaterTime {
  key: 'hour' | 'tomorrow';
  label: string;
  /** Milliseconds. */
  at: number;
}

/** The times that are offered at once, by this device's clock and time zone. */
export const laterTimes = (now: number): LaterTime[] => [
  { key: 'hour', label: messages.inOneHour, at: addHours(now, 1).getTime() },
  { key: 'tomorrow', label: messages.tomorrow, at: setHours(startOfDay(addDays(now, 1)), 9).getTime() },
];

/** As an input for date and time has it. */
export const localTime = (at: number | Date): string => lightFormat(at, "yyyy-MM-dd'T'HH:mm");
