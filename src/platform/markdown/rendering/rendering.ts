import { join } from 'node:path'
import { asUserId, type UserId } from '#contract'
import { projectRoot } from '#platform/config'
import type { MarkdownContext, Rendered } from '../context.ts'
import { renderMarkdown, renderSource } from '../markdown.ts'
import { answer, describe } from './context.ts'
import { isPlain } from './plain.ts'
import { Pool, type Rendering } from './pool.ts'

/** Beyond it a text is shown as it was typed. */
const limitMs = 1_000
/** A text that mentions somebody and links to a channel takes two; more than a few is nothing that people write. */
const mostPasses = 5

/** Of this process: threads cost memory, so all servers and tests in it share them. */
const shared = new Pool({ file: join(projectRoot, 'dist/workers/render.js'), threads: 2, limitMs })

/** Tells of each text that a thread has worked at, by its lane; the answer ends that. */
export const watchRendering = (watch: Rendering): (() => void) => shared.watch(watch)

/** The lane of somebody's texts, and whose lane it is; undefined for an organization's own. */
export const laneOf = (orgId: number, userId: UserId): string => `${orgId}/${userId}`
export const userOfLane = (lane: string): UserId | undefined => {
  const userId = lane.split('/', 2)[1]
  return userId === undefined ? undefined : asUserId(Number(userId))
}

/**
 * A text as HTML, rendered in a thread of its own, so that nobody else waits for it; as it was typed when that takes
 * longer than a second. The lane names whoever the text is of: people take turns.
 */
export async function renderText(
  text: string,
  context: MarkdownContext,
  lane: string,
  pool = shared,
): Promise<Rendered> {
  const described = describe(context)
  // patterns of linkifiers are not ours
  if (described.linkifiers === undefined && isPlain(text)) return renderMarkdown(text, context)
  const answers = new Map<string, unknown>()
  for (let pass = 1; pass <= mostPasses; pass++) {
    const reply = await pool.run(lane, { text, ...described, answers, last: pass === mostPasses })
    if (!reply) break
    if ('rendered' in reply) return reply.rendered
    answer(context, reply.questions, answers)
  }
  return renderSource(text)
}

/**
 * For what is composed inside an act, which cannot wait: a text of the server's own around names and short
 * descriptions. Formulas and code, whose cost nobody can tell beforehand, are shown as they were typed.
 */
export const renderBriefly = (text: string, context: MarkdownContext): Rendered =>
  renderMarkdown(text, context, { brief: true })
