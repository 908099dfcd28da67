import { signal } from '@preact/signals'
import { mutedPeople } from '../store/muted-people.ts'

/** Messages that somebody wanted to see all the same, while the page is open. */
const revealed = signal<ReadonlySet<number>>(new Set())

export const isMutedPerson = (id: number): boolean => mutedPeople.value.has(id)

/** Whether a message is only said to be there: whoever sent it is muted. */
export const isHidden = ({ id, sender_id }: { id: number; sender_id: number }): boolean =>
  isMutedPerson(sender_id) && !revealed.value.has(id)

export const reveal = (id: number): void => {
  revealed.value = new Set([...revealed.peek(), id])
}
