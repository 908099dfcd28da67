import { keepWords, wordsOf } from '../offline-cache/words.ts'
import { ownId } from './people.ts'

/** Deletions that the server hasn't confirmed are stored in the browser, so that a crash doesn't lose them. */
const prefix = () => `loquat deletion ${ownId.peek()} `

/** Stores when the server will be asked to delete a message, in ms; undefined removes the entry. */
export const keepDeletion = (messageId: number, dueAt: number | undefined): Promise<void> =>
  keepWords(prefix() + messageId, dueAt?.toString())

/** Due times in ms by message ID. */
export async function keptDeletions(): Promise<ReadonlyMap<number, number>> {
  const kept = await wordsOf(prefix())
  return new Map([...kept].map(([name, due]) => [Number(name.slice(prefix().length)), Number(due)]))
}
