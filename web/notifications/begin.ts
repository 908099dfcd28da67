import { effect } from '@preact/signals'
import type { WireEvent } from '#contract'
import { getCall } from '../../src/features/calls/calls/api.ts'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import type { Unread } from '../../src/features/messages/messages/unread/wire.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { composeField, focusWhenOpen } from '../compose/target.ts'
import { plainText } from '../content/plain-text.ts'
import { quietUntil } from '../do-not-disturb/now.ts'
import { conversationOfMessage } from '../narrow/narrow.ts'
import { address, follow } from '../navigation/route.ts'
import { calling, callOfMessage } from '../store/calls.ts'
import { channel, isSubscribed, policyOf } from '../store/channels.ts'
import { connection, leads, onEvents, onRenewal, part } from '../store/connection.ts'
import { message as known } from '../store/messages.ts'
import { mutedPeople } from '../store/muted-people.ts'
import { isMutedDirect } from '../store/mutes.ts'
import { outbox } from '../store/outbox.ts'
import { nameOf, ownId } from '../store/people.ts'
import { n } from '../texts/notifications.ts'
import { api } from '../transport/api.ts'
import { below } from '../transport/place.ts'
import type { WorkerMessage } from './between.ts'
import { closeAll, tell, withdraw } from './board.ts'
import { chosen, followPermission, notifies, permission } from './choice.ts'
import { countOnIcon } from './icon.ts'
import { Looking } from './looking.ts'
import type { Notice } from './notice.ts'
import { offersNotifications } from './offering.ts'
import { play, playOnce } from './sounds.ts'
import { board, subscribe, unsubscribe } from './subscription.ts'
import { type Listener, waysFor } from './triggers.ts'

const settings = part<Readonly<Record<string, unknown>> | undefined>('user_settings')
const organization = part<string>('realm_name')
const unread = part<Unread | undefined>('unread_msgs')
/** Maximum characters of message text in a notification. */
const maxCharacters = 200

const listener: Listener = {
  get ownId() {
    return ownId.peek()
  },
  get isQuiet() {
    return quietUntil.peek() !== undefined
  },
  get now() {
    return Date.now()
  },
  // the register response has all settings
  setting: (name) => settings.peek()?.[name] as never,
  isMutedPerson: (id) => mutedPeople.peek().has(id),
  isMutedDirect,
  topicPolicy: policyOf,
  subscription: (id) => (isSubscribed(id) ? channel(id) : undefined),
}

let looking: Looking | undefined

function noticeOf(message: Message): Notice {
  const conversation = conversationOfMessage(message, ownId.peek())
  const isHidden = conversation.kind === 'direct' && settings.peek()?.pm_content_in_desktop_notifications === false
  const letters = isHidden ? [] : [...plainText(message)]
  return {
    account: ownId.peek(),
    conversation,
    channelName: conversation.kind === 'topic' ? channel(conversation.channelId)?.name : undefined,
    organization: organization.peek() ?? '',
    lines: [
      {
        id: message.id,
        sender: nameOf(message.sender_id) || message.sender_full_name,
        text: letters.length > maxCharacters ? `${letters.slice(0, maxCharacters - 1).join('')}…` : letters.join(''),
        at: message.timestamp * 1000,
      },
    ],
    ...(message.avatar_url ? { icon: new URL(below(message.avatar_url), location.href).href } : {}),
  }
}

/** Shows a notification and plays the sound, according to the settings, unless the user is looking at the message. */
async function handleMessage(message: Message, onlyCalled = false): Promise<void> {
  const { shows, rings } = waysFor(message, listener, onlyCalled)
  if ((!shows && !rings) || (await looking?.isLookedAt(message))) return
  const current = await currentMessage(message)
  // read in another window in the meantime
  if (!current || known(message.id)?.flags?.includes('read')) return
  const sound = String(settings.peek()?.notification_sound ?? 'none')
  if (rings && !(await play(sound))) looking?.ringElsewhere(sound)
  if (!shows || !notifies.peek()) return
  const place = await board()
  // we play our own sound, if any
  if (place) await tell(place, noticeOf(current), n, { isSilent: true })
}

const fetched = async (id: number): Promise<Message | undefined> => {
  const { messages } = await api.call(getMessages, {
    message_ids: [id],
    client_gravatar: false,
    allow_empty_topic_name: true,
  })
  return (messages as Message[])[0]
}

/** The message as it is now: events can arrive after a call has ended. Undefined if the user took part in the call. */
async function currentMessage(message: Message): Promise<Message | undefined> {
  const call_id = callOfMessage(message.content)
  if (call_id === undefined) return message
  const found = await api.call(getCall, { call_id }).catch(() => undefined)
  if (found?.participant_ids.some((id) => id === ownId.peek())) return undefined
  return found?.ended_at ? fetched(message.id).catch(() => undefined) : message
}

