import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { assert, describe, onTestFinished, test } from 'vitest'
import { RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { getCalls } from '../../src/features/calls/calls/api.ts'
import { runHere } from '../harness/command.ts'
import { hasBrowser, isFirefox, patient } from '../web/browser.ts'
import { launchChromium } from '../web/chromium.ts'
import { password } from '../web/password.ts'
import { Participant } from './participant.ts'

/** How long the call lasts; 0 for not at all, because four pages with cameras need a machine for themselves. */
const minutes = Number(process.env.LOQUAT_TEST_CALL_MINUTES ?? (process.env.LOQUAT_THOROUGH ? 30 : 0))
/** Between two disturbances, the call goes on like this. */
const calmMs = 5_000
/** Longer than a short interruption, and shorter than a session's lease. */
const cutMs = 12_000
/** More than noise, and much less than a picture or a connection that's kept in each round. */
const maxGrowthMb = 30
const names = ['Ada', 'Ben', 'Cleo', 'Dora']
const emailOf = (name: string) => `${name.toLowerCase()}@society.example`

async function people(server: RealServer): Promise<LoquatClient> {
  const { email, apiKey } = await server.createOrganization()
  for (const name of names.slice(1)) {
    const made = ['user', 'create', '--name', name, '--email', emailOf(name), '--password', password]
    const { code, err } = await runHere([...made, '--data-dir', server.dataDir], { environment: server.environment })
    if (code !== 0) throw new Error(err)
  }
  await server.start()
  return new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
}

/** Everyone hears and sees everyone else. */
async function isComplete(all: readonly Participant[]): Promise<void> {
  for (const one of all) await one.perceives(all.length - 1)
}

function disturbances(server: RealServer, all: readonly Participant[]) {
  const [first, second, third, fourth] = all as [Participant, Participant, Participant, Participant]
  return [
    () => second.reloads(),
    () => first.cutOff(cutMs),
    async () => {
      await server.end('SIGKILL')
      await server.start()
    },
    () => third.cutOff(cutMs),
    () => Promise.all([second.reloads(), fourth.reloads()]),
    async () => {
      await server.end('SIGTERM')
      await pause(cutMs)
      await server.start()
    },
  ]
}

describe.skipIf(minutes === 0 || !hasBrowser || isFirefox)('a long call', () => {
  test(
    'a call of four outlasts reloads, network cuts, and restarts of the server',
    async () => {
      const server = await RealServer.prepare()
      onTestFinished(() => server.dispose())
      const client = await people(server)
      const browsers: Browser[] = []
      onTestFinished(async () => {
        for (const browser of browsers) await browser.close()
      })
      const all: Participant[] = []
      for (const name of names) {
        const browser = patient(await launchChromium({ hasDevices: true }))
        browsers.push(browser)
        all.push(await Participant.signIn(browser, server.url, name, emailOf(name)))
      }
      const { members } = (await client.send('GET', '/users', [])) as { members: { user_id: number; email: string }[] }
      const [starter, ...others] = all as [Participant, ...Participant[]]
      const ids = names.slice(1).map((name) => members.find(({ email }) => email === emailOf(name))?.user_id)
      await starter.starts(`#narrow/dm/${ids.join()}`)
      for (const one of others) await one.accepts()
      for (const one of all) await one.turnsOnCamera()
      await isComplete(all)
      const until = Date.now() + minutes * 60_000
      const heapBefore = await starter.heapMb()
      const steps = disturbances(server, all)
      let rounds = 0
      for (; rounds < steps.length || Date.now() < until; rounds++) {
        await steps[rounds % steps.length]?.()
        await isComplete(all)
        await pause(calmMs)
      }
      const heapAfter = await starter.heapMb()
      console.log(`${rounds} disturbances; heap of a page that wasn't reloaded: ${heapBefore} MB, then ${heapAfter} MB`)
      const { calls } = await client.call(getCalls, {})
      assert.deepEqual(
        calls.map(({ sessions }) => new Set(sessions.map(({ user_id }) => user_id)).size),
        [names.length],
      )
      assert.equal(calls[0]?.sessions.length, names.length)
      for (const one of all) {
        assert.equal(await one.faces(), names.length)
        assert.equal(await one.openConnections(), names.length - 1)
        assert.deepEqual(one.complaints, [])
      }
      assert.isAtMost(heapAfter - heapBefore, maxGrowthMb)
    },
    (minutes + 30) * 60_000,
  )
})
