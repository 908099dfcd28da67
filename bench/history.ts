import type { UserId } from '#contract'
import { renderMarkdown } from '#platform/markdown'
import { people, type Seeded } from './seed.ts'
import { texts } from './texts.ts'

export interface History {
  readers: { email: string; apiKey: string; id: UserId }[]
  messages: number
  channels: number
  /** A topic of the channel `old general`. */
  topic: string
  partner: string
}

/** Words whose distribution nearby messages don't predict. `n` counts messages from 1 to `of`, in order. */
const unevenWords: [word: string | ((n: number) => string), at: (n: number, of: number, channel: number) => boolean][] =
  [
    ['quince', (n, of) => n < of / 10 && n % 5 === 0],
    ['medlar', (n, _of, channel) => channel === 8 && n % 2 === 0],
    ['damson', (n, of) => Math.abs(n - of / 2) < of / 50 && n % 3 === 0],
    ['loganberry', (n) => n % 100 === 0],
    // in scripts without spaces
    ['今日は東京に行きます', (n) => n % 20 === 3],
    ['第三会議室で', (n) => n % 2_000 === 5],
    [(n) => `ref${n.toString(36)}x`, (n) => n % 5 === 0],
    ['cloudberry', (n, of) => n % Math.floor(of / 4) === 7],
  ]

/** Texts are rendered once per original and reused in every copy. */
const context = {
  realmUrl: 'http://localhost',
  usersByName: () => [],
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
  channelById: () => undefined,
  translateEmoticons: false,
  defaultCodeLanguage: null,
  inlineImagePreview: true,
  emptyTopicDisplayName: 'general chat',
}

/**
 * Copies the real conversation into ever later months, with their own topics. The first reader is in every channel from
 * the start and has 500 direct conversations; the second is in three channels, since half of the history.
 */
export async function fillHistory(seeded: Seeded, copies: number): Promise<History> {
  const { runtime } = seeded
  const [all, few] = await people(seeded, 2, 'Reader')
  if (!all || !few) throw new Error('no readers')
  const rows = texts()
  const senders = [...new Set(rows.map(({ sender }) => sender))]
  const channels = [...new Set(rows.map(({ channel }) => channel))]
  const rendered = rows.map(({ content }) => renderMarkdown(content, context))
  return runtime.db.transaction(async (tx) => {
    const query = async <R>(text: string, ...params: unknown[]) =>
      (await tx.executeQuery<R>({ sql: text, parameters: params } as never)).rows
    const { senderId, conversationOf, direct } = await makePlaces(query, senders, channels, all.id, few.id)
    const indexes = await query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'message' and indexname <> 'message_pkey'`,
    )
    for (const { name } of indexes) await query(`drop index ${name}`)
    const added = (copy: number, index: number, channel: string) =>
      unevenWords
        .filter(([, at]) => at(copy * rows.length + index + 1, copies * rows.length, channels.indexOf(channel)))
        .map(([word]) => ` ${typeof word === 'string' ? word : word(copy * rows.length + index + 1)}`)
        .join('')
    for (let copy = 0; copy < copies; copy++) {
      for (let from = 0; from < rows.length; from += 4_000) {
        const part = rows.slice(from, from + 4_000)
        const place = (index: number) => (index % 40 === 0 ? direct[(copy * 7 + index) % direct.length] : undefined)
        const resolved = (topic: string) => (topic.length % 8 === 0 ? '✔ ' : '')
        await query(
          `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
             renderer_version, sent_at, sender_read, has_link, has_image, has_attachment, channel_wildcard)
           select 1, c, s, 'website', t, x, h, 1, to_timestamp(at), false, l, n % 50 = 0, n % 400 = 0, n % 3000 = 0
           from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::boolean[])
             with ordinality u(c, s, t, x, h, at, l, n)`,
          part.map(({ channel }, index) => place(index) ?? conversationOf.get(channel)),
          part.map(({ sender }) => senderId.get(sender)),
          part.map(({ topic }, index) => (place(index) ? '' : `${resolved(topic)}${topic}${copy ? ` ${copy}` : ''}`)),
          part.map(({ content, channel }, index) => `${content}${added(copy, from + index, channel)}`),
          part.map(({ channel }, index) => {
            const words = added(copy, from + index, channel)
            return `${rendered[from + index]?.html}${words && `<p>${words}</p>`}`
          }),
          part.map(({ timestamp }) => timestamp + copy * 62 * 86_400),
          part.map((_, index) => rendered[from + index]?.hasLink),
        )
      }
    }
    for (const { definition } of indexes) await query(definition)
    await takeAllWords(query)
    const [count] = await query<{ n: number }>('select count(*) as n from message')
    const messages = count?.n ?? 0
    await query(
      `update subscription_span set from_message_id = case when user_id = $1 then 1 else $2 end where user_id in ($1, $3)`,
      all.id,
      Math.floor(messages / 2),
      few.id,
    )
    await query(
      `insert into message_flag (org_id, user_id, message_id, starred, mentioned)
       select 1, $1, id, id % 2 = 0, id % 2 = 1 from message where id % 499 = 0`,
      all.id,
    )
    // everything is read except the newest hundredth and every thousandth message
    await query(
      `insert into read_state (org_id, user_id, conversation_id, read)
       select 1, $1, conversation_id, int8multirange(int8range(1, $2)) - coalesce(range_agg(int8range(id, id + 1)) filter (where id % 1009 = 0), '{}')
       from message where sender_id > 1 group by conversation_id
       on conflict do nothing`,
      all.id,
      Math.floor(messages * 0.99),
    )
    await query(
      `insert into reaction (org_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
       select 1, id, $1, 'tada', '1f389', 'unicode_emoji' from message where id % 10 = 0`,
      few.id,
    )
    const shown = [all, few].map(({ deliveryEmail, apiKey, id }) => ({ email: deliveryEmail, apiKey, id }))
    const [found] = await query<{ topic: string }>(
      `select m.topic from message m join channel c on c.conversation_id = m.conversation_id
       where c.name = 'old general' group by m.topic order by count(*) desc limit 1`,
    )
    const [other] = await query<{ email: string }>(
      `select a.email from message m join conversation c on c.id = m.conversation_id
       join account a on a.id = any(c.member_ids) and a.id <> $1 where c.member_ids is not null limit 1`,
      all.id,
    )
    return {
      readers: shown,
      messages,
      channels: channels.length,
      topic: found?.topic as string,
      partner: other?.email as string,
    }
  })
}

/** Indexes all words at once, as the background job would over time. */
export async function takeAllWords(query: Query): Promise<void> {
  const [index] = await query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where indexname = 'message_words_search'`,
  )
  await query('drop index message_words_search')
  await query(
    `insert into message_words (org_id, message_id, words)
     select m.org_id, m.id, words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content) from message m
     on conflict do nothing`,
  )
  // with its storage parameters
  await query(index?.definition ?? '')
  const words =
    'select distinct org_id, word from message m cross join lateral unnest(words_listed(search_text(m.topic || $1 || m.content))) word'
  await query(`insert into search_word (org_id, word) ${words} on conflict do nothing`, ' ')
  await query(
    `insert into words_taken (org_id, taken, listed)
     select 1, all_ids, all_ids from (select int8multirange(int8range(1, max(id) + 1)) as all_ids from message) m
     on conflict (org_id) do update set taken = excluded.taken, listed = excluded.listed`,
  )
}

