import { dayMs, type MessageId } from '#contract'
import type { LinkPreview } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { backgroundWork, type UnderWay, type Workplace } from '#platform/timer'
import { settingsOf } from '../../people/organization/cache.ts'
import { noUserId } from '../../people/users/account.ts'
import { existingReadableMessages } from '../messages/access/readable.ts'
import { readerOf } from '../messages/access/reader.ts'
import { composeContext, renderFor } from '../messages/actions/compose.ts'
import { changeRendering } from '../messages/actions/edit/changed-html.ts'
import { askFor } from './page-request.ts'
import * as store from './store.ts'

/** Messages of one organization processed at a time; organizations are served in turn. */
const maxAtOnce = 4
/** Longer than all pages of all waiting messages can take: the process that took them must have ended. */
const takenForMs = 60 * 60_000
/** How long to cache a preview, or that a page has none. */
const believedMs = { something: 7 * dayMs, nothing: dayMs / 8 }

class Previews implements UnderWay {
  readonly stop = new AbortController()
  readonly problems: unknown[] = []
  readonly #turns = new Map<number, Promise<void>>()
  /** Each page is requested once, however many messages link to it. */
  readonly asked = new Map<string, Promise<LinkPreview | null>>()

  /** Turns of one organization run one after another, those of different ones in parallel. */
  add(orgId: number, turn: () => Promise<void>): void {
    const before = this.#turns.get(orgId) ?? Promise.resolve()
    const one = before
      .then(turn)
      .catch((error: unknown) => void this.problems.push(error))
      .finally(() => {
        if (this.#turns.get(orgId) === one) this.#turns.delete(orgId)
      })
    this.#turns.set(orgId, one)
  }

  async idle(): Promise<void> {
    while (this.#turns.size > 0) await Promise.all(this.#turns.values())
  }
}

/** Fetches previews of the pages that new messages link to, then renders those messages again. */
export const linkPreviews = backgroundWork({
  name: 'link previews',
  rows: store.waiting,
  begin: () => new Previews(),
  async turn({ place, org, now, underWay: current }) {
    await org.transact(null, ({ tx }) => store.removeExpired(tx, org.id, now))
    const until = new Date(now.getTime() + takenForMs)
    for await (const rows of store.waiting.leased(org, { now, until }))
      current.add(org.id, async () => {
        for (let at = 0; at < rows.length && !current.stop.signal.aborted; at += maxAtOnce)
          await Promise.all(rows.slice(at, at + maxAtOnce).map((row) => preview(place, org, row, current)))
        if (!current.stop.signal.aborted) return
        // the next process to start continues with the rest
        const ids = rows.map(({ id }) => id)
        await org.transact(null, ({ tx }) => store.waiting.postpone(tx, ids, place.now()))
      })
  },
})

async function preview(place: Workplace, org: Organization, row: store.Stored, current: Previews): Promise<void> {
  const viewer = org.viewer((await senderOf(org, row.message_id)) ?? noUserId)
  if (!viewer) return done(org, row)
  const own = composeContext(org, viewer)
  const reader = await readerOf(own)
  const [message] = await org.db.read((tx) => existingReadableMessages(tx, reader, [row.message_id]))
  if (!message) return done(org, row)
  const { previewUrls } = await renderFor(own, message.content)
  const found = await findAll(place, org, previewUrls, current)
  if (!found) return
  if (found.size === 0) return done(org, row)
  const linkPreview = (url: string) => found.get(url)
  const rendered = await renderFor(own, message.content, { linkPreview })
  await org.transact(null, async (mutation) => {
    await store.remove(mutation.tx, row)
    if (!settingsOf(mutation).inline_url_embed_preview) return
    await changeRendering(mutation, message, rendered)
  })
}

const senderOf = async (org: Organization, messageId: MessageId) =>
  (await org.db.read((tx) => store.senderOf(tx, org.id, messageId))) ?? undefined

const done = (org: Organization, row: store.Stored): Promise<void> =>
  org.transact(null, async ({ tx }) => void (await store.remove(tx, row)))

/** Undefined if the server stops in between. */
async function findAll(place: Workplace, org: Organization, urls: readonly string[], current: Previews) {
  const previews = await Promise.all(
    askTogether(place, org, urls, current).map((preview) => preview.catch(() => undefined)),
  )
  if (current.stop.signal.aborted) return undefined
  const found = new Map<string, LinkPreview>()
  for (const [at, url] of urls.entries()) {
    const preview = previews[at]
    if (preview) found.set(url, preview)
  }
  return found
}

/** A preview promise for each URL, in order. */
function askTogether(
  place: Workplace,
  org: Organization,
  urls: readonly string[],
  current: Previews,
): Promise<LinkPreview | null>[] {
  const keyOf = (url: string) => `${org.id} ${url}`
  const fresh = urls.filter((url) => !current.asked.has(keyOf(url)))
  if (fresh.length > 0) {
    // the lookup is part of the shared request, so that a page cached in between isn't fetched again
    const known = org.db.read((tx) => store.known(tx, org.id, fresh, place.now()))
    for (const url of fresh) {
      const one = known.then((previews) =>
        previews.has(url) ? (previews.get(url) ?? null) : ask(place, org, url, current.stop.signal),
      )
      current.asked.set(
        keyOf(url),
        one.finally(() => current.asked.delete(keyOf(url))),
      )
    }
  }
  return urls.map((url) => current.asked.get(keyOf(url)) ?? Promise.resolve(null))
}

async function ask(place: Workplace, org: Organization, url: string, signal: AbortSignal): Promise<LinkPreview | null> {
  const preview = await askFor(place.outbound, url, signal)
  const expires = new Date(place.now().getTime() + (preview ? believedMs.something : believedMs.nothing))
  await org.transact(null, ({ tx }) => store.keep(tx, org.id, url, preview, expires))
  return preview
}
