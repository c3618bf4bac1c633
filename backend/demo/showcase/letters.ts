/** A mail of the showcase, as one kind of program writes it. */
export interface Letter {
  from: string;
  subject: string;
  text: string;
  /** @param to the shop's mailbox */
  html?: (to: string) => string;
  invites?: (envelope: Envelope) => string;
}

interface Envelope {
  from: string;
  to: string;
  at: Date;
}

export const newsletter: Letter = {
  from: 'Tara Wholesale',
  subject: 'New handloom fabrics for the wedding season',
  text: 'New handloom fabrics for the wedding season.',
  html: () => `<!DOCTYPE html><html><head><style>
    body { margin: 0; background: #f6efe4; } .card { background: #ffffff; } h1 { color: #7a1f3d; }
    @media (max-width: 480px) { .half { display: block !important; width: 100% !important; } }
  </style></head><body>
  <table width="100%" bgcolor="#f6efe4" cellpadding="0" cellspacing="0"><tr><td align="center">
    <table class="card" width="600" cellpadding="24" cellspacing="0" style="max-width:100%">
      <tr><td align="center"><img src="https://pictures.example/logo.png" width="160" height="40" alt="Tara Wholesale">
        <h1 style="font-family:Georgia,serif">The wedding season is here</h1>
        <p>Chanderi, Banarasi and Maheshwari, woven to order.</p></td></tr>
      <tr><td><table width="100%"><tr>
        <td class="half" width="50%"><img src="https://pictures.example/chanderi.jpg" width="250" height="180" alt="Chanderi silk"><p><b>Chanderi</b><br>from ₹1,450 a metre</p></td>
        <td class="half" width="50%"><img src="https://pictures.example/banarasi.jpg" width="250" height="180" alt="Banarasi silk"><p><b>Banarasi</b><br>from ₹2,900 a metre</p></td>
      </tr></table></td></tr>
      <tr><td align="center"><a href="https://wholesale.example/season" style="background:#7a1f3d;color:#ffffff;padding:12px 28px;text-decoration:none;border-radius:4px">See the fabrics</a></td></tr>
      <tr><td align="center" style="font-size:11px;color:#777777">You get this as a trade customer. <a href="https://wholesale.example/leave">Unsubscribe</a></td></tr>
    </table></td></tr></table></body></html>`,
};

export const outlook: Letter = {
  from: 'Cyrus Contractor',
  subject: 'RE: Corporate order of 120 stoles',
  text: 'Dear team,\n\nplease confirm the price for 120 pieces.\n\nCyrus Contractor',
  html: (to) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>
    p.MsoNormal { margin: 0; font-size: 11.0pt; font-family: "Calibri", sans-serif; } a:link { color: #0563C1; }
  </style></head><body lang="EN-IN" link="#0563C1"><div class="WordSection1">
    <p class="MsoNormal">Dear team,<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>
    <p class="MsoNormal">please confirm the price for <b>120 pieces</b>, with our logo:<o:p></o:p></p>
    <table border="1" cellspacing="0" cellpadding="4" style="border-collapse:collapse">
      <tr><th>Colour</th><th>Pieces</th><th>Price</th></tr>
      <tr><td>Indigo</td><td align="right">80</td><td align="right">₹799</td></tr>
      <tr><td>Madder</td><td align="right">40</td><td align="right">₹849</td></tr></table>
    <p class="MsoNormal"><span style="color:#1F497D">Regards,<br>Cyrus Contractor<br>Head of Purchase</span></p>
    <div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">
      <p class="MsoNormal"><b>From:</b> ${to}<br><b>Sent:</b> Monday, 9 November 2026 17:02<br><b>To:</b> Cyrus Contractor<br><b>Subject:</b> Corporate order of 120 stoles</p></div></div>
    <p class="MsoNormal">Dear Cyrus, thank you for asking. We can deliver within three weeks.</p>
  </div></body></html>`,
};

export const gmail: Letter = {
  from: 'Ipsita Mohanty',
  subject: 'Re: Your order KT-40110 is on its way',
  text: 'It came, but the colour is different from the picture.\n\n> Your order KT-40110 is on its way.',
  html: (
    to,
  ) => `<div dir="ltr"><div>It came, but the colour is different from the picture. Can I exchange it?</div><div><br></div>
    <div>Ipsita</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Tue, 10 Nov 2026 at 11:20, Kala Threads Care &lt;<a href="mailto:${to}">${to}</a>&gt; wrote:<br></div>
    <blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">
    <div>Dear Ipsita,</div><div>your order KT-40110 is on its way. You can follow it <a href="https://track.example/KT-40110">here</a>.</div></blockquote></div>`,
};

export const hindi: Letter = {
  from: 'सुनीता राठौड़',
  subject: 'ऑर्डर 41977 की डिलीवरी के बारे में',
  text: 'नमस्ते,\n\nमेरा ऑर्डर 41977 अभी तक नहीं आया है। कृपया बताइए कि वह कहाँ है और कब तक पहुँचेगा।\nपता: १२, स्टेशन रोड, जयपुर।\n\nधन्यवाद,\nसुनीता राठौड़',
};

export const invitation: Letter = {
  from: 'Noor Fernandes',
  subject: 'Invitation: Fitting of the bridal lehenga',
  text: 'Noor Fernandes has invited you to: Fitting of the bridal lehenga',
  invites: ({ from, to, at }) => {
    const day = new Date(at.getTime() + 3 * 86_400_000);
    const stamp = (hour: number) => `${day.toISOString().slice(0, 10).replaceAll('-', '')}T${hour}0000Z`;
    return [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Calendar//EN',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      `UID:fitting-${at.getTime()}@mail.example`,
      `DTSTAMP:${stamp(10)}`,
      `DTSTART:${stamp(10)}`,
      `DTEND:${stamp(11)}`,
      'SUMMARY:Fitting of the bridal lehenga',
      'LOCATION:Kala Threads\\, Johari Bazaar\\, Jaipur',
      `ORGANIZER;CN=Noor Fernandes:mailto:${from}`,
      `ATTENDEE;CN=Kala Threads Care;RSVP=TRUE:mailto:${to}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  },
};

/** What a mail looks like that some machine has cut: no end of its parts, an encoding that is none, a picture cut short. */
export function broken({ from, to, at }: Envelope): Buffer {
  return Buffer.from(
    [
      `From: "Postmaster Fort" <${from}>`,
      `To: ${to}`,
      'Subject: =?utf-8?B?UGFyY2VsIG5vdCBjb2xsZWN0ZWQ=?= =?iso-8859-1?Q?=A0_caf=E9?=',
      `Date: ${at.toUTCString()}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="parts"',
      '',
      '--parts',
      'Content-Type: text/plain; charset="x-unknown-9"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'The parcel KT-41502 waits at the counter since Monday =E2=9C=89 =ZZ',
      'Please tell the sender.',
      '--parts',
      'Content-Type: image/png; name="receipt.png"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="receipt.png"',
      '',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB',
    ].join('\r\n'),
  );
}
