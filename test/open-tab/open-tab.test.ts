import type { CDPSession } from 'playwright-core'
import { assert, describe } from 'vitest'
import type { ChannelId } from '#contract'
import { deleteTopic } from '../../src/features/messages/messages/api/delete.ts'
import { makeChannel } from '../harness/channel.ts'
import type { Person } from '../harness/person.ts'
import { hasBrowser, test, type Visitor } from '../web/browser.ts'
import { type Figure, growth, type Sample, sampleOf } from './growth.ts'

/** How long a page is kept open: `npm run open-tab` for an hour. */
const minutes = Number(process.env.LOQUAT_TAB_MINUTES ?? 1)
/** Messages a second; as many as there can be, where nothing is said. Two are eight times a busy hour of 900. */
const rate = Number(process.env.LOQUAT_TAB_RATE ?? Number.POSITIVE_INFINITY)
const aRound = Number(process.env.LOQUAT_TAB_ROUND ?? 300)
/** Rounds after which everything is loaded that is ever needed, and engines have compiled what runs often. */
const toWarmUp = 2
const fewestRounds = 6

/** What may come with each 1,000 messages, none of which is there any more: noise, and no place for what is kept of each. */
const atMost: Readonly<Record<Figure, number>> = { heapMb: 0.6, nodes: 150, listeners: 60 }

const topics = Array.from({ length: 12 }, (_, at) => `topic ${at}`)
const texts = [
  'CI is green.',
  'See **this** and `that`, @**Ada**',
  '```python\ndef ship():\n    return True\n```',
  '> said before\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  '$$E = mc^2$$ :tada:',
]

interface Scene {
  readonly here: Visitor
  readonly writers: readonly Person[]
  readonly channels: readonly ChannelId[]
}

describe.skipIf(!hasBrowser)('a tab that is left open', () => {
  test(
    'keeps nothing of what came and went',
    async ({ society, ada, ben, cleo, visit }) => {
      const channels: ChannelId[] = []
      for (const name of ['design', 'kitchen', 'travel'])
        channels.push(await makeChannel(society.org, name, [ada, ben, cleo]))
      const here = await visit(ada)
      const devtools = await here.page.context().newCDPSession(here.page)
      await devtools.send('Performance.enable')
      const samples = await watched({ here, writers: [ben, cleo], channels }, devtools)
      const figures = (['heapMb', 'nodes', 'listeners'] as const).map((figure) => ({
        figure,
        'for each 1,000 messages': growth(samples.slice(toWarmUp), figure),
        'at most': atMost[figure],
        first: samples[toWarmUp]?.[figure],
        last: samples.at(-1)?.[figure],
      }))
      console.log(`${samples.at(-1)?.messages} messages`)
      console.table(figures)
      for (const { figure, 'for each 1,000 messages': grows } of figures)
        assert.isAtMost(grows, atMost[figure], `${figure}: ${JSON.stringify(samples.map((one) => one[figure]))}`)
      assert.deepEqual(here.complaints, [])
    },
    (minutes + 20) * 60_000,
  )
})

/** Rounds until the time is over; what there was at the end of each. */
async function watched(scene: Scene, devtools: CDPSession): Promise<Sample[]> {
  const until = Date.now() + minutes * 60_000
  const samples: Sample[] = []
  let count = 0
  while (samples.length < fewestRounds || Date.now() < until) {
    count += await round(scene, count)
    samples.push(await sampleOf(scene.here.page, devtools, count))
  }
  return samples
}

/** Messages of every kind while somebody reads here and there, and all of it gone again; answers how many there were. */
async function round({ here, writers, channels }: Scene, before: number): Promise<number> {
  const { page, person } = here
  const begun = Date.now()
  const directs: number[] = []
  for (let at = 0; at < aRound; at++) {
    const late = begun + (at * 1000) / rate - Date.now()
    if (late > 0) await new Promise((resolve) => setTimeout(resolve, late))
    const writer = writers[at % writers.length] as Person
    const content = `${texts[at % texts.length]} ${before + at}`
    const topic = topics[at % topics.length] as string
    const channel = channels[at % channels.length] as ChannelId
    const to = at % 10 === 9 ? { type: 'direct', to: [person.id] } : { type: 'channel', to: channel, topic }
    const id = (await writer.send('POST', '/messages', { ...to, content })).id as number
    if (to.type === 'direct') directs.push(id)
    if (at % 6 === 0) await writer.send('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    if (at % 7 === 0) await writer.send('PATCH', `/messages/${id}`, { content: `${content}, changed` })
    if (at % 9 === 0) await writer.send('POST', '/typing', { type: 'direct', op: 'start', to: [person.id] })
    if (at % 15 === 0) await looksElsewhere(here, channels, at / 15)
  }
  await here.opens('#inbox')
  await page.locator('.feed').waitFor({ state: 'detached' })
  for (const stream_id of channels)
    for (const topic_name of topics) await person.call(deleteTopic, { stream_id, topic_name })
  for (const id of directs) await person.send('DELETE', `/messages/${id}`)
  // the page has heard of all that: what is left to be read is nothing
  await page.waitForFunction(() => document.title.startsWith('Inbox'))
  return aRound
}

/** As people do: a feed of everything, a conversation, a list, the field for writing. */
async function looksElsewhere(here: Visitor, channels: readonly ChannelId[], turn: number): Promise<void> {
  const { page } = here
  const channel = channels[turn % channels.length] as ChannelId
  const hashes = [
    '#feed',
    `#narrow/channel/${channel}/topic/${encodeURIComponent(topics[turn % topics.length] as string).replaceAll('%', '.')}`,
    '#recent',
    `#narrow/channel/${channel}`,
    '#inbox',
  ]
  await here.opens(hashes[turn % hashes.length] as string)
  // a handle on an element would keep it, and all that it stands in
  await page.waitForFunction(
    () => document.querySelector('.feed article, .feed .hint, .inbox, .recent, .conversations') !== null,
  )
  if (!(await here.composeField.isVisible())) return
  await here.composeField.fill('half a sentence')
  await here.composeField.fill('')
}
