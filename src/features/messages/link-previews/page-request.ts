import { z } from 'zod'
import { parsedJson } from '#contract'
import type { LinkPreview } from '#platform/markdown'
import { type Outbound, OutboundError } from '#platform/outbound'
import { absolute, type PageFacts, readPage, shortened, textOf } from './page-facts.ts'

const timeoutMs = 8_000
/** Metadata is at the beginning of a page; the rest isn't read. */
const maxBytes = 512 * 1024
const redirects = 4

const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)\b/i
const VIDEO = /^video\/(?:mp4|webm)\b/i
const SOUND = /^audio\/(?:mpeg|wav|x-wav|flac|aac|ogg|mp4)\b/i
const PAGE = /^(?:text\/html|application\/xhtml\+xml)\b/i

/** Null if there's nothing to show. */
export async function askFor(outbound: Outbound, url: string, signal: AbortSignal): Promise<LinkPreview | null> {
  const answer = await ask(outbound, url, 'text/html,application/xhtml+xml,image/*;q=0.8', signal)
  if (!answer) return null
  const type = answer.headers.get('content-type') ?? ''
  if (PICTURE.test(type)) return { kind: 'image' }
  if (VIDEO.test(type)) return { kind: 'video' }
  if (SOUND.test(type)) return { kind: 'audio' }
  if (!PAGE.test(type)) return null
  const { oembed, ...facts } = readPage(textOf(answer.body, type), answer.url)
  const more = oembed !== undefined && (!facts.title || !facts.image) ? await askEmbed(outbound, oembed, signal) : {}
  const all = { ...more, ...facts }
  return all.title === undefined ? null : { kind: 'page', ...all }
}

const Embed = z.object({
  title: z.string().optional(),
  author_name: z.string().optional(),
  type: z.string().optional(),
  url: z.string().optional(),
  thumbnail_url: z.string().optional(),
})

/** The text and image fields of oEmbed; its HTML is never used. */
async function askEmbed(outbound: Outbound, url: string, signal: AbortSignal): Promise<PageFacts> {
  const answer = await ask(outbound, url, 'application/json', signal)
  const { success, data } = Embed.safeParse(answer && parsedJson(answer.text()))
  if (!success) return {}
  const title = shortened(data.title, 200)
  const description = shortened(data.author_name, 500)
  const image = absolute(data.thumbnail_url ?? (data.type === 'photo' ? data.url : undefined), url)
  return { ...(title ? { title } : {}), ...(description ? { description } : {}), ...(image ? { image } : {}) }
}

async function ask(outbound: Outbound, url: string, accept: string, signal: AbortSignal) {
  try {
    const answer = await outbound.request({
      url,
      headers: { accept },
      timeoutMs,
      maxBytes: maxBytes,
      cut: true,
      redirects,
      signal,
    })
    return answer.status === 200 ? answer : undefined
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return undefined
  }
}
