/** Where the browser stores the message to many tickets that is under way, until what became of it has been read. */
export const RUN_KEY = 'message-to-many';

/** And the text of one that is being written. */
export const TEXT_KEY = 'message-to-many.text';
