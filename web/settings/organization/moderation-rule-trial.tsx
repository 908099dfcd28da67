import './moderation-rules.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ChannelId } from '#contract'
import { tryModerationRule } from '../../../src/features/messages/messages/moderation-rules/api.ts'
import type {
  Condition,
  ProfileMatch,
  RuleMatch,
  RuleTarget,
} from '../../../src/features/messages/messages/moderation-rules/wire.ts'
import { Refusal } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { topicName } from '../../entities/place.tsx'
import { topicNarrow } from '../../narrow/narrow.ts'
import { hrefOfNarrow } from '../../navigation/route.ts'
import { reasonOf } from '../../parts/refusal.ts'
import { channel } from '../../store/channels.ts'
import { nameOf } from '../../store/people.ts'
import { m } from '../../texts/moderation-rules.ts'
import { api } from '../../transport/api.ts'

interface TestableRule {
  readonly condition: Condition
  readonly applies_to: RuleTarget
  readonly stream_ids: readonly ChannelId[] | null
  readonly checks_profiles: boolean
}

interface Tried<T> {
  readonly matched: number
  readonly inspected: number
  readonly matches: readonly T[]
}

interface Result extends Tried<RuleMatch> {
  readonly profiles: Tried<ProfileMatch> | null
}

interface Props {
  /** Undefined while the rule is incomplete. */
  readonly rule: TestableRule | undefined
  close(): void
}

/** Shows recent messages that the rule in the form would have caught, and profiles if it checks them. */
export function RuleTrial({ rule, close }: Props) {
  const result = useSignal<Result | undefined>(undefined)
  const problem = useSignal('')
  const controllerRef = useRef<AbortController>(undefined)
  const isRunning = useSignal(false)
  const key = JSON.stringify(rule)
  useEffect(() => {
    result.value = undefined
    problem.value = ''
    isRunning.value = false
    return () => controllerRef.current?.abort()
  }, [key])
  const run = async ({ stream_ids, ...rule }: TestableRule) => {
    controllerRef.current?.abort()
    const controller = new AbortController()
    controllerRef.current = controller
    isRunning.value = true
    problem.value = ''
    try {
      const params = { ...rule, stream_ids: stream_ids && [...stream_ids] }
      const response = await api.call(tryModerationRule, params, { signal: controller.signal })
      if (!controller.signal.aborted) result.value = response
    } catch (refusal) {
      if (!controller.signal.aborted) problem.value = reasonOf(refusal)
    }
    if (!controller.signal.aborted) isRunning.value = false
  }
  const profiles = result.value?.profiles
  return (
    <div class="rule-trial">
      <button type="button" class="button" disabled={!rule || isRunning.value} onClick={() => rule && void run(rule)}>
        {m.try}
      </button>
      <p role="status" class="soft small">
        {isRunning.value ? m.trying : result.value ? resultText(result.value) : ''}
      </p>
      <Refusal text={problem.value} />
      {result.value && result.value.matches.length > 0 && <Matches matches={result.value.matches} close={close} />}
      {rule?.checks_profiles && (
        <p role="status" class="soft small">
          {profiles && m.matchedPeople(profiles.matched, profiles.inspected)}
        </p>
      )}
      {profiles && profiles.matches.length > 0 && <Profiles matches={profiles.matches} close={close} />}
    </div>
  )
}

const resultText = ({ matched, inspected }: Result): string =>
  inspected === 0 ? m.untestable : m.matched(matched, inspected)

const Matches = ({ matches, close }: { matches: readonly RuleMatch[]; close(): void }) => (
  <ul aria-label={m.matches}>
    {matches.map(({ message_id, sender_id, stream_id, topic, excerpt, sent_at }) => (
      <li key={message_id}>
        <a class="small" dir="auto" href={hrefOfNarrow(topicNarrow(stream_id, topic), message_id)} onClick={close}>
          {nameOf(sender_id)} · #{channel(stream_id)?.name ?? ''} › {topicName(topic)} · {timeOf(sent_at)}
        </a>
        {/* plain text, never rendered */}
        <blockquote dir="auto">{excerpt}</blockquote>
      </li>
    ))}
  </ul>
)

const Profiles = ({ matches, close }: { matches: readonly ProfileMatch[]; close(): void }) => (
  <ul aria-label={m.people}>
    {matches.map(({ user_id, kind, field_name, excerpt }) => (
      <li key={`${user_id} ${kind} ${field_name}`}>
        <a class="small" dir="auto" href={`#user/${user_id}`} onClick={close}>
          {nameOf(user_id)} · {kind === 'field' ? field_name : m.profileTexts[kind]}
        </a>
        {/* plain text, never rendered */}
        <blockquote dir="auto">{excerpt}</blockquote>
      </li>
    ))}
  </ul>
)
