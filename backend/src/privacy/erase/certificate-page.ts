import { html, Html } from '../../platform/html/html';
import type { Certificate } from './certificate';

const STYLE = `
:root { color-scheme: light dark; }
body { max-inline-size: 44rem; margin: 0 auto; padding: 24px 16px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
table { border-collapse: collapse; } th, td { padding: 2px 16px 2px 0; text-align: start; vertical-align: top; }
`;

const time = (at: string): string => `${at.replace('T', ' ').slice(0, 16)} UTC`;

/** The certificate as a page that opens without a server: no script, nothing from elsewhere. */
export function certificatePage(certificate: Certificate): string {
  const { shop, reason, customers, tickets, erased, storage, archives } = certificate;
  const row = (name: string, value: string): Html =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${value}</td>
    </tr>`;
  const whom = customers.length === 0 ? 'Customers stay; old tickets were erased' : customers.join(', ');
  const kept = archives.map(
    ({ name, made_at, deleted_on }) =>
      html`<li>
        ${name}, made at ${time(made_at)},
        ${deleted_on === null ? 'is not deleted by itself' : `is deleted on ${time(deleted_on)}`}
      </li>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Certificate of erasure ${String(certificate.erasure)}, ${shop}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <h1>Certificate of erasure</h1>
        <table>
          ${row('Shop', shop)} ${row('Erasure', String(certificate.erasure))}
          ${row('Why', reason === 'request' ? 'On request' : 'The shop stores tickets for a limited time')}
          ${row('Customer number', whom)} ${row('Tickets', tickets.length === 0 ? 'none' : tickets.join(', '))}
          ${row('Requested by', certificate.requested_by)} ${row('Erased at', time(certificate.erased_at))}
          ${row('Off the disk at', time(certificate.complete_at))}
        </table>
        <h2>What was erased</h2>
        <table>
          ${Object.entries(erased).map(([kind, count]) => row(kind, String(count)))}
        </table>
        <p>
          ${String(storage.tables_rewritten)} tables were written anew, so that old versions of their rows are gone.
          ${
            storage.wal === 'removed'
              ? "The database's log of changes from before was removed."
              : "The database's server belongs to somebody else: its log of changes, its replicas and its backups have what was erased until they are removed there."
          }
        </p>
        <h2>What stays</h2>
        <p>
          The tickets' numbers, times and states, which agent worked on them and how long, and ratings of surveys. What
          others wrote about this person in tickets of their own is theirs. Mails that were sent are with those who got
          them, and messages at the channel.
        </p>
        <h2>Backups</h2>
        ${
          kept.length === 0
            ? html`<p>No archive of the time before is in the folder that the inbox makes its backups in.</p>`
            : html`<p>
                  These archives were made before. They are encrypted, and have what was erased until they are deleted.
                  If one is restored, it is erased again before anybody can read it:
                </p>
                <ul>
                  ${kept}
                </ul>`
        }
        <p>Copies of archives in other places are not known to the inbox.</p>
        <p><small>SHA-256 of the certificate: ${certificate.sha256}. The shop's audit has the same number.</small></p>
      </body>
    </html>`.text;
}
