import { useEffect, useState } from 'react';

/** Milliseconds: a file that the backend has not fetched from its channel by then is shown as missing. */
const PATIENCE = 20_000;

export type Arrival = 'arrived' | 'on-its-way' | 'missing';

/**
 * A message is told at once, its file is fetched from the channel after that; until then it has no bytes, and asking for
 * it would only be refused. The message is told anew when the file is there.
 */
export function useArrival(size: number): Arrival {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    if (size > 0) return;
    const timer = setTimeout(() => setPatient(false), PATIENCE);
    return () => clearTimeout(timer);
  }, [size]);
  if (size > 0) return 'arrived';
  return patient ? 'on-its-way' : 'missing';
}
