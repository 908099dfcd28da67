import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { Pool } from '#platform/threads'
import type { MarkdownContext, Rendered } from '../context.ts'
import { renderMarkdown, renderSource } from '../markdown.ts'
import { answer, describeAll } from './context.ts'
import { guessedAnswers } from './guesses.ts'
import { isPlain } from './plain.ts'
import { type Asked, type Pack, type Reply, readReplies, writePack } from './protocol.ts'

/** Beyond it a text is shown as it was typed. */
const limitMs = 1_000
/** A text that mentions somebody and links to a channel takes two; more than a few is nothing that people write. */
const maxPasses = 5

/** Of this process: threads cost memory, so all servers and tests in it share them. */
const shared = renderPool({ threads: 2, limitMs })

/** Threads that render; another program in place of theirs is for tests. */
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

/** A text with what it may know. */
export interface TextToRender {
  readonly text: string
  readonly context: MarkdownContext
}

/**
 * A text as HTML, rendered in a thread of its own, so that nobody else waits for it; as it was typed when that takes
 * longer than a second. The lane names whoever the text is of: people take turns.
 */
export async function renderText(
  text: string,
  context: MarkdownContext,
  queueKey: string,
  pool = shared,
): Promise<Rendered> {
  // patterns of linkifiers are not ours
  if (!context.linkifiers?.length && isPlain(text)) return renderMarkdown(text, context)
  const [rendered] = await renderPack([{ text, context }], queueKey, pool)
  return rendered ?? renderSource(text)
}

/** What goes to a thread together: people whose texts wait for it do so for some milliseconds. */
const maxPerPack = { texts: 50, characters: 50_000 }

/**
 * Many texts of one lane, like those of an archive: in packs, which cost a thread and the server far less than each
 * text by itself, and in one thread, so that people have the other. A pack that takes too long is rendered text by text.
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

/** Each that was rendered, at its place; of a pack that was too slow the others are missing. */
async function renderPack(
  texts: readonly TextToRender[],
  queueKey: string,
  pool: RenderPool,
): Promise<(Rendered | undefined)[]> {
  const done: (Rendered | undefined)[] = texts.map(() => undefined)
  const { contexts, places } = describeAll(texts.map(({ context }) => context))
  let open: { place: number; asked: Asked }[] = texts.map(({ text, context }, place) => ({
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

/**
 * For what is composed inside an act, which cannot wait: a text of the server's own around names and short
 * descriptions. Formulas and code, whose cost nobody can tell beforehand, are shown as they were typed.
 */
export const renderBriefly = (text: string, context: MarkdownContext): Rendered =>
  renderMarkdown(text, context, { brief: true })
