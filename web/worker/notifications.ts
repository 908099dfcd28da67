import type { WorkerWord } from '../notifications/between.ts'
import { closeAll, tell, withdraw } from '../notifications/board.ts'
import { hashOfNotice, type Notice, titleOf } from '../notifications/notice.ts'
import { noticeOf, type PushPayload } from '../notifications/payload.ts'
import { n } from '../texts/notifications.ts'
import { whenForgotten } from './page.ts'
import { place, worker } from './worker.ts'

const { registration, clients } = worker
/** For so long pages are waited for. */
const patienceMs = 1_000
/** Between attempts to send an answer. */
const againMs = [1_000, 4_000]

/** The open pages of this client; others of the same host are somebody else's. */
const pages = async (): Promise<readonly WindowClient[]> =>
  (await clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    ({ url }) => new URL(url).pathname === place,
  )

/** Says something to pages; whether one of them takes care of it. */
function isTaken(by: readonly WindowClient[], word: WorkerWord): Promise<boolean> {
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

/** Apple ends a subscription after a few pushes that show nothing, also where a page shows everything itself. */
const mustShow = async (): Promise<boolean> => {
  const subscription = await registration.pushManager.getSubscription()
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com')
}

async function handlePush(payload: PushPayload): Promise<void> {
  if (payload.type === 'remove') {
    const over = new Set(payload.message_ids)
    return withdraw(registration, payload.user_id, (id) => over.has(id), n)
  }
  if (payload.type === 'test') return registration.showNotification(payload.realm_name, { body: n.test })
  if (payload.type !== 'message') return
  const notice = noticeOf(payload)
  const word: WorkerWord = { say: 'pushed', messageId: payload.message_id, account: payload.user_id }
  const isToldByPage = await isTaken(await pages(), word)
  if (isToldByPage && !(await mustShow())) return
  const isNews = await tell(registration, notice, n, { isSilent: isToldByPage, again: isToldByPage })
  // a page that takes care of it and has not shown it knows why
  if (isToldByPage && isNews) await withdraw(registration, payload.user_id, (id) => id === payload.message_id, n)
}

worker.addEventListener('push', (event) => {
  const payload = event.data?.json() as PushPayload | undefined
  if (payload) event.waitUntil(handlePush(payload))
})

const post = (path: string, params: Record<string, string>): Promise<Response> =>
  fetch(`${place}api/v1/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    // a cookie alone counts for nothing
    headers: { 'x-loquat-web': '1' },
    body: new URLSearchParams(params),
  })

const markRead = ({ lines }: Notice): Promise<Response> =>
  post('messages/flags', { messages: JSON.stringify(lines.map(({ id }) => id)), op: 'add', flag: 'read' })

/** An answer that somebody has written into a notification; one that is sent again has the same key. */
interface Reply {
  readonly notice: Notice
  readonly text: string
  readonly key: string
}

/** Why it is not sent; undefined where it is. What was refused is not tried again. */
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
    const answer = await post('messages', { ...to, content: text, idempotency_key: key, read_by_sender: 'true' })
    if (answer.ok) return undefined
    if (answer.status === 401) return { reason: n.signedOut, isFinal: true }
    if (answer.status === 429 || answer.status >= 500) return { reason: n.unreachable, isFinal: false }
    return { reason: ((await answer.json()) as { msg: string }).msg, isFinal: true }
  } catch {
    return { reason: n.unreachable, isFinal: false }
  }
}

/** Sends an answer. One that cannot be sent stays as a notification with its words, until somebody takes it away. */
async function send(reply: Reply): Promise<void> {
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
  await registration.showNotification(n.notSent(titleOf(reply.notice, n)), {
    tag: `loquat unsent ${reply.key}`,
    body: `${failure.reason}\n${reply.text}`,
    data: { reply },
    requireInteraction: true,
    actions: [{ action: 'again', title: n.tryAgain }],
  } as NotificationOptions)
}

/** Shows a view in a page that is open, or in a new one. */
async function open(hash: string, toWrite = false): Promise<void> {
  const all = [...(await pages())]
  const [best] = all.sort(
    (a, b) =>
      Number(b.focused) - Number(a.focused) ||
      Number(b.visibilityState === 'visible') - Number(a.visibilityState === 'visible'),
  )
  if (best) {
    // not before it is asked for: browsers allow it for a moment after somebody has pressed something
    await best.focus().catch(() => {})
    if (await isTaken([best], { say: 'open', hash, toWrite })) return
  }
  await clients.openWindow(`${place}${hash}`)
}

async function handleClick({
  notification,
  action,
  reply,
}: Pick<NotificationEvent, 'notification' | 'action'> & { reply?: string | null }): Promise<void> {
  const data = notification.data as (Partial<Notice> & { reply?: Reply }) | null
  notification.close()
  if (data?.reply) return send(data.reply)
  if (!data?.lines) return open('')
  const notice = data as Notice
  const text = reply?.trim() ?? ''
  if (action === 'read') return void (await markRead(notice).catch(() => {}))
  if (action === 'reply' && text !== '') return send({ notice, text, key: crypto.randomUUID() })
  await open(hashOfNotice(notice), action === 'reply')
}

worker.addEventListener('notificationclick', (event) => event.waitUntil(handleClick(event)))

/** The browser has given the subscription another address, or wants to be asked for one. */
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

// who is not signed in here any more is told of nothing here, and others learn nothing
whenForgotten(async () => {
  await closeAll(registration)
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
})
