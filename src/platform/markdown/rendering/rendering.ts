import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { InlineWork, Pool } from '#platform/threads'
import type { MarkdownContext, Rendered } from '../context.ts'
import { renderMarkdown, renderSource } from '../markdown.ts'
import { answer, describeAll } from './context.ts'
import { guessedAnswers } from './guesses.ts'
import { type Pack, type RenderRequest, type Reply, readReplies, writePack } from './protocol.ts'

const limitMs = 1_000
/** A text with a mention and a channel link takes two passes; real messages never take more than a few. */
const maxPasses = 5

/** Shared by all servers and tests of the process, because threads cost memory. */
const shared = renderPool({ threads: 2, limitMs })

export function renderPool({
  file = join(projectRoot, 'dist/workers/render.js'),
  ...options
}: RenderPoolOptions): RenderPool {
  return new Pool({ ...options, file, name: 'render', heapMb: 192, write: writePack, read: readReplies })
}

interface RenderPoolOptions {
  readonly file?: string
  readonly threads: number
  readonly limitMs: number
}

type RenderPool = Pool<Pack, Reply[]>

export interface TextToRender {
  readonly text: string
  readonly context: MarkdownContext
}

/** The slowest texts that we know take 4 ms at this length, and 36 ms at four times as many characters. */
const maxHere = 1_000
/** What can open a formula or highlighted code: their cost varies, and their libraries take much memory. */
const costly = /\$\$|`{3}|~{3}/

/**
 * Whether a text is cheap enough to render in the server's thread. perf: five of six messages are; the way to another
 * thread and back takes ten times as long as rendering them.
 */
export const isCheap = (text: string): boolean => text.length <= maxHere && !costly.test(text)

const here = new InlineWork()

/** Renders a text; in another thread, it's shown as typed after a second, and queues are served round-robin. */
export async function renderText(
  text: string,
  context: MarkdownContext,
  queueKey: string,
  pool = shared,
): Promise<Rendered> {
  // linkifiers' patterns come from users, so their cost is unknown
  if (!context.linkifiers?.length && isCheap(text) && here.isOpenTo(queueKey))
    return here.run(queueKey, () => renderMarkdown(text, context))
  const [rendered] = await renderPack([{ text, context }], queueKey, pool)
  return rendered ?? renderSource(text)
}

/** Limits of one message to a thread, which is busy with it for some milliseconds. */
const maxPerPack = { texts: 50, characters: 50_000 }

/**
 * Renders many texts in packs, which cost far less, in one thread, leaving the other for users. Texts of a slow pack
 * are rendered separately.
 */
export async function renderTexts(
  texts: readonly TextToRender[],
  queueKey: string,
  pool = shared,
): Promise<Rendered[]> {
  const packs = packsOf(texts).map(async (pack) => {
    const all = await renderPack(pack, queueKey, pool)
    const alone = ({ text, context }: TextToRender) =>
      pack.length > 1 ? renderText(text, context, queueKey, pool) : renderSource(text)
    return Promise.all(pack.map((one, index) => all[index] ?? alone(one)))
  })
  return (await Promise.all(packs)).flat()
}

function packsOf(texts: readonly TextToRender[]): TextToRender[][] {
  const packs: TextToRender[][] = []
  let characters = 0
  for (const one of texts) {
    const last = packs.at(-1)
    characters += one.text.length
    if (last && last.length < maxPerPack.texts && characters <= maxPerPack.characters) last.push(one)
    else {
      packs.push([one])
      characters = one.text.length
    }
  }
  return packs
}

async function renderPack(
  texts: readonly TextToRender[],
  queueKey: string,
  pool: RenderPool,
): Promise<(Rendered | undefined)[]> {
  const done: (Rendered | undefined)[] = texts.map(() => undefined)
  const { contexts, places } = describeAll(texts.map(({ context }) => context))
  let open: { place: number; asked: RenderRequest }[] = texts.map(({ text, context }, place) => ({
    place,
    asked: { text, context: places.get(context)!, answers: guessedAnswers(text, context) },
  }))
  for (let pass = 1; pass <= maxPasses && open.length > 0; pass++) {
    const replies = await pool.run(queueKey, {
      contexts,
      texts: open.map(({ asked }) => asked),
      last: pass === maxPasses,
    })
    if (!replies) break
    open = open.flatMap(({ place, asked }, index) => {
      const reply = replies[index]!
      if ('rendered' in reply) {
        done[place] = reply.rendered
        return []
      }
      const answers = answer(texts[place]!.context, reply.questions, asked.answers)
      return { place, asked: { ...asked, answers } }
    })
  }
  return done
}

/** For the server's own text inside a mutation, which can't wait; shows formulas and code, whose cost varies, as typed. */
export const renderBriefly = (text: string, context: MarkdownContext): Rendered =>
  renderMarkdown(text, context, { brief: true })
