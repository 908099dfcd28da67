import { computed, effect, signal } from '@preact/signals'
import { channelOf, conversationOf, isSearch } from '../narrow/narrow.ts'
import { type Target, targetKey } from '../narrow/target.ts'
import { isNowhere } from '../navigation/nowhere.ts'
import { narrow } from '../navigation/route.ts'
import { channel } from '../store/channels.ts'

/** What somebody has chosen to write to, where it is not what the view shows. */
export const chosen = signal<Target | undefined>(undefined)
/** Which writing it belongs to: another one begins with other words. */
const chosenComposeBox = signal('')
let openings = 0

/** Whether something is written that is not sent. */
export const isWritten = signal(false)

const shown = computed<Target | undefined>(() => {
  const view = narrow.value
  // what was found is answered, and no place to begin in
  if (!view || isSearch(view) || isNowhere.value) return undefined
  const conversation = conversationOf(view)
  if (conversation?.kind === 'direct') return conversation
  const channelId = channelOf(view)
  if (channelId === undefined || !channel(channelId)) return undefined
  return conversation ?? { kind: 'topic', channelId, topic: '' }
})

/** Undefined where the view is of many conversations and none has been chosen. */
export const target = computed<Target | undefined>(() => chosen.value ?? shown.value)

/** The writing that belongs to the place on the screen. */
let shownComposeBox = { place: '', key: '' }

/** The same while one goes on writing the same message, be it to somebody else, or in a place with another name. */
export const composeBoxKey = computed(() => {
  if (chosen.value) return chosenComposeBox.value
  if (!shown.value) return ''
  const place = targetKey(shown.value)
  if (place !== shownComposeBox.place) shownComposeBox = { place, key: `view ${++openings}` }
  return shownComposeBox.key
})

/** The place on the screen is about to become another one: its field stays, with the caret and what can be undone. */
export function moveComposeBox(to: Target): void {
  shownComposeBox = { place: targetKey(to), key: shownComposeBox.key }
}

/** Whether the recipients can be changed: in a conversation that is open they are what it is. */
export const choosesTarget = computed(() => {
  if (chosen.value) return true
  return shown.value?.kind === 'topic' && narrow.value !== undefined && conversationOf(narrow.value) === undefined
})

/** The field that keys lead to. */
export const composeField = signal<HTMLTextAreaElement | undefined>(undefined)

/** Text that is to be put where the caret is, by what is not part of composing, such as quoting. */
export const toInsert = signal<string | undefined>(undefined)
/** Files that are to go with it, likewise. */
export const toAttach = signal<readonly File[]>([])
/** What opens next takes the focus. */
export const focusWhenOpen = signal(false)

/** Opens composing for somebody; a text is put at the caret. */
export function composeTo(to: Target, text?: string): void {
  chosenComposeBox.value = `chosen ${++openings}`
  chosen.value = to
  toInsert.value = text
  focusWhenOpen.value = true
}

/** Puts a text into what is being written, on lines of its own. */
export function insertIntoCompose(text: string): void {
  toInsert.value = text
  composeField.value?.focus()
}

/** The same words to somebody else. */
export function changeTarget(to: Target): void {
  chosenComposeBox.value = composeBoxKey.peek()
  chosen.value = to
}

/** Back to what the view shows; what was written stays a draft. */
export function closeChosen(): void {
  chosen.value = undefined
}

export function newTopic(): void {
  const here = shown.peek()
  composeTo({ kind: 'topic', channelId: here?.kind === 'topic' ? here.channelId : undefined, topic: '' })
}

export const newDirectMessage = (): void => composeTo({ kind: 'direct', userIds: [] })

// where nothing is written, composing follows the view
effect(() => {
  narrow.value
  if (chosen.peek() && !isWritten.peek() && !focusWhenOpen.peek()) closeChosen()
})
