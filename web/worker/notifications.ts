import { isAction, messageOf } from '../compose/slash/slash-text.ts'
import type { WorkerMessage } from '../notifications/between.ts'
import { closeAll, tell, withdraw } from '../notifications/board.ts'
import { hashOfNotice, type Notice, titleOf } from '../notifications/notice.ts'
import { noticeOf, type PushPayload } from '../notifications/payload.ts'
import { n } from '../texts/notifications.ts'
import { keepAccepted } from './accepted-call.ts'
import { closeRings, type RingingCall, ringOf, showRing } from './incoming-calls.ts'
import { whenForgotten } from './page.ts'
import { place, worker } from './worker.ts'

const { registration, clients } = worker
const patienceMs = 1_000
const againMs = [1_000, 4_000]

/** The open pages of this client; other clients may be on the same host. */
const pages = async (): Promise<readonly WindowClient[]> =>
  (await clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    ({ url }) => new URL(url).pathname === place,
  )

/** Sends a message to pages; resolves to whether one of them handles it. */
function isTaken(by: readonly WindowClient[], word: WorkerMessage): Promise<boolean> {
  if (by.length === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    for (const page of by) {
      const { port1: here, port2: there } = new MessageChannel()
      here.onmessage = () => resolve(true)
      page.postMessage(word, [there])
    }
    setTimeout(() => resolve(false), patienceMs)
  })
}

/** Apple cancels a subscription after a few pushes without a notification, even if a page shows the messages itself. */
const mustShow = async (): Promise<boolean> => {
  const subscription = await registration.pushManager.getSubscription()
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com')
}

async function handlePush(payload: PushPayload): Promise<void> {
  if (payload.type === 'remove') {
    const over = new Set(payload.message_ids)
    await closeRings(payload.user_id, payload.message_ids)
    return withdraw(registration, payload.user_id, (id) => over.has(id), n)
  }
  if (payload.type === 'test') return registration.showNotification(payload.realm_name, { body: n.test })
  if (payload.type === 'call') {
    const visible = (await pages()).filter(({ visibilityState }) => visibilityState === 'visible')
    const isRungByPage = await isTaken(visible, { say: 'called', account: payload.user_id })
    if (isRungByPage && !(await mustShow())) return
    return showRing(payload, isRungByPage)
  }
  if (payload.type !== 'message') return
  await closeRings(payload.user_id, [payload.message_id])
  const notice = noticeOf(payload)
  const word: WorkerMessage = { say: 'pushed', messageId: payload.message_id, account: payload.user_id }
  const isShownByPage = await isTaken(await pages(), word)
  if (isShownByPage && !(await mustShow())) return
  const isNews = await tell(registration, notice, n, { isSilent: isShownByPage, again: isShownByPage })
  // the page decided not to show it
  if (isShownByPage && isNews) await withdraw(registration, payload.user_id, (id) => id === payload.message_id, n)
}

worker.addEventListener('push', (event) => {
  const payload = event.data?.json() as PushPayload | undefined
  if (payload) event.waitUntil(handlePush(payload))
})

