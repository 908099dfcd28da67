import { useSignal } from '@preact/signals'
import { asChannelId, type ChannelId, dayMs, type UserId } from '#contract'
import { restrictUser, updateRestriction } from '../../src/features/people/restrictions/api.ts'
import { maxNoteLength, maxReasonLength, maxRestrictedChannels } from '../../src/features/people/restrictions/limits.ts'
import type { Restriction, RestrictionKind } from '../../src/features/people/restrictions/wire.ts'
import { Form } from '../parts/form.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { isModerationLogPublic } from '../permissions/moderation-log.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'
import { RestrictedChannels } from './restricted-channels.tsx'
import { untilText } from './restriction-text.ts'

const daySecs = dayMs / 1_000
const lengths = { hour: 3_600, day: daySecs, week: 7 * daySecs, always: null } as const
type Length = keyof typeof lengths

interface Props {
  readonly userId: UserId
  /** Those the person doesn't have yet. */
  readonly kinds: readonly RestrictionKind[]
  /** The restriction to change; absent for a new one. */
  readonly before?: Restriction | undefined
  close(): void
  done(): void
}

export function RestrictionForm({ userId, kinds, before, close, done }: Props) {
  const kind = useSignal<RestrictionKind>(before?.kind ?? kinds[0] ?? 'read_only')
  const first = before?.stream_ids.map(asChannelId) ?? []
  const chosen = useSignal<ReadonlySet<ChannelId>>(new Set(first))
  const length = useSignal<Length | 'keep'>(before ? 'keep' : 'day')
  const reason = useSignal(before?.reason ?? '')
  const note = useSignal(before?.note ?? '')
  const isInChannels = kind.value === 'read_only_in'
  const isChanged = chosen.value.size !== first.length || first.some((id) => !chosen.value.has(id))
  const isTooMany = chosen.value.size > maxRestrictedChannels

  const isEndless = before?.until === null
  const choices = (Object.keys(lengths) as Length[]).filter((one) => one !== 'always' || !isEndless)

  const save = async () => {
    const secs = length.value === 'keep' ? undefined : lengths[length.value]
    const until = typeof secs === 'number' ? Math.floor(Date.now() / 1_000) + secs : secs
    const texts = { reason: reason.value, note: note.value }
    const stream_ids = isInChannels && isChanged ? { stream_ids: [...chosen.value] } : {}
    if (before)
      await api.call(updateRestriction, {
        ...{ user_id: userId, restriction_id: before.id, ...texts, ...stream_ids },
        ...(until !== undefined && { until }),
      })
    else
      await api.call(restrictUser, { user_id: userId, kind: kind.value, until: until ?? null, ...texts, ...stream_ids })
    done()
  }
  return (
    <Form
      submit={before ? s.save : s.submit}
      close={close}
      run={save}
      isDisabled={reason.value.trim() === '' || (isInChannels && (chosen.value.size === 0 || isTooMany))}
    >
      {!before && (
        <fieldset>
          <legend>{s.what}</legend>
          {kinds.map((one) => (
            <label class="pick" key={one}>
              <input type="radio" name="kind" checked={kind.value === one} onChange={() => (kind.value = one)} />
              {s.kinds[one]}
            </label>
          ))}
        </fieldset>
      )}
      {isInChannels && <RestrictedChannels chosen={chosen} first={first} />}
      {isInChannels && isTooMany && (
        <p class="setting-problem" role="alert">
          {s.tooManyChannels(maxRestrictedChannels)}
        </p>
      )}
      <fieldset>
        <legend>{s.howLong}</legend>
        {before && (
          <label class="pick">
            <input
              type="radio"
              name="length"
              checked={length.value === 'keep'}
              onChange={() => (length.value = 'keep')}
            />
            {s.keepUntil(untilText(before))}
          </label>
        )}
        {choices.map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="length" checked={length.value === one} onChange={() => (length.value = one)} />
            {s.times[one]}
          </label>
        ))}
      </fieldset>
      <TextArea label={s.reason} text={reason} maxLength={maxReasonLength} />
      {isModerationLogPublic() && <p class="soft small">{s.inModerationLog}</p>}
      <TextArea label={s.note} text={note} maxLength={maxNoteLength} />
      <p class="soft small">{s.stillFree}</p>
    </Form>
  )
}
