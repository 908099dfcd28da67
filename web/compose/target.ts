import { computed, effect, signal } from '@preact/signals'
import { channelOf, conversationOf, isSearch } from '../narrow/narrow.ts'
import { type Target, targetKey } from '../narrow/target.ts'
import { isNowhere } from '../navigation/nowhere.ts'
import { narrow } from '../navigation/route.ts'
import { channel } from '../store/channels.ts'

/** The chosen recipient, if it's not the open conversation. */
export const chosen = signal<Target | undefined>(undefined)
/** Key of the compose state for the chosen recipient. */
const chosenComposeBox = signal('')
let openings = 0

export const isWritten = signal(false)

const shown = computed<Target | undefined>(() => {
  const view = narrow.value
  // a search isn't a conversation to post in
  if (!view || isSearch(view) || isNowhere.value) return undefined
  const conversation = conversationOf(view)
  if (conversation?.kind === 'direct') return conversation
  const channelId = channelOf(view)
  if (channelId === undefined || !channel(channelId)) return undefined
  return conversation ?? { kind: 'topic', channelId, topic: '' }
})

/** Undefined in a mixed view without a chosen recipient. */
export const target = computed<Target | undefined>(() => chosen.value ?? shown.value)

/** Compose state of the open conversation. */
let shownComposeBox = { place: '', key: '' }

/** Stays the same while the user writes the same message, even if the recipient changes or the topic is renamed. */
export const composeBoxKey = computed(() => {
  if (chosen.value) return chosenComposeBox.value
  if (!shown.value) return ''
  const place = targetKey(shown.value)
  if (place !== shownComposeBox.place) shownComposeBox = { place, key: `view ${++openings}` }
  return shownComposeBox.key
})

/** Call before the open topic is moved: keeps the field, with caret and undo history. */
export function moveComposeBox(to: Target): void {
  shownComposeBox = { place: targetKey(to), key: shownComposeBox.key }
}

/** True if the recipient can be changed; an open conversation fixes it. */
export const choosesTarget = computed(() => {
  if (chosen.value) return true
  return shown.value?.kind === 'topic' && narrow.value !== undefined && conversationOf(narrow.value) === undefined
})

export const composeField = signal<HTMLTextAreaElement | undefined>(undefined)

/** Text to insert at the caret, set from outside the compose box, such as by quoting. */
export const toInsert = signal<string | undefined>(undefined)
/** Files to attach, set from outside the compose box. */
export const toAttach = signal<readonly File[]>([])
/** Focus the compose box when it opens next. */
export const focusWhenOpen = signal(false)

/** Opens the compose box for a recipient; inserts the text at the caret. */
export function composeTo(to: Target, text?: string): void {
  chosenComposeBox.value = `chosen ${++openings}`
  chosen.value = to
  toInsert.value = text
  focusWhenOpen.value = true
}

export function insertIntoCompose(text: string): void {
  toInsert.value = text
  composeField.value?.focus()
}

export function changeTarget(to: Target): void {
  chosenComposeBox.value = composeBoxKey.peek()
  chosen.value = to
}

/** Back to the open conversation; the text stays a draft. */
export function closeChosen(): void {
  chosen.value = undefined
}

export function newTopic(): void {
  const here = shown.peek()
  composeTo({ kind: 'topic', channelId: here?.kind === 'topic' ? here.channelId : undefined, topic: '' })
}

export const newDirectMessage = (): void => composeTo({ kind: 'direct', userIds: [] })

// without unsent text, the compose box follows the view
effect(() => {
  narrow.value
  if (chosen.peek() && !isWritten.peek() && !focusWhenOpen.peek()) closeChosen()
})
