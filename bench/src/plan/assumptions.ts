/** What nobody has measured: how people work, and what machines cost. Every one can be told to the plan. */
export interface Assumptions {
  /** Of all agents, how many work in the busiest hour. */
  onShift: number;
  /** Pages that an agent has open. */
  pages: number;
  /** In an hour, for each agent who works. */
  messagesIn: number;
  replies: number;
  listPages: number;
  opened: number;
  /** How much the busiest minute has of what an average one has. */
  burst: number;
  /** Agents of the smallest and of the largest merchant; of those above any size, a share with this power is twice as large (Pareto). */
  smallestMerchant: number;
  largestMerchant: number;
  power: number;
  /** Days in a year on which all that happens. */
  days: number;
  /** Hours of a shift. */
  hours: number;
  /** Years for which messages are kept. */
  years: number;
  /** How full a processor may be in the busiest minute. */
  fill: number;
  /** Processors of a machine that runs the backend, and of one that runs a database. */
  backendCores: number;
  databaseCores: number;
  /** Bytes of memory of a machine that runs the backend. */
  backendMemory: number;
  /** Bytes that a database's disk may hold. */
  databaseDisk: number;
  /** US dollars in a month: a processor with four times as many GB of memory, and 1,000,000,000 bytes of disk. */
  coreMonth: number;
  gigabyteMonth: number;
}

export const ASSUMPTIONS: Assumptions = {
  onShift: 0.4,
  pages: 1.5,
  messagesIn: 30,
  replies: 25,
  listPages: 20,
  opened: 40,
  burst: 3,
  smallestMerchant: 2,
  largestMerchant: 5_000,
  power: 1.2,
  days: 365,
  hours: 9,
  years: 1,
  fill: 0.5,
  backendCores: 8,
  databaseCores: 32,
  backendMemory: 32e9,
  databaseDisk: 8e12,
  coreMonth: 30,
  gigabyteMonth: 0.1,
};
