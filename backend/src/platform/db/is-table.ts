/** Of `pg_class c`: the tables of the schema, each once, whether it is in one piece or in partitions. For SQL of any client. */
export const IS_TABLE = "c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace";
