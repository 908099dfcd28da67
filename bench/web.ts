import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { chromiumProgram, launchChromium } from '../test/web/chromium.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { measureBatches } from './web/batches.ts'
import { measureFromDisk } from './web/from-disk.ts'
import { measureEverything, measureGrowth, measureScrolling, measureSwitching } from './web/reading.ts'
import { measureReturning } from './web/returning.ts'
import { openStage, type Stage } from './web/stage.ts'
import { type Limits, measureStarting, measureYardstick } from './web/starting.ts'
import { measureDelivery, measureEvents, measureTyping } from './web/talking.ts'
import { measureTypeahead } from './web/typeahead.ts'
import { Visitor } from './web/visitor.ts'

const built = join(projectRoot, 'dist/web')

/**
 * The client in Chromium: `real` has 33,000 messages, `big` also ten thousand people and a thousand channels. CPU time
 * is the main thread's.
 */
export async function benchWeb(place: Place): Promise<Row[]> {
  if (!chromiumProgram || !existsSync(join(built, 'index.html')))
    throw new Error('the web client is measured with Chromium (scripts/install-chromium.sh) and a built client')
  const named = async (name: string, crowd: number, limits: Limits, allHeap: number) => {
    const stage = await openStage(join(place.dataDir, name), { crowd })
    const rows = await measure(stage, limits, allHeap).finally(() => stage.server.stop())
    return rows.map((row) => ({ ...row, what: `${name}: ${row.what}` }))
  }
  return [
    ...measureSize(),
    ...(await measureBatches()),
    ...(await named('real', 0, { startCpu: 250, diskCpu: 150, registerKb: 30, startHeap: 12 }, 60)),
    ...(await named('big', 10_000, { startCpu: 450, diskCpu: 300, registerKb: 80, startHeap: 25 }, 70)),
  ]
}

async function measure(stage: Stage, limits: Limits, allHeap: number): Promise<Row[]> {
  const browser = await launchChromium({ isWhole: true })
  const rows: Row[] = []
  /** Reports each part as it finishes, because all take minutes and one that fails would lose the others. */
  const add = async (what: string, part: Promise<Row[]>) => {
    const measured = await part
    rows.push(...measured)
    for (const row of measured) process.stderr.write(`  ${row.what}: ${row.value.toFixed(1)} ${row.unit}\n`)
    process.stderr.write(`${what} measured\n`)
  }
  try {
    const [reader, other] = stage.readers
    const yardstick = await measureYardstick(browser, await newest(stage))
    rows.push({ what: 'yardstick: 60 bare messages', value: yardstick, unit: 'ms' })
    await add('starting', measureStarting(browser, stage, yardstick, limits))
    await add('from disk', measureFromDisk(browser, stage, yardstick, limits))
    const here = await Visitor.come(browser, reader)
    await here.page.goto(`${stage.url}/#feed`)
    await here.page.waitForFunction(() => window.notes.painted.length > 0)
    const begun = await here.now()
    await add('switching', measureSwitching(here, stage, yardstick))
    await add('scrolling', measureScrolling(here, yardstick))
    await add('events', measureEvents(here, stage))
    await add('typing', measureTyping(here, stage, browser))
    await add('naming', measureTypeahead(here, stage))
    const there = await Visitor.come(browser, other)
    await there.page.goto(`${stage.url}/`)
    await there.page.locator('.left').waitFor()
    await add('delivery', measureDelivery(here, there, stage))
    await there.close()
    rows.push({ what: 'longest task in all of that', value: await here.longest(begun), unit: 'ms', atMost: 50 })
    await add('growth', measureGrowth(here, stage))
    await add('everything', measureEverything(here, allHeap))
    await here.close()
    await add('returning', measureReturning(browser, stage, yardstick))
    return rows
  } finally {
    await browser.close()
  }
}

/** What is loaded before the first view; the build itself fails above the budget. */
function measureSize(): Row[] {
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  const size = (ending: string) =>
    readdirSync(built)
      .filter((name) => name.endsWith(ending) && page.includes(name))
      .reduce((sum, name) => sum + statSync(join(built, `${name}.gz`)).size, 0) / 1024
  return [
    { what: 'script of the first view, gzip', value: size('.js'), unit: 'KB', atMost: 93 },
    { what: 'style of the first view, gzip', value: size('.css'), unit: 'KB', atMost: 11 },
  ]
}

/** HTML of the newest 60 messages. */
async function newest({ server, readers: [reader] }: Stage): Promise<string[]> {
  const connection = await Connection.open(server.port, 'localhost', reader.email, reader.apiKey)
  const { messages } = success(
    await connection.get('/messages?anchor=newest&num_before=59&num_after=0&apply_markdown=true'),
  )
  connection.close()
  return (messages as { content: string }[]).map(({ content }) => content)
}
