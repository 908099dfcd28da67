import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ApiError } from '#contract'
import { updateMessage } from '../../src/features/messages/messages/api/edit.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { goTo, isHere } from '../navigation/route.ts'
import '../compose/compose-box.css'
import './editor.css'
import { entersSend, sendKey } from '../compose/enter-sends.tsx'
import { useFieldFiles } from '../compose/files/field-files.ts'
import { Files } from '../compose/files/files.tsx'
import { removeUploadsOf, withoutLostFiles } from '../compose/files/uploads.ts'
import { composeField } from '../compose/target.ts'
import { WritingField } from '../compose/writing-field.tsx'
import { editors, rowOf } from '../content/active.ts'
import { placeName } from '../entities/place.tsx'
import { editedHere } from '../narrow/edited-here.ts'
import { type Conversation, conversationKey, conversationOfMessage, narrowOf } from '../narrow/narrow.ts'
import { copy } from '../parts/clipboard.ts'
import { openDialog } from '../parts/dialog.tsx'
import { reasonOf, showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { releaseEdited } from '../store/lists.ts'
import { message, messages, revision } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { inMessage, TypingTeller } from '../store/typing-notifier.ts'
import { a } from '../texts/actions.ts'
import { t } from '../texts/index.ts'
import { api } from '../transport/api.ts'
import { sourceOf } from './copying.ts'
import { editDraftOf, keepEditDraft } from './edit-drafts.ts'

const maxLength = part<number>('max_message_length')

export async function edit(messageId: number): Promise<void> {
  if (editors.peek().has(messageId)) {
    rowOf(messageId)?.querySelector('textarea')?.focus()
    return
  }
  const isFromCompose = composeField.peek() !== undefined && document.activeElement === composeField.peek()
  try {
    const source = await sourceOf(messageId)
    if (!message(messageId)) return
    const stop = messages.follow({
      follow({ messages: changed }) {
        if (changed.has(messageId) && !changed.get(messageId)) gone(messageId)
      },
      renew() {},
      held: () => [messageId],
    })
    closers.set(messageId, stop)
    const from = conversationOfMessage(message(messageId) as Message, ownId.peek())
    editedHere.value = new Set(editedHere.peek()).add(messageId)
    // reads the draft on each mount, so that scrolling away and back keeps the latest text
    const Editor = () => (
      <EditField
        messageId={messageId}
        from={from}
        source={source}
        isFromCompose={isFromCompose}
        begun={withoutLostFiles(editDraftOf(messageId) ?? source)}
      />
    )
    editors.value = new Map(editors.peek()).set(messageId, Editor)
  } catch (problem) {
    showRefusal(problem)
  }
}

const closers = new Map<number, () => void>()

function close(messageId: number): void {
  closers.get(messageId)?.()
  closers.delete(messageId)
  keepEditDraft(messageId, undefined)
  removeUploadsOf(draftName(messageId))
  const rest = new Map(editors.peek())
  rest.delete(messageId)
  editors.value = rest
  editedHere.value = new Set(rest.keys())
  releaseEdited(messageId)
}

/** Keeps the text if the message is deleted during the edit. */
function gone(messageId: number): void {
  const text = editDraftOf(messageId)
  close(messageId)
  if (text === undefined) return
  void openDialog({ title: a.goneWhileEditing }, () => (
    <div class="dialog-body">
      <p>{a.goneWhileEditingMore}</p>
      <pre dir="auto">{text}</pre>
      <div class="dialog-buttons">
        <button type="button" class="button primary" onClick={() => void copy(text)}>
          {a.copy}
        </button>
      </div>
    </div>
  ))
}

/** Draft name for the edit's uploads. */
const draftName = (messageId: number): string => `edit ${messageId}`

interface Props {
  readonly messageId: number
  readonly from: Conversation
  readonly source: string
  readonly begun: string
  /** Whether the edit was started in the compose box, which then gets the focus back. */
  readonly isFromCompose: boolean
}

function EditField({ messageId, from, source, begun, isFromCompose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const text = useSignal(begun)
  const known = useSignal(source)
  const conflict = useSignal<string | undefined>(undefined)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const over = useComputed(() => [...text.value].length - (maxLength.value ?? 10_000))
  const tells = useMemo(() => new TypingTeller(), [])
  const target = useComputed(() => {
    revision.value
    const known = message(messageId)
    return known && conversationOfMessage(known, ownId.value)
  })
  const { attach, isWaiting, onDragOver, onDrop } = useFieldFiles(draftName(messageId), field)
  const canSave = text.value.trim() !== '' && over.value <= 0 && !isBusy.value && !isWaiting

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
    return () => tells.stop()
  }, [])

  const place = target.value
  const movedTo = place && conversationKey(place) !== conversationKey(from) ? place : undefined
  const goThere = () => {
    if (movedTo) goTo({ view: 'narrow', narrow: narrowOf(movedTo), near: messageId })
  }

  const leave = () => {
    close(messageId)
    const compose = isFromCompose ? composeField.peek() : undefined
    if (compose) return compose.focus({ preventScroll: true })
    const isGone = movedTo !== undefined && !isHere(narrowOf(movedTo))
    const next = isGone ? document.getElementById('messages') : rowOf(messageId)
    next?.focus({ preventScroll: true })
  }
  /** Someone else has changed the message since: show both texts, and overwrite only on a second save. */
  const disagree = (now: string) => {
    isBusy.value = false
    known.value = now
    conflict.value = now
    field.current?.focus()
  }
  const save = async () => {
    if (!canSave) return
    if (text.value === known.value) return leave()
    isBusy.value = true
    problem.value = ''
    try {
      const prev_content_sha256 = await hashOf(known.value)
      if (prev_content_sha256 === undefined) {
        const now = await sourceOf(messageId)
        if (now !== known.value) return disagree(now)
      }
      await api.call(updateMessage, { message_id: messageId, content: text.value, prev_content_sha256 })
      leave()
      if (movedTo && !isHere(narrowOf(movedTo)))
        toast(a.savedThere(placeName(movedTo)), { label: a.goThere, run: goThere })
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.code === 'EXPECTATION_MISMATCH')
        return disagree(await sourceOf(messageId).catch(() => known.value))
      isBusy.value = false
      problem.value = reasonOf(refusal)
      field.current?.focus()
    }
  }
  const hint = `edit-hint-${messageId}`
  return (
    <form
      class="edit-field"
      id={`c${messageId}`}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <WritingField
        value={text.value}
        label={a.editing}
        describedBy={hint}
        target={target}
        isNew={false}
        entersSend={entersSend()}
        element={(element) => {
          field.current = element
        }}
        onInput={(value) => {
          text.value = value
          keepEditDraft(messageId, value === source ? undefined : value)
          const known = message(messageId)
          if (known) tells.typed(inMessage(known), value)
        }}
        onSubmit={() => void save()}
        onEscape={(event) => {
          event.preventDefault()
          event.stopPropagation()
          leave()
        }}
        onFiles={attach}
      />
      <Files draft={draftName(messageId)} place={draftName(messageId)} onFiles={attach} />
      <p class="moved" role="status">
        {movedTo && a.movedWhileEditing(placeName(movedTo))}
      </p>
      {conflict.value !== undefined && (
        <div class="conflict" role="alert">
          <p>{a.changedConcurrently}</p>
          <pre dir="auto">{conflict.value}</pre>
        </div>
      )}
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="edit-buttons">
        <button type="submit" class="button primary" disabled={!canSave}>
          {a.save}
        </button>
        <button type="button" class="button" onClick={leave}>
          {a.cancel}
        </button>
        <p class={over.value > 0 ? 'problem' : 'soft'} id={hint} aria-live="polite">
          {over.value > 0
            ? t.tooLong(over.value)
            : text.value.trim() === ''
              ? a.emptyEdit
              : isWaiting
                ? a.filesComing
                : a.saveHint(sendKey())}
        </p>
      </div>
    </form>
  )
}

/** Undefined in insecure contexts, where crypto.subtle isn't available: the texts are compared here instead. */
async function hashOf(text: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
