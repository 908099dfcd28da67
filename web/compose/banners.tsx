import { useSignal } from '@preact/signals'
import { subscribeToChannels } from '../../src/features/channels/subscriptions/api.ts'
import { deleteScheduledMessage } from '../../src/features/messages/scheduled-messages/api.ts'
import { timeFormat } from '../entities/time-format.ts'
import type { Target } from '../narrow/target.ts'
import { channel } from '../store/channels.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'
import type { Warning } from './warnings.ts'

export interface Scheduled {
  readonly id: number
  readonly at: Date
  readonly text: string
}

interface Props {
  readonly target: Target
  readonly reason: string | undefined
  /** Whether the reason is a decision of moderators. */
  readonly isModerated?: boolean
  readonly warnings: readonly Warning[]
  /** True once the user has tried to send: only then show warnings that need confirmation. */
  readonly isTried: boolean
  readonly scheduled: Scheduled | undefined
  readonly onConfirm: (key: string) => void
  readonly onTakenBack: (text: string) => void
}

const format = timeFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

export const Banners = ({ reason, isModerated, warnings, isTried, scheduled, onConfirm, onTakenBack }: Props) => {
  const shown = warnings.filter(({ weight }) => weight !== 'asks' || isTried)
  return (
    <div class="banners" role="status">
      {reason !== undefined && (
        <p class="banner stops">
          {isModerated ? <span>{reason}</span> : reason}
          {isModerated && (
            <a class="plain" href="#settings/message-moderators">
              {t.messageModerators}
            </a>
          )}
        </p>
      )}
      {shown.map((warning) => (
        <p class={`banner ${warning.weight}`} key={warning.key}>
          <span>{warning.text}</span>
          {warning.weight === 'asks' && (
            <button type="button" class="plain" onClick={() => onConfirm(warning.key)}>
              {t.sendAllTheSame}
            </button>
          )}
          {warning.subscribe && <Subscribe {...warning.subscribe} />}
          {warning.unresolve && <Unresolve topic={warning.unresolve} />}
        </p>
      ))}
      {scheduled && (
        <p class="banner tells">
          <span>{t.scheduledFor(format.format(scheduled.at))}</span>
          <button
            type="button"
            class="plain"
            onClick={() =>
              void api
                .call(deleteScheduledMessage, { scheduled_message_id: scheduled.id })
                .then(() => onTakenBack(scheduled.text))
                .catch(() => {})
            }
          >
            {t.undo}
          </button>
        </p>
      )}
    </div>
  )
}

const Unresolve = ({ topic }: { topic: NonNullable<Warning['unresolve']> }) => (
  <button type="button" class="plain" onClick={() => void unresolve(topic)}>
    {t.unresolveTopic}
  </button>
)

async function unresolve(topic: NonNullable<Warning['unresolve']>): Promise<void> {
  const [{ toggleResolved }, { showReason }] = await Promise.all([
    import('../store/topic-names.ts'),
    import('../parts/refusal.ts'),
  ])
  await toggleResolved(topic).catch(showReason)
}

/** Adds people to the channel, or says why you can't. */
const Subscribe = ({ channelId, userIds }: NonNullable<Warning['subscribe']>) => {
  const problem = useSignal<string | undefined>(undefined)
  const name = channel(channelId)?.name
  if (problem.value !== undefined) return <span>{problem.value}</span>
  if (name === undefined) return null
  return (
    <button
      type="button"
      class="plain"
      onClick={() =>
        void api
          .call(subscribeToChannels, { subscriptions: [{ name }], principals: [...userIds] })
          .catch((error: Error) => {
            problem.value = error.message
          })
      }
    >
      {t.subscribeThem(userIds.length)}
    </button>
  )
}
