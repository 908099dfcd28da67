import type { Message } from '../../src/features/messages/messages/wire.ts'
import { fits, type Narrow } from '../narrow/narrow.ts'
import type { Entry } from './entries.ts'
import { missed } from './missed.ts'
import { recentOf } from './recent.ts'
import { specimensOf } from './specimens.ts'
import { channels, emoji, history, messages, sessions, told } from './team.ts'

export type Responses = Readonly<Record<string, unknown>>

const json = (body: object, status = 200) =>
  new Response(JSON.stringify(status === 200 ? { result: 'success', msg: '', ...body } : body), { status })
const never = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** Replaces the server: answers requests with a fictional team, and accepts all changes. */
export function standIn(entry: Entry): void {
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), location.origin)
    const path = url.pathname.replace('/api/v1', '')
    const own = entry.answers?.[`${init?.method ?? 'GET'} ${path}`]
    if (own !== undefined)
      return typeof own === 'string' ? json({ result: 'error', code: 'BAD_REQUEST', msg: own }, 400) : json(own)
    if (path === '/register' && entry.start === 'never') return never(init?.signal)
    if (path === '/register' && entry.start === 'fails')
      return json({ result: 'error', code: 'BAD_REQUEST', msg: 'No' }, 400)
    if (path === '/register') return json({ ...told, ...entry.told })
    if (path === '/events') return never(init?.signal)
    if (path === '/messages' && init?.method === 'GET') {
      if (entry.messages === 'never') return never(init.signal)
      if (entry.messages === 'fails') return json({ result: 'error', code: 'BAD_REQUEST', msg: 'No' }, 400)
      const narrow = JSON.parse(url.searchParams.get('narrow') ?? '[]') as Narrow
      const said = entry.messages ? await specimensOf(entry.messages) : (entry.said ?? messages)
      const found = answer(narrow, said)
      const ids = JSON.parse(url.searchParams.get('message_ids') ?? 'null') as number[] | null
      return json({ ...found, messages: found.messages.filter(({ id }) => ids?.includes(id) ?? true) })
    }
    if (path === '/messages/recent-conversations') {
      if (entry.messages === 'never') return never(init?.signal)
      if (entry.messages === 'fails') return json({ result: 'error', code: 'BAD_REQUEST', msg: 'No' }, 400)
      const asked = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
      const page = { limit: asked('limit', 40), before: asked('before', Number.POSITIVE_INFINITY) }
      return json(recentOf(entry.said ?? messages, page))
    }
    if (path === '/messages/catch-up')
      return entry.messages === 'fails' ? json({ result: 'error', code: 'BAD_REQUEST', msg: 'No' }, 400) : json(missed)
    if (path === '/web_push') return json({ public_key: '', subscriptions: [] })
    if (path === '/attachments') return json({ attachments: [], upload_space_used: 0 })
    if (path === '/sessions') return json({ sessions })
    if (path === '/passkeys') return json({ passkeys: [] })
    if (path === '/second_factor')
      return json({ second_factor: { is_on: false, date_enabled: null, recovery_codes_left: 0, is_required: false } })
    if (path === '/oauth_clients') return json({ oauth_clients: [] })
    if (path === '/access_tokens') return json({ access_tokens: [] })
    if (path === '/agent_acts') return json({ acts: [], has_more: false })
    if (path === '/agent_requests') return json({ requests: [], has_more: false })
    if (path === '/agent_policy')
      return json({
        policy: {
          announcements: 'person',
          wide_mentions: 'administrators',
          others_messages: 'none',
          administration: 'none',
          channel_ids: [1],
        },
      })
    if (path === '/static/emoji.json') return json({ code_to_names: emoji })
    if (path.endsWith('/read_receipts')) return json({ user_ids: [1, 3, 4] })
    if (path === '/messages/render') return json({ rendered: messages[0]?.content })
    if (path.endsWith('/history')) return json({ message_history: history })
    const messageId = /^\/messages\/(\d+)$/.exec(path)?.[1]
    if (messageId)
      return json({
        message: messages.find(({ id }) => id === Number(messageId)),
        raw_content: 'Can we **ship**?\n\nI would like to.',
      })
    if (/^\/streams\/\d+\/topics\/locks$/.test(path)) return json({ topic_locks: [] })
    const channelId = /^\/users\/me\/(\d+)\/topics$/.exec(path)?.[1]
    if (channelId) return json({ topics: channels.find(({ id }) => id === Number(channelId))?.topics ?? [] })
    return json({})
  }
}

/** Highlights search words like the server, in the example texts. */
function marked(one: Message, words: string): Message[] {
  const mark = (text: string) => text.replaceAll(words, `<span class="highlight">${words}</span>`)
  const found = { ...one, match_content: mark(one.content), match_subject: mark(one.subject) }
  return one.content.includes(words) || one.subject.includes(words) ? [found] : []
}

function answer(narrow: Narrow, all: readonly Message[]) {
  const known = { ownId: 1, isMuted: () => false, isFollowed: () => false }
  const words = narrow.find(({ operator }) => operator === 'search')?.operand
  const rest = narrow.filter(({ operator }) => operator !== 'search')
  const fitting: Message[] = all.filter((one) => fits(rest, one, known) === true)
  const found = words === undefined ? fitting : fitting.flatMap((one) => marked(one, String(words)))
  if (words === 'shpi' || words === 'minutes')
    return { ...whole(almost(fitting, String(words))), ...near(String(words)) }
  return whole(found)
}

/** Simulates a misspelled word, and one that's only in a file. */
const almost = (all: readonly Message[], words: string): Message[] =>
  words === 'shpi'
    ? all.flatMap((one) => marked(one, 'ship'))
    : all.slice(-1).flatMap((one) => {
        const file = { name: 'minutes of the meeting.pdf', url: '/user_uploads/1/minutes.pdf' }
        return { ...one, match_content: one.content, match_subject: one.subject, match_files: [file] }
      })

const near = (words: string) => (words === 'shpi' ? { near_words: [{ word: words, near: ['ship'] }] } : {})

function whole(found: readonly Message[]) {
  return {
    messages: found,
    anchor: found.at(-1)?.id ?? 0,
    found_anchor: true,
    found_newest: true,
    found_oldest: true,
    history_limited: false,
  }
}
