import '../compose/compose-box.css'
import '../compose/later/send-menu.css'
import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError } from '#contract'
import { deleteScheduledMessage, updateScheduledMessage } from '../../src/features/messages/scheduled-messages/api.ts'
import { Banners } from '../compose/banners.tsx'
import { entersSend } from '../compose/enter-sends.tsx'
import { useFieldFiles } from '../compose/files/field-files.ts'
import { Files } from '../compose/files/files.tsx'
import { removeUploadsOf } from '../compose/files/uploads.ts'
import { fullTime, isTooSoon, readNamed, TimeFields } from '../compose/later/when-field.tsx'
import { whyNot } from '../compose/posting.ts'
import { Recipients } from '../compose/recipients/recipients.tsx'
import { warningsFor } from '../compose/warnings.ts'
import { WritingField } from '../compose/writing-field.tsx'
import { conversationOfTarget } from '../narrow/target.ts'
import { isComposing } from '../parts/is-composing.ts'
import { part } from '../store/connection.ts'
import { keepDraft, newDraftName } from '../store/drafts.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'
import { openDraft } from './drafts.tsx'
import { words } from './item.tsx'
import { keepChange, leaveAsDraft, pendingChanges } from './pending-changes.ts'
import { type Change, timeOf, touched, type Version, wishOf } from './scheduled-change.ts'

const maxLength = part<number>('max_message_length')

interface Props {
  readonly id: number
  readonly change: Change
  /** The field to focus first; undefined if the edit was restored after a reload. */
  readonly focus: 'text' | 'time' | undefined
  readonly onLeave: () => void
}

export const ScheduledForm = ({ id, change, focus, onLeave }: Props) => {
  const root = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const target = useComputed(() => pendingChanges.value.get(id)?.target)
  const draftName = `scheduled ${id}`
  const { attach, isWaiting, onDragOver, onDrop } = useFieldFiles(draftName, field)
  useEffect(() => {
    if (focus) root.current?.querySelector<HTMLElement>(focus === 'time' ? '.when input' : 'textarea')?.focus()
  }, [])
  const { text, time, before, other } = change
  const own = touched(change)
  const now = new Date()
  const at = own.time ? readNamed(time, now) : before.failed ? undefined : new Date(before.at * 1000)
  const over = [...text].length - (maxLength.value ?? 10_000)
  const reason = whyNot(change.target) ?? (conversationOfTarget(change.target) ? undefined : t.recipientNeeded)
  // warnings that ask for confirmation on sending are only shown here: there's time to reconsider
  const warnings = warningsFor(change.target, text).map((one) =>
    one.weight === 'asks' ? { ...one, weight: 'tells' as const } : one,
  )
  const canSave =
    text.trim() !== '' &&
    over <= 0 &&
    reason === undefined &&
    !warnings.some(({ weight }) => weight === 'stops') &&
    at !== undefined &&
    !(own.time && isTooSoon(at, now)) &&
    !isWaiting &&
    !isBusy.value

  const leave = () => {
    removeUploadsOf(draftName)
    keepChange(id, undefined)
    onLeave()
  }
  const ask = async (request: () => Promise<unknown>, done: () => void) => {
    isBusy.value = true
    problem.value = ''
    try {
      await request()
      done()
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.status === 404) leaveAsDraft(id)
      else problem.value = (refusal as Error).message
    }
    isBusy.value = false
  }
  const save = () => {
    if (!canSave || !at) return
    const wish = wishOf(change, at)
    if (Object.keys(wish).length === 0) leave()
    else void ask(() => api.call(updateScheduledMessage, { scheduled_message_id: id, ...wish }), leave)
  }
  const makeDraft = () => {
    // save the draft before deleting the message, so that the text is never lost
    const name = newDraftName()
    keepDraft(name, change.target, text)
    void ask(
      () => api.call(deleteScheduledMessage, { scheduled_message_id: id }),
      () => {
        leave()
        openDraft({ name, target: change.target, text, at: Date.now() / 1000, isLocal: true })
      },
    )
  }
  const edit = (to: Partial<Change>) => {
    problem.value = ''
    const latest = pendingChanges.peek().get(id)
    if (latest) keepChange(id, { ...latest, ...to })
  }
  return (
    <form
      class="waiting-form"
      ref={root}
      aria-label={t.scheduledTo(words(before.target))}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        // the key already closed a list or dismissed a suggestion
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
        event.stopPropagation()
        leave()
      }}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <Recipients
        target={change.target}
        takesFocus={false}
        onChange={(to) => edit({ target: to })}
        onDone={() => field.current?.focus()}
      />
      <Banners
        target={change.target}
        reason={reason}
        warnings={warnings}
        isTried={false}
        scheduled={undefined}
        onConfirm={() => {}}
        onTakenBack={() => {}}
      />
      <div class="writing">
        <WritingField
          value={text}
          label={t.scheduledText}
          describedBy={`scheduled-hint-${id}`}
          target={target}
          isNew
          entersSend={entersSend()}
          element={(element) => {
            field.current = element
          }}
          onInput={(value) => edit({ text: value })}
          onSubmit={save}
          onFiles={attach}
        />
      </div>
      <Files draft={draftName} place={draftName} onFiles={attach} />
      <div class="when">
        <TimeFields
          time={time}
          kept={timeOf(before).picked}
          onInput={(named) => edit({ time: named })}
          onEnter={save}
        />
      </div>
      {other && !isBusy.value && <Other version={other} />}
      {problem.value !== '' && (
        <p class="error" role="alert">
          {problem.value}
        </p>
      )}
      <div class="waiting-buttons">
        <button type="submit" class="button primary" disabled={!canSave}>
          {t.save}
        </button>
        <button type="button" class="button" onClick={leave}>
          {t.cancel}
        </button>
        <button type="button" class="plain" onClick={makeDraft}>
          {t.makeDraft}
        </button>
        <p id={`scheduled-hint-${id}`} class={over > 0 ? 'error' : 'soft'} aria-live="polite">
          {over > 0 ? t.tooLong(over) : before.failed && !own.time ? t.newTimeNeeded : isWaiting ? t.waitsForFiles : ''}
        </p>
      </div>
    </form>
  )
}

/** The version saved elsewhere, so that the user overwrites it knowingly. */
const Other = ({ version }: { version: Version }) => (
  <div class="conflict" role="alert">
    <p>{t.scheduledChanged}</p>
    <p class="soft">
      <span dir="auto">{words(version.target)}</span> · {fullTime.format(version.at * 1000)}
    </p>
    <pre dir="auto">{version.text}</pre>
  </div>
)
