import { computed, signal } from '@preact/signals'
import { conversationOfTarget, type Target, targetKey } from '../narrow/target.ts'
import { part } from '../store/connection.ts'
import { type Draft, draftFor, keepDraft, newDraftName } from '../store/drafts.ts'
import type { Scheduled } from './banners.tsx'
import { addFiles, isUploading, withoutLostFiles } from './files/uploads.ts'
import { whyNot } from './posting.ts'
import { target } from './target.ts'
import { applyEdit, insertWord, onOwnLines } from './text/editing.ts'
import { type Format, format } from './text/formatting.ts'
import { warningsFor } from './warnings.ts'

const maxLength = part<number>('max_message_length')

/** What somebody is writing: its words, which draft they are, and whether they could be sent as they are. */
export class ComposeState {
  readonly #first: Target
  /** Of the draft. */
  readonly name = signal('')
  readonly text = signal('')
  readonly mode = signal<'write' | 'preview'>('write')
  readonly isExpanded = signal(false)
  /** Keys of the warnings after which sending was asked for once more. */
  readonly confirmed = signal<ReadonlySet<string>>(new Set())
  /** Whether sending has been tried: what asks is asked then. */
  readonly isTried = signal(false)
  readonly scheduled = signal<Scheduled | undefined>(undefined)
  /** The text as the server had it last, where it had it. */
  told: string | undefined
  field: HTMLTextAreaElement | null = null
  /** The name and the text with which it was opened. */
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

  /** Once more, when more of what was kept has come: what was begun meanwhile stays. */
  openAgain(): void {
    const [name, text] = this.#opened
    const draft = draftFor(this.to.peek())
    if (draft && name === this.name.peek() && text === this.text.peek()) this.#open(draft)
  }

  readonly to = computed<Target>(() => target.value ?? this.#first)
  readonly conversation = computed(() => conversationOfTarget(this.to.value))
  readonly isEmpty = computed(() => this.text.value.trim() === '')
  /** How much room there is, and how many characters are left of it: fewer than none where it is too long. */
  readonly limit = computed(() => maxLength.value ?? 10_000)
  readonly left = computed(() => this.limit.value - [...this.text.value].length)
  readonly reason = computed(() => whyNot(this.to.value))
  readonly warnings = computed(() => (this.isEmpty.value ? [] : warningsFor(this.to.value, this.text.value)))
  readonly isWaiting = computed(() => isUploading(this.name.value))
  readonly isBlocked = computed(
    () =>
      this.left.value < 0 ||
      this.reason.value !== undefined ||
      this.warnings.value.some(({ weight }) => weight === 'stops'),
  )
  readonly canSend = computed(
    () =>
      !this.isEmpty.value && this.conversation.value !== undefined && !this.isBlocked.value && !this.isWaiting.value,
  )

  /** Takes what is in the field now. */
  write(value: string): void {
    this.text.value = value
    this.isTried.value = false
    keepDraft(this.name.peek(), this.to.peek(), value)
  }

  /** It is on its way: the next one begins. */
  reset(): void {
    keepDraft(this.name.peek(), this.to.peek(), '')
    this.leaveAsDraft()
    this.mode.value = 'write'
    this.isExpanded.value = false
    this.confirmed.value = new Set()
    this.isTried.value = false
  }

  /** The words stay a draft, and the field is empty. */
  leaveAsDraft(): void {
    this.name.value = newDraftName()
    this.told = undefined
    this.text.value = ''
    this.field?.focus()
  }

  attach(files: File[]): void {
    // the field takes the place of the preview first
    if (this.mode.peek() === 'preview') {
      this.mode.value = 'write'
      setTimeout(() => this.attach(files))
      return
    }
    if (!this.field || files.length === 0) return
    const placeholders = addFiles(this.name.peek(), targetKey(this.to.peek()), files)
    if (placeholders !== '') this.insertOnOwnLines(placeholders)
  }

  format(kind: Format): void {
    const { field } = this
    if (field) applyEdit(field, format(kind, field.value, field.selectionStart, field.selectionEnd))
  }

  /**
   * What is selected, or twice where the caret is. A dialog asks before it opens: behind it the field is inert, and
   * Chromium may say then that the caret is at the start.
   */
  get selection(): readonly [from: number, to: number] {
    return this.field ? [this.field.selectionStart, this.field.selectionEnd] : [0, 0]
  }

  /** In place of what is selected, with a space before it where a word ends there. */
  insert(text: string, at = this.selection): void {
    if (this.field) insertWord(this.field, text, at)
  }

  insertOnOwnLines(text: string): void {
    if (!this.field) return
    const { selectionStart, selectionEnd, value } = this.field
    const isAll = value === ''
    applyEdit(
      this.field,
      isAll
        ? { from: 0, to: 0, text, select: [text.length, text.length] }
        : onOwnLines(value, selectionStart, selectionEnd, text),
    )
  }

  /** All of it is something else now; the browser's undo brings it back. */
  replaceAll(text: string): void {
    if (this.field)
      applyEdit(this.field, { from: 0, to: this.field.value.length, text, select: [text.length, text.length] })
  }

  togglePreview(): void {
    this.mode.value = this.mode.peek() === 'write' ? 'preview' : 'write'
    // when it is drawn
    setTimeout(() => (this.mode.peek() === 'write' ? this.field : document.getElementById('compose-preview'))?.focus())
  }
}
