import { useComputed } from '@preact/signals'
import { asUserId } from '#contract'
import { muteUser, unmuteUser } from '../../src/features/messages/mutes/users/api.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { whyNot } from '../compose/posting.ts'
import { composeField, focusWhenOpen, insertIntoCompose } from '../compose/target.ts'
import { directNarrow } from '../narrow/narrow.ts'
import { goTo, hrefOfNarrow } from '../navigation/route.ts'
import { copy } from '../parts/clipboard.ts'
import { Icon } from '../parts/icon.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { canStartCalls } from '../permissions/call-rights.ts'
import { canModerate, canRestrict } from '../permissions/restriction-rights.ts'
import { calling } from '../store/calls.ts'
import { moderating } from '../store/moderation.ts'
import { mutedPeople } from '../store/muted-people.ts'
import { ownId } from '../store/people.ts'
import { c } from '../texts/cards.ts'
import { api } from '../transport/api.ts'
import { pageAddress } from '../transport/place.ts'

/** Mention syntax with the ID, because names may not be unique. */
const mentionOf = ({ full_name, user_id }: User): string => `@**${full_name}|${user_id}**`

export const PersonActions = ({ user, close }: { user: User; close: () => void }) => {
  const { user_id, is_active, is_bot } = user
  const isOwn = user_id === ownId.value
  const isMuted = useComputed(() => mutedPeople.value.has(user_id))
  const direct = { kind: 'direct', userIds: [user_id] } as const
  const canCall = is_active && !is_bot && !isOwn && canStartCalls(direct) && whyNot(direct) === undefined
  const write = () => {
    close()
    openDirect(user_id)
  }
  const call = () => {
    close()
    openDirect(user_id)
    calling.start(direct)
  }
  const mention = () => {
    close()
    insertIntoCompose(`${mentionOf(user)} `)
  }
  const restrict = () => {
    close()
    void import('./restrict.tsx').then(({ openRestrict }) => openRestrict(asUserId(user_id)))
  }
  const moderate = () => {
    close()
    moderating.open(asUserId(user_id))
  }
  const link = `${pageAddress()}#user/${user_id}`
  return (
    <div class="card-actions">
      {is_active && (
        <button type="button" class="button primary" onClick={write}>
          {isOwn ? c.writeToYourself : c.write}
        </button>
      )}
      {canCall && (
        <button type="button" class="button" onClick={call}>
          <Icon name="headset" /> {c.call}
        </button>
      )}
      {is_active && composeField.value && (
        <button type="button" class="button" onClick={mention}>
          {c.mention}
        </button>
      )}
      <a class="button" href={hrefOfNarrow([{ operator: 'sender', operand: user_id }])} onClick={close}>
        {isOwn ? c.ownMessages : c.messagesBy}
      </a>
      {is_active && (
        <button type="button" class="button" onClick={() => void copy(mentionOf(user))}>
          {c.copyMention}
        </button>
      )}
      {user.delivery_email && (
        <button type="button" class="button" onClick={() => void copy(user.delivery_email ?? '')}>
          {c.copyEmail}
        </button>
      )}
      <button type="button" class="button" onClick={() => void copy(link)}>
        {c.copyLink}
      </button>
      {!isOwn && (
        <button type="button" class="button" aria-pressed={isMuted} onClick={() => void mute(user, !isMuted.value)}>
          {isMuted.value ? c.unmute : c.mute}
        </button>
      )}
      {!isOwn && canRestrict(user) && (
        <button type="button" class="button" onClick={restrict}>
          {c.restrict}
        </button>
      )}
      {!isOwn && canModerate(user) && (
        <button type="button" class="button" onClick={moderate}>
          {c.moderation}
        </button>
      )}
    </div>
  )
}

function openDirect(userId: number): void {
  focusWhenOpen.value = true
  goTo({ view: 'narrow', narrow: directNarrow([userId]) })
  composeField.peek()?.focus()
}

/** Adds a text to what's being written to a person, and shows it there. */
/** Mutes or unmutes a user; a toast offers to undo. */
async function mute(user: User, on: boolean): Promise<void> {
  const muted_user_id = user.user_id
  try {
    await (on ? api.call(muteUser, { muted_user_id }) : api.call(unmuteUser, { muted_user_id }))
    toast((on ? c.muted : c.unmuted)(user.full_name), { label: c.undo, run: () => void mute(user, !on) })
  } catch (problem) {
    showRefusal(problem)
  }
}
