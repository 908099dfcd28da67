import { computed, signal } from '@preact/signals'
import { conversationOfTarget, type Target, targetKey } from '../narrow/target.ts'
import { lockdownOn } from '../permissions/own-lockdown.ts'
import { lockOn } from '../permissions/own-locks.ts'
import { restrictionOn } from '../permissions/own-restrictions.ts'
import { slowModeOn } from '../permissions/own-slow-mode.ts'
import { part } from '../store/connection.ts'
import { type Draft, draftFor, keepDraft, newDraftName } from '../store/drafts.ts'
import type { Scheduled } from './banners.tsx'
import { addFiles, isUploading, withoutLostFiles } from './files/uploads.ts'
import { whyNot } from './posting.ts'
import { startsAutomation } from './slash/automation-commands.ts'
import { isAction } from './slash/slash-text.ts'
import { target } from './target.ts'
import { applyEdit, insertWord, onOwnLines } from './text/editing.ts'
import { type Format, format } from './text/formatting.ts'
import { warningsFor } from './warnings.ts'

const maxLength = part<number>('max_message_length')

/** State of the compose box: text, draft name, and validation. */
export class ComposeState {
  readonly #first: Target
  readonly name = signal('')
  readonly text = signal('')
  readonly mode = signal<'write' | 'preview'>('write')
  readonly isExpanded = signal(false)
  /** Keys of the warnings the user has confirmed. */
  readonly confirmed = signal<ReadonlySet<string>>(new Set())
  /** True once the user has tried to send: only then show warnings that need confirmation. */
  readonly isTried = signal(false)
  readonly scheduled = signal<Scheduled | undefined>(undefined)
  /** The last text from the server, if there's one. */
  told: string | undefined
  field: HTMLTextAreaElement | null = null
  /** Name and text when it was opened. */
  #opened: readonly [name: string, text: string] = ['', '']

  constructor(to: Target) {
    this.#first = to
    this.#open(draftFor(to))
  }

  #open(draft: Draft | undefined): void {
    this.name.value = draft?.name ?? newDraftName()
    this.text.value = withoutLostFiles(draft?.text ?? '')
    this.told = draft?.isLocal === false ? this.text.value : undefined
    this.#opened = [this.name.peek(), this.text.peek()]
  }

  /** Opens the draft again after more drafts have arrived, unless the user has started typing. */
  openAgain(): void {
    const [name, text] = this.#opened
    const draft = draftFor(this.to.peek())
    if (draft && name === this.name.peek() && text === this.text.peek()) this.#open(draft)
  }

  readonly to = computed<Target>(() => target.value ?? this.#first)
  readonly conversation = computed(() => conversationOfTarget(this.to.value))
  readonly isEmpty = computed(() => this.text.value.trim() === '')
  /** Character limit, and how many are left; negative if the text is too long. */
  readonly limit = computed(() => maxLength.value ?? 10_000)
  readonly left = computed(() => this.limit.value - [...this.text.value].length)
  readonly reason = computed(() => whyNot(this.to.value))
  /** True if submitting runs a command instead of sending a message. */
  readonly isCommand = computed(() => isAction(this.text.value) || startsAutomation(this.text.value))
  readonly isRunning = signal(false)
  /** Error from the last attempt to run the command. */
  readonly commandProblem = signal<string | undefined>(undefined)
  /** True if a restriction, lockdown, or topic lock blocks posting; the compose box then shows the reason. */
  readonly isRestricted = computed(
    () =>
      restrictionOn(this.to.value) !== undefined ||
      lockdownOn(this.to.value) !== undefined ||
      lockOn(this.to.value) !== undefined,
  )
  /** Whether moderators keep the user from posting here, so that the user may want to write to them. */
  readonly isModerated = computed(
    () => restrictionOn(this.to.value) !== undefined || lockdownOn(this.to.value) !== undefined,
  )
  readonly slowMode = computed(() => slowModeOn(this.to.value))
  readonly warnings = computed(() =>
    this.isEmpty.value || this.isCommand.value ? [] : warningsFor(this.to.value, this.text.value),
  )
  readonly isWaiting = computed(() => isUploading(this.name.value))
  readonly isBlocked = computed(
    () =>
      this.left.value < 0 ||
      this.reason.value !== undefined ||
      this.warnings.value.some(({ weight }) => weight === 'stops'),
  )
  readonly canSchedule = computed(
    () =>
      !this.isEmpty.value &&
      !this.isCommand.value &&
      this.conversation.value !== undefined &&
      !this.isBlocked.value &&
      !this.isWaiting.value,
  )

  readonly canSend = computed(() => this.canSchedule.value && this.slowMode.value?.until === undefined)

  /** Stores the field's text. */
  write(value: string): void {
    this.text.value = value
    this.isTried.value = false
    this.commandProblem.value = undefined
    keepDraft(this.name.peek(), this.to.peek(), value)
  }

  reset(): void {
    keepDraft(this.name.peek(), this.to.peek(), '')
    this.leaveAsDraft()
    this.mode.value = 'write'
    this.isExpanded.value = false
    this.confirmed.value = new Set()
    this.isTried.value = false
  }

  leaveAsDraft(): void {
    this.name.value = newDraftName()
    this.told = undefined
    this.text.value = ''
    this.field?.focus()
  }

  attach(files: File[]): void {
    // wait until the field replaces the preview
    if (this.mode.peek() === 'preview') {
      this.mode.value = 'write'
      setTimeout(() => this.attach(files))
      return
    }
    if (!this.#editable || files.length === 0) return
    const placeholders = addFiles(this.name.peek(), targetKey(this.to.peek()), files)
    if (placeholders !== '') this.insertOnOwnLines(placeholders)
  }

  /** A field that has the focus stays when a restriction arrives, but its text can't change. */
  get #editable(): HTMLTextAreaElement | null {
    return this.isRestricted.peek() ? null : this.field
  }

  format(kind: Format): void {
    const field = this.#editable
    if (field) applyEdit(field, format(kind, field.value, field.selectionStart, field.selectionEnd))
  }

  /** Read it before opening a dialog: the field becomes inert then, and Chromium may report the caret at the start. */
  get selection(): readonly [from: number, to: number] {
    return this.field ? [this.field.selectionStart, this.field.selectionEnd] : [0, 0]
  }

  insert(text: string, at = this.selection): void {
    if (this.#editable) insertWord(this.#editable, text, at)
  }

  insertOnOwnLines(text: string): void {
    const field = this.#editable
    if (!field) return
    const { selectionStart, selectionEnd, value } = field
    const isAll = value === ''
    applyEdit(
      field,
      isAll
        ? { from: 0, to: 0, text, select: [text.length, text.length] }
        : onOwnLines(value, selectionStart, selectionEnd, text),
    )
  }

  replaceAll(text: string): void {
    const field = this.#editable
    if (field) applyEdit(field, { from: 0, to: field.value.length, text, select: [text.length, text.length] })
  }

  togglePreview(): void {
    this.mode.value = this.mode.peek() === 'write' ? 'preview' : 'write'
    // after the render
    setTimeout(() => (this.mode.peek() === 'write' ? this.field : document.getElementById('compose-preview'))?.focus())
  }
}
