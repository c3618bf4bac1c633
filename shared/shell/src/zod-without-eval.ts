import * as z from 'zod/mini';

// Objects are normally parsed by code that zod compiles with `new Function`; the page's security policy forbids eval.
// zod decides when a schema is made, so this module is imported before any that makes one.
z.config({ jitless: true });
