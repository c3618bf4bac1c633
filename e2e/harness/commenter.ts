import {
  commentDelivery,
  commentRemoval,
  demoPost,
  newSocialId,
  postSigned,
  type SocialAccount,
} from '@inbox/simulate';

/** Someone who comments under a merchant's posts, by the door that the real channels use. */
export class Commenter {
  readonly name: string;
  readonly #url: string;
  readonly #account: SocialAccount;
  readonly #id = newSocialId();

  constructor(url: string, account: SocialAccount, name: string) {
    this.#url = url;
    this.#account = account;
    this.name = name;
  }

  /** Resolves when the inbox has it. Returns the channel's id of the comment. */
  async comments(text: string, under: CommentPlace): Promise<string> {
    const id = newSocialId();
    const { id: post_id, isAd } = demoPost(under.post);
    const from = { id: this.#id, name: this.name };
    const comment = { id, from, text, post_id, isAd, ...(under.answers && { parent: under.answers }) };
    await this.#post(commentDelivery(this.#account, comment, Date.now()));
    return id;
  }

  /** Takes a comment back, on a page of Facebook. */
  async takesBack(id: string, { post }: CommentPlace): Promise<void> {
    await this.#post(commentRemoval(this.#account, { id, post_id: demoPost(post).id }, Date.now()));
  }

  #post(delivery: unknown): Promise<void> {
    return postSigned(this.#url, this.#account.app_secret, delivery);
  }
}

interface CommentPlace {
  /** Under which of the simulator's posts; every third is an advertisement. */
  post: number;
  /** The comment that is answered. */
  answers?: string;
}
