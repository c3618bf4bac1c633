import { anyOf } from './languages';

// Words by which customers say that they wrote more, or nothing yet.

const word = (words: string): RegExp =>
  new RegExp(`(?:^|[^\\p{L}\\p{M}])(?:${anyOf(words)})(?=$|[^\\p{L}\\p{M}])`, 'iu');

/** Places further down in a mail: 'see below', 'inline'. */
const BELOW = word(`below|beneath|underneath|in-?line|interspersed|between (?:your|the) (?:lines|questions)
  | next to (?:your|each|the) questions?|unten|untenstehend\\p{L}*|darunter|im text|ci-dessous|plus bas|dans le texte|abajo
  | debajo|a continuación|en el texto|sotto|di seguito|nel testo|abaixo|no texto|hieronder|onderstaand\\p{L}*|in de tekst
  | poniżej|w tekście|nedan|nedanför|nedenfor|nedenunder|nedenstående|(?:se|svar) under|alla olev\\p{L}*|vastau\\p{L}* alla
  | aşağıda\\p{L}*|ниже|в тексте|нижче|níže|lejjebb|alább|mai jos|παρακάτω|למטה|להלן|أدناه|नीचे|নিচে|கீழே|neeche|niche
  | di bawah|dưới`);
const BELOW_UNSPACED = /以下|下記|下に|下面|如下|下方|文中|行内|아래|ด้านล่าง|ข้างล่าง|[↓👇⬇]/u;

/** Looks that answers are given. Customers name colours of goods as well, so that it counts with a word for answers only. */
const MARKED = word(`(?:in|with) (?:red|blue|green|bold|caps|capitals|italics?|colou?r|purple|orange|yellow)|highlighted
  | (?:in )?(?:rot|blau|grün|fett|farbe|farbig)|en (?:rouge|bleu|vert|gras|couleur|rojo|azul|verde|negrita|color)
  | in (?:rosso|blu|verde|grassetto)|em (?:vermelho|azul|verde|negrito)|in (?:het )?(?:rood|blauw|groen|vet)
  | na (?:czerwono|niebiesko|zielono)|(?:i|med) (?:rött|blått|grönt|fetstil|rødt|blåt|grønt)|punaisella|sinisellä|kırmızı\\p{L}*
  | красным|синим|червоним|červeně|pirossal|cu roșu|κόκκινο|באדום|بالأحمر|लाल|laal|merah|màu đỏ`);
const MARKED_UNSPACED = /[赤红紅青蓝藍](?:字|色|で)|빨간|파란|สีแดง/u;
const ANSWERS = new RegExp(
  anyOf(`answer|repl(?:y|ies)|comment|respon[sd]|remark|antwort|anmerkung|kommenta|réponse|repond|répon|respuesta|respond
    | rispost|commenti|respost|comentário|antwoord|opmerking|odpowied|uwag|komentarz|svar|vastau|kommen|yanıt|cevap|yorum
    | ответ|коммент|відповід|odpověd|válasz|răspuns|απαντ|תשוב|إجاب|ردود|उत्तर|जवाब|jawab|trả lời|答|回复|回覆|返信|コメント|답`),
  'iu',
);

/** Whether a text says that its writer answers further down, below or among the lines of what is quoted. */
export const saysAnswersBelow = (text: string): boolean =>
  BELOW.test(text) ||
  BELOW_UNSPACED.test(text) ||
  (ANSWERS.test(text) && (MARKED.test(text) || MARKED_UNSPACED.test(text)));

/** Marks that some put before an answer of theirs: an arrow, their name in brackets, 'Ans:'. */
const ANSWER_MARK = new RegExp(
  `^(?:[-=~]{1,5}>|[→➔➜⇒»]|[*#]{2,5}\\s?\\p{L}|\\[[\\p{L}\\p{M} .]{2,40}\\]|(?:${anyOf(`ans|answer|reply|comment|my answer|antwort
    | réponse|respuesta|risposta|resposta|antwoord|odpowiedź|svar|vastaus|cevap|ответ|उत्तर|जवाब|答|回答|回复|答え`)})\\s?\\p{Nd}{0,2}\\s?[:：.)–-])`,
  'iu',
);

/** Whether a line begins as the answers that customers write among quoted lines. */
export const isMarkedAnswer = (text: string): boolean => ANSWER_MARK.test(text);

const GREETING = new RegExp(
  `^(?:${anyOf(`hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|sehr geehrte
    | liebe|bonjour|hola|buenos días|buenas tardes|estimad|ciao|buongiorno|gentil|olá|bom dia|boa tarde|prezad|beste|geachte
    | dag|dzień dobry|szanown|hej|hei|merhaba|sayın|здравствуйте|добрый день|namaste|नमस्ते|您好|你好|こんにちは|안녕하세요`)})[^.!?:,，、]{0,25}[,.!:、，。！]?$`,
  'iu',
);

/** Whether a line greets and says nothing else. */
export const isGreeting = (text: string): boolean => GREETING.test(text);

const DEVICE = new RegExp(
  `^(?:${anyOf(`sent (?:from|via|with)|get outlook for|gesendet (?:von|mit)|von meinem .{1,40} gesendet|outlook für|envoyé (?:de|à partir)
    | obtenez outlook|télécharger outlook|enviado (?:desde|do|a partir)|obtener outlook|inviato (?:da|con)|verzonden (?:vanaf|met)|wysłan
    | skickat från|sendt fra|lähetetty|отправлено (?:с|из)|发自我的|從我的|从我的`)})|(?:から送信|에서 보냄|gönderildi)$`,
  'iu',
);

/** Whether a line is the advertisement that phones put below each mail. */
export const isDeviceSignature = (text: string): boolean => text.length < 120 && DEVICE.test(text);