/** Notifies of an edit that newly mentions the user, as for a new message. */
async function handleEdit(id: number): Promise<void> {
  const one = known(id) ?? (await fetched(id).catch(() => undefined))
  if (one) await handleMessage(one, true)
}

let mentionsBefore: ReadonlySet<number> = new Set()

function handleEvents(events: readonly WireEvent[]): void {
  const mentions = new Set(unread.peek()?.mentions ?? [])
  const isNew = (id: number) => mentions.has(id) && !mentionsBefore.has(id)
  if (leads()) {
    for (const event of events) {
      if (event.type === 'message')
        void handleMessage({
          ...(event.message as Message),
          flags: (event.flags ?? []) as NonNullable<Message['flags']>,
        })
      if (event.type === 'update_message' && isNew(event.message_id as number))
        void handleEdit(event.message_id as number)
    }
    if (events.some(({ type }) => ['update_message_flags', 'delete_message', 'update_message'].includes(String(type))))
      void clear()
  }
  mentionsBefore = mentions
}

function unreadIds(): ReadonlySet<number> {
  const { pms = [], huddles = [], streams = [] } = unread.peek() ?? {}
  return new Set([...pms, ...huddles, ...streams].flatMap(({ unread_message_ids }) => unread_message_ids))
}

/** Returns a predicate: true for messages that were read or deleted, as far as this client knows. */
function endedCheck(): (id: number) => boolean {
  const ids = unreadIds()
  // the server limits the list of unreads, so older messages may be unread
  const oldest = unread.peek()?.old_unreads_missing ? [...ids].reduce((a, b) => Math.min(a, b), Infinity) : 0
  return (id) => id >= oldest && !ids.has(id)
}

async function clear(): Promise<void> {
  if (permission.peek() !== 'granted') return
  const place = await navigator.serviceWorker.getRegistration()
  if (!place) return
  // computed inside the lock, so that it includes messages that arrived while waiting for it
  let isOver: ReturnType<typeof endedCheck> | undefined
  await withdraw(
    place,
    ownId.peek(),
    (id) => {
      isOver ??= endedCheck()
      return isOver(id)
    },
    n,
  )
}

function answerWorker({ data, ports }: MessageEvent<WorkerMessage>): void {
  const taken = () => ports[0]?.postMessage('taken')
  if (data?.say === 'pushed') {
    // the message's event has arrived, or is about to
    if (leads() && connection.peek() === 'live' && notifies.peek() && data.account === ownId.peek()) taken()
  } else if (data?.say === 'called') {
    if (data.account === ownId.peek() && connection.peek() === 'live') taken()
  } else if (data?.say === 'accept') {
    if (data.account !== ownId.peek()) return
    taken()
    calling.accept(data.callId)
  } else if (data?.say === 'open') {
    taken()
    if (data.hash !== '' && data.hash !== address.peek()) follow(data.hash)
    if (!data.toWrite) return
    focusWhenOpen.value = true
    composeField.peek()?.focus()
  }
}

/** Subscribes to push, once for all tabs, when notifications are on; unsubscribes when they're off. */
function followChoice(): void {
  let wasOn: boolean | undefined
  effect(() => {
    const isOn = notifies.value
    if (!leads() || connection.value !== 'live' || wasOn === isOn) return
    const isFirst = wasOn === undefined
    wasOn = isOn
    if (isOn) void subscribe()
    else if (!isFirst || chosen.peek() === 'on') void unsubscribe()
  })
}

/** On sign-out, closes all notifications, so that the next user of this device doesn't see them. */
async function forget(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) await closeAll(registration)
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Call once, when the first view is there. */
export function beginNotifications(): void {
  mentionsBefore = new Set(unread.peek()?.mentions ?? [])
  if ('locks' in navigator && 'BroadcastChannel' in globalThis) looking = new Looking(ownId.peek(), playOnce)
  onEvents(handleEvents)
  onRenewal(() => void clear())
  countOnIcon()
  followPermission()
  followChoice()
  void clear()
  navigator.serviceWorker?.addEventListener('message', answerWorker)
  navigator.serviceWorker?.startMessages()
  connection.subscribe((state) => {
    if (state === 'signed-out') void forget().catch(() => {})
  })
  // offer notifications after the user has sent a message, not on page load
  let hasWritten = false
  outbox.subscribe((all) => {
    hasWritten ||= all.length > 0
    // all of it is sent
    if (!hasWritten || all.length > 0) return
    if (chosen.peek() === 'unasked' && permission.peek() === 'ask') offersNotifications.value = true
  })
}
