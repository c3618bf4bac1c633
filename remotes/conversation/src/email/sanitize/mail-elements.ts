const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What lays out a letter. */
const ALLOWED = words(`
  a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col colgroup data dd del
  details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li
  main map mark nav nobr ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td
  tfoot th thead time tr tt u ul var wbr`);

/** What is not for readers goes with all that is in it; of any other element that is not allowed its content stays. */
const DROPPED = words(`
  applet audio base canvas embed frame frameset head iframe link meta noembed noframes noscript object option plaintext
  script select style template textarea title video xmp`);

/** What mail programs do not write. */
const SUSPECT = words(`
  applet audio base body button canvas datalist dialog embed form frame frameset html iframe input isindex keygen link
  marquee noembed noframes noscript object plaintext portal script select slot template textarea video xmp`);

const ATTRIBUTES = words(`
  abbr align alt axis bgcolor border cellpadding cellspacing char charoff cite class clear color cols colspan compact
  coords datetime dir face frame headers height hidden href hspace lang noshade nowrap open reversed role rowspan rows
  rules scope shape size span src start style summary text title type valign value vspace width`);

/** Said by this page of the elements of a mail, and so by no mail. */
const OURS = /^data-(?:cid$|inbox-)/;

/** Of those that are allowed. */
const ADDRESSED = words('href src cite');

/** What a link or a picture of a mail may name; what has no scheme would lead into this inbox. */
export const ADDRESS = /^(?:https?:|mailto:|tel:|cid:|\/\/|data:image\/(?:png|jpe?g|gif|webp);)/i;

/** Lower-case names of HTML elements. */
export const isAllowed = (name: string): boolean => ALLOWED.has(name);
export const isDropped = (name: string): boolean => DROPPED.has(name);
export const isSuspect = (name: string): boolean => SUSPECT.has(name);

/** Lower-case names of attributes. */
export const isAllowedAttribute = (name: string): boolean =>
  ATTRIBUTES.has(name) || (/^(?:aria|data)-[\w-]+$/.test(name) && !OURS.test(name));
export const isAddressed = (name: string): boolean => ADDRESSED.has(name);
