// Words that mail programs write around what they quote, in the languages that they are sold in.

/** Alternatives of a pattern, written as a list that may be broken into lines. */
export const anyOf = (words: string): string =>
  words
    .trim()
    .split(/\s*\|\s*/)
    .join('|');

/** Verbs of the line above a quote: 'On … Asha wrote:'. */
export const WROTE = new RegExp(
  anyOf(`wrote|schrieb|a écrit|écrit|escribió|escribio|ha scritto|escreveu|schreef|pisze|napisał|skrev|kirjoitti|napsal
    | napísal|írta|yazdı|a scris|έγραψε|пишет|написал|написав|пише|написа|je napisa|napisao|כתב|مأת|كتب|كتابة|लिखा|लिहिले
    | লিখেছেন|লিখেছে|લખ્યું|ਲਿਖਿਆ|எழுதியது|எழுதினார்|రాశారు|ಬರೆದಿದ್ದಾರೆ|എഴുതി|لکھا|写道|寫道|書きました|のメール|작성|썼습니다|viết|menulis
    | เขียน|rašė|rakstīja|kirjutas`),
  'iu',
);

/** First words of that line, where a language begins it neither with the date nor with the name. */
const OPENER = anyOf(`on|am|le|el|il|em|a|às|op|w dniu|dnia|den|dne|dňa|pe|la data de|în|στις|på|vào|pada|na|dana|в|у|на
  | في|בתאריך`);
export const OPENED = new RegExp(`^(?:(?:${OPENER})\\s|在|于|ในวันที่|เมื่อ)[^<>@]{0,60}\\p{Nd}`, 'iu');

/** Kinds of lines in the head that Outlook and others put above what they quote. */
export type HeadLine = 'from' | 'sent' | 'to' | 'subject';

const label = (words: string): RegExp => new RegExp(`^\\*?(?:${anyOf(words)})\\s?\\*?\\s?[:：]`, 'iu');
const LABELS: readonly (readonly [HeadLine, RegExp])[] = [
  [
    'from',
    label(`from|von|de|da|van|od|från|fra|lähettäjä|kimden|gönderen|от|від|feladó|expeditor|de la|από|מאת|من|प्रेषक|से
      | 发件人|發件人|寄件者|寄件人|差出人|送信者|보낸 ?사람|dari|từ|จาก|அனுப்புநர்`),
  ],
  [
    'sent',
    label(`sent|date|gesendet|datum|envoyé|enviado|enviado el|enviada em|enviado em|fecha|data|inviato|verzonden|wysłano
      | skickat|sendt|dato|lähetetty|päivämäärä|päiväys|gönderildi|gönderme tarihi|tarih|отправлено|дата|надіслано|küldve
      | elküldve|dátum|trimis|στάλθηκε|ημερομηνία|נשלח|תאריך|التاريخ|تاريخ الإرسال|भेजा गया|दिनांक|发送时间|發送時間|日期|寄件日期|傳送時間
      | 送信日時|日付|日時|보낸 ?날짜|날짜|dikirim|tanggal|đã gửi|ngày|ส่งเมื่อ|วันที่|odesláno|odoslané|poslano`),
  ],
  [
    'to',
    label(`to|an|à|a|para|per|aan|naar|do|till|til|vastaanottaja|kime|alıcı|кому|címzett|către|προς|אל|إلى|प्रति|सेवा में|को
      | 收件人|收件者|宛先|받는 ?사람|kepada|đến|tới|ถึง|komu|za`),
  ],
  [
    'subject',
    label(`subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|aihe|konu|тема|tárgy|subiect|θέμα|נושא
      | الموضوع|विषय|主题|主題|主旨|件名|제목|subjek|perihal|chủ đề|tiêu đề|เรื่อง|předmět|predmet`),
  ],
];

/** The kind of a line in a quoted mail's head; null for any other line. */
export function headLineOf(text: string): HeadLine | null {
  if (!/[:：]/.test(text.slice(0, 40))) return null;
  return LABELS.find(([, written]) => written.test(text))?.[0] ?? null;
}

/** Words between dashes above a mail that is answered. Any others, as above a forwarded mail, are no sign of a quote. */
export const ORIGINAL_MESSAGE = new RegExp(
  `^(?:${anyOf(`original message|original appointment|reply message|original|ursprüngliche nachricht|original-?nachricht
    | message d['’]origine|message original|message initial|mensaje original|messaggio originale|mensagem original
    | oorspronkelijk bericht|origineel bericht|oryginalna wiadomość|wiadomość oryginalna|ursprungligt meddelande
    | originalmeddelande|oprindelig meddelelse|oprindelig besked|opprinnelig melding|alkuperäinen viesti|original ileti
    | orijinal ileti|orijinal mesaj|původní zpráva|původní e-mail|pôvodná správa|eredeti üzenet|исходное сообщение
    | mesaj original|αρχικό μήνυμα|הודעה מקורית|الرسالة الأصلية|मूल संदेश|原始邮件|原始郵件|回复的原邮件|元のメッセージ|원본 메일|원본 메시지|pesan asli
    | tin nhắn gốc|thư gốc`)})$`,
  'iu',
);

/** Prefixes by which programs mark the subject of a mail that is handed on. Finnish answers share one with Danish forwards. */
const FORWARDED = new RegExp(
  `^\\s*(?:\\[[^\\]]{1,40}\\]\\s*)?(?:${anyOf(`fwd?|wg|tr|rv|reenv|i|enc|vs|vb|vl|pd|doorst|fs|ilt|i̇lt|tov|továbbítás|redir|trs
    | πρθ|пересл|hng|הועבר|إعادة توجيه|अग्रेषित|转发|轉寄|轉發|転送|전달|chuyển tiếp|terusan`)})\\s?[:：]`,
  'iu',
);

/** Whether the sender hands a mail on. 'Re: Fwd: …' is an answer to a mail that was handed on. */
export const isForwardSubject = (subject: string): boolean => FORWARDED.test(subject);
