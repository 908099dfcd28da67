import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import type { Person } from '../harness/person.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { gate } from './gate.ts'
import { watchPage } from './watch.ts'

const maxPx = 2

/** Many kinds of content: short and long, code, quotes, tables, formulas, and right-to-left text. */
const words = (n: number): string =>
  [
    `Message ${n}: can we ship it?`,
    `${'A longer message, which takes several lines to say what could be said in one. '.repeat(1 + (n % 5))}`,
    '```python\ndef ship(release: str) -> bool:\n    return release == "2.4"\n```',
    `> quoted\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| ${n} | 2 |`,
    `שלום לכולם, הודעה מספר ${n}. ${'טקסט ארוך מימין לשמאל עם English באמצע. '.repeat(n % 4)}`,
    `مرحبا بالجميع $$E = mc^${n % 10}$$ ${'نص طويل من اليمين إلى اليسار. '.repeat(n % 3)}`,
  ][n % 6] as string

async function filled(
  { society, ada, ben }: { society: { org: never }; ada: Person; ben: Person },
  count: number,
): Promise<{ id: number; hash: string; ids: number[] }> {
  const id = await makeChannel(society.org, 'long', [ada, ben])
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push(await ben.sends(words(n), { channel: id, topic: 'talk' }))
  await ada.send('POST', '/mark_all_as_read')
  return { id, ids, hash: `#narrow/channel/${id}-long/topic/talk` }
}

/** Adds images of unknown size to some messages; they load when `come` is called. */
async function withLatePictures({ page }: Visitor): Promise<{ come: () => void }> {
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="180"><rect width="300" height="180" fill="teal"/></svg>'
  const { release, released } = gate()
  await page.route('**/late/*.svg', async (route) => {
    await released
    await route.fulfill({ contentType: 'image/svg+xml', body }).catch(() => {})
  })
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = async (...request) => {
      const reply = await fetch(...request)
      if (!/(^|\/)api\/v1\/messages\?/.test(String(request[0]))) return reply
      const answer = (await reply.json()) as { messages?: { id: number; content: string }[] }
      for (const one of answer.messages ?? [])
        if (one.id % 4 === 0) one.content += `<p><img class="inline-image" alt="" src="/late/${one.id}.svg"></p>`
      return new Response(JSON.stringify(answer), reply)
    }
  })
  return { come: release }
}

/** Waits for web fonts: they change line heights when they replace the fallback. */
const withLetters = ({ page }: Visitor): Promise<unknown> =>
  page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))

/** Scrolls away from the end and waits until nothing is loading. */
async function scrollsUp({ page }: Visitor, px: number): Promise<void> {
  await page.evaluate(async (by) => window.scrollFeed({ by: -100, frames: by / 100 }), px)
  await page.waitForFunction(() => (document.querySelector('.feed')?.scrollTop ?? 0) > 500)
}

interface Tracked {
  id: string
  top: number
}

const tracked = ({ page }: Visitor, id?: string): Promise<Tracked> =>
  page.evaluate(async (wanted) => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const feed = document.querySelector('.feed') as HTMLElement
    const edge = feed.getBoundingClientRect().top
    const rows = [...feed.querySelectorAll<HTMLElement>('.row[data-id]')]
    const row = rows.find((one) => (wanted ? one.dataset.id === wanted : one.getBoundingClientRect().top >= edge))
    if (!row) throw new Error(`row ${wanted ?? ''} is not there`)
    return { id: row.dataset.id as string, top: row.getBoundingClientRect().top - edge }
  }, id)

/** Runs `change`, and checks that the tracked row didn't move. */
async function holdsStill(visitor: Visitor, what: string, change: () => Promise<unknown>): Promise<void> {
  const before = await tracked(visitor)
  await change()
  const after = await tracked(visitor, before.id)
  assert.isAtMost(Math.abs(after.top - before.top), maxPx, what)
}

