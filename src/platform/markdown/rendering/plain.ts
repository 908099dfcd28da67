/** Words and punctuation on a few lines, without anything that opens a formula, code, a mention, or a long search. */
const plain = /^[\p{L}\p{N} ,.;!?'"()%&/\n-]{1,500}$/u

/**
 * Whether to render here. perf: a third of all messages take less time than the way to another thread and back; a
 * server with only such messages never starts one.
 */
export const isPlain = (text: string): boolean => plain.test(text)
