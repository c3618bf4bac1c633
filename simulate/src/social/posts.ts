const CAPTIONS = [
  'The festive collection is here ✨ Cotton, linen and silk, made by hand in Jaipur.',
  'Up to 40 % off on bedsheets, this week only. Free delivery above ₹999.',
  'From our workshop: how a block print is made, step by step.',
  'Which colour is yours? Tell us below 👇',
  'New in: juttis with mirror work.',
  'Thank you for 50,000 orders 🙏',
] as const;

export interface DemoPost {
  id: string;
  caption: string;
  isAd: boolean;
  permalink: string;
  /** Draws its picture, see `demoMedia`. */
  picture: string;
}

const COUNT = CAPTIONS.length;
/** Longer than numbers are exact, so it is text. */
const PREFIX = '1789569566800000';

/** The shop's posts; every third is an advertisement. The id says which it is, so that nobody has to keep them. */
export function demoPost(n: number): DemoPost {
  return postOf(`${PREFIX}${n % COUNT}`);
}

/** Whatever the id, there is a post. */
export function postOf(id: string): DemoPost {
  const n = Number(id.slice(-6)) % COUNT;
  const caption = CAPTIONS[n] ?? CAPTIONS[0];
  return {
    id,
    caption,
    isAd: n % 3 === 2,
    permalink: `https://www.instagram.com/p/demo${n}/`,
    picture: String(n * 57),
  };
}
