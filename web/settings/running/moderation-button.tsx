import { asUserId } from '#contract'
import { canModerate } from '../../permissions/restriction-rights.ts'
import { moderating } from '../../store/moderation.ts'
import { person } from '../../store/people.ts'
import { c } from '../../texts/cards.ts'
import { m } from '../../texts/moderation.ts'

/** Opens a person's moderation file; absent for people whose file the user can't see. */
export function ModerationButton({ userId }: { userId: number }) {
  const user = person(userId)
  if (!user || !canModerate(user)) return null
  return (
    <button
      type="button"
      class="button"
      aria-label={m.title(user.full_name)}
      onClick={() => moderating.open(asUserId(userId))}
    >
      {c.moderation}
    </button>
  )
}
