import type { UserId } from '#contract'
import { unwelcomeUser, welcomeUser } from '../../src/features/messages/moderation/newcomers/api.ts'
import { Refusal, useActions } from '../controls/actions.tsx'
import { person } from '../store/people.ts'
import { l } from '../texts/lockdown.ts'
import { api } from '../transport/api.ts'

/** Makes a person a full member before their waiting period ends, or undoes that. */
export function FullMembership({ userId }: { userId: UserId }) {
  const actions = useActions()
  const isWelcomed = person(userId)?.is_welcomed === true
  const change = () => api.call(isWelcomed ? unwelcomeUser : welcomeUser, { user_id: userId })
  return (
    <>
      {isWelcomed && <p>{l.wasWelcomed}</p>}
      <div class="file-buttons">
        <button
          type="button"
          class="button"
          disabled={actions.isBusy(userId)}
          onClick={() => actions.run(userId, change)}
        >
          {isWelcomed ? l.unwelcome : l.welcome}
        </button>
      </div>
      <Refusal text={actions.problem(userId)} />
    </>
  )
}
