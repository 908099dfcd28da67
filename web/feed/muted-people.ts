import { signal } from '@preact/signals'
import { mutedPeople } from '../store/muted-people.ts'

/** Messages of muted users that the reader chose to show while the page is open. */
const revealed = signal<ReadonlySet<number>>(new Set())

export const isMutedPerson = (id: number): boolean => mutedPeople.value.has(id)

/** True if only a placeholder is shown, because the sender is muted. */
export const isHidden = ({ id, sender_id }: { id: number; sender_id: number }): boolean =>
  isMutedPerson(sender_id) && !revealed.value.has(id)

export const reveal = (id: number): void => {
  revealed.value = new Set([...revealed.peek(), id])
}
