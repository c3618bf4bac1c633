/** All demo agents have this one password; it exists only together with the demo data. */
export const DEMO_PASSWORD = 'demo-inbox';
