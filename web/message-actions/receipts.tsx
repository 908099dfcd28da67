import { getReadReceipts } from '../../src/features/messages/messages/read-receipts/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { Avatar } from '../entities/avatar.tsx'
import { openDialog } from '../parts/dialog.tsx'
import './receipts.css'
import { rowOf } from '../content/active.ts'
import { showRefusal } from '../parts/refusal.ts'
import { nameOf } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { nameOrder } from '../texts/locale.ts'
import { api } from '../transport/api.ts'

export async function openReceipts({ id }: Message): Promise<void> {
  try {
    const { user_ids } = await api.call(getReadReceipts, { message_id: id })
    const people = user_ids.map((userId) => ({ userId, name: nameOf(userId) }))
    people.sort((one, other) => nameOrder.compare(one.name, other.name))
    await openDialog({ title: a.receiptsOf(people.length), returnTo: () => rowOf(id) }, () => (
      <div class="dialog-body">
        <ul class="receipts">
          {people.map(({ userId, name }) => (
            <li key={userId}>
              <button type="button" data-person={userId}>
                <Avatar userId={userId} size={24} />
                <span class="name" dir="auto">
                  {name}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p class="soft">{a.receiptsMore}</p>
      </div>
    ))
  } catch (problem) {
    showRefusal(problem)
  }
}
