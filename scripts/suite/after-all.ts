/** After the last test: leaves the database server, which then stops. */
export default async function afterAllTests(): Promise<void> {
  await globalThis.stopTestServer?.();
}
