/** Words and the usual signs, on a few lines: nothing in it opens a formula, code, a mention or a long search. */
const plain = /^[\p{L}\p{N} ,.;!?'"()%&/\n-]{1,500}$/u

/**
 * Whether a text may be rendered in the thread of the server. perf: a third of all messages are, in less time than they
 * would need to go to another thread and back; a server on which nobody writes anything else never starts one.
 */
export const isPlain = (text: string): boolean => plain.test(text)