describe.skipIf(!hasBrowser)('the feed holds its place', () => {
  test('the feed holds its place while older messages load, and can scroll down again', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await filled({ society: society as never, ada, ben }, 240)
    const here = await visit(ada)
    await watchPage(here.page)
    await here.page.reload()
    await here.opens(hash)
    await here.sees('Message 234')
    await withLetters(here)
    const up = await here.page.evaluate(() => window.scrollFeed({ by: -180, frames: 200 }))
    assert.deepEqual(up.jumps, [])
    assert.isAbove(up.distance, 10_000)
    await here.page.locator('.beginning').waitFor({ state: 'attached' })
    const down = await here.page.evaluate(() => window.scrollFeed({ by: 180, frames: 200 }))
    assert.deepEqual(down.jumps, [])
    assert.deepEqual(here.complaints, [])
  })

  test('the feed holds its place while long messages collapse, and draws few rows', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { id, hash } = await filled({ society: society as never, ada, ben }, 10)
    for (let n = 0; n < 140; n++) {
      const content = n % 3 === 0 ? `Long ${n}\n\n${'- one more line of it\n'.repeat(45)}` : `Short ${n}`
      await ben.sends(content, { channel: id, topic: 'talk' })
    }
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    await watchPage(here.page)
    await here.page.reload()
    await here.opens(hash)
    await here.sees('Short 139')
    await withLetters(here)
    for (const by of [-120, 120]) {
      const { jumps, distance } = await here.page.evaluate((each) => window.scrollFeed({ by: each, frames: 200 }), by)
      assert.deepEqual(jumps, [])
      assert.isAbove(distance, 5_000)
      const farthest = await here.page.evaluate(() => {
        const feed = document.querySelector('.feed') as HTMLElement
        const { top, bottom, height } = feed.getBoundingClientRect()
        const boxes = [...feed.querySelectorAll('.row')].map((row) => row.getBoundingClientRect())
        return Math.max(...boxes.map((box) => Math.max(top - box.bottom, box.top - bottom))) / height
      })
      assert.isBelow(farthest, 9, 'screens away from what is seen')
    }
    assert.deepEqual(here.complaints, [])
  })

  test('the feed holds its place at the top when older messages come late', async ({ society, ada, ben, visit }) => {
    const { hash } = await filled({ society: society as never, ada, ben }, 240)
    const here = await visit(ada)
    const { page } = here
    const { release, released } = gate()
    await page.route('**/api/v1/messages?**', async (route) => {
      const asked = new URL(route.request().url()).searchParams
      if (asked.get('num_after') === '0' && asked.get('anchor') !== 'newest') await released
      await route.continue()
    })
    await here.opens(hash)
    await here.sees('Message 234')
    await withLetters(here)
    const uppermost = () => page.evaluate(() => Number(document.querySelector<HTMLElement>('.row')?.dataset.id))
    /** To the top of the loaded messages, which may be drawn in steps. */
    const edge = async () => {
      for (let drawn = 0; drawn !== (await uppermost()); ) {
        drawn = await uppermost()
        await page.evaluate(async () => {
          const feed = document.querySelector('.feed') as HTMLElement
          feed.scrollTop = 0
          for (let frame = 0; frame < 5; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
        })
      }
      return uppermost()
    }
    const first = await edge()
    const text = page.locator(`[data-id="${first}"] .content`)
    const place = async () => (await text.boundingBox())?.y as number
    const before = await place()
    release()
    await page.waitForFunction((id) => Number(document.querySelector<HTMLElement>('.row')?.dataset.id) < id, first)
    assert.isAtMost(Math.abs((await place()) - before), maxPx)
  })

  test("the feed holds its place when rows or the window's size change", async ({ society, ada, ben, visit }) => {
    const { id, hash, ids } = await filled({ society: society as never, ada, ben }, 120)
    const here = await visit(ada)
    const { page } = here
    const pictures = await withLatePictures(here)
    await watchPage(page)
    await page.reload()
    await here.opens(hash)
    await here.sees('Message 114')
    await withLetters(here)
    await scrollsUp(here, 3_000)
    /** Rows that are drawn above what is seen, the nearest last. */
    const above = async () => {
      const { id: eye } = await tracked(here)
      const drawn = await page
        .locator('.row[data-id]')
        .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.id)))
      const list = drawn.filter((one) => one < Number(eye) && ids.includes(one))
      assert.isAbove(list.length, 8)
      return list
    }
    await holdsStill(here, 'pictures come above and below', async () => {
      pictures.come()
      await page.waitForFunction(() => {
        const near = [...document.querySelectorAll('img.inline-image')].filter((one) => {
          const { top } = one.getBoundingClientRect()
          return top > -600 && top < innerHeight
        }) as HTMLImageElement[]
        return near.length > 0 && near.every(({ complete, naturalHeight }) => complete && naturalHeight === 180)
      })
    })
    const [a, b, c, d] = (await above()).slice(2) as [number, number, number, number]

    await holdsStill(here, 'a message comes below', async () => {
      await ben.sends('This is the newest.', { channel: id, topic: 'talk' })
      await page.locator('#left-sidebar').getByText('1', { exact: true }).first().waitFor()
    })
    await holdsStill(here, 'a message above becomes long code', async () => {
      const content = `\`\`\`\n${'a\n'.repeat(4_980)}\`\`\``
      await ben.send('PATCH', `/messages/${a}`, { content })
      await page.locator(`[data-id="${a}"] pre`).waitFor({ state: 'attached' })
    })
    await holdsStill(here, 'a message above becomes short', async () => {
      await ben.send('PATCH', `/messages/${b}`, { content: 'Edited.' })
      await page.locator(`[data-id="${b}"]`, { hasText: 'Edited.' }).waitFor({ state: 'attached' })
    })
    await holdsStill(here, 'a message above gets a reaction', async () => {
      await ben.send('POST', `/messages/${c}/reactions`, { emoji_name: 'tada' })
      await page.locator(`[data-id="${c}"] .reactions`).waitFor({ state: 'attached' })
    })
    await holdsStill(here, 'a message above is deleted', async () => {
      await ada.send('DELETE', `/messages/${c}`)
      await page.locator(`[data-id="${c}"]`).waitFor({ state: 'detached' })
    })
    await holdsStill(here, 'a message above is moved away', async () => {
      await ben.send('PATCH', `/messages/${d}`, { topic: 'elsewhere', propagate_mode: 'change_one' })
      await page.locator(`[data-id="${d}"]`).waitFor({ state: 'detached' })
    })
    await holdsStill(here, 'it is moved back', async () => {
      await ben.send('PATCH', `/messages/${d}`, { topic: 'talk', propagate_mode: 'change_one' })
      await page.locator(`[data-id="${d}"]`).waitFor({ state: 'attached' })
    })
    for (const [width, height] of [
      [1000, 800],
      [760, 500],
      [640, 400],
      [1440, 900],
      [1280, 800],
    ] as const)
      await holdsStill(here, `the window is ${width} by ${height}`, () => page.setViewportSize({ width, height }))
    for (const size of ['22px', '12px', ''])
      await holdsStill(here, `letters of ${size || 'the usual size'}`, () =>
        page.evaluate((px) => {
          document.documentElement.style.fontSize = px
        }, size),
      )
    const devtools = await page.context().newCDPSession(page)
    for (const factor of [2, 1.5, 1])
      await holdsStill(here, `zoomed ${factor} times`, () =>
        devtools.send('Emulation.setDeviceMetricsOverride', {
          width: Math.round(1280 / factor),
          height: Math.round(800 / factor),
          deviceScaleFactor: factor,
          mobile: false,
        }),
      )
    assert.deepEqual(here.complaints, [])
  })

  test('the feed stays at the end when anything arrives', async ({ society, ada, ben, visit }) => {
    const { id, hash } = await filled({ society: society as never, ada, ben }, 40)
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Message 36')
    const fromEnd = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
        const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.feed') as HTMLElement
        return scrollHeight - scrollTop - clientHeight
      })
    assert.isAtMost(await fromEnd(), maxPx)
    await ben.sends(`One more. ${words(1)}`, { channel: id, topic: 'talk' })
    await here.sees('One more.')
    assert.isAtMost(await fromEnd(), maxPx)
    await page.setViewportSize({ width: 700, height: 420 })
    assert.isAtMost(await fromEnd(), maxPx)
  })

  test('a message of 5,000 lines is collapsed, and expands in place', async ({ society, ada, ben, visit }) => {
    const { id, hash } = await filled({ society: society as never, ada, ben }, 12)
    const code = `\`\`\`\n${'a\n'.repeat(4_980)}\`\`\``
    await ben.sends(code, { channel: id, topic: 'talk' })
    const last = await ben.sends('After it.', { channel: id, topic: 'talk' })
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('After it.')
    const more = page.getByRole('button', { name: 'Show more' })
    await more.waitFor()
    const height = () => page.evaluate(() => (document.querySelector('.feed') as HTMLElement).scrollHeight)
    assert.isBelow(await height(), 10_000)
    const row = page.locator('.row', { has: page.locator('pre') }).last()
    const before = await tracked(here, await row.getAttribute('data-id').then(String))
    await more.click()
    const less = page.getByRole('button', { name: 'Show less' })
    await less.waitFor()
    const after = await tracked(here, before.id)
    assert.isAtMost(Math.abs(after.top - before.top), maxPx, 'what one reads stays where it is')
    assert.isAbove(await height(), 50_000)
    assert.notEqual(String(last), before.id)
    await less.click()
    await more.waitFor()
    assert.isBelow(await height(), 10_000)
    const folded = await tracked(here, before.id)
    assert.isBelow(folded.top, 800)
    assert.deepEqual(here.complaints, [])
  })
})