const post = (path: string, params: Record<string, string>): Promise<Response> =>
  fetch(`${place}api/v1/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    // a cookie alone isn't accepted (CSRF)
    headers: { 'x-loquat-web': '1' },
    body: new URLSearchParams(params),
  })

const markRead = ({ lines }: Notice): Promise<Response> =>
  post('messages/flags', { messages: JSON.stringify(lines.map(({ id }) => id)), op: 'add', flag: 'read' })

/** A reply typed into a notification; resends use the same key. */
interface Reply {
  readonly notice: Notice
  readonly text: string
  readonly key: string
}

/** Returns the error, or undefined if it was sent. Refused replies aren't retried. */
async function sendOnce({
  notice: { conversation },
  text,
  key,
}: Reply): Promise<{ reason: string; isFinal: boolean } | undefined> {
  const to: Record<string, string> =
    conversation?.kind === 'topic'
      ? { type: 'stream', to: `${conversation.channelId}`, topic: conversation.topic }
      : { type: 'direct', to: JSON.stringify(conversation?.userIds ?? []) }
  try {
    const answer = await post('messages', {
      ...to,
      content: messageOf(text),
      idempotency_key: key,
      read_by_sender: 'true',
    })
    if (answer.ok) return undefined
    if (answer.status === 401) return { reason: n.signedOut, isFinal: true }
    if (answer.status === 429 || answer.status >= 500) return { reason: n.unreachable, isFinal: false }
    return { reason: ((await answer.json()) as { msg: string }).msg, isFinal: true }
  } catch {
    return { reason: n.unreachable, isFinal: false }
  }
}

/** Sends a reply. If that fails, its text stays in a notification until the user dismisses it. */
async function send(reply: Reply): Promise<void> {
  if (isAction(reply.text)) return showUnsent(reply, n.commandsInApp, reply.notice)
  let failure = await sendOnce(reply)
  for (const ms of againMs) {
    if (!failure || failure.isFinal) break
    await new Promise((resolve) => setTimeout(resolve, ms))
    failure = await sendOnce(reply)
  }
  if (!failure) {
    await markRead(reply.notice).catch(() => {})
    return
  }
  await showUnsent(reply, failure.reason, { reply }, [{ action: 'again', title: n.tryAgain }])
}

const showUnsent = ({ notice, text, key }: Reply, reason: string, data: object, actions: readonly object[] = []) =>
  registration.showNotification(n.notSent(titleOf(notice, n)), {
    tag: `loquat unsent ${key}`,
    body: `${reason}\n${text}`,
    data,
    requireInteraction: true,
    actions,
  } as NotificationOptions)

/** Lets the page that the user sees most handle it; opens a window if none does. */
async function open(
  hash: string,
  word: WorkerMessage = { say: 'open', hash, toWrite: false },
  prepareWindow = async () => {},
): Promise<void> {
  const all = [...(await pages())]
  const [best] = all.sort(
    (a, b) =>
      Number(b.focused) - Number(a.focused) ||
      Number(b.visibilityState === 'visible') - Number(a.visibilityState === 'visible'),
  )
  if (best) {
    // not before asking: browsers allow focusing only for a moment after a click
    await best.focus().catch(() => {})
    if (await isTaken([best], word)) return
  }
  await prepareWindow()
  await clients.openWindow(`${place}${hash}`)
}

async function answerRing({ account, callId }: RingingCall, action: string): Promise<void> {
  if (action === 'decline') return void (await post(`calls/${callId}/decline`, {}).catch(() => {}))
  const hash = `#call/${callId}`
  if (action !== 'accept') return open(hash)
  await open(hash, { say: 'accept', callId, account }, () => keepAccepted(account, callId))
}

async function handleClick({
  notification,
  action,
  reply,
}: Pick<NotificationEvent, 'notification' | 'action'> & { reply?: string | null }): Promise<void> {
  const data = notification.data as (Partial<Notice> & { reply?: Reply }) | null
  notification.close()
  if (data?.reply) return send(data.reply)
  const ring = ringOf(notification)
  if (ring) return answerRing(ring, action)
  if (!data?.lines) return open('')
  const notice = data as Notice
  const text = reply?.trim() ?? ''
  if (action === 'read') return void (await markRead(notice).catch(() => {}))
  if (action === 'reply' && text !== '') return send({ notice, text, key: crypto.randomUUID() })
  const hash = hashOfNotice(notice)
  await open(hash, { say: 'open', hash, toWrite: action === 'reply' })
}

worker.addEventListener('notificationclick', (event) => event.waitUntil(handleClick(event)))

/** The browser has changed the subscription's URL, or needs a new subscription. */
async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const options = oldSubscription?.options ?? newSubscription?.options
  if (!options) return
  const next =
    newSubscription ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: options.applicationServerKey,
    }))
  const { endpoint = '', keys = {} } = next.toJSON()
  await post('web_push/subscriptions', { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' })
}

interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

worker.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(renewSubscription(event as SubscriptionChange)),
)

// after signing out, no notifications are shown or received here
whenForgotten(async () => {
  await closeAll(registration)
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
})