type Query = <R>(text: string, ...params: unknown[]) => Promise<R[]>

async function makePlaces(query: Query, senders: string[], channels: string[], all: number, few: number) {
  const accounts = await query<{ id: number; full_name: string }>(
    `insert into account (org_id, email, full_name, role, api_key, created_at)
     select 1, replace(lower(n), ' ', '-') || '@people.example', n, 400, md5(n), now() from unnest($1::text[]) n
     returning id, full_name`,
    senders,
  )
  const conversations = await query<{ id: number }>(
    'insert into conversation (org_id) select 1 from unnest($1::text[]) returning id',
    channels,
  )
  const ids = conversations.map(({ id }) => id)
  await query(
    `insert into channel (org_id, conversation_id, name, created_at, first_message_id)
     select 1, c, n, now(), 1 from unnest($1::bigint[], $2::text[]) u(c, n)`,
    ids,
    // the organization has channels of its own
    channels.map((name) => `old ${name}`),
  )
  await query(
    `with mine as (
       select $1::bigint as user_id, id from channel where conversation_id = any($3::bigint[])
       union all select $2, id from channel where conversation_id = any(($3::bigint[])[4:6])),
     subscribed as (
       insert into subscription (org_id, user_id, channel_id, color) select 1, user_id, id, '#76ce90' from mine)
     insert into subscription_span (org_id, user_id, channel_id, from_message_id, from_position)
     select 1, user_id, id, 1, 0 from mine`,
    all,
    few,
    ids,
  )
  const others = accounts.slice(0, 500).map(({ id }) => id)
  const direct = await query<{ id: number }>(
    `insert into conversation (org_id, member_ids) select 1, array[$1::bigint, o] from unnest($2::bigint[]) o returning id`,
    all,
    others,
  )
  await query(
    `insert into conversation_member (org_id, user_id, conversation_id)
     select 1, u, c.id from conversation c, unnest(c.member_ids) u where c.id = any($1::bigint[])`,
    direct.map(({ id }) => id),
  )
  return {
    senderId: new Map(accounts.map(({ full_name, id }) => [full_name, id])),
    conversationOf: new Map(channels.map((name, index) => [name, ids[index] as number])),
    direct: direct.map(({ id }) => id),
  }
}
