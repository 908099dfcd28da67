import type { Browser } from 'playwright-core'
import { chromiumProgram, launchChromium } from '../../test/web/chromium.ts'
import { success } from '../http.ts'
import { Visitor } from '../web/visitor.ts'
import { cpu, type Measure, median } from './measure.ts'
import { connect, password } from './side.ts'
import type { Session } from './workloads.ts'

const visits = 3

/** Opens the web client on a conversation, as a person who has signed in before; nothing where there is no client. */
export async function webClient({ side, server }: Session): Promise<Measure[]> {
  const [member] = side.members
  if (!member || !side.build.hasWebClient || !chromiumProgram) return []
  const connection = await connect(server.port, member)
  const text = `A visit to ${Date.now()}`
  success(await connection.post('/messages', { type: 'channel', to: 'channel 1', topic: 'visits', content: text }))
  const { subscriptions } = success(await connection.get('/users/me/subscriptions'))
  connection.close()
  const channels = subscriptions as { stream_id: number; name: string }[]
  const id = channels.find(({ name }) => name === 'channel 1')?.stream_id
  const browser = await launchChromium({ isWhole: true })
  try {
    const url = `http://localhost:${server.port}/#narrow/channel/${id}/topic/visits`
    const cpuTimes = await openings(browser, url, text, member.deliveryEmail)
    return [cpu('web client: CPU time of opening a conversation', 'ms', median(cpuTimes))]
  } finally {
    await browser.close()
  }
}

async function openings(browser: Browser, url: string, text: string, email: string): Promise<number[]> {
  let visitor = await Visitor.come(browser)
  await visitor.page.goto(url)
  await visitor.page.locator('input[type=email], input[name=username]').first().fill(email)
  await visitor.page.locator('input[type=password]').first().fill(password)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByText(text).first().waitFor()
  const cpuTimes: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    visitor = await visitor.again()
    await visitor.page.goto(url)
    await visitor.page.getByText(text).first().waitFor()
    cpuTimes.push(await visitor.cpuMs())
  }
  await visitor.close()
  return cpuTimes
}
